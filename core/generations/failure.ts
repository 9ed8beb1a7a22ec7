import { EngineError } from "#core/engine";
import { UnsafeUrlError } from "#core/fetch/error";
import type { Generation } from "#core/generations/generation";

export interface Failure {
  code: string;
  message: string;
}

/** A failure with a message for users. Other errors may contain internals. */
export function toFailure(error: unknown): Failure {
  if (error instanceof EngineError) return { code: error.code, message: error.message };
  if ((error as { code?: string }).code === "ENOSPC") {
    return { code: "storage_full", message: "The server's disk is full." };
  }
  if (error instanceof UnsafeUrlError) return { code: "unsafe_url", message: error.message };
  return { code: "engine_error", message: "The engine stopped unexpectedly." };
}

export const engineMissing = ({ engine }: Generation): Failure => ({
  code: "engine_missing",
  message: `The engine ${engine} is no longer configured.`,
});

export const cancelledInTime: Failure = { code: "cancelled", message: "Cancelled. The credits were refunded." };

export const cancelledLate: Failure = {
  code: "cancelled",
  message: "Cancelled. The vendor had already started and charges for it, so the credits were not refunded.",
};

export const timedOut: Failure = { code: "engine_timeout", message: "The engine did not finish in time." };
