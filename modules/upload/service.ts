import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Insertable, sql } from "kysely";
import type { Database, Tables, Transaction } from "vireo/database";
import { EngineError } from "vireo/engine";
import { ApiError, invalid, notFound } from "vireo/errors";
import { FetchError, UnsafeUrlError } from "vireo/fetch";
import { isUuid, newUuid } from "vireo/ids";
import { listPage, toLikePattern } from "vireo/list";
import { findExcess, type MediaKind, probe, type Sniffed } from "vireo/media";
import type { Context } from "vireo/module";
import { NoFileError, type Received, receive, receiveForm, TooLargeError, UnsupportedError } from "vireo/multipart";
import { withFolder } from "vireo/process";
import type { Page } from "vireo/schema";
import { contentTypes, type Extension, newStorageKey } from "vireo/storage";
import { createAdmission, type Permit } from "./admission";
import type { UploadRow } from "./migrations";
import { createParts, type Part, type Parts, parsePart } from "./parts";
import { MAX_TAGS } from "./schema";

/** A module that does something with uploaded files of its own. */
export interface UploadFollower {
  /** Called in the transaction that stores a file. Returns facts to keep with the upload. */
  added(trx: Transaction, upload: UploadRow): Promise<Record<string, unknown>>;
  /** Called in the transaction that deletes an upload. True if the file is still needed; then it is the module's. */
  keeps(trx: Transaction, upload: UploadRow): Promise<boolean>;
}

/** What other modules can do with uploads. */
export interface UploadsService {
  follow(follower: UploadFollower): void;
  /** A stored upload of the account. */
  find(accountId: string, id: string): Promise<UploadRow | undefined>;
  /** Copies a video from a URL. Throws ApiError. */
  importVideo(accountId: string, url: string, title: string | undefined): Promise<UploadRow>;
  /** Those of the keys that uploads of the account hold. */
  findHeld(trx: Transaction, accountId: string, keys: readonly string[]): Promise<string[]>;
}

declare module "vireo/module" {
  interface Services {
    upload: UploadsService;
  }
}

interface UploadFilter {
  q?: string | undefined;
  tag?: string | undefined;
  kind?: MediaKind | undefined;
}

interface UploadChange {
  fileName?: string | undefined;
  tags?: readonly string[] | undefined;
}

/** Lifetime of a one-time upload URL. */
const PRESIGNED_MS = 60 * 60_000;
/** How long a used URL still returns its upload. */
const RETURNED_MS = 24 * 3_600_000;
const IMPORT_MS = 5 * 60_000;
const SWEPT_AT_ONCE = 200;
/** Allowance for the parts of a form that surround the file. The file itself is counted exactly. */
const FORM_OVERHEAD = 64 * 1024;

const findExtension = (contentType: string): Extension | undefined =>
  (Object.keys(contentTypes) as Extension[]).find((extension) => contentTypes[extension] === contentType.toLowerCase());
const hash = (token: string): string => new Bun.CryptoHasher("sha256").update(token).digest("hex");
const getContentLength = (request: Request) => Number(request.headers.get("content-length") ?? 0);

/** Converts errors about a file into API errors. */
function toApiError(error: unknown): unknown {
  if (error instanceof TooLargeError) return new ApiError("payload_too_large", error.message);
  // A file that took too long to read.
  if (error instanceof EngineError) return new ApiError("unsupported_media_type", error.message);
  if (error instanceof UnsupportedError) return new ApiError("unsupported_media_type", error.message);
  if (error instanceof NoFileError) return invalid("file", error.message);
  if (error instanceof UnsafeUrlError)
    return new ApiError("unsafe_url", `url: ${error.message}`, { errors: { url: [error.message] } });
  if (error instanceof FetchError) return invalid("url", error.message);
  return error;
}

async function readFacts(account: string, path: string, { kind }: Sniffed) {
  const probed = await probe(path, { account });
  if (!probed) throw new UnsupportedError(`The file looks like ${kind} but cannot be decoded.`);
  const excess = findExcess(probed);
  if (excess) throw new TooLargeError(excess);
  const { duration, width, height } = probed;
  return {
    kind: probed.kind,
    ...(duration === undefined ? {} : { duration }),
    ...(width && height ? { width, height } : {}),
  };
}

type Dependencies = Pick<Context, "db" | "media" | "fetch" | "host" | "quotas" | "now">;

export class UploadService {
  readonly #context: Dependencies;
  readonly #sizes: Record<MediaKind, number>;
  readonly #admit: ReturnType<typeof createAdmission>;
  readonly #parts: Parts;
  #follower: UploadFollower | undefined;

  constructor(context: Dependencies, sizes: Record<MediaKind, number>) {
    this.#context = context;
    this.#sizes = sizes;
    this.#admit = createAdmission(context);
    this.#parts = createParts(context);
  }

