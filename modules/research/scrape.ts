/** Scrapes: running → completed | failed. A scrape is charged when it begins, and refunded once if it fails. */
import { sql } from "kysely";
import { EngineError } from "vireo/engine";
import { ApiError, notFound } from "vireo/errors";
import { newUuid, toPublicId, toUuid } from "vireo/ids";
import type { Exchange } from "vireo/request";
import type { ScrapedVideo, ScrapeRequest, Scraper } from "vireo/slots/scrape";
import { transact } from "vireo/transaction";
import type { Research } from "./context";
import type { Scrape } from "./schema";

const PREFIX = "scr";
/** Time limits of one source and of all together. The caller's connection times out soon after the second. */
const LIMIT_MS = 120_000;
const ALL_LIMIT_MS = 220_000;
/** Age at which a running scrape was certainly interrupted by a crash. */
const LOST_AFTER_MS = 15 * 60_000;
const SWEEP_BATCH = 200;
const KEEP_MS = 30 * 86_400_000;

interface ScrapeResult {
  source: string;
  videos: ScrapedVideo[];
}

const present = ({ id, source, videos }: ScrapeResult & { id: string }) => ({
  scrapeId: toPublicId(PREFIX, id),
  source,
  count: videos.length,
  videos,
});

/** Queries the sources of short videos, in order, until one responds. Throws `provider_error`. */
export async function scrapeVideos(research: Research, accountId: string, body: Scrape, exchange: Exchange) {
  const { engines, prices } = research;
  const chain = engines.chain("scrape");
  const [first] = chain;
  if (!first) throw new ApiError("provider_unavailable", "No video source is configured.");
  const request: ScrapeRequest = { query: body.query.trim(), mode: body.mode ?? "keyword", limit: body.limit ?? 10 };
  const { id, balance } = await beginScrape(research, accountId, first.name, request);
  exchange.credits = { used: prices.get("scrape"), remaining: balance };
  try {
    const result = await askSources(research, chain, request);
    if (body.save && result.videos.length > 0) await saveVideos(research, accountId, result.videos);
    await completeScrape(research, accountId, id, result);
    return present({ id, ...result });
  } catch (error) {
    exchange.credits = { used: 0, remaining: await failScrape(research, accountId, id) };
    throw error;
  }
}

/** Throws `not_found`. */
export async function getScrape({ db }: Research, accountId: string, scrapeId: string) {
  const id = toUuid(PREFIX, scrapeId);
  const row =
    id &&
    (await db
      .selectFrom("scrapes")
      .select(["id", "source", "videos"])
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .where("status", "=", "completed")
      .executeTakeFirst());
  if (!row) throw notFound("scrape");
  return present(row);
}

/** Refunds scrapes that a crash interrupted, and deletes old ones. */
export async function sweepScrapes(research: Research): Promise<void> {
  const { db, now } = research;
  const lost = await db
    .selectFrom("scrapes")
    .select(["id", "account_id"])
    .where("status", "=", "running")
    .where("created_at", "<", new Date(now() - LOST_AFTER_MS))
    .limit(SWEEP_BATCH)
    .execute();
  for (const { id, account_id } of lost) await failScrape(research, account_id, id);
  const old = db.deleteFrom("scrapes").where("created_at", "<", new Date(now() - KEEP_MS));
  await old.where("status", "<>", "running").execute();
}

/** Returns the response of the first source that succeeds, or throws the error of the last one. */
async function askSources(
  { log, stopping }: Research,
  chain: readonly Scraper[],
  request: ScrapeRequest,
): Promise<ScrapeResult> {
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

function toRefusal(error: unknown): ApiError {
  const { message, code: failCode } =
    error instanceof EngineError ? error : { message: "The source did not respond.", code: "provider_unavailable" };
  return new ApiError("provider_error", `${message} Nothing was charged.`, { members: { failCode } });
}

/** Adds the videos to the account's viral library. */
const saveVideos = ({ services }: Research, accountId: string, videos: readonly ScrapedVideo[]) =>
  services["viral-library"].import(
    accountId,
    videos.map(({ sample: _sample, ...video }) => video),
  );

/** Stores and charges a scrape. */
async function beginScrape(
  { db, credits, prices }: Research,
  accountId: string,
  source: string,
  { query, mode }: ScrapeRequest,
) {
  const id = newUuid();
  const balance = await transact(db, async (trx) => {
    const row = { id, account_id: accountId, source, query, mode, status: "running" as const, videos: [] };
    await trx.insertInto("scrapes").values(row).execute();
    return credits.charge(trx, { accountId, amount: prices.get("scrape"), reason: "Scrape", reference: id });
  });
  return { id, balance };
}

async function completeScrape(
  { db }: Research,
  accountId: string,
  id: string,
  { source, videos }: ScrapeResult,
): Promise<void> {
  await db
    .updateTable("scrapes")
    .set({ source, status: "completed", videos: sql`${videos}::jsonb` })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .execute();
}

/** Refunds the charge unless the scrape has ended. Returns the balance. */
const failScrape = ({ db, credits }: Research, accountId: string, id: string) =>
  transact(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("scrapes")
      .set({ status: "failed" })
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .where("status", "=", "running")
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await credits.refund(trx, accountId, id, "Refund: scrape failed");
    return credits.balance(trx, accountId);
  });
