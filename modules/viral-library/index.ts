import { join } from "node:path";
import type { Transaction } from "vireo/database";
import { engineShapes } from "vireo/engine-shapes";
import { defineModule, type Services } from "vireo/module";
import type { ScrapedVideo } from "vireo/slots/scrape";
import { ANALYSE, defineAnalysisWork } from "./analysis/analyser";
import { CLIPS, ClipAnalyser } from "./analysis/clips";
import { commands } from "./commands";
import type { ViralLibrary } from "./context";
import { defineIndexWork, Indexer } from "./index-vectors/indexer";
import { INDEX, Indexes } from "./index-vectors/indexes";
import { Models } from "./index-vectors/models";
import { catchUp, type Progress, reindex } from "./index-vectors/reindex";
import { createVectors } from "./index-vectors/vectors";
import { parseGeneratedVideoId } from "./media/store";
import { migrations } from "./migrations";
import { addRoutes, thumbnailRoutes } from "./routes";
import type { Analysis, Import, Video } from "./schema";
import { type Question, type Result, searchVideos } from "./search/search";
import { SearchIndex } from "./search/search-index";
import { settings } from "./settings";
import { findVideo, importVideos } from "./videos/library";
import { lookUpDueVideos, TRIES } from "./videos/lookup";
import { keepPosts, type OwnPost } from "./videos/own-posts";
import { registerSampleClips } from "./videos/sample-clips";
import { readSamples } from "./videos/samples";
import { storeAnalysis } from "./videos/store";

declare module "vireo/module" {
  interface Services {
    "viral-library": {
      search(accountId: string, question: Question): Promise<Result[]>;
      /** Imports into an account's library, or into the shared one (null). */
      import(accountId: string | null, items: Import["videos"]): Promise<{ imported: number; updated: number }>;
      /** Keeps the account's own published posts in its library, with their metrics. */
      keepPosts(trx: Transaction, accountId: string, posts: readonly OwnPost[]): Promise<void>;
      /** Returns a video that the account can read. */
      find(accountId: string, id: string): Promise<Video | undefined>;
      /** Stores an analysis of the video itself in place of the caption's analysis. Shared videos are unchanged. */
      analysed(trx: Transaction, accountId: string, id: string, analysis: Omit<Analysis, "basis">): Promise<void>;
      /** Updates the index, so that searches of own media also find a video by its new analysis. */
      mediaAnalysed(trx: Transaction, videoId: string): Promise<void>;
      /**
       * Rebuilds the search index. The old one serves searches until the new one is complete. A running server does the
       * work, if there is one.
       */
      reindex(progress?: Progress): Promise<void>;
      /** Analyses and indexes pending videos in this process, for use without a running server. */
      catchUp(progress?: Progress): Promise<void>;
      /** Sample videos, as loaded by POST /viral-library/demo. */
      samples(): Promise<ScrapedVideo[]>;
    };
  }
}

export const viralLibrary = defineModule({
  name: "viral-library",
  title: "Viral Library",
  prefix: "",
  scopes: ["research:read", "research:write"],
  limits: { search: 60 },
  slots: { embed: { engine: engineShapes.embed } },
  uses: ["videos", "upload", "local"],
  description: "A library of analysed short videos with semantic search.",
  migrations,
  // A restored server has no vectors yet.
  rebuilt: ["viral_indexes", "viral_outbox"],
  commands,
  settings,
  start(context) {
    const { db, engines, settings, host, log, router } = context;
    const parts = {
      ...context,
      indexes: new Indexes(db),
      models: new Models(engines),
      vectors: createVectors(settings.vectors ?? join(host.dataDir, "vectors"), host.s3),
    };
    const library: ViralLibrary = { ...parts, searchIndex: new SearchIndex(parts) };
    const indexer = new Indexer(library);

    // Replicas usually share a bucket for media, and need one index.
    let isOwnFolder = !settings.vectors && host.s3.bucket !== undefined;
    const warn = () => {
      if (isOwnFolder) log.warn("the search index is in this data directory; replicas need a shared VECTORS_LOCATION");
      isOwnFolder = false;
    };

    const routes = router();
    const addClips = registerSampleClips(library);
    const samples = async () => addClips(await readSamples(host.origin));
    addRoutes(routes, library, samples);
    return {
      routes,
      open: thumbnailRoutes(),
      service: {
        search: (accountId, question) => searchVideos(library, accountId, question),
        import: (accountId, items) => importVideos(library, accountId, items),
        samples,
        keepPosts,
        find: (accountId, id) => findVideo(library, accountId, id),
        analysed: (trx, accountId, id, analysis) => storeAnalysis(library, trx, accountId, id, analysis),
        async mediaAnalysed(trx, videoId) {
          const id = parseGeneratedVideoId(videoId);
          if (id) await library.indexes.noteChanged(trx, [id]);
        },
        reindex: (progress) => reindex(library, indexer, progress),
        catchUp: (progress) => catchUp(library, indexer, progress),
      } satisfies Services["viral-library"],
      work: {
        [ANALYSE]: defineAnalysisWork(library),
        [INDEX]: defineIndexWork(library, indexer),
        [CLIPS]: new ClipAnalyser(library),
      },
      schedules: {
        lookup: {
          cron: "*/10 * * * * *",
          due: `(select min(lookup_after) from viral_videos
            where analysis is null and description = '' and source is null and lookups < ${TRIES})`,
          run: (signal) => lookUpDueVideos(library, signal),
        },
        // An index is checked after a start, and made when there is another encoder.
        check: {
          cron: "*/20 * * * * *",
          async run() {
            warn();
            await context.work.wake(db, INDEX);
          },
        },
      },
      checks: { index: () => indexer.check() },
      async stop() {
        await indexer.stop();
        await library.vectors.close();
      },
    };
  },
});
