import { EventEmitter } from "node:events";

/** Notifies waiting requests of this process that a generation has ended. */
export const endings = new EventEmitter().setMaxListeners(0);

/** Notifies the run of this process that its generation was cancelled. */
export const cancellations = new EventEmitter().setMaxListeners(0);

/** The reason for which a cancelled run aborts. */
export class CancelledError extends Error {
  override name = "CancelledError";
}
