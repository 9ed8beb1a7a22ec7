/** Files that clients send to a one-time URL, whole or in parts. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import { ApiError, invalid } from "vireo/errors";
import type { MediaKind } from "vireo/media";
import { type Received, receive } from "vireo/multipart";
import { contentTypes, type Extension, newStorageKey, type Permit } from "vireo/storage";
import { findExtension, supportedTypes } from "./content-types";
import type { Uploads } from "./context";
import {
  admitToFolder,
  admitUpload,
  announceUpload,
  convertReceived,
  getContentLength,
  insertUpload,
  readFacts,
} from "./intake";
import type { UploadFacts, UploadRow } from "./migrations";
import { countReceived, deleteParts, openParts, type Part, parsePart, storePart } from "./parts";
import type { Presign } from "./schema";

/** Lifetime of a one-time upload URL. */
const PRESIGNED_MS = 60 * 60_000;
/** Time for which a used URL still returns its upload. */
const RETURNED_MS = 24 * 3_600_000;
const SWEPT_AT_ONCE = 200;

const hash = (token: string): string => new Bun.CryptoHasher("sha256").update(token).digest("hex");

/** Creates a one-time URL to which the client sends the file. */
export async function presignUpload(uploads: Uploads, accountId: string, requested: Static<typeof Presign>) {
  const extension = checkRequested(uploads, requested);
  await uploads.quotas.checkStorage(uploads.db, accountId, requested.size);
  const token = randomBytes(24).toString("base64url");
  const row = await insertUpload(uploads.db, {
    account_id: accountId,
    status: "pending",
    key: newStorageKey(extension),
    token_hash: hash(token),
    file_name: requested.fileName.normalize("NFC"),
    content_type: contentTypes[extension],
    size: requested.size,
    facts: {},
    expires_at: new Date(uploads.now() + PRESIGNED_MS),
  });
  return { row, token };
}

/**
 * Receives a file, or a part of it, at a one-time URL. The URL stays valid until a file is complete: the first
 * complete one wins. For an incomplete file, also returns the number of bytes received.
 */
export async function fulfilUpload(
  uploads: Uploads,
  token: string,
  request: Request,
): Promise<{ row: UploadRow; received?: number }> {
  const row = await uploads.db
    .selectFrom("uploads")
    .selectAll()
    .where("token_hash", "=", hash(token))
    .where("expires_at", ">", new Date(uploads.now()))
    .executeTakeFirst();
  if (!row) return { row: await findResult(uploads, token, request.headers.get("content-range")) };
  const part = parsePart(request.headers.get("content-range"), row.size);
  if (part) return receivePart(uploads, row, part, request);
  const announced = getContentLength(request);
  return { row: await receiveFile(uploads, row, request.body, announced) };
}

/**
 * Returns the stored file of a used URL, for clients that missed the response and ask for it or repeat the last part.
 * Refuses any other data.
 */
async function findResult(uploads: Uploads, token: string, range: string | null): Promise<UploadRow> {
  const row =
    range === null
      ? undefined
      : await uploads.db
          .selectFrom("uploads")
          .selectAll()
          .where("used_token_hash", "=", hash(token))
          .where((eb) =>
            eb.or([eb("status", "=", "pending"), eb("stored_at", ">", new Date(uploads.now() - RETURNED_MS))]),
          )
          .executeTakeFirst();
  if (!row) throw new ApiError("not_found", "The upload URL does not exist, was already used, or has expired.");
  if (row.status === "pending") throw new ApiError("conflict", "Another request is storing this file. Try again.");
  const sentBytes = row.facts.sentBytes ?? row.size;
  const part = parsePart(range, sentBytes);
  const isLast = part === "none" || (part !== undefined && part.start + part.length === sentBytes);
  if (!isLast) throw new ApiError("conflict", "This upload is complete. Nothing has changed.");
  return row;
}

/**
 * Stores a part, and the file after its last part. A request without a part completes a file if the server was
 * interrupted before.
 */
async function receivePart(uploads: Uploads, row: UploadRow, part: Part, request: Request) {
  const received =
    part === "none"
      ? await countReceived(uploads.db, row.id)
      : await admitUpload(uploads, row.account_id, part.length, () => storePart(uploads, row, part, request));
  if (received < row.size) return { row, received };
  return { row: await joinParts(uploads, row) };
}

async function joinParts(uploads: Uploads, row: UploadRow): Promise<UploadRow> {
  try {
    return await receiveFile(uploads, row, openParts(uploads, row.id), row.size, row.size);
  } catch (error) {
    // The bytes differ from the announcement, so all of them must be sent again.
    if (error instanceof ApiError && (error.kind === "unsupported_media_type" || error.kind === "payload_too_large"))
      await uploads.media.remove(await deleteParts(uploads.db, [row.id]));
    throw error;
  }
}

