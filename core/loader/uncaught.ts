import { format } from "node:util";
import { findOwner } from "#core/loader/errors";
import type { Log } from "#core/observability/log";

/** Logs uncaught errors with the module at fault, and calls `fail`. Returns a function that undoes it. */
export function logUncaught(getLog: () => Log, fail: (reason: string) => void): () => void {
  const onError = (error: unknown) => {
    const module = findOwner(error);
    getLog().error("uncaught error", { module: module || undefined, error });
    fail("uncaught error");
  };
  process.on("uncaughtException", onError);
  process.on("unhandledRejection", onError);
  return () => {
    process.off("uncaughtException", onError);
    process.off("unhandledRejection", onError);
  };
}

const levels = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error", trace: "debug" } as const;

/** Logs console output of libraries and plug-ins, so that the log has one format. Returns a function that undoes it. */
export function logConsole(getLog: () => Log): () => void {
  const originals = { ...console };
  for (const [method, level] of Object.entries(levels) as [keyof typeof levels, (typeof levels)["log"]][]) {
    console[method] = (...values: unknown[]) => getLog()[level](format(...values));
  }
  return () => void Object.assign(console, originals);
}
