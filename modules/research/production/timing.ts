import { invalid } from "vireo/errors";
import type { PlanItem } from "vireo/slots/plan";
import { createZoneClock, isTimeZone, NO_ZONE } from "vireo/zones";

/** Default times of day for plans with 1 to 5 posts a day. */
const USUAL_TIMES: readonly (readonly string[])[] = [
  ["18:00"],
  ["12:00", "18:00"],
  ["09:00", "13:00", "18:00"],
  ["09:00", "12:00", "15:00", "18:00"],
  ["08:00", "11:00", "14:00", "17:00", "20:00"],
];
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export interface Calendar {
  startDate: string;
  timezone: string;
  times?: readonly string[] | undefined;
}

/** Returns the posting time of each item of a plan, in milliseconds. Throws `validation_error`. */
export function listMoments(
  items: readonly Pick<PlanItem, "day">[],
  postsPerDay: number,
  { startDate, timezone, times = USUAL_TIMES[postsPerDay - 1] ?? [] }: Calendar,
): number[] {
  if (!isTimeZone(timezone)) throw invalid("timezone", NO_ZONE);
  const start = Date.parse(`${startDate}T00:00:00Z`);
  // Date.parse accepts 31 February as a day in March.
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== startDate)
    throw invalid("startDate", "Must be a date such as 2026-12-01.");
  if (times.length !== postsPerDay)
    throw invalid("times", `The plan has ${postsPerDay} posts a day, so send ${postsPerDay} times.`);
  const sorted = times.toSorted();
  const { toMoment } = createZoneClock(timezone);
  let day = 0;
  let post = 0;
  return items.map((item) => {
    post = item.day === day ? post + 1 : 0;
    day = item.day;
    const [hours = 0, minutes = 0] = (sorted[post] ?? "").split(":").map(Number);
    return toMoment(start + (day - 1) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS);
  });
}

const SIGNS_A_SECOND = 17;
const SECONDS_A_LINE = 0.8;
const SHORTEST = 6;

/** Returns how long it takes to read a script's visible text, without its times and directions. */
export function estimateSeconds(script: string): number {
  const lines = script
    .replaceAll(/\[[^\]]*\]/g, "")
    .split("\n")
    .map((line) => line.replace(/^[\d:.\s–—-]+s?:\s*/u, "").replace(/^(?:hook|cta)\s*(?:\([^)]*\))?:\s*/iu, ""))
    .filter((line) => line.trim() !== "");
  return Math.max(SHORTEST, Math.ceil(lines.length * SECONDS_A_LINE + lines.join("").length / SIGNS_A_SECOND));
}
