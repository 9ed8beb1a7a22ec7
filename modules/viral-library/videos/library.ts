import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import { ApiError, notFound } from "vireo/errors";
import { listPage, readRowCount } from "vireo/list";
import type { Context } from "vireo/module";
import type { Caller } from "vireo/request";
import type { Page } from "vireo/schema";
import { transact } from "vireo/transaction";
import { ANALYSE } from "../analysis/analyser";
import { CLIPS, queueClips } from "../analysis/clips";
import { INDEX } from "../index-vectors/indexer";
import type { Analysis, Import, Video } from "../schema";
import { parseImport } from "./import-item";
import { findByTiktokIds, insertNew, parseVideoId, present, selectReadable, update } from "./store";

/** Operations on the library. The shared library has `accountId` null. */
export function createLibrary({
  db,
  work,
  settings,
}: Pick<Context<{ maxVideos: number }>, "db" | "work" | "settings">) {
  async function findReadable(accountId: string, id: string) {
    const uuid = parseVideoId(id);
    return uuid ? selectReadable(db, accountId, [uuid]).executeTakeFirst() : undefined;
  }

  async function getReadable(accountId: string, id: string) {
    const row = await findReadable(accountId, id);
    if (!row) throw notFound("video");
    return row;
  }

  return {
    /** Inserts or updates videos. Sends the job that analyses them, and queues their clips, in the same transaction. */
    async import(accountId: string | null, items: Import["videos"]) {
      const entries = parseImport(items);
      const { byId, imported, updated } = await transact(db, async (trx) => {
        const { rows, ...counts } = await storeEntries(trx, accountId, entries);
        if (accountId !== null && counts.imported > 0)
          await checkRoom(trx, accountId, counts.imported, settings.maxVideos);
        const byId = new Map(rows.map((row) => [row.tiktok_id, row]));
        const withClips = entries.flatMap(({ facts }) => (facts.play_url ? byId.get(facts.tiktok_id)! : []));
        if (accountId !== null) {
          await queueClips(trx, accountId, withClips);
          await work.wake(trx, CLIPS);
        }
        await work.wake(trx, ANALYSE);
        return { byId, ...counts };
      });
      return { imported, updated, videos: entries.map(({ facts }) => present(byId.get(facts.tiktok_id)!)) };
    },

    async list(accountId: string, { library = "own", ...page }: Page & { library?: string }) {
      const all = db.selectFrom("viral_videos");
      const owner = library === "own" ? accountId : null;
      const { rows, pagination } = await listPage(
        owner ? all.where("account_id", "=", owner) : all.where("account_id", "is", null),
        page,
        () => readRowCount(db, { table: "viral_videos", owner }),
      );
      return { videos: rows.map(present), pagination };
    },

    async find(accountId: string, id: string): Promise<Video | undefined> {
      const row = await findReadable(accountId, id);
      return row && present(row);
    },

    async analysed(trx: Transaction, accountId: string, id: string, analysis: Omit<Analysis, "basis">): Promise<void> {
      await trx
        .updateTable("viral_videos")
        .set({
          analysis: { ...analysis, basis: "video" },
          analysis_due: false,
          updated_at: sql<Date>`clock_timestamp()`,
        })
        .where("id", "=", parseVideoId(id) ?? null)
        .where("account_id", "=", accountId)
        .execute();
      await work.wake(trx, INDEX);
    },

    get: async (accountId: string, id: string) => present(await getReadable(accountId, id)),

    /** Throws `read_only` for a shared video, unless the caller is an administrator. */
    async remove(caller: Caller, id: string): Promise<void> {
      const row = await getReadable(caller.accountId, id);
      if (row.account_id === null && !caller.scopes.has("admin")) {
        throw new ApiError(
          "read_only",
          "This video belongs to the shared library, which only an administrator can change.",
        );
      }
      await transact(db, async (trx) => {
        await trx.deleteFrom("viral_videos").where("id", "=", row.id).execute();
        await work.wake(trx, INDEX);
      });
    },
  };
}

/** Limits the library, because imports are free. Throws `quota_exceeded`. */
async function checkRoom(trx: Transaction, accountId: string, imported: number, limit: number): Promise<void> {
  const total = await readRowCount(trx, { table: "viral_videos", owner: accountId });
  if (total <= limit) return;
  const used = total - imported;
  const detail = `The library of this account has ${used} videos; the limit is ${limit}. Delete some, or import fewer.`;
  throw new ApiError("quota_exceeded", detail, { members: { limit, used } });
}

async function storeEntries(trx: Transaction, accountId: string | null, entries: ReturnType<typeof parseImport>) {
  const all = entries.map(({ facts }) => facts);
  const fresh = await insertNew(trx, accountId, all);
  const isNew = new Set(fresh.map((row) => row.tiktok_id));
  const newer = entries.filter(({ facts, hasFacts }) => hasFacts && !isNew.has(facts.tiktok_id));
  // In a fixed order, so that two imports of the same videos do not deadlock.
  for (const { facts } of newer.toSorted((a, b) => (a.facts.tiktok_id < b.facts.tiktok_id ? -1 : 1))) {
    await update(trx, accountId, facts);
  }
  const ids = all.map(({ tiktok_id }) => tiktok_id);
  return { rows: await findByTiktokIds(trx, accountId, ids), imported: fresh.length, updated: newer.length };
}

export type Library = ReturnType<typeof createLibrary>;
