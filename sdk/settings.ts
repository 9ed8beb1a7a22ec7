/** A group of settings. */
export { Group } from "#core/config/settings";
