import type { Example } from "#core/examples";
import { getItemName, toPascalCase } from "#core/openapi/names";
import { isErrorStatus, referToCommonErrors, referToError, referToHeaders } from "#core/openapi/parts";
import { getPrices, getResponseSchemas, isList, isWrite, type OperationContext, type Route } from "#core/openapi/route";
import { type Json, type NameHints, toPlain } from "#core/openapi/schema";

const descriptions: Record<string, string> = {
  200: "Success.",
  201: "Created. `Location` is the path of the new resource.",
  202: "Accepted. Poll the path in `Location` for the result.",
  204: "Success. No body.",
};

/** Lists the route's own responses, and the errors that follow from its path and how it is called. */
export function describeResponses(
  route: Route,
  context: OperationContext,
  hasBody: boolean,
  example: Example | undefined,
): Json {
  const responses: Record<string, { content?: Record<string, Json> }> = {
    ...describeSuccesses(route, context),
    ...describeErrors(route, context, hasBody),
    ...route.detail.responses,
  };
  const shown = example && responses[example.status];
  const [content] = Object.entries(shown?.content ?? {});
  if (!shown || !content || example.response === undefined) return responses;
  const [type, media] = content;
  return {
    ...responses,
    [example.status]: { ...shown, content: { ...shown.content, [type]: { ...media, example: example.response } } },
  };
}

/** How the schemas of a response are named. */
function getNameHints(route: Route): NameHints {
  const { names, path } = route;
  const { resource, operationId } = names;
  const response = `${toPascalCase(operationId)}Response`;
  if (!resource) return { names: [response], prefix: toPascalCase(operationId) };
  if (!isList(route)) return { names: [resource, response], prefix: resource };
  const { properties = {} } = getResponseSchemas(route)[200] as { properties?: Record<string, { type?: string }> };
  const children = Object.entries(properties).map(([key, { type }]) => [
    key,
    type === "array" ? getItemName(key, path, resource) : toPascalCase(key),
  ]);
  return { names: [`${resource}List`], prefix: resource, children: Object.fromEntries(children) };
}

function describeSuccesses(route: Route, { schemas, changes, version }: OperationContext): Record<string, Json> {
  const { method, path, detail } = route;
  const declared = Object.entries(getResponseSchemas(route));
  const out: Record<string, Json> = {};
  for (const [status, raw] of declared.length > 0 ? declared : [["200", undefined] as const]) {
    const { description, ...schema } = raw ? toPlain(changes.schema(version, `${method} ${path}`, raw)) : {};
    const own = [
      ...(status === "201" || status === "202" ? ["Location"] : []),
      ...(isWrite(method) && detail["x-scope"] ? ["Idempotency-Replayed"] : []),
      ...(detail["x-secrets"] ? ["Idempotency-Masked"] : []),
      ...(detail["x-cost"] ? ["X-Credits-Used", "X-Credits-Remaining"] : []),
      ...(detail.deprecated ? ["Deprecation", "Sunset"] : []),
    ];
    out[status] = {
      description: descriptions[status] ?? description ?? `Status ${status}.`,
      headers: own.length > 0 ? referToHeaders(own) : undefined,
      content: raw
        ? {
            "application/json": { schema: schemas.refer(schema, getNameHints(route)) },
            ...Object.fromEntries((detail["x-files"] ?? []).map((type) => [type, { schema: { type: "string" } }])),
          }
        : undefined,
    };
  }
  return out;
}

function describeErrors(route: Route, { prices }: OperationContext, hasBody: boolean): Record<string, Json> {
  const { method, path, detail } = route;
  const scope = detail["x-scope"];
  const possible: [number, boolean][] = [
    [400, true],
    [401, scope !== undefined],
    [402, getPrices(detail, prices).length > 0],
    // Also if the account is suspended.
    [403, scope !== undefined],
    [404, path.includes(":")],
    [409, scope !== undefined && isWrite(method)],
    [408, hasBody],
    [413, hasBody],
    [415, hasBody],
    [422, scope !== undefined && isWrite(method)],
    [507, getPrices(detail, prices).length > 0],
  ];
  const own = getResponseSchemas(route);
  const statuses = possible.filter(([, is]) => is).map(([status]) => status);
  const all = new Set([...statuses, ...(detail["x-errors"] ?? []).filter(isErrorStatus)]);
  const named = [...all].filter((status) => !(status in own)).map((status) => [status, referToError(status)]);
  return Object.fromEntries([...named, ["default", referToCommonErrors]]);
}
