import { EventEmitter } from "node:events";

/** Notifies waiting requests of this process that a generation has ended. */
export const endings = new EventEmitter().setMaxListeners(0);

/** Notifies this process's run that its generation was cancelled. */
export const cancellations = new EventEmitter().setMaxListeners(0);

/** Abort reason of a cancelled run. */
export class CancelledError extends Error {
  override name = "CancelledError";
}
