import type { Context } from "vireo/module";
import { transact } from "vireo/transaction";
import { INDEX } from "../queues";
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
      for (const video of videos) {
        const analysis = await analyse(video, now());
        await trx
          .updateTable("viral_videos")
          .set({ analysis: analysis ?? null, analysis_due: false })
          .where("id", "=", video.id)
          .execute();
      }
      if (videos.length > 0) await jobs.send(trx, INDEX, "due", {});
      return videos.length;
    });

  return {
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await analyseBatch()) > 0);
    },
  };
}
