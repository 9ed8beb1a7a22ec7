import { Type } from "@sinclair/typebox";
import { Count, shapeOf } from "#core/shape";
import { pause } from "#core/timing";

/** At most `calls` calls in any window of `perMs` milliseconds. */
export interface Rate {
  calls: number;
  perMs: number;
}

/** Shape of a rate, to check options. */
export const RateShape = shapeOf<Rate>({ calls: Count, perMs: Type.Number({ minimum: 0 }) });

/**
 * Returns a function that waits for the next call's turn, in order, to keep a rate.
 * The function throws the signal's reason if that aborts.
 * @example
 * const waitForTurn = createPace({ calls: 2, perMs: 1_000 });
 * await waitForTurn(AbortSignal.timeout(5_000)); // undefined
 */
export function createPace({ calls, perMs }: Rate) {
  /** Start times of the last calls, also of those still waiting; oldest first. */
  const slots: number[] = [];

  return async function waitForTurn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const now = Date.now();
    const at = slots.length < calls ? now : Math.max(now, slots[slots.length - calls]! + perMs);
    slots.push(at);
    if (slots.length > calls) slots.shift();
    await pause(at - now, signal);
  };
}
