import { sql } from "kysely";
import { newUuid } from "vireo/ids";
import type { Context } from "vireo/module";
import type { ScrapedVideo, ScrapeRequest } from "vireo/slots/scrape";
import { transact } from "vireo/transaction";

/** Age at which a running scrape was certainly interrupted by a crash. */
const LOST_AFTER_MS = 15 * 60_000;
const SWEEP_BATCH = 200;
const KEEP_MS = 30 * 86_400_000;

export interface ScrapeResult {
  source: string;
  videos: ScrapedVideo[];
}

export type StoreParts = Pick<Context, "db" | "credits" | "prices" | "now">;

/** Stores scrapes and their charges. A scrape is charged when it begins, and refunded once if it fails. */
export function createScrapeStore({ db, credits, prices, now }: StoreParts) {
  const before = (ms: number) => new Date(now() - ms);

  /** Stores and charges a scrape. */
  async function begin(accountId: string, source: string, { query, mode }: ScrapeRequest) {
    const id = newUuid();
    const balance = await transact(db, async (trx) => {
      const row = { id, account_id: accountId, source, query, mode, status: "running" as const, videos: [] };
      await trx.insertInto("scrapes").values(row).execute();
      return credits.charge(trx, { accountId, amount: prices.get("scrape"), reason: "Scrape", reference: id });
    });
    return { id, balance };
  }

  async function complete(accountId: string, id: string, { source, videos }: ScrapeResult): Promise<void> {
    await db
      .updateTable("scrapes")
      .set({ source, status: "completed", videos: sql`${videos}::jsonb` })
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .execute();
  }

  /** Refunds the charge unless the scrape has ended. Returns the balance. */
  const fail = (accountId: string, id: string) =>
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

  const findCompleted = (accountId: string, id: string) =>
    db
      .selectFrom("scrapes")
      .select(["id", "source", "videos"])
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .where("status", "=", "completed")
      .executeTakeFirst();

  /** Refunds scrapes that a crash interrupted, and deletes old ones. */
  async function sweep(): Promise<void> {
    const lost = await db
      .selectFrom("scrapes")
      .select(["id", "account_id"])
      .where("status", "=", "running")
      .where("created_at", "<", before(LOST_AFTER_MS))
      .limit(SWEEP_BATCH)
      .execute();
    for (const { id, account_id } of lost) await fail(account_id, id);
    const old = db.deleteFrom("scrapes").where("created_at", "<", before(KEEP_MS));
    await old.where("status", "<>", "running").execute();
  }

  return { begin, complete, fail, findCompleted, sweep };
}
