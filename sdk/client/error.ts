import type { ErrorKind, Problem } from "./types.ts";

/** Kinds of the server, and those that only a client can tell. */
export type VireoErrorKind =
  | ErrorKind
  /** No answer came: the server cannot be reached, or the connection broke. */
  | "network_error"
  /** The time for the call, or for waiting, was over. */
  | "timeout"
  /** Something answered that is not this API: a proxy, or another server. */
  | "unexpected_answer"
  /** What was waited for has failed, or was cancelled. */
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

/** What every call throws when it does not succeed (besides the reason of a signal that was aborted). */
export class VireoError extends Error {
  override readonly name = "VireoError";
  readonly kind: VireoErrorKind;
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** What was wrong, for people. */
  readonly detail: string;
  /** What is wrong with single fields, by dotted path (`accountIds.0`). */
  readonly errors: Record<string, string[]>;
  /** What the operator finds the log entry by. */
  readonly requestId: string | undefined;
  /** Seconds to wait before another try, where the server says so. */
  readonly retryAfter: number | undefined;
  /** The whole body of the answer. */
  readonly problem: Problem | undefined;
  /** With the kind `failed`: the video, image, track or post as it was read last. */
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

/** Seconds, or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** The error that an answer is. */
export function errorOf(response: Response, text: string): VireoError {
  const { status, headers } = response;
  const facts = {
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfter: secondsOf(headers.get("retry-after")),
  };
  if (headers.get("content-type")?.startsWith("application/problem+json")) {
    try {
      const problem = JSON.parse(text) as Problem;
      const kind = problem.type.split("/").at(-1) as ErrorKind;
      return new VireoError(kind, problem.detail, { ...facts, errors: problem.errors, problem });
    } catch {
      // Cut off on its way: what can be told is told below.
    }
  }
  return new VireoError("unexpected_answer", `The server answered with status ${status}, not as this API does.`, facts);
}
