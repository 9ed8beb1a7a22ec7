import type { Facts } from "#core/facts";
import type { Json } from "#core/openapi/schema";
import { versions } from "#core/request/versions";

/** Components that operations refer to: parameters, headers, errors. */

const messageHeader = (name: string, description: string): Json => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

/** Headers of webhook messages, as named by Standard Webhooks. */
export const messageParameters: Record<string, Json> = {
  WebhookId: messageHeader("webhook-id", "ID of the delivery, the same for each retry."),
  WebhookTimestamp: messageHeader("webhook-timestamp", "When it was sent, in seconds since the epoch."),
  WebhookSignature: messageHeader(
    "webhook-signature",
    "Signatures of Standard Webhooks, separated by spaces. Verify one before you trust the message, and respond with any 2xx within 15 seconds.",
  ),
};

export const parameters = (version: string): Record<string, Json> => ({
  ...messageParameters,
  ServiceVersion: {
    name: "Service-Version",
    in: "header",
    description: "API version of this request. Defaults to the version pinned to the API key, then to the latest.",
    schema: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$", examples: [version] },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes retries safe. For 24 hours, a request of the same API key or person with the same Idempotency-Key, route and body returns the first response again.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
});

const header = (type: "string" | "integer", description: string, example: unknown): Json => ({
  description,
  schema: { type, examples: [example] },
});

export const headers: Record<string, Json> = {
  "Service-Version": header("string", "API version of this response.", versions[0].version),
  "X-Request-Id": header(
    "string",
    "ID of this request. Include it when you contact the administrator.",
    "019aa0c2-6a1e-7000-8f3e-2f6c1f8b5d10",
  ),
  RateLimit: header(
    "string",
    "Requests left in each quota (`r`), and seconds until it resets (`t`).",
    '"default";r=119;t=60',
  ),
  "RateLimit-Policy": header(
    "string",
    "Quotas that apply: requests (`q`) per window in seconds (`w`).",
    '"default";q=120;w=60',
  ),
  "X-RateLimit-Limit": header("integer", "Requests per minute in the tightest quota.", 120),
  "X-RateLimit-Remaining": header("integer", "Requests left in the tightest quota.", 119),
  "X-RateLimit-Reset": header("integer", "When the tightest quota resets, in seconds since the epoch.", 1772755260),
  Location: header("string", "Path of the new resource.", "/api/v1/videos/vid_01kaga5jfdf6zvzt77r8jr6b4e"),
  "Idempotency-Replayed": header(
    "string",
    "`true` if this is the stored response of an earlier request with the same Idempotency-Key.",
    "true",
  ),
  "Idempotency-Masked": header(
    "string",
    "In a replay: the fields whose secret was shown only in the first response. They read `***`.",
    "key",
  ),
  "X-Credits-Used": header("integer", "Credits that this request used.", 6),
  "X-Credits-Remaining": header("integer", "Credits left in the account.", 94),
  Deprecation: header("string", "When the endpoint was deprecated, as `@` and seconds since the epoch.", "@1772755200"),
  Sunset: header("string", "When the endpoint is removed.", "Sun, 06 Sep 2026 00:00:00 GMT"),
  "Retry-After": header("integer", "Seconds to wait.", 17),
  "WWW-Authenticate": header("string", "How to authenticate.", 'Bearer realm="vireo"'),
};

/** Headers of every response, including errors. */
export const commonHeaders = [
  "Service-Version",
  "X-Request-Id",
  "RateLimit",
  "RateLimit-Policy",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
] as const;

export const referToHeaders = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const Problem: Json = {
  type: "object",
  description: "An error (RFC 9457).",
  required: ["type", "title", "status", "detail", "instance"],
  properties: {
    type: {
      type: "string",
      format: "uri",
      description: "URL of a page about this kind of error. Ends in `errors/<kind>`.",
    },
    title: { type: "string", description: "Short summary of the kind of error." },
    status: { type: "integer", description: "HTTP status code." },
    detail: { type: "string", description: "What is wrong with this request, and how to fix it." },
    instance: { type: "string", format: "uri", description: "Identifies this occurrence. Ends in the request id." },
    errors: {
      type: "object",
      description: "Invalid fields by dotted path (`accountIds.0`), with messages.",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
    required: { type: "number", description: "Credits that the request needs (`insufficient_credits`)." },
    limit: {
      type: "number",
      description: "The quota that is used up (`job_limit_exceeded`, `storage_quota_exceeded`).",
    },
    used: { type: "number", description: "How much of it is used." },
    available: { type: "number", description: "Credits in the account (`insufficient_credits`)." },
    revision: { type: "integer", description: "Current revision (`revision_changed`, `draft_changed`)." },
    updatedAt: { type: "number", description: "Time of the last change (`draft_changed`)." },
    maxLengths: {
      type: "object",
      description: "Lengths that fit, in characters, by field (`text_too_long`).",
      additionalProperties: { type: "integer" },
    },
    decision: { type: "string", description: "The decision that was made (`already_decided`)." },
    failCode: { type: "string", description: "Reason why an engine failed, as in a failed generation." },
    failMessage: { type: "string", description: "The reason in words." },
    existingPostId: { type: "string", description: "The post with the same content (`conflict`)." },
    received: { type: "integer", description: "Bytes that the server has; continue there (`conflict`)." },
    nextSlot: {
      type: "number",
      description: "Next free slot, in milliseconds since the epoch (`schedule_passed`).",
    },
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
  502: "BadGateway",
  503: "ServiceUnavailable",
  507: "InsufficientStorage",
};
export const referToError = (status: number): Json => ({ $ref: `#/components/responses/${names[status]}` });
/** Errors that every operation can return. They are its `default` response. */
const COMMON_ERRORS = [429, 500, 503];
export const referToCommonErrors: Json = { $ref: "#/components/responses/Error" };
export const isErrorStatus = (status: number): boolean => status in names;

/** Builds one response per status, with each kind of error as an example. */
export const describeErrorResponses = (origin: string, errors: Facts["errors"]): Record<string, Json> =>
  Object.fromEntries([
    ...Object.entries(names).map(([status, name]) => [name, describeErrorResponse([Number(status)], origin, errors)]),
    ["Error", describeErrorResponse(COMMON_ERRORS, origin, errors)],
  ]);

function describeErrorResponse(statuses: readonly number[], origin: string, errors: Facts["errors"]): Json {
  const all = statuses.flatMap((status) =>
    Object.entries(errors).filter(([, fact]) => fact.status === status && fact.documented !== false),
  );
  const examples = all.map(([kind, { status, title, help, example }]) => {
    const instance = "urn:vireo:request:019aa0c2-6a1e-7000-8f3e-2f6c1f8b5d10";
    const value = { type: `${origin}/errors/${kind}`, title, status, detail: help, instance, ...example };
    return [kind, { summary: title, value }];
  });
  const own = statuses.includes(401) ? ["WWW-Authenticate"] : statuses.includes(429) ? ["Retry-After"] : [];
  const showStatus = (status: number) => (statuses.length > 1 ? `${status} ` : "");
  return {
    description: all.map(([kind, { status, title }]) => `${showStatus(status)}\`${kind}\`: ${title}.`).join(" "),
    headers: referToHeaders([...commonHeaders, ...own]),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(examples),
      },
    },
  };
}
