import { EngineError } from "vireo/engine";
import { ApiError, notFound } from "vireo/errors";
import { toPublicId, toUuid } from "vireo/ids";
import type { Context } from "vireo/module";
import type { Exchange } from "vireo/request";
import type { ScrapedVideo, ScrapeRequest, Scraper } from "vireo/slots/scrape";
import type { Scrape } from "./schema";
import { createScrapeStore, type ScrapeResult, type StoreParts } from "./scrape-store";

const PREFIX = "scr";
/** Time limits of one source and of all together. The caller's connection times out soon after the second. */
const LIMIT_MS = 120_000;
const ALL_LIMIT_MS = 220_000;

type Parts = StoreParts &
  Pick<Context, "engines" | "log" | "stopping"> & {
    save(accountId: string, videos: readonly ScrapedVideo[]): Promise<unknown>;
  };

/** Queries the sources of short videos, in order, until one responds. */
export function createScrapes(parts: Parts) {
  const { engines, prices, log, stopping, save } = parts;
  const store = createScrapeStore(parts);

  /** Returns the response of the first source that succeeds, or throws the error of the last one. */
  async function ask(chain: readonly Scraper[], request: ScrapeRequest): Promise<ScrapeResult> {
    const all = AbortSignal.timeout(ALL_LIMIT_MS);
    let last: unknown;
    for (const scraper of chain) {
      try {
        const signal = AbortSignal.any([stopping, all, AbortSignal.timeout(LIMIT_MS)]);
        const videos = await scraper.scrape(request, signal);
        return { source: scraper.name, videos: videos.slice(0, request.limit) };
      } catch (error) {
        log.warn("a source failed", { source: scraper.name, error });
        last = error;
      }
    }
    throw toRefusal(last);
  }

  async function run(exchange: Exchange, accountId: string, body: Scrape) {
    const chain = engines.chain("scrape");
    const [first] = chain;
    if (!first) throw new ApiError("provider_unavailable", "No video source is configured.");
    const request: ScrapeRequest = { query: body.query.trim(), mode: body.mode ?? "keyword", limit: body.limit ?? 10 };
    const { id, balance } = await store.begin(accountId, first.name, request);
    exchange.credits = { used: prices.get("scrape"), remaining: balance };
    try {
      const result = await ask(chain, request);
      if (body.save && result.videos.length > 0) await save(accountId, result.videos);
      await store.complete(accountId, id, result);
      return present({ id, ...result });
    } catch (error) {
      exchange.credits = { used: 0, remaining: await store.fail(accountId, id) };
      throw error;
    }
  }

  async function get(accountId: string, scrapeId: string) {
    const id = toUuid(PREFIX, scrapeId);
    const row = id && (await store.findCompleted(accountId, id));
    if (!row) throw notFound("scrape");
    return present(row);
  }

  return { run, get, sweep: store.sweep };
}

function toRefusal(error: unknown): ApiError {
  const { message, code: failCode } =
    error instanceof EngineError ? error : { message: "The source did not respond.", code: "provider_unavailable" };
  return new ApiError("provider_error", `${message} Nothing was charged.`, { members: { failCode } });
}

const present = ({ id, source, videos }: ScrapeResult & { id: string }) => ({
  scrapeId: toPublicId(PREFIX, id),
  source,
  count: videos.length,
  videos,
});
