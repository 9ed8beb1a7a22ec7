const MIN_MS = 15;
const MAX_MS = 250;

/** Time until the next poll: a tenth of what was waited already. Short waits end soon, and long ones cost little. */
export const pollDelay = (waitedMs: number): number => Math.min(MAX_MS, Math.max(MIN_MS, waitedMs / 10));
