import { sql } from "kysely";
import type { Database } from "vireo/database";
import type { Context } from "vireo/module";
import { transact } from "vireo/transaction";
import type { WorkKind } from "vireo/work";
import { INDEX } from "../index-vectors/indexer";
import type { Analysis } from "../schema";
import { lockDue } from "../videos/store";
import { type Analyse, analyseCaption } from "./analyse";

/** Kind of work that analyses captions. */
export const ANALYSE = "analyse";

const BATCH = 100;

/** Analyses the captions of new and changed videos. Each batch is locked by its transaction, so there is no lease. */
export const createAnalysing = (db: Database, analyser: ReturnType<typeof createAnalyser>): WorkKind => ({
  concurrency: 1,
  due: sql`(select now() where exists (select from viral_videos where analysis_due))`,
  backlog: sql`select updated_at as due, false as held from viral_videos where analysis_due`,
  claim: () => db.selectFrom("viral_videos").select("id").where("analysis_due", "=", true).limit(1).execute(),
  run: (_, { stopping }) => analyser.run(stopping),
});

/** Analyses videos that are due. A video without a result has no analysis and does not appear in searches. */
export function createAnalyser(
  { db, work, now }: Pick<Context, "db" | "work" | "now">,
  analyse: Analyse = analyseCaption,
) {
  const analyseBatch = () =>
    transact(db, async (trx) => {
      const videos = await lockDue(trx, BATCH);
      if (videos.length === 0) return 0;
      const results: { id: string; analysis: Analysis | null }[] = [];
      for (const video of videos) results.push({ id: video.id, analysis: (await analyse(video, now())) ?? null });
      await sql`
        update viral_videos v set analysis = r.analysis, analysis_due = false
        from jsonb_to_recordset(${JSON.stringify(results)}::text::jsonb) as r(id uuid, analysis jsonb)
        where v.id = r.id`.execute(trx);
      await work.wake(trx, INDEX);
      return videos.length;
    });

  return {
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await analyseBatch()) > 0);
    },
  };
}
