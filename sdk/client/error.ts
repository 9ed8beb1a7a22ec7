import type { ErrorKind, Problem } from "./types.ts";

/** Error kinds of the server and of the client. */
export type VireoErrorKind =
  | ErrorKind
  /** No response: the server cannot be reached, or the connection was lost. */
  | "network_error"
  /** The call, or waiting for a result, took too long. */
  | "timeout"
  /** The response is not from this API but from a proxy or another server. */
  | "unexpected_answer"
  /** The resource that was waited for failed or was cancelled. */
  | "failed";

interface Facts {
  status?: number | undefined;
  errors?: Record<string, string[]> | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  problem?: Problem | undefined;
  resource?: unknown;
  cause?: unknown;
}

/**
 * Thrown by every call that fails. An aborted signal throws its own reason instead.
 * @example
 * import { createClient } from "vireo/client";
 * const vireo = createClient({ baseUrl: "http://127.0.0.1:3000", apiKey: "vireo_…" });
 * try {
 *   await vireo.videos.generate({ prompt: "" });
 * } catch (error) {
 *   if (error instanceof VireoError && error.kind === "validation_error") console.log(error.errors.prompt);
 *   else throw error;
 * }
 */
export class VireoError extends Error {
  override readonly name = "VireoError";
  readonly kind: VireoErrorKind;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Description of the problem. */
  readonly detail: string;
  /** Problems of individual fields, by dotted path (`accountIds.0`). */
  readonly errors: Record<string, string[]>;
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the server says so. */
  readonly retryAfter: number | undefined;
  /** The complete response body. */
  readonly problem: Problem | undefined;
  /** For the kind `failed`: the video, image, track or post as last read. */
  readonly resource: unknown;

  constructor(kind: VireoErrorKind, detail: string, facts: Facts = {}) {
    const { status = 0, requestId } = facts;
    super(
      `${detail} (${[status || undefined, kind, requestId && `request ${requestId}`].filter(Boolean).join(", ")})`,
      facts.cause === undefined ? undefined : { cause: facts.cause },
    );
    this.kind = kind;
    this.status = status;
    this.detail = detail;
    this.errors = facts.errors ?? {};
    this.requestId = requestId;
    this.retryAfter = facts.retryAfter;
    this.problem = facts.problem;
    this.resource = facts.resource;
  }
}

/** Parses Retry-After: seconds or a date. */
function parseSeconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** Converts a response into an error. */
export function toError(response: Response, text: string): VireoError {
  const { status, headers } = response;
  const facts = {
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfter: parseSeconds(headers.get("retry-after")),
  };
  if (headers.get("content-type")?.startsWith("application/problem+json")) {
    try {
      const problem = JSON.parse(text) as Problem;
      const kind = problem.type.split("/").at(-1) as ErrorKind;
      return new VireoError(kind, problem.detail, { ...facts, errors: problem.errors, problem });
    } catch {
      // The body is incomplete or not JSON; use the status.
    }
  }
  return new VireoError("unexpected_answer", `The server returned status ${status} without an API error.`, facts);
}
