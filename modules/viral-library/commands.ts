import type { Command } from "vireo/command";
import type { Services } from "vireo/module";
import { untilAborted } from "vireo/timing";

/** As many as one import takes. */
const BATCH = 100;

export const commands: readonly Command<Services["viral-library"]>[] = [
  {
    name: "reindex",
    summary: "Make the search index of the viral library anew",
    description:
      "The old index answers until the new one is complete. A running server does the work; without one, this program does.",
    async run({ out, service, signal }) {
      const bar = out.progress("Videos");
      let all = 0;
      const work = service.reindex((done, count) => {
        all = count;
        bar.at(done, count);
      });
      await untilAborted(work, signal).finally(bar.end);
      out.result({ videos: all }, `The index is new, with ${all} videos.`);
      return undefined;
    },
  },
  {
    name: "demo",
    summary: "Load the sample videos into the shared viral library",
    description: "Some 300 captions written for this purpose, with made-up creators and numbers; none is real.",
    async run({ out, vireo, service, signal }) {
      const samples = await service.samples();
      const loaded = { imported: 0, updated: 0 };
      for (let at = 0; at < samples.length; at += BATCH) {
        const { imported, updated } = await service.import(null, samples.slice(at, at + BATCH));
        loaded.imported += imported;
        loaded.updated += updated;
      }
      if (vireo.isAlone) {
        const bar = out.progress("Indexed");
        await untilAborted(service.catchUp(bar.at), signal).finally(bar.end);
      }
      const then = vireo.isAlone ? "They can be searched." : "The server analyses and indexes them now.";
      out.result(
        { ...loaded, searchable: vireo.isAlone },
        `${loaded.imported} videos loaded, ${loaded.updated} refreshed. ${then}`,
      );
      return undefined;
    },
  },
];
