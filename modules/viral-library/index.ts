import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import type { Transaction } from "vireo/database";
import { defineModule } from "vireo/module";
import { Group } from "vireo/settings";
import type { ScrapedVideo } from "vireo/slots/scrape";
import { ANALYSE, createAnalyser, createAnalysing } from "./analysis/analyser";
import { CLIPS, ClipAnalyser } from "./analysis/clips";
import { commands } from "./commands";
import { createCatchUp } from "./index-vectors/catch-up";
import { createIndexing, INDEX, Indexer } from "./index-vectors/indexer";
import { Indexes } from "./index-vectors/indexes";
import { createModels } from "./index-vectors/models";
import { createReindex, type Progress } from "./index-vectors/reindex";
import { createVectors } from "./index-vectors/vectors";
import { createMediaPresenter } from "./media/present";
import { parseGeneratedVideoId } from "./media/store";
import { migrations } from "./migrations";
import { addRoutes, thumbnailRoutes } from "./routes";
import type { Analysis, Import, Video } from "./schema";
import { createSearch, type Question, type Result } from "./search/search";
import { createLibrary } from "./videos/library";
import { createLookup, TRIES } from "./videos/lookup";
import { keepPosts, type OwnPost } from "./videos/own-posts";
import { createSampleClips } from "./videos/sample-clips";
import { readSamples } from "./videos/samples";

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
  slots: { embed: {} },
  uses: ["videos", "upload", "local"],
  description: "A library of analysed short videos with semantic search.",
  migrations,
  // A restored server has no vectors yet.
  rebuilt: ["viral_indexes", "viral_outbox"],
  commands,
  settings: Group({
    vectors: Type.Optional(
      Type.String({
        minLength: 1,
        env: "VECTORS_LOCATION",
        description:
          "Location of the search index: a directory, or s3://bucket/path. Must be the same for all replicas. Default: the data directory.",
      }),
    ),
    maxVideos: Type.Integer({
      minimum: 0,
      default: 200_000,
      env: "VIRAL_LIBRARY_MAX_VIDEOS",
      description: "Maximum number of videos in an account's own library.",
    }),
  }),
  start(context) {
    const { db, engines, settings, host, log, router } = context;
    const vectors = createVectors(settings.vectors ?? join(host.dataDir, "vectors"), host.s3);
    const indexes = new Indexes(db);
    const models = createModels(engines);
    const indexer = new Indexer({ ...context, indexes, models, vectors });
    const analyser = createAnalyser(context);
    const library = createLibrary(context);
    const lookup = createLookup(context, library);
    const search = createSearch({ ...context, indexes, models, vectors });

    // Replicas usually share a bucket for media, and need one index.
    let isOwnFolder = !settings.vectors && host.s3.bucket !== undefined;
    const warn = () => {
      if (isOwnFolder) log.warn("the search index is in this data directory; replicas need a shared VECTORS_LOCATION");
      isOwnFolder = false;
    };

    const routes = router();
    const addClips = createSampleClips(context);
    const samples = async () => addClips(await readSamples(host.origin));
    addRoutes(routes, { ...context, library, search, samples, presentMedia: createMediaPresenter(context) });
    return {
      routes,
      open: thumbnailRoutes(),
      service: {
        search: search.find,
        import: library.import,
        samples,
        keepPosts,
        find: library.find,
        analysed: library.analysed,
        mediaAnalysed: async (trx: Transaction, videoId: string) => {
          const id = parseGeneratedVideoId(videoId);
          if (id) await indexes.noteChanged(trx, [id]);
        },
        reindex: createReindex({ ...context, indexes, indexer, models }),
        catchUp: createCatchUp({ ...context, analyser, indexer, indexes }),
      },
      work: {
        [ANALYSE]: createAnalysing(db, analyser),
        [INDEX]: createIndexing(indexer),
        [CLIPS]: new ClipAnalyser({ ...context, store: library.analysed }),
      },
      schedules: {
        lookup: {
          cron: "*/10 * * * * *",
          due: `(select min(lookup_after) from viral_videos
            where analysis is null and description = '' and source is null and lookups < ${TRIES})`,
          run: lookup.run,
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
        await vectors.close();
      },
    };
  },
});
