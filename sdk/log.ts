/** Structured log. */
export type { Log } from "#core/observability/log";
