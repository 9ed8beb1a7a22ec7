import { toOpenAPISchema } from "@elysiajs/openapi/openapi";
import type { AnyElysia } from "elysia";
import type { Examples } from "#core/examples";
import type { Prices } from "#core/facts";
import type { RouteFacts } from "#core/http/router";
import type { place } from "#core/openapi/client-names";
import type { Names } from "#core/openapi/names";
import type { Json, Schemas } from "#core/openapi/schema";
import type { Changes, Version } from "#core/request/versions";

/** A route's `detail`. Other members of an OpenAPI operation are passed through unchanged. */
export interface Detail extends RouteFacts {
  hide?: boolean;
  tags?: string[];
  summary?: string;
  description?: string;
  operationId?: string;
  deprecated?: boolean;
  /** Derived from the route's `auth`. */
  security?: unknown;
  parameters?: Json[];
  requestBody?: Json;
  /** Replaces derived responses, by status. */
  responses?: Record<string, Json>;
  /** Further error statuses of this route, such as 502. */
  "x-errors"?: readonly number[];
  /** Content types of a file that the route may send instead of JSON. */
  "x-files"?: readonly string[];
  /** Media types and schemas of a body that the route parses itself. */
  "x-consumes"?: Record<string, object | "bytes">;
  /** The first version without this route. */
  "x-until"?: Version;
}

/** An operation as @elysiajs/openapi describes it: inline schemas without names. */
export interface BaseOperation {
  parameters?: { name: string; in: string; required?: boolean; schema: Json }[];
  requestBody?: { content: MediaTypes };
  responses?: Record<string, { content?: MediaTypes }>;
}
type MediaTypes = Record<string, { schema?: object }>;

export interface Route {
  method: string;
  /** Path below the base path, or the whole path if `outside` is set. */
  path: string;
  outside: boolean;
  /** Title of the module, or one of its tags. */
  tag: string;
  detail: Detail;
  base: BaseOperation;
  names: Names;
}

export interface OperationContext {
  version: string;
  /** Public origin of the server. */
  origin: string;
  schemas: Schemas;
  changes: Changes;
  prices: Prices;
  /** Name of a path parameter in this version. */
  parameterName(name: string): string;
  examples: Examples;
  /** Finds the position of an operation in the typed client. */
  findPlace: typeof place;
}

export const isWrite = (method: string) => method === "POST" || method === "PATCH";
/** Lists the route's prices that are not zero. A free call never returns 402. */
export const getPrices = (detail: Detail, prices: Prices) =>
  prices.list().filter(({ name, credits }) => detail["x-cost"]?.includes(name) && credits > 0);

/** Describes the app's visible routes. The key is the method and the path, as in `app.routes`. */
export function createBaseLookup(app: AnyElysia): (method: string, path: string) => BaseOperation | undefined {
  const exclude = { methods: ["all", "head", "options", "trace"], staticFile: false };
  const { paths } = toOpenAPISchema(app, exclude);
  return (method, path) =>
    (paths[path.replace(/:([^/]+)/g, "{$1}")] as Record<string, BaseOperation> | undefined)?.[method.toLowerCase()];
}

/** Returns the schemas of the declared responses, by status. Undefined for a response without a body. */
export function getResponseSchemas({ base, detail }: Pick<Route, "base" | "detail">) {
  const declared = base.responses === detail.responses ? {} : (base.responses ?? {});
  return Object.fromEntries(
    Object.entries(declared).map(([status, { content = {} }]) => [status, content["application/json"]?.schema]),
  );
}

/** True if the response is a list: it has pages, or an array named after the path. */
export function isList(route: Pick<Route, "base" | "detail" | "path">): boolean {
  const { properties } = (getResponseSchemas(route)[200] ?? {}) as { properties?: Record<string, { type?: string }> };
  const last = route.path.split("/").at(-1) ?? "";
  return properties !== undefined && ("pagination" in properties || properties[last]?.type === "array");
}
