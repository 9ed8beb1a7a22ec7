/** A kind of error: the last part of a problem's `type`, and the page behind it. */
export interface ErrorFact {
  status: number;
  /** Short summary, the same for every occurrence. */
  title: string;
  /** Advice for the reader. The default `detail`. */
  help: string;
  /** Example of further members of the problem body, for the API reference. */
  example?: Record<string, unknown>;
  /** False for errors that no operation of the API returns. */
  documented?: false;
}

/** The kernel's own kinds. */
export const kernelErrors: Readonly<Record<string, ErrorFact>> = {
  validation_error: {
    status: 400,
    title: "Invalid request",
    help: "A field is missing, unknown or out of range. `errors` lists each field and what it accepts.",
    example: { errors: { prompt: ["Must be 1 to 2000 characters."] } },
  },
  invalid_json: {
    status: 400,
    title: "Invalid JSON",
    help: "The body could not be parsed. Send UTF-8 JSON with `Content-Type: application/json`.",
  },
  invalid_version: {
    status: 400,
    title: "Unknown API version",
    help: "The Service-Version header is not a version of this API. List the versions with GET /api/v1/versions.",
  },
  unsafe_url: {
    status: 400,
    title: "URL not allowed",
    help: "The URL is not a public http(s) address, or it points to a private network. Upload the file instead, or ask the operator to allow the host.",
  },
  account_required: {
    status: 400,
    title: "Workspace required",
    help: "You belong to several workspaces. Name one in the header Vireo-Account.",
    documented: false,
  },
  unauthorized: {
    status: 401,
    title: "API key required",
    help: "Send `Authorization: Bearer <API_KEY>`. The key is missing, mistyped, revoked or expired.",
  },
  insufficient_credits: {
    status: 402,
    title: "Not enough credits",
    help: "The account's balance is too low for this request. See `required` and `available`.",
    example: { required: 6, available: 2 },
  },
  account_suspended: {
    status: 403,
    title: "Account suspended",
    help: "The account is suspended. Nothing is published and nothing is charged until an administrator resumes it.",
  },
  account_mismatch: {
    status: 403,
    title: "Wrong account",
    help: "The header Vireo-Account names an account that the key or session does not belong to. Nothing was changed.",
  },
  insufficient_scope: {
    status: 403,
    title: "Missing scope",
    help: "The API key does not have the scope that this request needs.",
  },
  read_only: {
    status: 403,
    title: "Read-only resource",
    help: "Built-in resources cannot be changed. Create your own instead.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    help: "The resource does not exist in this account, or the path does not exist.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    help: "The path exists, but not for this method. The Allow header lists the allowed methods.",
  },
  request_timeout: {
    status: 408,
    title: "Request timeout",
    help: "The request body did not arrive in time. Send the request again.",
  },
  conflict: {
    status: 409,
    title: "Conflict with the current state",
    help: "The resource's state does not allow this request.",
  },
  quota_exceeded: {
    status: 409,
    title: "Quota exceeded",
    help: "The account has reached its limit for this resource. Remove one, or ask the administrator for a higher limit.",
    example: { limit: 50, used: 50 },
  },
  idempotency_in_progress: {
    status: 409,
    title: "Request in progress",
    help: "A request with the same Idempotency-Key is still running. Retry in a moment.",
  },
  gone: {
    status: 410,
    title: "Removed in this version",
    help: "This endpoint was removed in the API version of this request. The detail names its replacement.",
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    help: "The request or file is larger than this server accepts.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported content type",
    help: "Send JSON with `Content-Type: application/json`. Uploads also accept multipart/form-data. Files must be in a supported video, image or audio format.",
  },
  idempotency_key_reuse: {
    status: 422,
    title: "Idempotency-Key reused",
    help: "The key was first sent with another route or body. Use a new key for each new request.",
  },
  rate_limit_exceeded: {
    status: 429,
    title: "Too many requests",
    help: "You reached a rate limit. Retry after the number of seconds in Retry-After.",
  },
  job_limit_exceeded: {
    status: 429,
    title: "Too many jobs",
    help: "The account has reached its limit of queued and running jobs. Wait until some have finished.",
    example: { limit: 200, used: 200 },
  },
  too_many_uploads: {
    status: 429,
    title: "Too many uploads at once",
    help: "The account has reached its limit of parallel uploads. Wait until one has finished.",
  },
  internal_error: {
    status: 500,
    title: "Internal error",
    help: "Include the request id when you contact the administrator. The same Idempotency-Key returns this error again: check whether the request took effect, then use a new key.",
  },
  provider_error: {
    status: 502,
    title: "Engine failed",
    help: "The engine or vendor returned an error. The credits were refunded.",
  },
  database_unavailable: {
    status: 503,
    title: "Database unavailable",
    help: "The server cannot reach its database right now. Retry after the number of seconds in Retry-After, with the same Idempotency-Key.",
  },
  server_stopping: {
    status: 503,
    title: "Server stopping",
    help: "The server is stopping or restarting. Retry after the number of seconds in Retry-After, with the same Idempotency-Key.",
  },
  storage_full: {
    status: 503,
    title: "Storage full",
    help: "The server's disk is full. Retry after the number of seconds in Retry-After. If it lasts, contact the administrator.",
  },
  provider_unavailable: {
    status: 503,
    title: "Engine unavailable",
    help: "The engine or vendor is unreachable or busy. Try again later.",
  },
  storage_quota_exceeded: {
    status: 507,
    title: "Storage quota exceeded",
    help: "The account has used all of its storage. Delete files, or ask the administrator for more storage.",
    example: { limit: 10_000_000_000, used: 9_999_999_999 },
  },
  insufficient_storage: {
    status: 507,
    title: "Server storage is low",
    help: "The server has too little free disk space to accept the file. Contact the administrator.",
  },
};

