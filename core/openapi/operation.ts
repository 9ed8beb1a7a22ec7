import { OptionalKind } from "@sinclair/typebox";
import { type Example, findExample } from "#core/examples";
import { BASE } from "#core/http/paths";
import { writeCodeSamples } from "#core/openapi/code-samples";
import { describeParameter, toPascalCase } from "#core/openapi/names";
import { describeResponses } from "#core/openapi/responses";
import { type Detail, getPrices, isWrite, type OperationContext, type Route } from "#core/openapi/route";
import { type Json, toPlain } from "#core/openapi/schema";
import { latest } from "#core/request/versions";

const BYTES: Json = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };

/** Completes an operation with its name, cost, scope, limits and errors. */
export function describeOperation(route: Route, context: OperationContext): Json {
  const { method, detail, names } = route;
  const guarded = detail["x-scope"] !== undefined;
  const { hide: _hide, "x-errors": _errors, "x-consumes": _consumes, "x-files": _files, ...rest } = detail;
  const { "x-limit": limit, "x-cost": _cost, "x-until": _until, security: _security, ...passed } = rest;
  const name = `${method} ${route.path}`;
  const example = findExample(context.examples, { ...context, latest, operationId: names.operationId, route: name });
  const body = describeBody(route, context, example);
  return {
    ...passed,
    tags: [route.tag],
    operationId: names.operationId,
    summary: detail.summary ?? names.operationId,
    description: [detail.description, describeFacts(detail, context)].filter(Boolean).join("\n\n"),
    security: guarded ? undefined : [],
    // Set on the operation, because consoles and generators ignore servers of a path.
    servers: route.outside ? [{ url: context.origin }] : undefined,
    parameters: describeParameters(route, context, guarded && isWrite(method), example),
    requestBody: body,
    responses: describeResponses(route, context, body !== undefined, example),
    "x-rate-limit": limit,
    "x-codeSamples": example && describeCode(route, context, example),
  };
}

function describeCode({ method, path, outside, names, detail }: Route, context: OperationContext, example: Example) {
  const { origin, version, parameterName, findPlace } = context;
  const isLatest = version === latest;
  const named = path.replace(/:(\w+)/g, (_, name: string) => `{${parameterName(name)}}`);
  return writeCodeSamples({
    method,
    origin,
    example,
    url: origin + (outside ? "" : BASE) + named,
    isPublic: detail["x-scope"] === undefined,
    version: isLatest ? undefined : version,
    place: isLatest ? findPlace(named, names.operationId) : undefined,
    isStream: typeof example.response === "string",
  });
}

/** Describes cost, scope and limit in one sentence each. */
function describeFacts(detail: Detail, { prices }: OperationContext): string {
  const { "x-scope": scope, "x-limit": limit, "x-secrets": secrets = [] } = detail;
  const costs = getPrices(detail, prices);
  const label = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const amounts = costs.map(({ name, credits, per }) => {
    const amount = `${credits} credit${credits === 1 ? "" : "s"}${per === "call" ? "" : ` a ${per}`}`;
    return costs.length > 1 ? `${amount} (${label(name)})` : amount;
  });
  return [
    amounts.length > 0 ? `Costs ${amounts.join(" or ")}.` : "",
    scope === undefined
      ? "Needs no key."
      : scope === "any"
        ? "Needs a key, of any scope."
        : `Needs the scope \`${scope}\`.`,
    limit ? `Counts against the \`${limit}\` rate limit.` : "",
    secrets.length > 0 ? `Shows \`${secrets.join("`, `")}\` once: replays with the same Idempotency-Key mask it.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function describeParameters(
  { base, detail, path }: Route,
  context: OperationContext,
  idempotent: boolean,
  example: Example | undefined,
): Json[] {
  const own = detail.parameters ?? [];
  const declared = (base.parameters ?? []).filter((parameter) => !own.includes(parameter as unknown as Json));
  return [
    ...declared.map(({ name, in: place, required, schema }) => {
      const { $id: _id, ...plain } = toPlain(schema);
      const { description = place === "path" ? describeParameter(name, path) : undefined, ...rest } = plain;
      const shown = place === "path" ? context.parameterName(name) : name;
      const given = (place === "path" ? example?.path : example?.query)?.[shown];
      const value = given !== undefined && rest.type === "integer" ? Number(given) : given;
      return {
        name: shown,
        in: place,
        required: required || undefined,
        description: description || undefined,
        schema: rest,
        example: value,
      };
    }),
    ...own,
    ...(idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    { $ref: "#/components/parameters/ServiceVersion" },
  ];
}

function describeBody(
  { base, detail, names }: Route,
  { schemas }: OperationContext,
  example: Example | undefined,
): Json | undefined {
  if (detail.requestBody) return detail.requestBody;
  const body = base.requestBody?.content["application/json"]?.schema;
  const types = Object.entries(detail["x-consumes"] ?? (body ? { "application/json": body } : {}));
  if (types.length === 0) return undefined;
  const name = toPascalCase(names.operationId);
  const content = types.map(([type, schema]) => {
    const own = `${name}${type === "application/json" ? "Request" : toPascalCase(type.split("/")[1] ?? "")}`;
    const hints = { names: [own], prefix: name, share: false };
    return [
      type,
      {
        schema: schema === "bytes" ? BYTES : schemas.refer(toPlain(schema), hints),
        example: type === "application/json" ? example?.body : undefined,
      },
    ];
  });
  return { required: !body || !(OptionalKind in body), content: Object.fromEntries(content) };
}
