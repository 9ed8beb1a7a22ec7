import { itemName, pascal } from "#core/openapi/names";
import { errorRef, everywhere, headerRefs, isErrorStatus } from "#core/openapi/parts";
import { isList, isWrite, type OperationContext, priced, type Route, responsesOf } from "#core/openapi/route";
import { type Json, type NameHints, plain } from "#core/openapi/schema";

const descriptions: Record<string, string> = {
  200: "Success.",
  201: "Created. `Location` leads to it.",
  202: "Accepted; the work goes on. `Location` leads to where it can be followed.",
  204: "Success, without a body.",
};

/** Every answer that a route may give: its own, and each error that can come of where and how it is called. */
export const responses = (route: Route, context: OperationContext, hasBody: boolean): Json => ({
  ...successes(route, context),
  ...errors(route, context, hasBody),
  ...route.detail.responses,
});

/** How the schemas of one answer are named. */
function hints({ names: { resource, operationId }, hooks, path }: Route): NameHints {
  const answer = `${pascal(operationId)}Response`;
  if (!resource) return { names: [answer], prefix: pascal(operationId) };
  if (!isList({ hooks, path })) return { names: [resource, answer], prefix: resource };
  const { properties = {} } = responsesOf(hooks)[200] as { properties?: Record<string, { type?: string }> };
  const children = Object.entries(properties).map(([key, { type }]) => [
    key,
    type === "array" ? itemName(key, path, resource) : pascal(key),
  ]);
  return { names: [`${resource}List`], prefix: resource, children: Object.fromEntries(children) };
}

function successes(route: Route, { schemas, changes, version }: OperationContext): Json {
  const { method, path, hooks, detail } = route;
  const declared = Object.entries(responsesOf(hooks));
  const out: Json = {};
  for (const [status, raw] of declared.length > 0 ? declared : [["200", undefined] as const]) {
    const schema = raw ? plain(changes.schema(version, `${method} ${path}`, raw)) : undefined;
    const { description, ...shape } = schema ?? {};
    const empty = !schema || shape.type === "undefined" || shape.type === "null" || status === "204";
    const own = [
      ...(status === "201" || status === "202" ? ["Location"] : []),
      ...(isWrite(method) && detail["x-scope"] ? ["Idempotency-Replayed"] : []),
      ...(detail["x-cost"] ? ["X-Credits-Used", "X-Credits-Remaining"] : []),
      ...(detail.deprecated ? ["Deprecation", "Sunset"] : []),
    ];
    out[status] = {
      description: descriptions[status] ?? description ?? `Status ${status}.`,
      headers: headerRefs([...everywhere, ...own]),
      ...(empty ? {} : { content: { "application/json": { schema: schemas.refer(schema, hints(route)) } } }),
    };
  }
  return out;
}

function errors({ method, path, detail, hooks }: Route, { prices }: OperationContext, hasBody: boolean): Json {
  const scope = detail["x-scope"];
  const possible: [number, boolean][] = [
    [400, true],
    [401, scope !== undefined],
    [402, priced(detail, prices).length > 0],
    [403, scope !== undefined && scope !== "any"],
    [404, path.includes(":")],
    [409, scope !== undefined && isWrite(method)],
    [408, hasBody],
    [413, hasBody],
    [415, hasBody],
    [422, scope !== undefined && isWrite(method)],
    [429, true],
    [500, true],
  ];
  const own = responsesOf(hooks);
  const statuses = possible.filter(([, is]) => is).map(([status]) => status);
  const all = new Set([...statuses, ...(detail["x-errors"] ?? []).filter(isErrorStatus)]);
  return Object.fromEntries([...all].filter((status) => !(status in own)).map((status) => [status, errorRef(status)]));
}
