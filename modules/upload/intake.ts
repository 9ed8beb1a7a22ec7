/** Shared by all ways to upload a file: admission, a folder, facts of the file, and errors. */
import { join } from "node:path";
import type { Insertable } from "kysely";
import type { Database, Tables, Transaction } from "vireo/database";
import { EngineError } from "vireo/engine";
import { ApiError, invalid } from "vireo/errors";
import { FetchError, UnsafeUrlError } from "vireo/fetch";
import { newUuid } from "vireo/ids";
import { findExcess, probe, type Sniffed, sniffFile } from "vireo/media";
import { NoFileError, type Received, TooLargeError, UnsupportedError } from "vireo/multipart";
import { withFolder } from "vireo/process";
import type { Permit } from "vireo/storage";
import type { Uploads } from "./context";
import type { UploadRow } from "./migrations";

/** Returns the size that a request announces, or 0. */
export const getContentLength = (request: Request) => Number(request.headers.get("content-length") ?? 0);

/** Converts errors about a file into API errors. */
function toApiError(error: unknown): unknown {
  if (error instanceof TooLargeError) return new ApiError("payload_too_large", error.message);
  // The file took too long to read.
  if (error instanceof EngineError) return new ApiError("unsupported_media_type", error.message);
  if (error instanceof UnsupportedError) return new ApiError("unsupported_media_type", error.message);
  if (error instanceof NoFileError) return invalid("file", error.message);
  if (error instanceof UnsafeUrlError)
    return new ApiError("unsafe_url", `url: ${error.message}`, { errors: { url: [error.message] } });
  if (error instanceof FetchError) return invalid("url", error.message);
  return error;
}

export async function readFacts(account: string, path: string, { kind }: Sniffed) {
  const probed = await probe(path, { account });
  if (!probed) throw new UnsupportedError(`The file looks like ${kind} but cannot be decoded.`);
  const excess = findExcess(probed);
  if (excess) throw new TooLargeError(excess);
  const { duration, width, height } = probed;
  return {
    kind: probed.kind,
    duration,
    ...(width && height ? { width, height } : {}),
  };
}

/** Time limit of a conversion, in milliseconds. */
const CONVERT_MS = 60_000;

/** Converts a HEIC or AVIF image to JPEG or PNG. Returns other files as they are. */
export async function convertReceived(
  { media, stopping }: Uploads,
  folder: string,
  received: Received,
): Promise<Received> {
  const limit = AbortSignal.timeout(CONVERT_MS);
  const run = { folder, signal: AbortSignal.any([stopping, limit]) };
  const path = await media.convertPicture(received.path, run).catch((error) => {
    throw limit.aborted ? new UnsupportedError("The image took too long to convert. Send it as JPEG.") : error;
  });
  const sniffed = path === received.path ? received.sniffed : await sniffFile(path);
  return sniffed ? { path, sniffed, size: Bun.file(path).size } : received;
}

/** Lets the follower handle a newly stored file, and requests the thumbnail of an image. */
export async function announceUpload(
  { thumbnails, follower }: Uploads,
  trx: Transaction,
  row: UploadRow,
): Promise<UploadRow> {
  if (row.facts.kind === "image") await thumbnails.request(trx, row.id, row.account_id);
  const added = (await follower?.added(trx, row)) ?? {};
  if (Object.keys(added).length === 0) return row;
  const facts = { ...row.facts, ...added };
  await trx.updateTable("uploads").set({ facts }).where("id", "=", row.id).execute();
  return { ...row, facts };
}

/**
 * Admits one incoming file or part, and converts errors into API errors.
 *
 * @param counted bytes of the file that the storage quota already counts
 */
export async function admitUpload<Result>(
  { quotas }: Uploads,
  accountId: string,
  announced: number,
  work: (permit: Permit) => Promise<Result>,
  counted = 0,
): Promise<Result> {
  try {
    return await quotas.admit(accountId, announced, work, counted);
  } catch (error) {
    throw toApiError(error);
  }
}

/** Like `admitUpload`, with a temporary folder for the file. */
export function admitToFolder<Result>(
  uploads: Uploads,
  accountId: string,
  announced: number,
  work: (folder: string, permit: Permit) => Promise<Result>,
  counted?: number,
): Promise<Result> {
  const root = join(uploads.host.dataDir, "tmp");
  const inFolder = (permit: Permit) => withFolder(root, "up-", (folder) => work(folder, permit));
  return admitUpload(uploads, accountId, announced, inFolder, counted);
}

export const insertUpload = (on: Database, values: Omit<Insertable<Tables["uploads"]>, "id">): Promise<UploadRow> =>
  on
    .insertInto("uploads")
    .values({ id: newUuid(), ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
