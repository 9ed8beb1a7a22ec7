/** Operations on the library. The shared library has `accountId` null. */
import type { Transaction } from "vireo/database";
import { ApiError, notFound } from "vireo/errors";
import { listPage, readRowCount } from "vireo/list";
import type { Caller } from "vireo/request";
import type { Page } from "vireo/schema";
import { transact } from "vireo/transaction";
import { ANALYSE } from "../analysis/analyser";
import { CLIPS, queueClips } from "../analysis/clips";
import type { ViralLibrary } from "../context";
import { INDEX } from "../index-vectors/indexes";
import type { Import, Video } from "../schema";
import { parseImport } from "./import-item";
import { findByTiktokIds, insertNew, parseVideoId, present, selectReadable, update } from "./store";

/** Inserts or updates videos, and announces their analysis and that of their clips in the same transaction. */
export async function importVideos(
  { db, settings, work }: ViralLibrary,
  accountId: string | null,
  items: Import["videos"],
): Promise<{ imported: number; updated: number; videos: Video[] }> {
  const entries = parseImport(items);
  const { byId, imported, updated } = await transact(db, async (trx) => {
    const { rows, ...counts } = await storeEntries(trx, accountId, entries);
    if (accountId !== null && counts.imported > 0) await checkRoom(trx, accountId, counts.imported, settings.maxVideos);
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
}

export async function listVideos(
  { db }: ViralLibrary,
  accountId: string,
  { library = "own", ...page }: Page & { library?: string },
) {
  const all = db.selectFrom("viral_videos");
  const isOwn = library === "own";
  const { rows, pagination } = await listPage(
    isOwn ? all.where("account_id", "=", accountId) : all.where("account_id", "is", null),
    page,
    () => readRowCount(db, { table: "viral_videos", owner: isOwn ? accountId : null }),
  );
  return { videos: rows.map(present), pagination };
}

/** Returns a video that the account can read. */
export async function findVideo(library: ViralLibrary, accountId: string, id: string): Promise<Video | undefined> {
  const row = await findReadable(library, accountId, id);
  return row && present(row);
}

/** Like `findVideo`, but throws `not_found`. */
export const getVideo = async (library: ViralLibrary, accountId: string, id: string): Promise<Video> =>
  present(await getReadable(library, accountId, id));

/** Throws `read_only` for a shared video, unless the caller is an administrator. */
export async function removeVideo(library: ViralLibrary, caller: Caller, id: string): Promise<void> {
  const row = await getReadable(library, caller.accountId, id);
  if (row.account_id === null && !caller.scopes.has("admin")) {
    throw new ApiError(
      "read_only",
      "This video belongs to the shared library, which only an administrator can change.",
    );
  }
  await transact(library.db, async (trx) => {
    await trx.deleteFrom("viral_videos").where("id", "=", row.id).execute();
    await library.work.wake(trx, INDEX);
  });
}

async function findReadable({ db }: ViralLibrary, accountId: string, id: string) {
  const uuid = parseVideoId(id);
  return uuid ? selectReadable(db, accountId, [uuid]).executeTakeFirst() : undefined;
}

async function getReadable(library: ViralLibrary, accountId: string, id: string) {
  const row = await findReadable(library, accountId, id);
  if (!row) throw notFound("video");
  return row;
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
