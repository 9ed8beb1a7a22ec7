import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import { invalid, notFound } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { containsText, listForms, listPage, toName, toTags } from "vireo/list";
import type { MediaKind } from "vireo/media";
import { type Received, receive, receiveForm } from "vireo/multipart";
import { newStorageKey } from "vireo/storage";
import type { UploadFollower, Uploads } from "./context";
import { admitToFolder, announceUpload, convertReceived, getContentLength, insertUpload, readFacts } from "./intake";
import type { UploadRow } from "./migrations";
import { deleteParts } from "./parts";
import { MAX_TAGS, type PatchUpload, type UploadsQuery } from "./schema";

/** Service for other modules. */
export interface UploadsService {
  follow(follower: UploadFollower): void;
  /** Returns the storage keys of these uploads. */
  listKeys(accountId: string, ids: readonly string[]): Promise<string[]>;
  /** Finds a stored upload of the account. */
  find(accountId: string, id: string): Promise<UploadRow | undefined>;
  /** Copies a file of a kind from a URL. Throws ApiError. */
  importFile(accountId: string, url: string, wanted: Wanted): Promise<UploadRow>;
  /** Returns the storage keys of the account's uploads. */
  findHeld(trx: Transaction, accountId: string, keys: readonly string[]): Promise<string[]>;
}

declare module "vireo/module" {
  interface Services {
    upload: UploadsService;
  }
}

/** What is copied from a URL. */
interface Wanted {
  kind: MediaKind;
  /** Its file name. */
  name?: string | undefined;
  timeoutMs?: number;
}

const IMPORT_MS = 5 * 60_000;
/** Allowance for the multipart overhead around the file. The file itself is counted exactly. */
const FORM_OVERHEAD = 64 * 1024;

export async function findUpload(uploads: Uploads, accountId: string, id: string): Promise<UploadRow | undefined> {
  if (!isUuid(id)) return undefined;
  return uploads.db
    .selectFrom("uploads")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("status", "=", "stored")
    .executeTakeFirst();
}

export async function listKeys({ db }: Uploads, accountId: string, ids: readonly string[]): Promise<string[]> {
  const uuids = ids.filter(isUuid);
  if (uuids.length === 0) return [];
  const own = db.selectFrom("uploads").select("key").where("account_id", "=", accountId);
  return (await own.where("id", "in", uuids).execute()).map(({ key }) => key);
}

export async function findHeldKeys(trx: Transaction, accountId: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await trx
    .selectFrom("uploads")
    .select("key")
    .where("account_id", "=", accountId)
    .where("key", "in", keys)
    .execute();
  return rows.map(({ key }) => key);
}

export function storeForm(uploads: Uploads, accountId: string, request: Request): Promise<UploadRow> {
  const announced = Math.max(0, getContentLength(request) - FORM_OVERHEAD);
  return admitToFolder(uploads, accountId, announced, async (folder, { room, watch }) => {
    const type = request.headers.get("content-type") ?? "";
    const form = await receiveForm(watch(request.body), type, join(folder, "file"), {
      limit: (kind) => Math.min(uploads.host.sizes[kind], room),
      announced,
    });
    return storeReceived(uploads, accountId, await convertReceived(uploads, folder, form), form.fileName);
  });
}

/** Copies a file from a URL. */
export function storeUrl(uploads: Uploads, accountId: string, url: string, wanted?: Wanted): Promise<UploadRow> {
  return admitToFolder(uploads, accountId, 0, async (folder, { room, watch }) => {
    const maxBytes = Math.max(...Object.values(uploads.host.sizes));
    const response = await uploads.fetch.open(url, { maxBytes, timeoutMs: wanted?.timeoutMs ?? IMPORT_MS });
    if (response.status !== 200) {
      await response.body.cancel();
      throw invalid("url", `The server responded with status ${response.status}.`);
    }
    const limit = (kind: MediaKind) => Math.min(uploads.host.sizes[kind], room);
    const received = await receive(watch(response.body), join(folder, "file"), { limit });
    const { kind } = received.sniffed;
    if (wanted && kind !== wanted.kind) throw invalid("url", `The file is ${kind}, not ${wanted.kind}.`);
    return storeReceived(uploads, accountId, await convertReceived(uploads, folder, received), wanted?.name);
  });
}

