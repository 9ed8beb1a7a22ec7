/** One page of a list, with its pagination. */
export { listPage } from "#core/http/list";
