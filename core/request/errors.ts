/** Every kind of error this API answers with: its status, its title, and the page that explains it. */
export const kinds = {
  validation_error: [
    400,
    "The request is not valid",
    "A field is missing, unknown or out of range. `errors` names each one and says what would be right.",
  ],
  invalid_json: [
    400,
    "The body is not valid JSON",
    "The body could not be parsed. Send UTF-8 JSON with `Content-Type: application/json`.",
  ],
  invalid_version: [
    400,
    "Unknown API version",
    "The Service-Version header names no version of this API. GET /api/v1/versions lists them.",
  ],
  unsafe_url: [
    400,
    "This URL may not be fetched",
    "The address is not a public http(s) address, or it points into a private network. Upload the file instead, or ask the operator to allow the host.",
  ],
  unauthorized: [
    401,
    "A valid API key is needed",
    "Send `Authorization: Bearer <API_KEY>`. The key may be missing, mistyped, revoked or expired.",
  ],
  signed_out: [401, "Nobody is signed in", "Sign in first: there is no session, or it has ended."],
  sign_in_failed: [401, "Sign-in failed", "The e-mail address or the password is wrong."],
  insufficient_credits: [
    402,
    "Not enough credits",
    "The account's balance is lower than the price of this call. `required` and `available` say by how much.",
  ],
  insufficient_scope: [403, "The key may not do this", "The API key lacks the scope that this call needs."],
  read_only: [403, "This resource is read-only", "Built-in resources cannot be changed. Make one of your own."],
  cross_origin: [
    403,
    "This call does not come from the dashboard",
    "Calls of the dashboard carry `X-Vireo-Dashboard: 1` and come from this server's own address. Behind a proxy, PUBLIC_URL must say what that is.",
  ],
  not_found: [404, "Not found", "There is no such resource in this account, or no such path."],
  method_not_allowed: [
    405,
    "Method not allowed",
    "This path exists, but not for this method. The Allow header lists the methods.",
  ],
  request_timeout: [408, "The request took too long to arrive", "The body was not whole in time. Send it again."],
  conflict: [409, "Conflict with the current state", "The resource is in a state that does not allow this."],
  idempotency_in_progress: [
    409,
    "The first call is still running",
    "A call with the same Idempotency-Key has not ended yet. Wait a little and repeat it.",
  ],
  gone: [
    410,
    "Removed in this version",
    "This endpoint does not exist in the API version of the request. The detail names its successor.",
  ],
  link_gone: [
    410,
    "This link no longer works",
    "It was used, has expired or was replaced. Ask an administrator for a new one.",
  ],
  payload_too_large: [413, "The body is too large", "The request or file is larger than this server accepts."],
  unsupported_media_type: [
    415,
    "Unsupported content type",
    "Send JSON with `Content-Type: application/json`; uploads also take multipart/form-data. Files must be a supported video, image or audio format.",
  ],
  idempotency_key_reuse: [
    422,
    "This Idempotency-Key was used for another call",
    "The key was first sent with another route or body. Use a new key for a new call.",
  ],
  rate_limit_exceeded: [
    429,
    "Too many requests",
    "The rate limit is reached. Retry-After says in how many seconds to go on.",
  ],
  internal_error: [
    500,
    "Something went wrong on our side",
    "The request id leads the operator to the log entry. Repeating the call with the same Idempotency-Key is safe.",
  ],
  provider_error: [
    502,
    "The engine failed",
    "The engine or vendor behind this call answered with an error. What was charged has been refunded.",
  ],
  provider_unavailable: [
    503,
    "The engine is not available",
    "The engine or vendor behind this call cannot be reached or is busy. Try again later.",
  ],
} as const satisfies Record<string, readonly [number, string, string]>;

export type ErrorKind = keyof typeof kinds;
/** Kinds of the sign-in pages: no operation of the API answers with them. */
export const signInKinds: ReadonlySet<ErrorKind> = new Set([
  "signed_out",
  "sign_in_failed",
  "cross_origin",
  "link_gone",
]);
/** Dotted field path → what is wrong with it. */
export type FieldErrors = Record<string, string[]>;

interface Extra {
  errors?: FieldErrors;
  headers?: Record<string, string>;
  /** Further members of the problem body, such as `required` and `available`. */
  members?: Record<string, unknown>;
}

/** What services throw; the edge turns it into application/problem+json. */
export class ApiError extends Error {
  readonly kind: ErrorKind;
  readonly extra: Extra;
  constructor(kind: ErrorKind, detail: string = kinds[kind][2], extra: Extra = {}) {
    super(detail);
    this.name = "ApiError";
    this.kind = kind;
    this.extra = extra;
  }
  get status(): number {
    return kinds[this.kind][0];
  }
}

/** One invalid field, thrown by a service that knows more than the schema. */
export function invalid(field: string, message: string): ApiError {
  return new ApiError("validation_error", `${field}: ${message}`, { errors: { [field]: [message] } });
}

export const notFound = (what: string): ApiError =>
  new ApiError("not_found", `There is no such ${what} in this account.`);

/** The RFC 9457 body; `instance` ends in the request id. */
export function problem(error: ApiError, origin: string, requestId: string): Record<string, unknown> {
  return {
    type: `${origin}/errors/${error.kind}`,
    title: kinds[error.kind][1],
    status: error.status,
    detail: error.message,
    instance: `urn:vireo:request:${requestId}`,
    ...(error.extra.errors ? { errors: error.extra.errors } : {}),
    ...error.extra.members,
  };
}