export type ErrorKind = string;

/** Error kinds of this process. Modules add theirs when their facts are collected. */
const kinds = new Map(Object.entries(kernelErrors));

export function declareErrors(declared: Readonly<Record<string, ErrorFact>>): void {
  for (const [name, fact] of Object.entries(declared)) kinds.set(name, fact);
}

function getError(kind: string): ErrorFact {
  const fact = kinds.get(kind);
  if (!fact) throw new Error(`No module declares the error kind ${kind}.`);
  return fact;
}

/** Dotted field path → messages. */
export type FieldErrors = Record<string, string[]>;

interface Extra {
  errors?: FieldErrors;
  headers?: Record<string, string>;
  /** Further members of the problem body, such as `required` and `available`. */
  members?: Record<string, unknown>;
}

/**
 * An error that becomes a problem response with the status of its kind.
 * @param kind a kind of the kernel, or one that a module declares in `errors`
 * @param detail what is wrong, then the remedy. Default: the `help` of the kind
 * @example
 * const error = new ApiError("conflict", "The note is locked. Unlock it first.", { members: { noteId: "note_1" } });
 * [error.status, error.kind]; // [409, "conflict"]
 */
export class ApiError extends Error {
  readonly kind: ErrorKind;
  readonly extra: Extra;
  constructor(kind: ErrorKind, detail: string = getError(kind).help, extra: Extra = {}) {
    super(detail);
    this.name = "ApiError";
    this.kind = kind;
    this.extra = extra;
  }
  get status(): number {
    return getError(this.kind).status;
  }
}

/**
 * Creates an error for a request that needs a valid API key. The default message says how to send one.
 * @example unauthorized().status; // 401
 */
export const unauthorized = (detail?: string): ApiError =>
  new ApiError("unauthorized", detail, { headers: { "www-authenticate": 'Bearer realm="vireo"' } });

/**
 * Creates an error for one invalid field, for checks that a schema cannot express.
 * @param field dotted path, such as `accountIds.0`
 * @example invalid("text", "Shorten it to 200 characters.").message; // "text: Shorten it to 200 characters."
 */
export function invalid(field: string, message: string): ApiError {
  return new ApiError("validation_error", `${field}: ${message}`, { errors: { [field]: [message] } });
}

/**
 * Creates an error for a resource that does not exist in the account.
 * @param what the resource, as a noun
 * @example notFound("note").message; // "Note not found."
 */
export const notFound = (what: string): ApiError =>
  new ApiError("not_found", `${what.charAt(0).toUpperCase()}${what.slice(1)} not found.`);

/** Limits of a response: a request may have thousands of errors, or field names of any length. */
const MAX_ERRORS = 500;
const MAX_NAME = 200;
const MAX_TEXT = 2000;

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;

const shortenErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors)
      .slice(0, MAX_ERRORS)
      .map(([field, messages]) => [shorten(field, MAX_NAME), messages.map((message) => shorten(message, MAX_TEXT))]),
  );

/** Builds the RFC 9457 body. `instance` ends in the request id. */
export function toProblem(error: ApiError, origin: string, requestId: string): Record<string, unknown> {
  return {
    type: `${origin}/errors/${error.kind}`,
    title: getError(error.kind).title,
    status: error.status,
    detail: shorten(error.message, MAX_TEXT),
    instance: `urn:vireo:request:${requestId}`,
    errors: error.extra.errors && shortenErrors(error.extra.errors),
    ...error.extra.members,
  };
}
