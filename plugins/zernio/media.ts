import { isPublicHost } from "vireo/fetch";
import type { Failed, MediaItem, PostMedia } from "vireo/slots/social";
import { type ZernioClient, ZernioError } from "./client";
import { readMessage, readObject, readText, readUrl } from "./json";
import { failed } from "./outcome";

/** Result of `prepare` for `publish`: files that Zernio can fetch, or why Zernio rejects one. */
export type Prepared = { media: SentItem[] } | { failed: Failed };

export interface SentItem {
  type: MediaItem["kind"];
  url: string;
  altText?: string | undefined;
  filename?: string;
  mimeType?: string;
  /** Size in bytes. */
  size?: number;
}

const MAX_NAME = 100;
const EXTENSIONS: Record<string, string> = {
  "video/mp4": "mp4",
  "video/quicktime": "mov",
  "video/webm": "webm",
  "video/mpeg": "mpeg",
  "video/x-msvideo": "avi",
  "video/x-m4v": "m4v",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
};
/** Statuses that reject the file itself, so that a retry is pointless. */
const REJECTED = new Set([400, 413, 415, 422]);

/** True for an https URL that anyone on the internet may fetch. */
export function isFetchable(url: string): boolean {
  const { protocol, hostname, username, password } = URL.parse(url) ?? {};
  return protocol === "https:" && !username && !password && isPublicHost(hostname ?? "");
}

/** Returns a plain file name whose extension matches the type, because Zernio rejects others. */
function getFileName(fileName: string, contentType: string): string {
  const stem = fileName.replace(/\.\w{1,5}$/, "").replace(/[^\w-]+/g, "_");
  return `${stem.slice(0, MAX_NAME) || "video"}.${EXTENSIONS[contentType] ?? "mp4"}`;
}

/** Passes on public URLs, or uploads the bytes. Throws ZernioError for errors that may be retried. */
export async function prepareMedia(client: ZernioClient, media: PostMedia, signal: AbortSignal): Promise<Prepared> {
  const items: readonly MediaItem[] = media.items ?? [{ ...media, kind: "video" }];
  const sent: SentItem[] = [];
  for (const item of items) {
    const prepared = await prepareItem(client, item, signal);
    if ("failed" in prepared) return prepared;
    sent.push({ ...prepared, altText: item.altText });
  }
  return { media: sent };
}

async function prepareItem(
  client: ZernioClient,
  item: MediaItem,
  signal: AbortSignal,
): Promise<SentItem | { failed: Failed }> {
  if (item.publicUrl !== undefined && isFetchable(item.publicUrl)) return { type: item.kind, url: item.publicUrl };
  return upload(client, item, signal);
}

async function upload(
  client: ZernioClient,
  media: MediaItem,
  signal: AbortSignal,
): Promise<SentItem | { failed: Failed }> {
  const file = await media.file();
  const { contentType, size } = file;
  const noun = media.kind === "video" ? "video" : "picture";
  const filename = getFileName(media.fileName, contentType);
  const presign = { json: { filename, contentType, size }, signal };
  const { status, body } = await client.request("POST", "/v1/media/presign", presign);
  if (REJECTED.has(status) && body)
    return { failed: failed("user_content", `Zernio rejected the ${noun}: ${readMessage(body) ?? status}`) };
  if (status === 402)
    return { failed: failed("quota_exhausted", readMessage(body) ?? "The Zernio plan requires payment.") };
  if (status < 200 || status > 299) throw new ZernioError(`Zernio responded with ${status} to an upload.`, status);
  const { uploadUrl, publicUrl } = readObject(body);
  const target = readUrl(uploadUrl);
  const url = readUrl(publicUrl);
  if (!target || !url) throw new ZernioError("Zernio's response has no upload URL.");
  if (client.isEncrypted && !target.startsWith("https:"))
    throw new ZernioError("Zernio's upload URL is not encrypted.");
  // Object storage requires a content length.
  const headers = { "content-type": contentType, "content-length": String(size) };
  await client.upload(target, file.path === undefined ? file.stream() : Bun.file(file.path), headers, signal);
  return { type: media.kind, url, filename, mimeType: contentType, size };
}

/** Parses the result of `prepare`, which was stored as JSON. */
export function parsePrepared(value: unknown): Prepared | undefined {
  const prepared = readObject(value);
  if (Array.isArray(prepared.media)) return value as Prepared;
  return readText(readObject(prepared.failed).message) ? (value as Prepared) : undefined;
}
