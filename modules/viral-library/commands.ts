import type { Command } from "vireo/command";
import type { Services } from "vireo/module";
import { untilAborted } from "vireo/timing";

/** Maximum number of videos per import. */
const BATCH = 100;

export const commands: readonly Command<Services["viral-library"]>[] = [
  {
    name: "reindex",
    summary: "Rebuild the search index of the viral library",
    description:
      "The old index stays in use until the new one is complete. A running server does the work, if there is one.",
    async run({ out, service, signal }) {
      const bar = out.progress("Videos");
      let all = 0;
      const work = service.reindex((done, count) => {
        all = count;
        bar.at(done, count);
      });
      await untilAborted(work, signal).finally(bar.end);
      out.result({ videos: all }, `Rebuilt the index with ${all} videos.`);
    },
  },
  {
    name: "demo",
    summary: "Load the sample videos into the shared viral library",
    description: "About 300 videos with fictional captions, creators and metrics.",
    async run({ out, vireo, service, signal }) {
      const samples = await service.samples();
      const loaded = { imported: 0, updated: 0 };
      for (let at = 0; at < samples.length; at += BATCH) {
        const { imported, updated } = await service.import(null, samples.slice(at, at + BATCH));
        loaded.imported += imported;
        loaded.updated += updated;
      }
      if (vireo.isOnlyWriter) {
        const bar = out.progress("Indexed");
        await untilAborted(service.catchUp(bar.at), signal).finally(bar.end);
      }
      const status = vireo.isOnlyWriter ? "They can be searched now." : "The server is indexing them.";
      out.result(
        { ...loaded, searchable: vireo.isOnlyWriter },
        `Loaded ${loaded.imported} videos and updated ${loaded.updated}. ${status}`,
      );
    },
  },
];
