/** Longest time that a request waits for its result. */
const LONGEST_WAIT_MS = 4 * 60_000;

/** Parses the `Prefer` header: `respond-async, wait=10` asks for a response within ten seconds. */
export function readPreference({ headers }: Request): { isAsync: boolean; waitMs: number } {
  const preferences = (headers.get("prefer") ?? "")
    .toLowerCase()
    .split(/[,;]/)
    .map((part) => part.trim());
  if (!preferences.includes("respond-async")) return { isAsync: false, waitMs: LONGEST_WAIT_MS };
  const seconds = preferences.map((part) => /^wait="?(\d{1,4})"?$/.exec(part)?.[1]).find(Boolean);
  return { isAsync: true, waitMs: Math.min(LONGEST_WAIT_MS, Number(seconds ?? 0) * 1000) };
}
