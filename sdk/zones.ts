/** Wall-clock times in time zones. */

const DAY = 86_400_000;

export const NO_ZONE = "Must be an IANA time zone such as Europe/Berlin or UTC.";

/** A name of the time zone database: what Intl knows, without bare offsets such as "+01:00". */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export interface ZoneClock {
  /** The offset of the zone from UTC at a moment, milliseconds. */
  getOffset(at: number): number;
  /**
   * The moment of a wall-clock time, given as if it were UTC. Where clocks go forward, a time that does not exist is that
   * much later; where they go back, the first of two.
   */
  toMoment(local: number): number;
}

export function createZoneClock(zone: string): ZoneClock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });

  function getOffset(at: number): number {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const local = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second);
    return local - Math.floor(at / 1000) * 1000;
  }

  function toMoment(local: number): number {
    const before = getOffset(local - DAY);
    const after = getOffset(local + DAY);
    const early = local - Math.max(before, after);
    const isEarly = getOffset(early) === Math.max(before, after);
    return isEarly ? early : local - (getOffset(local - before) === after && before > after ? after : before);
  }

  return { getOffset, toMoment };
}
