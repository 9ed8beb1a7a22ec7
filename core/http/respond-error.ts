import type { TSchema } from "@sinclair/typebox";
import type { TypeCheck } from "@sinclair/typebox/compiler";
import { ValidationError } from "elysia";
import { getLoggedPath } from "#core/http/paths";
import type { RouteTable } from "#core/http/route-table";
import type { Log } from "#core/observability/log";
import { ApiError, toProblem } from "#core/request/errors";
import type { Exchange } from "#core/request/exchange";
import { validationError } from "#core/validation";
import { findDatabaseFailure } from "#db/failure";

interface Options {
  routes: RouteTable;
  /** Public origin of the server. */
  origin(): string;
  /** True if the embedded database cannot run because the disk is full. */
  isDiskFull(): boolean;
  /** Aborts when the server stops, which also ends what requests wait for. */
  stopping?: AbortSignal | undefined;
  log: Log;
}

/**
 * Seconds until a client should retry. A server and the embedded database restart within a second or two; a full disk needs an
 * operator.
 */
const RETRY_AFTER = { database_unavailable: "2", server_stopping: "2", storage_full: "30" } as const;

/** Turns an error into a problem response. `code` is Elysia's, for errors that come from the framework. */
export type RespondError = (error: unknown, exchange: Exchange, code?: string | number) => Response;

/** Creates the only place that turns errors into responses, from routes, the framework and the steps of the edge. */
export function createErrorResponder({ routes, origin, isDiskFull, stopping, log }: Options): RespondError {
  return (cause, exchange, code) => {
    const { id, method, path } = exchange;
    const outage = findOutage(cause, isDiskFull, stopping);
    const translated = outage ? createOutage(outage) : translate(cause, code);
    const about = { requestId: id, method, path: getLoggedPath(exchange) };
    if (!(translated instanceof ApiError)) log.error("request failed", { ...about, error: translated });
    else if (translated.kind in RETRY_AFTER)
      log.warn("request refused", { ...about, kind: translated.kind, cause: String(cause) });
    const known = translated instanceof ApiError ? translated : createInternalError(id);
    const error = known.kind === "not_found" ? (routes.findPathError(method, path) ?? known) : known;
    return new Response(JSON.stringify(toProblem(error, origin(), id)), {
      status: error.status,
      headers: { ...error.extra.headers, "content-type": "application/problem+json" },
    });
  };
}

/** Finds out why the server cannot answer now, if the request is not at fault and a retry will help. */
function findOutage(
  error: unknown,
  isDiskFull: () => boolean,
  stopping: AbortSignal | undefined,
): keyof typeof RETRY_AFTER | undefined {
  if (stopping?.aborted && error === stopping.reason) return "server_stopping";
  const failure = findDatabaseFailure(error);
  if (!failure) return undefined;
  return failure === "full" || isDiskFull() ? "storage_full" : "database_unavailable";
}

const createOutage = (kind: keyof typeof RETRY_AFTER) =>
  new ApiError(kind, undefined, { headers: { "retry-after": RETRY_AFTER[kind] } });

/** Maps errors of the framework and the database to API errors. All others are internal errors. */
function translate(error: unknown, code?: string | number): Error {
  if (error instanceof ApiError) return error;
  if (code === "NOT_FOUND") return new ApiError("not_found", "Path not found.");
  if (code === "PARSE") return new ApiError("invalid_json");
  if (error instanceof ValidationError) return translateValidation(error);
  if (isDisconnect(error)) return new ApiError("validation_error", "The connection was closed before the body ended.");
  if (isDataException(error))
    return new ApiError("validation_error", "The request contains a value that cannot be stored.");
  return error instanceof Error ? error : new Error(String(error));
}

function translateValidation(error: ValidationError): Error {
  const errors = (error.validator as TypeCheck<TSchema>).Errors(error.value);
  if (error.type !== "response") return validationError(errors, error.type === "property" ? "body" : error.type);
  const first = errors.First();
  return new Error(`The response does not match its schema at ${first?.path}: ${first?.message}`);
}

/** Bun's error for reading the body of a client that has gone. Its requests fail otherwise. */
const isDisconnect = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError" && error.message === "The connection was closed.";

/** PostgreSQL's class 22: a value passed the schema, but does not fit any column. */
const isDataException = (error: unknown): boolean =>
  error instanceof Error && /^22/.test((error as { code?: string }).code ?? "");

const createInternalError = (requestId: string) =>
  new ApiError("internal_error", `Internal error. Include request id ${requestId} when you contact the administrator.`);
