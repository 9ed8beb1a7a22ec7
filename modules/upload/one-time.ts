/** Files that clients send to a one-time URL, whole or in parts. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import { ApiError, invalid } from "vireo/errors";
import type { MediaKind } from "vireo/media";
import { type Received, receive } from "vireo/multipart";
import { contentTypes, type Extension, newStorageKey, type Permit } from "vireo/storage";
import { type Intake, insertUpload, readFacts, toApiError } from "./intake";
import type { UploadFacts, UploadRow } from "./migrations";
import { type Part, parsePart } from "./parts";
import type { Presign } from "./schema";

/** Lifetime of a one-time upload URL. */
const PRESIGNED_MS = 60 * 60_000;
/** Time for which a used URL still returns its upload. */
const RETURNED_MS = 24 * 3_600_000;
const SWEPT_AT_ONCE = 200;

const findExtension = (contentType: string): Extension | undefined =>
  (Object.keys(contentTypes) as Extension[]).find((extension) => contentTypes[extension] === contentType.toLowerCase());
const hash = (token: string): string => new Bun.CryptoHasher("sha256").update(token).digest("hex");
export const getContentLength = (request: Request) => Number(request.headers.get("content-length") ?? 0);

export class OneTimeUploads {
  readonly #intake: Intake;

  constructor(intake: Intake) {
    this.#intake = intake;
  }

  /** Creates a one-time URL to which the client sends the file. */
  async presign(accountId: string, requested: Static<typeof Presign>) {
    const extension = this.#checkRequested(requested);
    await this.#intake.context.quotas.checkStorage(this.#intake.context.db, accountId, requested.size);
    const token = randomBytes(24).toString("base64url");
    const row = await insertUpload(this.#intake.context.db, {
      account_id: accountId,
      status: "pending",
      key: newStorageKey(extension),
      token_hash: hash(token),
      file_name: requested.fileName,
      content_type: contentTypes[extension],
      size: requested.size,
      facts: {},
      expires_at: new Date(this.#intake.context.now() + PRESIGNED_MS),
    });
    return { row, token };
  }

