import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import type { Transaction } from "vireo/database";
import { defineModule } from "vireo/module";
import type { ScrapedVideo } from "vireo/slots/scrape";
import { createAnalyser } from "./analysis/analyser";
import { commands } from "./commands";
import { createCatchUp } from "./index-vectors/catch-up";
import { createIndexer } from "./index-vectors/indexer";
import { createIndexes } from "./index-vectors/indexes";
import { createModels } from "./index-vectors/models";
import { createReindex, type Progress } from "./index-vectors/reindex";
import { createVectors } from "./index-vectors/vectors";
import { migrations } from "./migrations";
import { ANALYSE, INDEX } from "./queues";
import { addRoutes } from "./routes";
import type { Analysis, Import, Video } from "./schema";
import { createSearch, type Question, type Result } from "./search/search";
import { demo } from "./videos/demo";
import { createLibrary } from "./videos/library";
import { createLookup } from "./videos/lookup";

declare module "vireo/module" {
  interface Services {
    "viral-library": {
      search(accountId: string, question: Question): Promise<Result[]>;
      /** Null: the shared library. */
      import(accountId: string | null, items: Import["videos"]): Promise<{ imported: number; updated: number }>;
      /** A video that the account may read. */
      find(accountId: string, id: string): Promise<Video | undefined>;
      /** Puts an analysis of the video itself in place of what its caption told. A shared video stays as it is. */
      analysed(trx: Transaction, accountId: string, id: string, analysis: Omit<Analysis, "basis">): Promise<void>;
      /**
       * Makes the search index anew, beside the old one, which answers until it is done. May be called in a process
       * beside a server: the server does the work then. Rejects with what keeps it from being done.
       */
      reindex(progress?: Progress): Promise<void>;
      /** Analyses and indexes what waits, in this process: for where no server does. */
      catchUp(progress?: Progress): Promise<void>;
      /** The sample videos, which POST /viral-library/demo loads. */
      samples(): Promise<ScrapedVideo[]>;
    };
  }
}

export const viralLibrary = defineModule({
  name: "viral-library",
  prefix: "",
  scopes: ["research:read", "research:write"],
  limits: { search: 60 },
  slots: { embed: {} },
  description: "A library of analysed short videos with semantic search.",
  migrations,
  // Where a backup is restored there are no vectors yet: these would tell of some.
  rebuilt: ["viral_indexes", "viral_outbox"],
  commands,
  settings: Type.Object(
    {
      vectors: Type.Optional(
        Type.String({
          minLength: 1,
          env: "VECTORS_LOCATION",
          description:
            "Location of the search index: a directory, or s3://bucket/path. The same for all replicas. Default: the data directory.",
        }),
      ),
    },
    { additionalProperties: false, default: {} },
  ),
  start(context) {
    const { db, engines, settings, host, log, router } = context;
    const vectors = createVectors(settings.vectors ?? join(host.dataDir, "vectors"), host.s3);
    const indexes = createIndexes(db);
    const models = createModels(engines);
    const indexer = createIndexer({ ...context, indexes, models, vectors });
    const analyser = createAnalyser(context);
    const library = createLibrary(context);
    const lookup = createLookup(context, library);
    const search = createSearch({ ...context, indexes, models, vectors });

    // Media in a bucket are a sign of replicas; whoever means a directory names it.
    let isOwnFolder = !settings.vectors && host.s3.bucket !== undefined;
    const warn = () => {
      if (isOwnFolder) log.warn("the search index lies in this data directory; replicas need one VECTORS_LOCATION");
      isOwnFolder = false;
    };

    const routes = router();
    addRoutes(routes, library, search);
    return {
      routes,
      service: {
        search,
        import: library.import,
        samples: demo,
        find: library.find,
        analysed: library.analysed,
        reindex: createReindex({ ...context, indexes, indexer, models }),
        catchUp: createCatchUp({ ...context, analyser, indexer, indexes }),
      },
      jobs: {
        // The sweep below finds what a lost job leaves.
        [ANALYSE]: { retryLimit: 0, run: (_, signal) => analyser.run(signal) },
        [INDEX]: { retryLimit: 0, run: () => indexer.catchUp() },
      },
      schedules: {
        lookup: { cron: "*/10 * * * * *", run: lookup.run },
        // After a crash, and where a job was lost: what waits is found here.
        sweep: {
          cron: "*/5 * * * * *",
          async run(signal) {
            warn();
            await analyser.run(signal);
            if (await indexer.isBehind()) await indexer.catchUp();
          },
        },
      },
      async stop() {
        await indexer.stop();
        await vectors.close();
      },
    };
  },
});
