/** Files that arrive in parts. Each part is stored before it is confirmed, so a restart of the server loses none. */
import type { Database } from "vireo/database";
import { ApiError, invalid } from "vireo/errors";
import type { Context } from "vireo/module";
import { contentTypes, type Extension, newStorageKey } from "vireo/storage";
import type { UploadRow } from "./migrations";

/** Minimum size of all parts but the last, which limits their number. */
const MIN_PART_BYTES = 1024 ** 2;
/** Time that an upload stays open after its last part. */
const IDLE_MS = 24 * 3_600_000;
/** Total time that an upload stays open. */
const LIFETIME_MS = 7 * 24 * 3_600_000;

/** A request with a `Content-Range`: one part of the file, or none to ask for the progress. */
export type Part = { start: number; length: number } | "none";

/** Parses a header such as `bytes 0-8388607/52428800`. Undefined without the header. Throws `validation_error`. */
export function parsePart(header: string | null, size: number): Part | undefined {
  if (header === null) return undefined;
  const [, range, total] = /^bytes (\*|\d{1,15}-\d{1,15})\/(\d{1,15})$/.exec(header.trim()) ?? [];
  if (range === undefined)
    throw invalid("Content-Range", "Must look like bytes 0-8388607/52428800, or bytes */52428800.");
  if (Number(total) !== size)
    throw invalid("Content-Range", `The file was announced with ${size} bytes, not ${total}.`);
  if (range === "*") return "none";
  const [start = 0, end = 0] = range.split("-").map(Number);
  const length = end - start + 1;
  if (length < 1 || end >= size) throw invalid("Content-Range", "The range is not within the file.");
  if (length < MIN_PART_BYTES && end !== size - 1)
    throw invalid("Content-Range", `All parts but the last must have at least ${MIN_PART_BYTES} bytes.`);
  return { start, length };
}

const toStream = (chunks: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await chunks.return(undefined)),
  });

/** Passes a part on. Throws if its length differs from the announcement, so that it is not stored. */
async function* limit(body: ReadableStream<Uint8Array> | null, length: number): AsyncGenerator<Uint8Array> {
  let received = 0;
  try {
    for await (const chunk of body ?? []) {
      received += chunk.byteLength;
      if (received > length) break;
      yield chunk;
    }
  } catch (error) {
    // The client disconnected.
    if (error instanceof DOMException && error.name === "AbortError")
      throw invalid("body", "The connection was closed.");
    throw error;
  }
  if (received === length) return;
  const amount = received > length ? "more" : `only ${received}`;
  throw invalid("body", `Content-Range announces ${length} bytes, but ${amount} were sent.`);
}

/** Returns the number of stored bytes from the beginning of the file. */
export async function countReceived(db: Database, uploadId: string): Promise<number> {
  const parts = db.selectFrom("upload_parts").where("upload_id", "=", uploadId);
  const last = await parts.select(["start", "size"]).orderBy("start", "desc").limit(1).executeTakeFirst();
  return last ? last.start + last.size : 0;
}

/** Stores a part. Returns the number of bytes received. Throws `conflict` if it is not the next one. */
export async function storePart(
  { db, media, quotas, now }: Context,
  row: UploadRow,
  { start, length }: Exclude<Part, "none">,
  request: Request,
): Promise<number> {
  const received = await countReceived(db, row.id);
  if (received !== start) throw outOfOrder(received);
  const extension = Object.entries(contentTypes).find(([, type]) => type === row.content_type)?.[0] as Extension;
  const key = newStorageKey(extension);
  const bytes = toStream(limit(request.body, length));
  await media.storage.put(key, bytes, { contentType: row.content_type });
  try {
    return await db.transaction().execute(async (trx) => {
      const created = row.created_at.getTime();
      const pending = await trx
        .updateTable("uploads")
        .set({ expires_at: new Date(Math.min(now() + IDLE_MS, created + LIFETIME_MS)) })
        .where("id", "=", row.id)
        .where("token_hash", "=", row.token_hash)
        .returning("id")
        .executeTakeFirst();
      if (!pending) throw alreadyEnded();
      const received = await countReceived(trx, row.id);
      if (received !== start) throw outOfOrder(received);
      await quotas.checkStorage(trx, row.account_id, length);
      await trx
        .insertInto("upload_parts")
        .values({ upload_id: row.id, account_id: row.account_id, start, size: length, key })
        .execute();
      return start + length;
    });
  } catch (error) {
    await media.remove([key]);
    throw error;
  }
}

const outOfOrder = (received: number) =>
  new ApiError("conflict", `This part does not follow the ${received} bytes received so far.`, {
    members: { received },
  });

const alreadyEnded = () => new ApiError("conflict", "This upload was already completed or deleted.");

/** Streams the whole file, part by part. */
export function openParts({ db, media }: Context, uploadId: string): ReadableStream<Uint8Array> {
  const keys = db.selectFrom("upload_parts").select("key").where("upload_id", "=", uploadId).orderBy("start");
  async function* read() {
    const parts = await keys.execute();
    // Another request may already have joined the parts, and removed them.
    if (parts.length === 0) throw alreadyEnded();
    for (const { key } of parts) {
      const part = await media.storage.open(key);
      if (!part) throw alreadyEnded();
      yield* part.stream();
    }
  }
  return toStream(read());
}

/** Deletes the parts of uploads. Returns the keys of their files, for removal after the transaction. */
export async function deleteParts(trx: Database, uploadIds: readonly string[]): Promise<string[]> {
  if (uploadIds.length === 0) return [];
  const parts = await trx.deleteFrom("upload_parts").where("upload_id", "in", uploadIds).returning("key").execute();
  return parts.map(({ key }) => key);
}