  /**
   * Receives a file, or a part of it, at a one-time URL. The URL stays valid until a file is complete: the first
   * complete one wins. For an incomplete file, also returns the number of bytes received.
   */
  async fulfil(token: string, request: Request): Promise<{ row: UploadRow; received?: number }> {
    const row = await this.#intake.context.db
      .selectFrom("uploads")
      .selectAll()
      .where("token_hash", "=", hash(token))
      .where("expires_at", ">", new Date(this.#intake.context.now()))
      .executeTakeFirst();
    if (!row) return { row: await this.#findResult(token, request.headers.get("content-range")) };
    const part = parsePart(request.headers.get("content-range"), row.size);
    if (part) return this.#receivePart(row, part, request);
    const announced = getContentLength(request);
    return { row: await this.#receiveFile(row, request.body, announced) };
  }

  /**
   * Returns the stored file of a used URL, for clients that missed the response and ask for it or repeat the last part.
   * Refuses any other data.
   */
  async #findResult(token: string, range: string | null): Promise<UploadRow> {
    const row =
      range === null
        ? undefined
        : await this.#intake.context.db
            .selectFrom("uploads")
            .selectAll()
            .where("used_token_hash", "=", hash(token))
            .where((eb) =>
              eb.or([
                eb("status", "=", "pending"),
                eb("stored_at", ">", new Date(this.#intake.context.now() - RETURNED_MS)),
              ]),
            )
            .executeTakeFirst();
    if (!row) throw new ApiError("not_found", "The upload URL does not exist, was already used, or has expired.");
    if (row.status === "pending") throw new ApiError("conflict", "Another request is storing this file. Try again.");
    const part = parsePart(range, row.size);
    const isLast = part === "none" || (part !== undefined && part.start + part.length === row.size);
    if (!isLast) throw new ApiError("conflict", "This upload is complete. Nothing has changed.");
    return row;
  }

  /**
   * Stores a part, and the file after its last part. A request without a part completes a file if the server was
   * interrupted before.
   */
  async #receivePart(row: UploadRow, part: Part, request: Request) {
    const parts = this.#intake.parts;
    const received =
      part === "none"
        ? await parts.countReceived(row.id)
        : await this.#intake.context.quotas
            .admit(row.account_id, part.length, () => parts.add(row, part, request))
            .catch((error) => {
              throw toApiError(error);
            });
    if (received < row.size) return { row, received };
    return { row: await this.#joinParts(row) };
  }

  async #joinParts(row: UploadRow): Promise<UploadRow> {
    try {
      return await this.#receiveFile(row, this.#intake.parts.open(row.id), row.size, row.size);
    } catch (error) {
      // The bytes differ from the announcement, so all of them must be sent again.
      if (error instanceof ApiError && (error.kind === "unsupported_media_type" || error.kind === "payload_too_large"))
        await this.#intake.context.media.remove(await this.#intake.parts.forget(this.#intake.context.db, [row.id]));
      throw error;
    }
  }

  /**
   * @param counted bytes of the file that the storage quota already counts
   */
  #receiveFile(
    row: UploadRow,
    body: ReadableStream<Uint8Array> | null,
    announced: number,
    counted = 0,
  ): Promise<UploadRow> {
    const { media } = this.#intake.context;
    const work = async (folder: string, { room, watch }: Permit) => {
      const received = await receive(watch(body), join(folder, "file"), {
        limit: (kind) => Math.min(this.#intake.sizes[kind], row.size, room),
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
    return this.#intake.withFolder(row.account_id, Math.min(announced, row.size), work, counted);
  }

  /** Claims the URL's token, so that nobody else can store a file. Throws `conflict` if another upload was first. */
  async #claim(row: UploadRow): Promise<void> {
    const { numUpdatedRows } = await this.#intake.context.db
      .updateTable("uploads")
      .set({ token_hash: null, used_token_hash: row.token_hash })
      .where("id", "=", row.id)
      .where("status", "=", "pending")
      .where("token_hash", "=", row.token_hash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError("conflict", "This upload URL was already used. Nothing has changed.");
  }

  /** Restores the token after an error, so that the client can retry. */
  async #unclaim({ id, token_hash }: UploadRow): Promise<void> {
    await this.#intake.context.db
      .updateTable("uploads")
      .set({ token_hash, used_token_hash: null })
      .where("id", "=", id)
      .where("status", "=", "pending")
      .execute();
  }

  async #markStored(row: UploadRow, facts: UploadFacts): Promise<UploadRow> {
    const { db, quotas, media } = this.#intake.context;
    const { stored, unused } = await db.transaction().execute(async (trx) => {
      // Lock the upload before the account, like everywhere else, to prevent deadlocks.
      await trx.selectFrom("uploads").select("id").where("id", "=", row.id).forUpdate().execute();
      // Delete parts first, so that they are not counted in addition to the file.
      const unused = await this.#intake.parts.forget(trx, [row.id]);
      await quotas.checkStorage(trx, row.account_id, row.size);
      const stored = await trx
        .updateTable("uploads")
        .set({
          ...{ status: "stored", expires_at: null, facts, stored_at: new Date(this.#intake.context.now()) },
        })
        .where("id", "=", row.id)
        .where("status", "=", "pending")
        .returningAll()
        .executeTakeFirst();
      if (!stored) throw new ApiError("conflict", "The upload was deleted.");
      return { stored: await this.#intake.announce(trx, stored), unused };
    });
    await media.remove(unused);
    return stored;
  }

  /** Removes upload URLs that expired without a complete file, and their parts. */
  async sweep(): Promise<void> {
    const { db, media, now } = this.#intake.context;
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
        const keys = await this.#intake.parts.forget(trx, ids);
        if (ids.length > 0) await trx.deleteFrom("uploads").where("id", "in", ids).execute();
        return keys;
      });
      await media.remove(parts);
    }
  }

  #checkRequested({ contentType, size }: Static<typeof Presign>): Extension {
    const extension = findExtension(contentType);
    const kind = contentType.split("/")[0] as MediaKind;
    if (!extension || !Object.hasOwn(this.#intake.sizes, kind)) {
      const supported = Object.values(contentTypes).filter((type) => /^(video|image|audio)\//.test(type));
      throw invalid("contentType", `Must be one of ${supported.join(", ")}.`);
    }
    const limit = this.#intake.sizes[kind];
    if (size > limit) throw new ApiError("payload_too_large", `Files of type ${kind} can have at most ${limit} bytes.`);
    return extension;
  }
}

function checkReceived({ size, sniffed }: Received, row: UploadRow): void {
  if (size !== row.size) throw invalid("size", `Expected ${row.size} bytes but received ${size}.`);
  if (sniffed.contentType !== row.content_type) {
    throw new ApiError("unsupported_media_type", `Expected ${row.content_type} but received ${sniffed.contentType}.`);
  }
}
