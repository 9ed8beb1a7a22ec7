import { sql } from "kysely";
import { transact } from "vireo/transaction";
import type { WorkKind } from "vireo/work";
import type { ViralLibrary } from "../context";
import { INDEX } from "../index-vectors/indexes";
import type { Analysis } from "../schema";
import { lockDue } from "../videos/store";
import { analyseCaption } from "./analyse";

/** Kind of work that analyses captions. */
export const ANALYSE = "analyse";

const BATCH = 100;

/** Analyses the captions of new and changed videos. Each batch is locked by its transaction, so there is no lease. */
export const createAnalysing = (library: ViralLibrary): WorkKind => ({
  concurrency: 1,
  due: sql`(select now() where exists (select from viral_videos where analysis_due))`,
  backlog: sql`select updated_at as due, false as held from viral_videos where analysis_due`,
  claim: () => library.db.selectFrom("viral_videos").select("id").where("analysis_due", "=", true).limit(1).execute(),
  run: (_, { stopping }) => analyseDue(library, stopping),
});

/** Analyses all videos that are due. A video without a result has no analysis and does not appear in searches. */
export async function analyseDue(library: ViralLibrary, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await analyseBatch(library)) > 0);
}

/** Returns the number of videos that were due. */
const analyseBatch = ({ db, now, work }: ViralLibrary): Promise<number> =>
  transact(db, async (trx) => {
    const videos = await lockDue(trx, BATCH);
    if (videos.length === 0) return 0;
    const results: { id: string; analysis: Analysis | null }[] = [];
    for (const video of videos) results.push({ id: video.id, analysis: (await analyseCaption(video, now())) ?? null });
    await sql`
      update viral_videos v set analysis = r.analysis, analysis_due = false
      from jsonb_to_recordset(${JSON.stringify(results)}::text::jsonb) as r(id uuid, analysis jsonb)
      where v.id = r.id`.execute(trx);
    await work.wake(trx, INDEX);
    return videos.length;
  });