/**
 * @param counted bytes of the file that the storage quota already counts
 */
function receiveFile(
  uploads: Uploads,
  row: UploadRow,
  body: ReadableStream<Uint8Array> | null,
  announced: number,
  counted = 0,
): Promise<UploadRow> {
  const { media } = uploads;
  const work = async (folder: string, { room, watch }: Permit) => {
    const received = await receive(watch(body), join(folder, "file"), {
      limit: (kind) => Math.min(uploads.host.sizes[kind], row.size, room),
      announced,
    });
    if (received.size !== row.size) throw invalid("size", `Expected ${row.size} bytes but received ${received.size}.`);
    const { path, size, sniffed } = await convertReceived(uploads, folder, received);
    const facts = await readFacts(row.account_id, path, sniffed);
    checkType(received, row, facts);
    const isConverted = path !== received.path;
    const file = isConverted
      ? { key: newStorageKey(sniffed.extension), content_type: sniffed.contentType, size }
      : { key: row.key, content_type: row.content_type, size };
    await claimUrl(uploads, row);
    try {
      await media.storage.put(file.key, { path, move: true }, { contentType: file.content_type });
      return await markStored(uploads, row, file, isConverted ? { ...facts, sentBytes: row.size } : facts);
    } catch (error) {
      await media.remove([file.key]);
      await restoreUrl(uploads, row);
      throw error;
    }
  };
  return admitToFolder(uploads, row.account_id, Math.min(announced, row.size), work, counted);
}

/** Claims the URL's token, so that nobody else can store a file. Throws `conflict` if another upload was first. */
async function claimUrl(uploads: Uploads, row: UploadRow): Promise<void> {
  const { numUpdatedRows } = await uploads.db
    .updateTable("uploads")
    .set({ token_hash: null, used_token_hash: row.token_hash })
    .where("id", "=", row.id)
    .where("status", "=", "pending")
    .where("token_hash", "=", row.token_hash)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ApiError("conflict", "This upload URL was already used. Nothing has changed.");
}

/** Restores the token after an error, so that the client can retry. */
async function restoreUrl(uploads: Uploads, { id, token_hash }: UploadRow): Promise<void> {
  await uploads.db
    .updateTable("uploads")
    .set({ token_hash, used_token_hash: null })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .execute();
}

async function markStored(
  uploads: Uploads,
  row: UploadRow,
  file: Pick<UploadRow, "key" | "content_type" | "size">,
  facts: UploadFacts,
): Promise<UploadRow> {
  const { db, quotas, media } = uploads;
  const { stored, unused } = await db.transaction().execute(async (trx) => {
    // Lock the upload before the account, like everywhere else, to prevent deadlocks.
    await trx.selectFrom("uploads").select("id").where("id", "=", row.id).forUpdate().execute();
    // Delete parts first, so that they are not counted in addition to the file.
    const unused = await deleteParts(trx, [row.id]);
    await quotas.checkStorage(trx, row.account_id, file.size);
    const stored = await trx
      .updateTable("uploads")
      .set({ ...file, status: "stored", expires_at: null, facts, stored_at: new Date(uploads.now()) })
      .where("id", "=", row.id)
      .where("status", "=", "pending")
      .returningAll()
      .executeTakeFirst();
    if (!stored) throw new ApiError("conflict", "The upload was deleted.");
    return { stored: await announceUpload(uploads, trx, stored), unused };
  });
  await media.remove(unused);
  return stored;
}

/** Removes upload URLs that expired without a complete file, and their parts. */
export async function sweepUploads(uploads: Uploads): Promise<void> {
  const { db, media, now } = uploads;
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
      const keys = await deleteParts(trx, ids);
      if (ids.length > 0) await trx.deleteFrom("uploads").where("id", "in", ids).execute();
      return keys;
    });
    await media.remove(parts);
  }
}

function checkRequested(uploads: Uploads, { contentType, size }: Static<typeof Presign>): Extension {
  const extension = findExtension(contentType);
  if (!extension) throw invalid("contentType", `Must be one of ${supportedTypes.join(", ")}.`);
  const kind = contentTypes[extension].split("/")[0] as MediaKind;
  const limit = uploads.host.sizes[kind];
  if (size > limit) throw new ApiError("payload_too_large", `Files of type ${kind} can have at most ${limit} bytes.`);
  return extension;
}

function checkType({ sniffed }: Received, row: UploadRow, { kind }: UploadFacts): void {
  // Many recorders write sound as MP4 with the brand of a video.
  const isSoundOnly = kind === "audio" && sniffed.extension === "mp4" && row.content_type === contentTypes.m4a;
  if (sniffed.contentType !== row.content_type && !isSoundOnly) {
    throw new ApiError("unsupported_media_type", `Expected ${row.content_type} but received ${sniffed.contentType}.`);
  }
}
