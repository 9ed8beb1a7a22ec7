import { sql } from "kysely";
import type { Progress } from "vireo/slots/social";
import type { Social } from "../context";
import type { TargetRow } from "../tables";

/** Purpose of sealed progress. */
export const PROGRESS = "progress";

/** No platform keeps an unfinished upload longer than this. */
const KEEP = sql`interval '14 days'`;

/** A provider's notes about one target. They may contain URLs that work without a key, so they are encrypted. */
export function openProgress({ db, secrets }: Social, accountId: string, target: TargetRow): Progress {
  /** Nothing is saved before the first attempt. */
  let isEmpty = target.attempts <= 1 && target.called_at === null;
  return {
    async load() {
      if (isEmpty) return undefined;
      const row = await db
        .selectFrom("social_uploads")
        .select("progress")
        .where("target_id", "=", target.id)
        .executeTakeFirst();
      return row?.progress ? JSON.parse(secrets.open(row.progress, PROGRESS, accountId)) : undefined;
    },
    async save(value) {
      const progress = secrets.seal(JSON.stringify(value), PROGRESS, accountId);
      const { numAffectedRows } = await sql`
        insert into social_uploads (target_id, account_id, progress)
        select id, ${accountId}::uuid, ${progress} from social_targets
        where id = ${target.id} and attempts = ${target.attempts} and status = 'publishing'
        on conflict (target_id) do update set progress = excluded.progress, updated_at = clock_timestamp()`.execute(db);
      if (!numAffectedRows) throw new Error("Another process has claimed the target.");
      isEmpty = false;
    },
  };
}

export async function pruneProgress({ db }: Social): Promise<void> {
  await db.deleteFrom("social_uploads").where("updated_at", "<", sql<Date>`now() - ${KEEP}`).execute();
}
