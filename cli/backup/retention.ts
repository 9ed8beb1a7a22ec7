/** Number of days, weeks and months whose newest backup is kept. */
export interface Keep {
  daily: number;
  weekly: number;
  monthly: number;
}

const DAY_MS = 86_400_000;
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY = 4;

const getDay = (at: number) => Math.floor(at / DAY_MS);
const getWeek = (at: number) => Math.floor((getDay(at) - FIRST_MONDAY) / 7);
const getMonth = (at: number) => new Date(at).toISOString().slice(0, 7);

/**
 * Chooses the backups to delete. Keeps the newest backup of each of the last days, weeks and months (UTC) that have
 * one, and always the newest of all. Periods without a backup delete nothing.
 */
export function chooseExpired<T extends { takenAt: number }>(backups: readonly T[], keep: Keep): T[] {
  const newestFirst = backups.toSorted((a, b) => b.takenAt - a.takenAt);
  const kept = new Set<T>(newestFirst.slice(0, 1));
  const rules = [
    { count: keep.daily, getPeriod: getDay },
    { count: keep.weekly, getPeriod: getWeek },
    { count: keep.monthly, getPeriod: getMonth },
  ];
  for (const { count, getPeriod } of rules) {
    const periods = new Set<number | string>();
    for (const backup of newestFirst) {
      const period = getPeriod(backup.takenAt);
      if (periods.has(period)) continue;
      if (periods.size === count) break;
      periods.add(period);
      kept.add(backup);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}
