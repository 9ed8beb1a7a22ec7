const MIN_MS = 15;
const MAX_MS = 250;

/**
 * Returns the time until the next poll: a tenth of what was waited already, in milliseconds. Short waits end soon, and long
 * ones cost little.
 * @example pollDelay(1000); // 100
 */
export const pollDelay = (waitedMs: number): number => Math.min(MAX_MS, Math.max(MIN_MS, waitedMs / 10));
