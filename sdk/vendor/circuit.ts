const MAX_FAILURES = 5;
const FIRST_REST_MS = 15_000;
const LONGEST_REST_MS = 300_000;

/**
 * A circuit breaker. Five failures in a row open it. After a rest of 15 seconds one call tests the vendor, and each further
 * failure doubles the rest, up to five minutes. Only failures of the vendor or the network count, not rejected requests.
 * @example
 * const circuit = createCircuit();
 * for (let i = 0; i < 5; i++) circuit.fail();
 * circuit.wait() > 14_000; // true
 */
export function createCircuit() {
  let failures = 0;
  let rest = FIRST_REST_MS;
  let openUntil = 0;
  let testing = false;

  return {
    /** Milliseconds until a call may be made; 0 if one may be made now. */
    wait(): number {
      if (failures < MAX_FAILURES) return 0;
      const left = openUntil - Date.now();
      if (left > 0) return left;
      if (testing) return 1_000;
      testing = true;
      return 0;
    },
    succeed(): void {
      failures = 0;
      rest = FIRST_REST_MS;
      testing = false;
    },
    fail(): void {
      testing = false;
      if (++failures < MAX_FAILURES) return;
      openUntil = Date.now() + rest;
      rest = Math.min(LONGEST_REST_MS, rest * 2);
    },
    /** The caller aborted the call, which says nothing about the vendor. */
    release(): void {
      testing = false;
    },
  };
}
