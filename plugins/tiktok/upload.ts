/**
 * Uploads in chunks. A post is announced first, which creates nothing; TikTok creates it once the last chunk has
 * arrived.
 */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type AccountCalls, readBytes } from "vireo/oauth/calls";
import { findMissingPrivacy, type MediaFile, RefusedError, type SocialTarget } from "vireo/slots/social";
import { RetryLater, type Vendor, type VendorResponse } from "vireo/vendor";
import { getCode, toError } from "./api";

/** Saved state of an upload. */
export const Upload = Type.Object({
  publishId: Type.String({ minLength: 1 }),
  url: Type.String({ minLength: 1 }),
  size: Type.Integer({ minimum: 1 }),
});
export type Upload = Static<typeof Upload>;
export const parseUpload = (value: unknown): Upload | undefined => (Value.Check(Upload, value) ? value : undefined);

const Created = Type.Object({
  data: Type.Object({ publish_id: Type.String({ minLength: 1 }), upload_url: Type.String({ pattern: "^https?://" }) }),
});

const MB = 1024 ** 2;
/** TikTok accepts chunks of 5 to 64 MB, and the last one also contains the remainder. Smaller files are one chunk. */
const CHUNK = 6 * MB;
const MAX_BYTES = 4 * 1024 ** 3;
const MAX_CHUNKS = 1000;
const CHUNK_MS = 150_000;
const TITLE_MAX = 2200;

/** Returns the number of chunks, and the size of all but the last one. */
export function divide(size: number): { chunk: number; count: number } {
  const chunk = Math.max(CHUNK, Math.ceil(size / MAX_CHUNKS));
  return size < chunk ? { chunk: size, count: 1 } : { chunk, count: Math.floor(size / chunk) };
}

/** Settings of a direct post. TikTok forbids defaults, so settings that users did not turn on are off. */
function composeInfo(target: SocialTarget) {
  const { content, aiGenerated, tiktok = {} } = target;
  const missing = findMissingPrivacy(target);
  if (missing) throw new RefusedError("user_content", missing);
  const type = tiktok.commercialContentType;
  return {
    title: [...content].slice(0, TITLE_MAX).join(""),
    privacy_level: tiktok.privacyLevel,
    disable_comment: tiktok.allowComment !== true,
    disable_duet: tiktok.allowDuet !== true,
    disable_stitch: tiktok.allowStitch !== true,
    brand_content_toggle: type === "brand_content",
    brand_organic_toggle: type === "brand_organic",
    is_aigc: aiGenerated,
  };
}

/** Announces a post. Throws RefusedError, PostLaterError or a temporary error. */
export async function startUpload(
  api: Vendor,
  calls: AccountCalls,
  target: SocialTarget,
  file: MediaFile,
  signal: AbortSignal,
): Promise<Upload> {
  const { size } = file;
  if (size > MAX_BYTES) throw new RefusedError("user_content", "TikTok accepts videos of at most 4 GB.");
  const { chunk, count } = divide(size);
  const source_info = { source: "FILE_UPLOAD", video_size: size, chunk_size: chunk, total_chunk_count: count };
  const path = target.toInbox ? "/v2/post/publish/inbox/video/init/" : "/v2/post/publish/video/init/";
  const json = target.toInbox ? { source_info } : { post_info: composeInfo(target), source_info };
  const response = await calls.request(target, path, { json, signal });
  if (response.status !== 200 || getCode(response) !== "ok" || !Value.Check(Created, response.json))
    throw toError(api, response);
  const { publish_id, upload_url } = response.json.data;
  return { publishId: publish_id, url: upload_url, size };
}

async function sendChunk(
  api: Vendor,
  { url, size }: Upload,
  file: MediaFile,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<VendorResponse | RetryLater> {
  return api.send(url, {
    method: "PUT",
    body: await readBytes(file, start, end),
    headers: { "content-range": `bytes ${start}-${end - 1}/${size}`, "content-type": file.contentType },
    timeoutMs: CHUNK_MS,
    signal,
  });
}

/** Sends all chunks but the last, in order. */
export async function sendAhead(api: Vendor, upload: Upload, file: MediaFile, signal: AbortSignal): Promise<void> {
  const { chunk, count } = divide(upload.size);
  for (let at = 0; at < count - 1; at++) {
    const response = await sendChunk(api, upload, file, at * chunk, (at + 1) * chunk, signal);
    if (response instanceof RetryLater) throw new Error(response.reason);
    if (response.status !== 206 && response.status !== 200)
      throw new Error(`TikTok responded with ${response.status} to a part of the video.`);
  }
}

/** Sends the last chunk, after which TikTok creates the post. */
export const sendLast = (api: Vendor, upload: Upload, file: MediaFile, signal: AbortSignal) => {
  const { chunk, count } = divide(upload.size);
  return sendChunk(api, upload, file, (count - 1) * chunk, upload.size, signal);
};
