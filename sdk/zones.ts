/** Local times in time zones. */

/** Message for a name that `isTimeZone` does not accept. */
export const NO_ZONE = "Must be an IANA time zone such as Europe/Berlin or UTC.";

/**
 * True for names of the time zone database. Bare offsets such as "+01:00" are not names.
 *
 * @example isTimeZone("+01:00"); // false
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * A time that does not exist, or that occurs twice. The message states the problem and the remedy.
 * @example
 * const error = new TimeError("The time 25:00 does not exist.", "Send one from 00:00 to 23:59.");
 * error.problem; // "The time 25:00 does not exist."
 */
export class TimeError extends Error {
  readonly problem: string;

  constructor(problem: string, remedy: string) {
    super(`${problem} ${remedy}`);
    this.problem = problem;
  }
}

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?: ?(Z|[+-]\d\d(?::?\d\d)?))?$/i;

const attempt = <T>(parse: () => T): T | undefined => {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/**
 * Parses an ISO 8601 time to milliseconds since the epoch. Without an offset, it is local time in `zone`.
 * @throws TimeError if the time does not exist, or if it occurs twice because clocks go back
 * @example parseTime("2026-12-01T09:00", "Europe/Berlin"); // 1796112000000
 */
export function parseTime(text: string, zone: string): number {
  const [, date, time, offset] = TIME.exec(text.trim()) ?? [];
  if (!date || !time)
    throw new TimeError(
      `"${text.slice(0, 40)}" is not a time.`,
      `Send one such as 2026-11-27T18:00 (in ${zone}) or 2026-11-27T18:00+01:00.`,
    );
  const day = attempt(() => Temporal.PlainDate.from(date));
  if (!day) throw new TimeError(`The day ${date} does not exist.`, "Send a day that is in the calendar.");
  // ISO 8601 has two names for midnight.
  const isEnd = /^24:00(:00)?$/.test(time);
  const clock = attempt(() => Temporal.PlainTime.from(isEnd ? "00:00" : time));
  if (!clock) throw new TimeError(`The time ${time} does not exist.`, "Send one from 00:00 to 23:59.");
  const local = day.add({ days: isEnd ? 1 : 0 }).toPlainDateTime(clock);
  if (!offset) return toMoment(local, zone);
  const instant = attempt(() => Temporal.Instant.from(`${local}${offset}`));
  if (!instant) throw new TimeError(`The offset ${offset} does not exist.`, "Send one such as Z or +01:00.");
  return instant.epochMilliseconds;
}

function toMoment(local: Temporal.PlainDateTime, zone: string): number {
  const first = local.toZonedDateTime(zone, { disambiguation: "earlier" });
  const last = local.toZonedDateTime(zone, { disambiguation: "later" });
  if (first.equals(last)) return first.epochMilliseconds;
  const text = local.toString({ smallestUnit: local.second ? "second" : "minute" });
  if (!first.toPlainDateTime().equals(local))
    throw new TimeError(`The time ${text} does not exist in ${zone}, because clocks go forward.`, "Send another time.");
  const [a, b] = [first, last].map(({ offset }) => `${text}${offset}`);
  throw new TimeError(`The time ${text} occurs twice in ${zone}, because clocks go back.`, `Send ${a} or ${b}.`);
}

/**
 * Like `parseTime`, in the time zone of this computer. A day without a time is its first moment.
 * @throws TimeError
 * @example parseTimeOrDay("2026-12-01T09:00Z"); // 1796115600000
 */
export function parseTimeOrDay(text: string): number {
  const zone = Temporal.Now.timeZoneId();
  const day = /^\d{4}-\d\d-\d\d$/.test(text) && attempt(() => Temporal.PlainDate.from(text));
  return day ? day.toZonedDateTime(zone).epochMilliseconds : parseTime(text, zone);
}