  follow(follower: UploadFollower): void {
    this.#follower = follower;
  }

  async find(accountId: string, id: string): Promise<UploadRow | undefined> {
    if (!isUuid(id)) return undefined;
    return this.#context.db
      .selectFrom("uploads")
      .selectAll()
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .where("status", "=", "stored")
      .executeTakeFirst();
  }

  async findHeld(trx: Transaction, accountId: string, keys: readonly string[]): Promise<string[]> {
    if (keys.length === 0) return [];
    const rows = await trx
      .selectFrom("uploads")
      .select("key")
      .where("account_id", "=", accountId)
      .where("key", "in", keys)
      .execute();
    return rows.map(({ key }) => key);
  }

  /** Lets the follower act on a file that has just been stored. */
  async #announce(trx: Transaction, row: UploadRow): Promise<UploadRow> {
    const added = (await this.#follower?.added(trx, row)) ?? {};
    if (Object.keys(added).length === 0) return row;
    const facts = { ...row.facts, ...added };
    await trx.updateTable("uploads").set({ facts }).where("id", "=", row.id).execute();
    return { ...row, facts };
  }

  /** Creates a one-time URL to which the client sends the file. */
  async presign(accountId: string, requested: { fileName: string; contentType: string; size: number }) {
    const extension = this.#checkRequested(requested);
    await this.#context.quotas.checkStorage(this.#context.db, accountId, requested.size);
    const token = randomBytes(24).toString("base64url");
    const row = await insertUpload(this.#context.db, {
      account_id: accountId,
      status: "pending",
      key: newStorageKey(extension),
      token_hash: hash(token),
      file_name: requested.fileName,
      content_type: contentTypes[extension],
      size: requested.size,
      facts: {},
      expires_at: new Date(this.#context.now() + PRESIGNED_MS),
    });
    return { row, token };
  }

