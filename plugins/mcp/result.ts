type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Times that agents tell people. */
const TIMES: ReadonlySet<string> = new Set(["scheduledFor", "publishedAt", "delayedUntil"]);

const formatLocal = (time: number, zone: string): string =>
  `${Temporal.Instant.fromEpochMilliseconds(time)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" })} ${zone}`;

/**
 * Adds a readable form to each time: `scheduledForLocal: "2026-12-01T09:00 Europe/Berlin"`, in the zone of the call, or
 * in that of the post.
 */
export function addLocalTimes<Value>(value: Value, zone?: string): Value {
  if (Array.isArray(value)) return value.map((one) => addLocalTimes(one, zone)) as Value;
  if (!isObject(value)) return value;
  const own = zone ?? (typeof value.timezone === "string" ? value.timezone : undefined);
  const entries = Object.entries(value as Json).flatMap(([name, one]): [string, unknown][] => [
    [name, addLocalTimes(one, own)],
    ...(TIMES.has(name) && typeof one === "number"
      ? [[`${name}Local`, formatLocal(one, own ?? "UTC")] satisfies [string, string]]
      : []),
  ]);
  return Object.fromEntries(entries) as Value;
}

const MAX_TEXT = 300;
const MAX_ITEMS = 20;

/** Returns a result as compact JSON: long texts and lists are cut, empty members left out. Links are kept whole. */
export const summarize = (result: unknown): string => JSON.stringify(cut(result));

function cut(value: unknown): unknown {
  if (typeof value === "string")
    return value.length > MAX_TEXT && !/^https?:/.test(value) ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map(cut);
    return value.length > MAX_ITEMS ? [...items, `… and ${value.length - MAX_ITEMS} more`] : items;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null && one !== "" && !(Array.isArray(one) && one.length === 0))
      .map(([name, one]) => [name, cut(one)]),
  );
}
