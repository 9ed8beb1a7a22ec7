/** When the tasks of vendors are read. */
import { sql } from "kysely";
import type { GenerationDeps } from "#core/generations/deps";
import { isFree } from "#core/leases";

/** Schedule that reads due tasks. */
export const READS = "generations.read";

/** Pause between looks for due tasks. Vendors limit reads per second, so a shorter pause gains nothing. */
const POLL_EVERY_MS = 1_000;

let scale = 1;

/** Shortens all times between reads, for tests: fake vendors finish at once. Returns the previous factor. */
export function scaleReadTimes(factor: number): number {
  const previous = scale;
  scale = factor;
  return previous;
}

export const scaleTime = (ms: number): number => ms * scale;

export const pollEveryMs = (): number => scaleTime(POLL_EVERY_MS);

/** Looks for due tasks when the next one is due, instead of at the schedule's next time. */
export async function planNextLook({ db, jobs }: GenerationDeps): Promise<void> {
  const next = await db
    .selectFrom("generations")
    .select(sql<number | null>`extract(epoch from min(next_read_at) - clock_timestamp()) * 1000`.as("ms"))
    .where("status", "=", "processing")
    .where("task", "is not", null)
    .where(isFree())
    .executeTakeFirst();
  if (typeof next?.ms === "number") jobs.runAfter(Math.max(pollEveryMs(), next.ms), READS);
}
