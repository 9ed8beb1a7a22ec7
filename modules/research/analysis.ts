import { Value } from "@sinclair/typebox/value";
import { EngineError, type Run } from "vireo/engine";
import { invalid, notFound } from "vireo/errors";
import type { Generation, GenerationKind } from "vireo/generations";
import { checkUrls, presentCommon, presentStart, review } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Context, Services } from "vireo/module";
import type { Exchange } from "vireo/request";
import type { AnalyseRequest, AnalysisFacts as Facts } from "vireo/slots/analyse";
import { type AnalyseVideo, AnalysisFacts } from "./schema";

const PREFIX = "ana";
const PAGE = /^https?:\/\/(?:[\w-]+\.)*tiktok\.com\/(?:@[^/]*\/(?:video|photo)\/\d|t\/|[A-Za-z0-9]+\/?$)/i;

/** What an analysis row is about, beside what its engine is asked. */
interface Asked extends AnalyseRequest {
  /** As the caller named it. */
  videoId?: string;
  /** The library's video that gets the result. */
  libraryId?: string;
  /** A page on the platform, which a source of videos must find the file of. */
  page?: string;
}

type Parts = Pick<Context, "engines" | "generations" | "fetch" | "media" | "prices"> & {
  services: { "viral-library": Services["viral-library"]; videos: Services["videos"] };
};

export function createAnalyses({ engines, generations, fetch, media, prices, services }: Parts) {
  const library = services["viral-library"];
  const finder = () => engines.chain("scrape").find((scraper) => scraper.lookup);

  /** What the caller wants looked into, as far as it is known without work. */
  async function subject(accountId: string, body: AnalyseVideo): Promise<Omit<Asked, "model"> & { name: string }> {
    if ((body.url === undefined) === (body.videoId === undefined)) throw invalid("url", "Give url or videoId.");
    if (body.url !== undefined) {
      if (PAGE.test(body.url)) {
        if (!finder())
          throw invalid(
            "url",
            "No source of videos is configured that finds the file of such a page; give the file's address.",
          );
        return { url: body.url, page: body.url, name: body.url };
      }
      await checkUrls(fetch, { url: body.url });
      return { url: body.url, name: body.url };
    }
    const videoId = body.videoId ?? "";
    const made = await generations.find(accountId, "video", videoId);
    if (made) {
      const key = await services.videos.newestKey(accountId, made.id);
      if (!key) throw invalid("videoId", `The video is ${made.status}; only a completed one can be analysed.`);
      return { url: media.url(key), caption: made.prompt, videoId, name: videoId };
    }
    const known = await library.find(accountId, videoId);
    if (!known) throw invalid("videoId", "There is no such video in this account or its viral library.");
    const { tiktokUrl, playUrl, description, username, hashtags, stats } = known;
    if (!playUrl && !finder()) {
      throw invalid(
        "videoId",
        "The library has no file of this video, and no source of videos is configured that finds it.",
      );
    }
    return {
      url: playUrl ?? tiktokUrl,
      page: tiktokUrl,
      caption: description,
      ...{ username, hashtags, stats, videoId, libraryId: known.id, name: videoId },
    };
  }

  async function start(exchange: Exchange, accountId: string, body: AnalyseVideo) {
    const { engine, model, fallbacks } = engines.choose("analyse", body.model);
    const { name, ...about } = await subject(accountId, body);
    const request: Asked = { ...about, model: model.id };
    review(engine, request);
    const submitted = await generations.submit(exchange, {
      kind: "analysis",
      engine: engine.name,
      fallbacks,
      model: model.id,
      prompt: name,
      request,
      credits: prices.get("analysis", model.id),
      reason: "Video analysis",
    });
    const analysisId = toPublicId(PREFIX, submitted.row.id);
    return { analysisId, ...presentStart(submitted, engine.estimateSeconds?.(request) ?? 30) };
  }

  /** Finds the file behind a page; the file that the library knows serves where that fails. */
  async function prepare(row: Generation, run: Run): Promise<object> {
    const { page, videoId: _videoId, libraryId: _libraryId, ...request } = row.request as unknown as Asked;
    if (!page) return request;
    const found = await finder()
      ?.lookup?.(page, run.signal)
      .catch((error) => {
        if (request.url === page) throw error;
        return undefined;
      });
    if (!found?.videoUrl) {
      if (request.url !== page) return request;
      throw new EngineError("source_unavailable", "No file of this video could be found.");
    }
    const { author, description, hashtags, stats } = found;
    return { username: author, caption: description, hashtags, stats, ...request, url: found.videoUrl };
  }

  function present(row: Generation) {
    const { url, videoId } = row.request as unknown as Asked;
    return {
      analysisId: toPublicId(PREFIX, row.id),
      ...presentCommon(row),
      url,
      ...(videoId ? { videoId } : {}),
      analysis:
        row.status === "completed"
          ? { ...(row.facts as unknown as Facts), analyzedAt: row.completed_at?.getTime() ?? 0 }
          : null,
    };
  }

  const kind: GenerationKind = {
    kind: "analysis",
    slot: "analyse",
    prefix: PREFIX,
    produces: "facts",
    present,
    prepare,
    check(facts) {
      if (!Value.Check(AnalysisFacts, facts))
        throw new EngineError("engine_bad_result", "The engine's analysis is not whole.");
      return facts;
    },
    async onCompleted(trx, row) {
      const { libraryId } = row.request as unknown as Asked;
      const shown = present(row);
      if (libraryId && shown.analysis) await library.analysed(trx, row.account_id, libraryId, shown.analysis);
      return shown;
    },
    events: { completed: "analysis.completed", failed: "analysis.failed" },
  };

  async function find(accountId: string, id: string): Promise<Generation> {
    const row = await generations.find(accountId, "analysis", id);
    if (!row) throw notFound("analysis");
    return row;
  }

  return { start, find, present, kind };
}
