import type { Check } from "./records";
import type { Replica } from "./replica";

const MINUTE = 60_000;
const FLAT = 0.05;
/** A process that has just begun grows: the code that it compiles, the model, the caches. */
const WARM_MS = 4.5 * MINUTE;

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const percent = (share: number) => `${share >= 0 ? "+" : ""}${(share * 100).toFixed(1)}%`;

/**
 * Compares the resident memory of the replica that was not killed in both halves of the time from `from` to `until`. A heap
 * grows until all of it is collected, every few minutes, so the lowest minute of each half counts.
 */
export function memory(replica: Replica, from: number, until: number): Check {
  const minutes: number[] = [];
  const length = Math.min(MINUTE, (until - from) / 3);
  for (let at = from; at + length <= until + 1_000; at += length) {
    minutes.push(median(replica.samples.filter((one) => one.at >= at && one.at < at + length).map(({ rss }) => rss)));
  }
  const middle = Math.floor(minutes.length / 2);
  const growth = Math.min(...minutes.slice(middle)) / Math.min(...minutes.slice(0, middle)) - 1;
  const lived = replica.kills.every((at) => at < from);
  const isWarm = until - from >= WARM_MS;
  return {
    promise: `memory is flat in the second half: the lowest minute of its last quarter within ${FLAT * 100}% of that before, in a replica that is not killed then`,
    found: `${replica.name}: ${minutes.map((mb) => mb.toFixed(0)).join(", ")} MB, ${percent(growth)}${isWarm ? "" : "; too short to judge"}`,
    broken: [...(isWarm && growth > FLAT ? [percent(growth)] : []), ...(lived ? [] : ["it was killed"])],
  };
}

/** What every life took, near its end: those of like length compare. */
export const lives = (replica: Replica): string => {
  const ends = [...replica.kills, Number.POSITIVE_INFINITY];
  let from = 0;
  return ends
    .map((until) => {
      const life = replica.samples.filter(({ at }) => at >= from && at < until);
      from = until;
      const last = life.at(-1);
      return last
        ? `${median(life.slice(-5).map(({ rss }) => rss)).toFixed(0)} MB at ${Math.round(last.age / 1000)} s`
        : "";
    })
    .filter(Boolean)
    .join(", ");
};
