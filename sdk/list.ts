export { listPage } from "#core/http/list";
