import type { Database } from "#db/tables";

export interface LastBackups {
  /** Last successful backup. */
  completed?: { startedAt: Date; finishedAt: Date; name: string; bytes: number };
  /** Last attempt, if it failed. */
  failed?: { startedAt: Date; finishedAt: Date; error: string };
}

/** Reads the last successful and the last failed backup. */
export async function readLastBackups(db: Database): Promise<LastBackups> {
  const rows = await db
    .selectFrom("backup_runs")
    .selectAll()
    .where("id", "in", (eb) =>
      eb
        .selectFrom("backup_runs")
        .select((max) => max.fn.max("id").as("id"))
        .groupBy((max) => max("error", "is", null)),
    )
    .orderBy("id", "desc")
    .execute();
  const [newest] = rows;
  const done = rows.find(({ name }) => name !== null);
  const toTimes = (row: { started_at: Date; finished_at: Date }) => ({
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  });
  return {
    completed: done ? { ...toTimes(done), name: done.name ?? "", bytes: Number(done.bytes) } : undefined,
    failed: newest && newest.error !== null ? { ...toTimes(newest), error: newest.error } : undefined,
  };
}
