import { findOwnerAccount } from "#core/access/owner-account";
import type { Events } from "#core/events";
import type { Database } from "#db/tables";

/** One attempt to write a backup to the configured target. */
export interface BackupRun {
  startedAt: Date;
  finishedAt: Date;
  /** Name of the backup; undefined if it failed. */
  name?: string;
  /** Size of the encrypted file, in bytes. */
  bytes?: number;
  /** Reason for the failure. */
  error?: string;
}

/** Not a failure: another process is already making the backup. */
export const BACKUP_BUSY = "Another backup is running.";

/** A target that hangs must not block later backups. */
export const BACKUP_LIMIT_MS = 12 * 3_600_000;
export const BACKUP_TOO_LONG = "The backup took longer than 12 hours and was stopped.";

/** Number of rows kept: more than a year of daily backups. */
const KEPT = 500;

/** Stores the outcome of an attempt and reports it as an event of the owner account. */
export async function recordBackup(db: Database, events: Events, run: BackupRun, more: object = {}): Promise<void> {
  const { startedAt, finishedAt, name = null, bytes = null, error = null } = run;
  await db.transaction().execute(async (trx) => {
    const row = { started_at: startedAt, finished_at: finishedAt, name, bytes, error };
    await trx.insertInto("backup_runs").values(row).execute();
    const old = trx.selectFrom("backup_runs").select("id").orderBy("id", "desc").offset(KEPT).limit(KEPT);
    await trx.deleteFrom("backup_runs").where("id", "in", old).execute();
    const owner = await findOwnerAccount(trx);
    if (!owner) return;
    const times = { startedAt: startedAt.getTime(), finishedAt: finishedAt.getTime() };
    const data = error === null ? { name, bytes, ...more } : { error };
    await events.emit(trx, owner.id, error === null ? "backup.completed" : "backup.failed", { ...times, ...data });
  });
}
