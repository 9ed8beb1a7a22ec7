import { sql } from "kysely";
import { EngineError } from "vireo/engine";
import { ApiError, notFound } from "vireo/errors";
import { newUuid, toPublicId, toUuid } from "vireo/ids";
import type { Context } from "vireo/module";
import type { Exchange } from "vireo/request";
import type { ScrapedVideo, ScrapeRequest, Scraper } from "vireo/slots/scrape";
import { transact } from "vireo/transaction";
import type { Scrape } from "./schema";

const PREFIX = "scr";
/** One source may take this long, and all of them together: the caller's connection is cut soon after. */
const LIMIT_MS = 120_000;
const ALL_LIMIT_MS = 220_000;
/** A scrape that still runs after this was cut off by a crash. */
const LOST_AFTER_MS = 15 * 60_000;
const SWEEP_BATCH = 200;
const KEEP_DAYS = 30;

type Parts = Pick<Context, "db" | "credits" | "engines" | "prices" | "log" | "stopping"> & {
  save(accountId: string, videos: readonly ScrapedVideo[]): Promise<unknown>;
};

/** Asks the sources of short videos. Charged first, and given back where none of them answers. */
export function createScrapes({ db, credits, engines, prices, log, stopping, save }: Parts) {
  async function begin(accountId: string, { name }: Scraper, request: ScrapeRequest) {
    const id = newUuid();
    const balance = await transact(db, async (trx) => {
      await trx
        .insertInto("scrapes")
        .values({
          id,
          account_id: accountId,
          source: name,
          query: request.query,
          mode: request.mode,
          status: "running",
          videos: [],
        })
        .execute();
      return credits.charge(trx, { accountId, amount: prices.get("scrape"), reason: "Scrape", reference: id });
    });
    return { id, balance };
  }

  /** Gives the charge back, once. Returns the balance. */
  const giveUp = (accountId: string, id: string) =>
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

  /** The first source of the chain that answers. Throws what the last one said. */
  async function ask(chain: readonly Scraper[], request: ScrapeRequest) {
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
    throw last;
  }

  async function run(exchange: Exchange, accountId: string, body: Scrape) {
    const chain = engines.chain("scrape");
    const [first] = chain;
    if (!first) throw new ApiError("provider_unavailable", "No source of videos is configured.");
    const request: ScrapeRequest = { query: body.query.trim(), mode: body.mode ?? "keyword", limit: body.limit ?? 10 };
    const { id, balance } = await begin(accountId, first, request);
    exchange.credits = { used: prices.get("scrape"), remaining: balance };
    const undo = async () => {
      exchange.credits = { used: 0, remaining: await giveUp(accountId, id) };
    };
    let found: Awaited<ReturnType<typeof ask>>;
    try {
      found = await ask(chain, request);
    } catch (error) {
      await undo();
      const why = error instanceof EngineError ? error.message : "The source did not answer.";
      const failCode = error instanceof EngineError ? error.code : "provider_unavailable";
      throw new ApiError("provider_error", `${why} Nothing was charged.`, { members: { failCode } });
    }
    try {
      if (body.save && found.videos.length > 0) await save(accountId, found.videos);
      await db
        .updateTable("scrapes")
        .set({ ...found, status: "completed", videos: sql`${found.videos}::jsonb` })
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .execute();
    } catch (error) {
      await undo();
      throw error;
    }
    return present({ id, ...found });
  }

  const present = (row: { id: string; source: string; videos: ScrapedVideo[] }) => ({
    scrapeId: toPublicId(PREFIX, row.id),
    source: row.source,
    count: row.videos.length,
    videos: row.videos,
  });

  async function get(accountId: string, scrapeId: string) {
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

  return {
    run,
    get,
    /** Gives back what a crash left charged, and forgets what is old. */
    async sweep(): Promise<void> {
      const lost = await db
        .selectFrom("scrapes")
        .select(["id", "account_id"])
        .where("status", "=", "running")
        .where("created_at", "<", new Date(Date.now() - LOST_AFTER_MS))
        .limit(SWEEP_BATCH)
        .execute();
      for (const { id, account_id } of lost) await giveUp(account_id, id);
      await db
        .deleteFrom("scrapes")
        .where("created_at", "<", new Date(Date.now() - KEEP_DAYS * 86_400_000))
        .where("status", "<>", "running")
        .execute();
    },
  };
}
