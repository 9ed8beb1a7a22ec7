import type { Context } from "vireo/module";
import { transact } from "vireo/transaction";
import { INDEX, queue } from "../queues";
import { due } from "../videos/store";
import { type Analyse, analyseCaption } from "./analyse";

const BATCH = 100;

/** Analyses what is due. A video that there is nothing to say of stays without analysis, and out of searches. */
export function createAnalyser({ db, jobs }: Pick<Context, "db" | "jobs">, analyse: Analyse = analyseCaption) {
  const step = () =>
    transact(db, async (trx) => {
      const videos = await due(trx, BATCH);
      for (const video of videos) {
        const analysis = await analyse(video);
        await trx
          .updateTable("viral_videos")
          .set({ analysis: analysis ?? null, analysis_due: false })
          .where("id", "=", video.id)
          .execute();
      }
      if (videos.length > 0) await jobs.send(trx, queue(INDEX), "due", {});
      return videos.length;
    });

  return {
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted && (await step()) > 0);
    },
  };
}
