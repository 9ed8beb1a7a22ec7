import { sql } from "kysely";
import type { Context } from "vireo/module";
import { transact } from "vireo/transaction";
import { INDEX } from "../queues";
import type { Analysis } from "../schema";
import { lockDue } from "../videos/store";
import { type Analyse, analyseCaption } from "./analyse";

const BATCH = 100;

/** Analyses videos that are due. A video without a result has no analysis and does not appear in searches. */
export function createAnalyser(
  { db, jobs, now }: Pick<Context, "db" | "jobs" | "now">,
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
      await jobs.send(trx, INDEX, "due", {});
      return videos.length;
    });

  return {
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await analyseBatch()) > 0);
    },
  };
}
