const FAULTS = 5;
const FIRST_REST_MS = 15_000;
const LONGEST_REST_MS = 300_000;

/**
 * Leaves a vendor alone that has failed several times in a row; after the rest one call tries it, and each
 * further failure doubles the rest. Only faults of the vendor or the way to it count, never what it refuses.
 */
export function createCircuit() {
  let faults = 0;
  let rest = FIRST_REST_MS;
  let closedUntil = 0;
  let trying = false;

  return {
    /** Milliseconds that calls must still wait; 0 when one may go. */
    wait(): number {
      if (faults < FAULTS) return 0;
      const left = closedUntil - Date.now();
      if (left > 0) return left;
      if (trying) return 1_000;
      trying = true;
      return 0;
    },
    ok(): void {
      faults = 0;
      rest = FIRST_REST_MS;
      trying = false;
    },
    fault(): void {
      trying = false;
      if (++faults < FAULTS) return;
      closedUntil = Date.now() + rest;
      rest = Math.min(LONGEST_REST_MS, rest * 2);
    },
    /** Nothing is known of the vendor after all: the call was cut off from this side. */
    let(): void {
      trying = false;
    },
  };
}
