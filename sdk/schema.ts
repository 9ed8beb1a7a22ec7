/** Building blocks for the schemas of settings, routes and errors. `t` is TypeBox. */
export { Type as t } from "@sinclair/typebox";
export {
  Closed,
  ListOf,
  Nothing,
  OneOf,
  type Page,
  PageQuery,
  pageQuery,
  paginate,
  QueryInt,
  Text,
  Timestamp,
  Url,
  window,
} from "#core/http/schema";
