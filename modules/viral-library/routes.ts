import { Elysia } from "elysia";
import { requireScope } from "vireo/access";
import { invalid, notFound } from "vireo/errors";
import type { Caller } from "vireo/request";
import type { Router } from "vireo/router";
import { Nothing } from "vireo/schema";
import type { ScrapedVideo } from "vireo/slots/scrape";
import type { ViralLibrary } from "./context";
import { presentMedia } from "./media/present";
import {
  DemoLoaded,
  Found,
  Import,
  Imported,
  ListQuery,
  SearchQuery,
  Similar,
  SimilarQuery,
  Video,
  Videos,
} from "./schema";
import { interpret } from "./search/interpret";
import { type Filters, findSimilarVideos, searchMedia, searchVideos } from "./search/search";
import { getVideo, importVideos, listVideos, removeVideo } from "./videos/library";
import { openThumbnail } from "./videos/sample-thumbnails";

const DEFAULT_LIMIT = 20;
const MEDIA_FILTERS = ["maxDuration", "publishedAfter"] as const;
const VIDEOS_PATH = "/api/v1/viral-library/videos";

/** Adds the routes of the samples' thumbnails, at the URLs that `readSamples` returns. */
export const thumbnailRoutes = () =>
  new Elysia({ normalize: false }).get("/samples/:file", async ({ params }) => {
    const [, number] = /^(\d{3})\.webp$/.exec(params.file) ?? [];
    const picture = number && (await openThumbnail(Number(number)));
    if (!picture) throw notFound("thumbnail");
    return new Response(picture, {
      headers: { "content-type": "image/webp", "cache-control": "public, max-age=86400" },
    });
  });

/** Searches the libraries or own media. */
async function search(
  library: ViralLibrary,
  caller: Caller,
  { q, interpret: mode, library: scope, ...given }: SearchQuery,
) {
  const isMedia = scope === "media";
  if (isMedia) checkMediaSearch(caller, given);
  const options = { now: library.now(), parameters: isMedia ? MEDIA_FILTERS : undefined };
  const interpreted = mode === "false" ? { query: q, filters: [] } : interpret(q, given, options);
  const inWords = Object.fromEntries(interpreted.filters.map(({ parameter, value }) => [parameter, value]));
  const question = { ...parseFilters(given), ...inWords, q: interpreted.query };
  const { accountId } = caller;
  const results = isMedia ? [] : await searchVideos(library, accountId, { ...question, library: scope });
  const media = isMedia
    ? await presentMedia(library, accountId, await searchMedia(library, accountId, question))
    : undefined;
  return {
    results,
    media: media || undefined,
    query: q,
    total: (media ?? results).length,
    interpreted: interpreted.filters.length > 0 ? interpreted : undefined,
  };
}

/** Refuses filters for media, which has no views and no creator. Reading it requires a different scope. */
function checkMediaSearch(caller: Caller, filters: Partial<SearchQuery>): void {
  requireScope(caller, "media:read");
  for (const name of ["minViews", "username"] as const) {
    if (filters[name] !== undefined) throw invalid(name, "Own media cannot be filtered by this. Omit it or `library`.");
  }
}

export function addRoutes(router: Router, library: ViralLibrary, samples: () => Promise<ScrapedVideo[]>): void {
  router
    .get("/viral-library/search", ({ caller, query }) => search(library, caller, query), {
      auth: "research:read",
      limit: "search",
      detail: {
        summary: "Search the viral library by meaning",
        description:
          "Covers the analysed videos of the account and of the shared library, or the account's own media with `library=media`. Filters in the query text are applied and listed in `interpreted`. The score is the similarity of meaning, raised by shared words; a named @creator or #hashtag counts most. During a large import, the newest videos are found by meaning immediately, and by words some seconds later.",
        "x-errors": [503],
      } as object,
      query: SearchQuery,
      response: { 200: Found },
    })
    .get("/viral-library/videos", ({ caller, query }) => listVideos(library, caller.accountId, query), {
      auth: "research:read",
      detail: { summary: "List viral library videos" },
      query: ListQuery,
      response: { 200: Videos },
    })
    .post(
      "/viral-library/videos",
      async ({ caller, body, set }) => {
        set.status = 202;
        set.headers.location = VIDEOS_PATH;
        return importVideos(library, caller.accountId, body.videos);
      },
      {
        auth: "research:write",
        detail: {
          operationId: "importViralLibraryVideos",
          summary: "Import videos into the viral library",
          description:
            "Videos are analysed afterwards: first the caption and the metrics (`basis: caption`), then, while no job waits, the clip itself (`basis: video`) if its `videoUrl` can be read. Each URL is tried once, by the built-in engine only. At most 100 clips of an account wait at a time; other videos keep the analysis of their caption. Nothing is charged, no event is sent, and GET /analyses does not list these analyses.",
        },
        body: Import,
        response: { 202: Imported },
      },
    )
    .post(
      "/viral-library/demo",
      async ({ set }) => {
        set.status = 202;
        set.headers.location = `${VIDEOS_PATH}?library=shared`;
        const { imported, updated } = await importVideos(library, null, await samples());
        return { imported, updated };
      },
      {
        auth: "admin",
        detail: {
          operationId: "loadViralLibraryDemo",
          summary: "Load the sample videos into the shared library",
          description: "About 300 sample videos with fictional captions, creators and metrics.",
        },
        response: { 202: DemoLoaded },
      },
    )
    .get("/viral-library/videos/:id", ({ caller, params }) => getVideo(library, caller.accountId, params.id), {
      auth: "research:read",
      detail: { summary: "Get a viral library video" },
      response: { 200: Video },
    })
    .get(
      "/viral-library/videos/:id/similar",
      async ({ caller, params, query }) => {
        const results = await findSimilarVideos(library, caller.accountId, params.id, parseFilters(query));
        return { results, total: results.length };
      },
      {
        auth: "research:read",
        limit: "search",
        detail: {
          operationId: "listSimilarViralLibraryVideos",
          summary: "Find similar videos",
          description:
            "Analysed videos of the account and of the shared library, most similar first, in any language that the model supports. Excludes the video itself.",
          "x-errors": [503],
        } as object,
        query: SimilarQuery,
        response: { 200: Similar },
      },
    )
    .delete(
      "/viral-library/videos/:id",
      async ({ caller, params, set }) => {
        await removeVideo(library, caller, params.id);
        set.status = 204;
      },
      { auth: "research:write", detail: { summary: "Delete a viral library video" }, response: { 204: Nothing } },
    );
}

const parseFilters = ({ limit, minViews, maxDuration, publishedAfter, ...rest }: SimilarQuery): Filters => ({
  ...rest,
  publishedAfter: parseNumber(publishedAfter),
  limit: Number(limit ?? DEFAULT_LIMIT),
  minViews: parseNumber(minViews),
  maxDuration: parseNumber(maxDuration),
});

const parseNumber = (text?: string | number) => (text === undefined ? undefined : Number(text));
