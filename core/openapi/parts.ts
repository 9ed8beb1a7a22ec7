import type { Facts } from "#core/facts";
import type { Json } from "#core/openapi/schema";
import { versions } from "#core/request/versions";

/** The parts that every operation refers to: parameters, headers, errors. */

export const parameters = (version: string): Record<string, Json> => ({
  ServiceVersion: {
    name: "Service-Version",
    in: "header",
    description:
      "The API version of this request. Without it, the version that the key is pinned to applies, then the latest.",
    schema: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$", examples: [version] },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes a repeated call safe: for 24 hours the same key, route and body get the first call's answer again.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
});

const header = (type: "string" | "integer", description: string, example: unknown): Json => ({
  description,
  schema: { type, examples: [example] },
});

export const headers: Record<string, Json> = {
  "Service-Version": header("string", "The API version of this answer.", versions[0].version),
  "X-Request-Id": header(
    "string",
    "Id of this request: what the operator finds the log entry by.",
    "019aa0c2-6a1e-7000-8f3e-2f6c1f8b5d10",
  ),
  RateLimit: header(
    "string",
    "What is left of each quota (`r`), and the seconds until it is whole again (`t`).",
    '"default";r=119;t=60',
  ),
  "RateLimit-Policy": header(
    "string",
    "The quotas that apply: requests (`q`) in a window of seconds (`w`).",
    '"default";q=120;w=60',
  ),
  "X-RateLimit-Limit": header("integer", "Requests a minute, of the tightest quota.", 120),
  "X-RateLimit-Remaining": header("integer", "Requests left in this window, of the tightest quota.", 119),
  "X-RateLimit-Reset": header("integer", "When the window ends, in seconds since the epoch.", 1772755260),
  Location: header("string", "Path of the new resource.", "/api/v1/videos/vid_01kaga5jfdf6zvzt77r8jr6b4e"),
  "Idempotency-Replayed": header("string", "`true` on an answer that an Idempotency-Key brought back.", "true"),
  "X-Credits-Used": header("integer", "Credits that this call took.", 6),
  "X-Credits-Remaining": header("integer", "Credits left in the account.", 94),
  Deprecation: header("string", "When the endpoint was deprecated, as `@` and seconds since the epoch.", "@1772755200"),
  Sunset: header("string", "When the endpoint goes away.", "Sun, 06 Sep 2026 00:00:00 GMT"),
  "Retry-After": header("integer", "Seconds to wait.", 17),
  "WWW-Authenticate": header("string", "How to authenticate.", 'Bearer realm="vireo"'),
};

/** On every answer, errors included. */
export const everywhere = [
  "Service-Version",
  "X-Request-Id",
  "RateLimit",
  "RateLimit-Policy",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
] as const;

export const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const Problem: Json = {
  type: "object",
  description: "What every error answers with (RFC 9457).",
  required: ["type", "title", "status", "detail", "instance"],
  properties: {
    type: {
      type: "string",
      format: "uri",
      description: "The kind of error, as the address of a page that explains it; ends in `errors/<kind>`.",
    },
    title: { type: "string", description: "The kind in a few words." },
    status: { type: "integer", description: "The HTTP status code." },
    detail: { type: "string", description: "What was wrong with this request, and what would be right." },
    instance: { type: "string", format: "uri", description: "This occurrence; ends in the request id." },
    errors: {
      type: "object",
      description: "What is wrong with single fields, by dotted path (`accountIds.0`).",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
    required: { type: "number", description: "Credits that the call needs (`insufficient_credits`)." },
    available: { type: "number", description: "Credits that the account has (`insufficient_credits`)." },
  },
};

const names: Record<number, string> = {
  400: "BadRequest",
  401: "Unauthorized",
  402: "PaymentRequired",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  410: "Gone",
  408: "RequestTimeout",
  413: "ContentTooLarge",
  415: "UnsupportedMediaType",
  422: "UnprocessableContent",
  429: "TooManyRequests",
  500: "InternalServerError",
  502: "BadGateway",
  503: "ServiceUnavailable",
};
export const errorRef = (status: number): Json => ({ $ref: `#/components/responses/${names[status]}` });
export const isErrorStatus = (status: number): boolean => status in names;

/** One response per status, with every kind of error that has it as an example. */
export const errorResponses = (origin: string, errors: Facts["errors"]): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(names).map(([status, name]) => [name, errorResponse(Number(status), origin, errors)]),
  );

function errorResponse(status: number, origin: string, errors: Facts["errors"]): Json {
  const all = Object.entries(errors).filter(([, fact]) => fact.status === status && fact.documented !== false);
  const examples = all.map(([kind, { title, help, example }]) => {
    const instance = "urn:vireo:request:019aa0c2-6a1e-7000-8f3e-2f6c1f8b5d10";
    const value = { type: `${origin}/errors/${kind}`, title, status, detail: help, instance, ...example };
    return [kind, { summary: title, value }];
  });
  const own = status === 401 ? ["WWW-Authenticate"] : status === 429 ? ["Retry-After"] : [];
  return {
    description: all.map(([kind, { title }]) => `\`${kind}\`: ${title}.`).join(" "),
    headers: headerRefs([...everywhere, ...own]),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(examples),
      },
    },
  };
}
