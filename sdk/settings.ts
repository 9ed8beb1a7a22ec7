export { Group } from "#core/config/settings";
