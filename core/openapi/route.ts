import type { AnyElysia } from "elysia";
import type { Prices } from "#core/facts";
import type { RouteFacts } from "#core/http/router";
import type { Names } from "#core/openapi/names";
import type { Json, Schemas } from "#core/openapi/schema";
import type { Changes, Version } from "#core/request/versions";

/** What a route's `detail` may say; besides these, everything that an OpenAPI operation has goes through as it is. */
export interface Detail extends RouteFacts {
  hide?: boolean;
  tags?: string[];
  summary?: string;
  description?: string;
  operationId?: string;
  deprecated?: boolean;
  /** Follows from the route's `auth`. */
  security?: unknown;
  parameters?: Json[];
  requestBody?: Json;
  /** Responses that replace the derived ones, by status. */
  responses?: Record<string, Json>;
  /** Further statuses that this route may answer with, such as 502. */
  "x-errors"?: readonly number[];
  /** The media types of a body that the route reads itself, each with its schema. */
  "x-consumes"?: Record<string, object | "bytes">;
  /** The first version that no longer has this route. */
  "x-until"?: Version;
}

export interface Route {
  method: string;
  /** Below the base path; the whole path where it lies `outside`. */
  path: string;
  outside: boolean;
  /** Name of the module. */
  module: string;
  /** What it is sorted under: the module, or one of its resources. */
  tag: string;
  detail: Detail;
  hooks: AnyElysia["routes"][number]["hooks"];
  names: Names;
}

export interface OperationContext {
  version: string;
  /** Public origin of the server. */
  origin: string;
  schemas: Schemas;
  changes: Changes;
  prices: Prices;
  /** Old and new names of path parameters. */
  parameterName(name: string): string;
}

export const isWrite = (method: string) => method === "POST" || method === "PATCH";
/** Free of charge is no price: such a call never ends in a 402. */
export const priced = (detail: Detail, prices: Prices) =>
  prices.list().filter(({ name, credits }) => detail["x-cost"]?.includes(name) && credits > 0);

export const responsesOf = (hooks: Route["hooks"]): Record<string, object> => {
  const declared = (hooks as { response?: Record<string, object> }).response ?? {};
  return "type" in declared || "anyOf" in declared ? { 200: declared } : declared;
};

/** A list's answer names its items' array after itself, or has pages. */
export function isList(route: Pick<Route, "hooks" | "path">): boolean {
  const { properties } = (responsesOf(route.hooks)[200] ?? {}) as { properties?: Record<string, { type?: string }> };
  const last = route.path.split("/").at(-1) ?? "";
  return properties !== undefined && ("pagination" in properties || properties[last]?.type === "array");
}
