import { sql } from "kysely";
import type { ViralLibrary } from "../context";
import { importVideos } from "./library";

/** Number of attempts per video, and the pause after the first. Each further pause is twice as long. */
export const TRIES = 3;
const PAUSE_MS = 120_000;
const BATCH = 5;
const LIMIT_MS = 60_000;

/**
 * Looks up videos that were imported only by URL. The result is imported like any other, so analysis and indexing
 * follow.
 */
export async function lookUpDueVideos(library: ViralLibrary, signal: AbortSignal): Promise<void> {
  const { engines, log } = library;
  const source = engines.chain("scrape").find((scraper) => scraper.lookup);
  if (!source) return;
  for (const { account_id, tiktok_id, tiktok_url } of await claimDue(library)) {
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
      const { sample: _sample, ...fields } = (await source.lookup?.(tiktok_url, limit)) ?? {};
      if ("id" in fields) await importVideos(library, account_id, [{ ...fields, id: tiktok_id, url: tiktok_url }]);
    } catch (error) {
      if (signal.aborted) return;
      log.warn("video not looked up", { url: tiktok_url, error });
    }
  }
}

/** Claims videos for this process until their pause ends. */
const claimDue = ({ db }: ViralLibrary) =>
  db
    .updateTable("viral_videos")
    .set({
      lookups: sql`lookups + 1`,
      lookup_after: sql<Date>`now() + make_interval(secs => ${PAUSE_MS / 1000} * power(2, lookups))`,
    })
    .where("id", "in", (eb) =>
      eb
        .selectFrom("viral_videos")
        .select("id")
        .where("analysis", "is", null)
        .where("description", "=", "")
        .where("source", "is", null)
        .where("lookups", "<", TRIES)
        .where("lookup_after", "<=", sql<Date>`now()`)
        .orderBy("lookup_after")
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["account_id", "tiktok_id", "tiktok_url"])
    .execute();
