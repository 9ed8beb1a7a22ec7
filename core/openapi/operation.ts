import { OptionalKind } from "@sinclair/typebox";
import { describeParameter, pascal } from "#core/openapi/names";
import { responses } from "#core/openapi/responses";
import { type Detail, isWrite, type OperationContext, priced, type Route } from "#core/openapi/route";
import { type Json, plain } from "#core/openapi/schema";

const BYTES: Json = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };

export function operation(route: Route, context: OperationContext): Json {
  const { method, detail, names } = route;
  const guarded = detail["x-scope"] !== undefined;
  const { hide: _hide, "x-errors": _errors, "x-consumes": _consumes, ...rest } = detail;
  const { "x-limit": limit, "x-cost": _cost, "x-until": _until, security: _security, ...passed } = rest;
  const body = requestBody(route, context);
  return {
    ...passed,
    tags: [route.tag],
    operationId: names.operationId,
    summary: detail.summary ?? names.operationId,
    description: [detail.description, facts(detail, context)].filter(Boolean).join("\n\n"),
    ...(guarded ? {} : { security: [] }),
    // On the operation rather than its path: consoles and generators look there.
    ...(route.outside ? { servers: [{ url: context.origin }] } : {}),
    parameters: parameters(route, context, guarded && isWrite(method)),
    ...(body ? { requestBody: body } : {}),
    responses: responses(route, context, body !== undefined),
    ...(limit ? { "x-rate-limit": limit } : {}),
  };
}

/** Cost, scope and limit in a sentence each. */
function facts(detail: Detail, { prices }: OperationContext): string {
  const { "x-scope": scope, "x-limit": limit } = detail;
  const costs = priced(detail, prices);
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
  ]
    .filter(Boolean)
    .join(" ");
}

function parameters(route: Route, context: OperationContext, idempotent: boolean): Json[] {
  const { params, query, headers } = route.hooks as { params?: object; query?: object; headers?: object };
  const declared = params ? (plain(params).properties as Record<string, Json>) : {};
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
    const { description, ...schema } = declared[name] ?? { type: "string" };
    return {
      name: context.parameterName(name),
      in: "path",
      required: true,
      description: description ?? describeParameter(name, route.path),
      schema,
    };
  });
  const others = [
    ["query", query],
    ["header", headers],
  ] as const;
  return [
    ...inPath,
    ...others.flatMap(([place, schema]) => (schema ? declaredParameters(place, plain(schema)) : [])),
    ...(route.detail.parameters ?? []),
    ...(idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    { $ref: "#/components/parameters/ServiceVersion" },
  ];
}

function declaredParameters(place: string, schema: Json): Json[] {
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    ...(required.includes(name) ? { required: true } : {}),
    ...(description ? { description } : {}),
    schema: rest,
  }));
}

function requestBody({ hooks, detail, names }: Route, { schemas }: OperationContext): Json | undefined {
  if (detail.requestBody) return detail.requestBody;
  const { body } = hooks as { body?: object };
  const types = Object.entries(detail["x-consumes"] ?? (body ? { "application/json": body } : {}));
  if (types.length === 0) return undefined;
  const name = pascal(names.operationId);
  const content = types.map(([type, schema]) => {
    const own = `${name}${type === "application/json" ? "Request" : pascal(type.split("/")[1] ?? "")}`;
    const hints = { names: [own], prefix: name, share: false };
    return [type, { schema: schema === "bytes" ? BYTES : schemas.refer(plain(schema), hints) }];
  });
  return { required: !body || !(OptionalKind in body), content: Object.fromEntries(content) };
}