export function listUploads(
  uploads: Uploads,
  accountId: string,
  { q, tag, kind, ...page }: Static<typeof UploadsQuery>,
) {
  let matching = uploads.db.selectFrom("uploads").where("account_id", "=", accountId);
  if (kind !== undefined) matching = matching.where("content_type", "like", `${kind}/%`);
  if (tag !== undefined) matching = matching.where(sql<boolean>`tags && ${listForms(tag)}::text[]`);
  if (q !== undefined) {
    const texts = [sql.ref("file_name"), sql`array_to_string(tags, ' ')`];
    matching = matching.where((eb) => eb.or(texts.map((text) => containsText(text, q))));
  }
  return listPage(matching, page);
}

/** Lists tags in use, by name. */
export function listUploadTags(uploads: Uploads, accountId: string) {
  return uploads.db
    .selectFrom("uploads")
    .where("account_id", "=", accountId)
    .where("tags", "<>", sql<string[]>`'{}'`)
    .innerJoin(sql<{ name: string }>`lateral unnest(tags)`.as<"tag">(sql`tag(name)`), (join) => join.onTrue())
    .select(["tag.name", sql<number>`count(*)::int`.as("count")])
    .groupBy("tag.name")
    .orderBy("tag.name")
    .limit(MAX_TAGS)
    .execute();
}

/** Throws `not_found`. */
export async function updateUpload(
  uploads: Uploads,
  accountId: string,
  id: string,
  { fileName, tags }: Static<typeof PatchUpload>,
): Promise<UploadRow> {
  if (!isUuid(id)) throw notFound("upload");
  const row = await uploads.db
    .updateTable("uploads")
    .set({
      file_name: fileName && toName(fileName),
      tags: tags && toTags(tags),
    })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound("upload");
  return row;
}

export async function deleteUpload(uploads: Uploads, accountId: string, id: string): Promise<void> {
  const { db, media } = uploads;
  if (!isUuid(id)) throw notFound("upload");
  const { row, isKept, parts } = await db.transaction().execute(async (trx) => {
    const owned = trx.selectFrom("uploads").select("id").where("id", "=", id).where("account_id", "=", accountId);
    if (!(await owned.forUpdate().executeTakeFirst())) throw notFound("upload");
    const parts = await deleteParts(trx, [id]);
    const deleted = await trx
      .deleteFrom("uploads")
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { row: deleted, isKept: await uploads.follower?.keeps(trx, deleted), parts };
  });
  const { thumbnail } = row.facts;
  await media.remove([...(isKept ? [] : [row.key]), ...(thumbnail ? [thumbnail] : []), ...parts]);
}

/** Stores a received file and its row. Removes the file if the row cannot be written. */
async function storeReceived(
  uploads: Uploads,
  accountId: string,
  { path, size, sniffed }: Received,
  fileName?: string,
): Promise<UploadRow> {
  const { db, media, quotas } = uploads;
  const facts = await readFacts(accountId, path, sniffed);
  const key = newStorageKey(sniffed.extension);
  await media.storage.put(key, { path, move: true }, { contentType: sniffed.contentType });
  try {
    return await db.transaction().execute(async (trx) => {
      await quotas.checkStorage(trx, accountId, size);
      const row = await insertUpload(trx, {
        account_id: accountId,
        status: "stored",
        key,
        file_name: (fileName && toName(fileName).slice(0, 255)) || null,
        content_type: sniffed.contentType,
        size,
        facts,
      });
      return announceUpload(uploads, trx, row);
    });
  } catch (error) {
    await media.remove([key]);
    throw error;
  }
}