  /**
   * Receives the file for a one-time URL, or a part of it. The URL stays valid until a file is complete: the first complete
   * one wins. Of an incomplete file, also returns how many bytes have been received.
   */
  async fulfil(token: string, request: Request): Promise<{ row: UploadRow; received?: number }> {
    const row = await this.#context.db
      .selectFrom("uploads")
      .selectAll()
      .where("token_hash", "=", hash(token))
      .where("expires_at", ">", new Date(this.#context.now()))
      .executeTakeFirst();
    if (!row) return { row: await this.#findResult(token, request.headers.get("content-range")) };
    const part = parsePart(request.headers.get("content-range"), row.size);
    if (part) return this.#receivePart(row, part, request);
    const announced = getContentLength(request);
    return { row: await this.#receiveFile(row, request.body, announced) };
  }

  /**
   * The stored file of a URL that was used, for clients that missed the response: they ask, or repeat the last part.
   * Whatever else is sent changes nothing, and is refused.
   */
  async #findResult(token: string, range: string | null): Promise<UploadRow> {
    const row =
      range === null
        ? undefined
        : await this.#context.db
            .selectFrom("uploads")
            .selectAll()
            .where("used_token_hash", "=", hash(token))
            .where((eb) =>
              eb.or([eb("status", "=", "pending"), eb("stored_at", ">", new Date(this.#context.now() - RETURNED_MS))]),
            )
            .executeTakeFirst();
    if (!row) throw new ApiError("not_found", "This upload URL does not exist, was already used, or has expired.");
    if (row.status === "pending") throw new ApiError("conflict", "Another request is storing this file. Ask again.");
    const part = parsePart(range, row.size);
    const isLast = part === "none" || (part !== undefined && part.start + part.length === row.size);
    if (!isLast) throw new ApiError("conflict", "This upload is complete. Nothing has changed.");
    return row;
  }

  /** Stores a part, and the file after its last part. A request without a part completes a file that was cut off there. */
  async #receivePart(row: UploadRow, part: Part, request: Request) {
    const parts = this.#parts;
    const received =
      part === "none"
        ? await parts.countReceived(row.id)
        : await this.#admit(row.account_id, part.length, () => parts.add(row, part, request)).catch((error) => {
            throw toApiError(error);
          });
    if (received < row.size) return { row, received };
    return { row: await this.#joinParts(row) };
  }

  async #joinParts(row: UploadRow): Promise<UploadRow> {
    try {
      return await this.#receiveFile(row, this.#parts.open(row.id), row.size, row.size);
    } catch (error) {
      // The bytes are not what was announced, so all of them must come again.
      if (error instanceof ApiError && (error.kind === "unsupported_media_type" || error.kind === "payload_too_large"))
        await this.#context.media.remove(await this.#parts.forget(this.#context.db, [row.id]));
      throw error;
    }
  }

  /** @param counted bytes of the file that the storage quota counts already */
  #receiveFile(
    row: UploadRow,
    body: ReadableStream<Uint8Array> | null,
    announced: number,
    counted = 0,
  ): Promise<UploadRow> {
    const { media } = this.#context;
    const work = async (folder: string, room: number) => {
      const received = await receive(body, join(folder, "file"), {
        limit: (kind) => Math.min(this.#sizes[kind], row.size, room),
        announced,
      });
      checkReceived(received, row);
      const facts = await readFacts(row.account_id, received.path, received.sniffed);
      await this.#claim(row);
      try {
        await media.storage.put(row.key, { path: received.path, move: true }, { contentType: row.content_type });
        return await this.#markStored(row, facts);
      } catch (error) {
        await media.remove([row.key]);
        await this.#unclaim(row);
        throw error;
      }
    };
    return this.#withFolder(row.account_id, Math.min(announced, row.size), work, counted);
  }

  /** Takes the URL's token, so that nobody else can store a file. Throws `conflict` if another upload was faster. */
  async #claim(row: UploadRow): Promise<void> {
    const { numUpdatedRows } = await this.#context.db
      .updateTable("uploads")
      .set({ token_hash: null, used_token_hash: row.token_hash })
      .where("id", "=", row.id)
      .where("status", "=", "pending")
      .where("token_hash", "=", row.token_hash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError("conflict", "This upload URL was already used. Nothing has changed.");
  }

  /** Gives the token back after a fault, so that the client can try again. */
  async #unclaim({ id, token_hash }: UploadRow): Promise<void> {
    await this.#context.db
      .updateTable("uploads")
      .set({ token_hash, used_token_hash: null })
      .where("id", "=", id)
      .where("status", "=", "pending")
      .execute();
  }

  async #markStored(row: UploadRow, facts: object): Promise<UploadRow> {
    const { db, quotas, media } = this.#context;
    const { stored, unused } = await db.transaction().execute(async (trx) => {
      // The upload is locked before the account, as by all others, so that they cannot wait for each other.
      await trx.selectFrom("uploads").select("id").where("id", "=", row.id).forUpdate().execute();
      // First, so that parts do not count beside the file.
      const unused = await this.#parts.forget(trx, [row.id]);
      await quotas.checkStorage(trx, row.account_id, row.size);
      const stored = await trx
        .updateTable("uploads")
        .set({
          ...{ status: "stored", expires_at: null, facts, stored_at: new Date(this.#context.now()) },
        })
        .where("id", "=", row.id)
        .where("status", "=", "pending")
        .returningAll()
        .executeTakeFirst();
      if (!stored) throw new ApiError("conflict", "The upload was deleted.");
      return { stored: await this.#announce(trx, stored), unused };
    });
    await media.remove(unused);
    return stored;
  }

  storeForm(accountId: string, request: Request): Promise<UploadRow> {
    const announced = Math.max(0, getContentLength(request) - FORM_OVERHEAD);
    return this.#withFolder(accountId, announced, async (folder, room) => {
      const type = request.headers.get("content-type") ?? "";
      const form = await receiveForm(request.body, type, join(folder, "file"), {
        limit: (kind) => Math.min(this.#sizes[kind], room),
        announced,
      });
      return this.#store(accountId, form, form.fileName);
    });
  }

  /** Copies a file from a URL. With `videoTitle` it must be a video. */
  storeUrl(accountId: string, url: string, videoTitle?: string): Promise<UploadRow> {
    return this.#withFolder(accountId, 0, async (folder, room) => {
      const maxBytes = Math.max(...Object.values(this.#sizes));
      const response = await this.#context.fetch.open(url, { maxBytes, timeoutMs: IMPORT_MS });
      if (response.status !== 200) {
        await response.body.cancel();
        throw invalid("url", `The server responded with status ${response.status}.`);
      }
      const limit = (kind: MediaKind) => Math.min(this.#sizes[kind], room);
      const received = await receive(response.body, join(folder, "file"), { limit });
      if (videoTitle !== undefined && received.sniffed.kind !== "video")
        throw invalid("url", `The file is ${received.sniffed.kind}, not a video.`);
      return this.#store(accountId, received, videoTitle);
    });
  }

  importVideo(accountId: string, url: string, title = ""): Promise<UploadRow> {
    return this.storeUrl(accountId, url, title);
  }

  list(accountId: string, { q, tag, kind, ...page }: Page & UploadFilter) {
    let matching = this.#context.db.selectFrom("uploads").where("account_id", "=", accountId);
    if (kind !== undefined) matching = matching.where("content_type", "like", `${kind}/%`);
    if (tag !== undefined) matching = matching.where("tags", "@>", sql<string[]>`array[${tag.trim()}]`);
    if (q !== undefined) {
      const pattern = toLikePattern(q);
      matching = matching.where((eb) =>
        eb.or([eb("file_name", "ilike", pattern), eb(sql`array_to_string(tags, ' ')`, "ilike", pattern)]),
      );
    }
    return listPage(matching, page);
  }

  /** Tags in use, by name. */
  listTags(accountId: string) {
    return this.#context.db
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
  async update(accountId: string, id: string, { fileName, tags }: UploadChange): Promise<UploadRow> {
    if (!isUuid(id)) throw notFound("upload");
    const row = await this.#context.db
      .updateTable("uploads")
      .set({
        ...(fileName === undefined ? {} : { file_name: fileName.trim() }),
        ...(tags === undefined ? {} : { tags: [...new Set(tags.map((one) => one.trim()).filter(Boolean))] }),
      })
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound("upload");
    return row;
  }

  async remove(accountId: string, id: string): Promise<void> {
    const { db, media } = this.#context;
    if (!isUuid(id)) throw notFound("upload");
    const { row, kept, parts } = await db.transaction().execute(async (trx) => {
      const owned = trx.selectFrom("uploads").select("id").where("id", "=", id).where("account_id", "=", accountId);
      if (!(await owned.forUpdate().executeTakeFirst())) throw notFound("upload");
      const parts = await this.#parts.forget(trx, [id]);
      const deleted = await trx
        .deleteFrom("uploads")
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .returningAll()
        .executeTakeFirstOrThrow();
      return { row: deleted, kept: await this.#follower?.keeps(trx, deleted), parts };
    });
    await media.remove(kept ? parts : [row.key, ...parts]);
  }

  /** Removes upload URLs that expired without a complete file, and what had arrived of their files. */
  async sweep(): Promise<void> {
    const { db, media, now } = this.#context;
    for (let swept = SWEPT_AT_ONCE; swept === SWEPT_AT_ONCE; ) {
      const parts = await db.transaction().execute(async (trx) => {
        const expired = await trx
          .selectFrom("uploads")
          .select("id")
          .where("status", "=", "pending")
          .where("expires_at", "<", new Date(now() - PRESIGNED_MS))
          .limit(SWEPT_AT_ONCE)
          .forUpdate()
          .skipLocked()
          .execute();
        swept = expired.length;
        const ids = expired.map(({ id }) => id);
        const keys = await this.#parts.forget(trx, ids);
        if (ids.length > 0) await trx.deleteFrom("uploads").where("id", "in", ids).execute();
        return keys;
      });
      await media.remove(parts);
    }
  }

  #checkRequested({ contentType, size }: { contentType: string; size: number }): Extension {
    const extension = findExtension(contentType);
    const kind = contentType.split("/")[0] as MediaKind;
    if (!extension || !Object.hasOwn(this.#sizes, kind)) {
      const supported = Object.values(contentTypes).filter((type) => /^(video|image|audio)\//.test(type));
      throw invalid("contentType", `Must be one of ${supported.join(", ")}.`);
    }
    const limit = this.#sizes[kind];
    if (size > limit) throw new ApiError("payload_too_large", `Files of type ${kind} can have at most ${limit} bytes.`);
    return extension;
  }

  /** Admits one incoming file, provides a temporary folder for it, and converts errors into API errors. */
  #withFolder<Result>(
    accountId: string,
    announced: number,
    work: (folder: string, room: number) => Promise<Result>,
    counted = 0,
  ): Promise<Result> {
    const root = join(this.#context.host.dataDir, "tmp");
    const inFolder = ({ room }: Permit) => withFolder(root, "up-", (folder) => work(folder, room));
    return this.#admit(accountId, announced, inFolder, counted).catch((error) => {
      throw toApiError(error);
    });
  }

  /** Stores a received file and its row. If the row cannot be written, the file is removed. */
  async #store(accountId: string, { path, size, sniffed }: Received, fileName?: string): Promise<UploadRow> {
    const { db, media, quotas } = this.#context;
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
          file_name: fileName?.slice(0, 255) || null,
          content_type: sniffed.contentType,
          size,
          facts,
        });
        return this.#announce(trx, row);
      });
    } catch (error) {
      await media.remove([key]);
      throw error;
    }
  }
}

const insertUpload = (on: Database, values: Omit<Insertable<Tables["uploads"]>, "id">): Promise<UploadRow> =>
  on
    .insertInto("uploads")
    .values({ id: newUuid(), ...values })
    .returningAll()
    .executeTakeFirstOrThrow();

function checkReceived({ size, sniffed }: Received, row: UploadRow): void {
  if (size !== row.size) throw invalid("size", `Expected ${row.size} bytes but received ${size}.`);
  if (sniffed.contentType !== row.content_type) {
    throw new ApiError("unsupported_media_type", `Expected ${row.content_type} but received ${sniffed.contentType}.`);
  }
}
