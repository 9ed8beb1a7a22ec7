import { isPublicAddress, parseAddress } from "vireo/fetch";
import type { Failed, PostMedia } from "vireo/slots/social";
import { deadline } from "vireo/timing";
import { CallError } from "./call-error";
import { type Client, said } from "./client";
import { fields, text, webUrl } from "./json";
import { failed } from "./outcome";
import type { Quota } from "./quota";

/** What `prepare` hands to `publish`: the video where Zernio reaches it, or why Zernio will not have it. */
export type Prepared = { media: MediaItem } | { failed: Failed };

export interface MediaItem {
  type: "video";
  url: string;
  filename?: string;
  mimeType?: string;
  /** Bytes. */
  size?: number;
}

/** Limit of one upload; large videos on slow lines take a while. */
const UPLOAD_MS = 25 * 60_000;
const NAME_MAX = 100;
const extensions: Record<string, string> = {
  "video/mp4": "mp4",
  "video/quicktime": "mov",
  "video/webm": "webm",
  "video/mpeg": "mpeg",
  "video/x-msvideo": "avi",
  "video/x-m4v": "m4v",
};
/** Refusals of a file that another trial would meet again. */
const REFUSED = new Set([400, 413, 415, 422]);

/** Whether the address is one that anybody on the internet may fetch, and holds no credentials. */
export function isFetchable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (protocol !== "https:" || username || password) return false;
  if (parseAddress(hostname)) return isPublicAddress(hostname);
  return (
    /\.[a-z][a-z0-9-]*$/i.test(hostname) && !/\.(localhost|local|internal|lan|home|arpa|test|invalid)$/i.test(hostname)
  );
}

/** A name without surprises whose ending fits the bytes: Zernio refuses one that does not. */
function nameFor(fileName: string, contentType: string): string {
  const stem = fileName.replace(/\.\w{1,5}$/, "").replace(/[^\w-]+/g, "_");
  return `${stem.slice(0, NAME_MAX) || "video"}.${extensions[contentType] ?? "mp4"}`;
}

export function createMedia(client: Client, quota: Quota, baseUrl: string) {
  async function put(uploadUrl: string, file: Awaited<ReturnType<PostMedia["file"]>>, signal: AbortSignal) {
    const limit = deadline(UPLOAD_MS, () => new CallError("The upload took too long."), signal);
    try {
      const response = await fetch(uploadUrl, {
        method: "PUT",
        redirect: "manual",
        keepalive: false,
        // Object storage takes no body of unknown length.
        headers: { "content-type": file.contentType, "content-length": String(file.size) },
        body: file.path === undefined ? file.stream() : Bun.file(file.path),
        signal: limit.signal,
      });
      await response.body?.cancel();
      if (!response.ok) throw new CallError(`The upload was answered with ${response.status}.`);
    } catch (error) {
      if (limit.signal.aborted) throw limit.signal.reason;
      // The address is a secret while it lasts, so nothing of the fault's own text is told.
      throw error instanceof CallError ? error : new CallError("The upload broke off.");
    } finally {
      limit.end();
    }
  }

  async function upload(media: PostMedia, signal: AbortSignal): Promise<Prepared> {
    const file = await media.file();
    const filename = nameFor(media.fileName, file.contentType);
    await quota.take(signal);
    const { status, body, headers } = await client.call("POST", "/v1/media/presign", {
      body: { filename, contentType: file.contentType, size: file.size },
      signal,
    });
    if (status === 429) quota.learn(headers, true);
    if (REFUSED.has(status) && body)
      return { failed: failed("user_content", `Zernio does not take the video: ${said(body) ?? status}`) };
    if (status === 402) return { failed: failed("quota_exhausted", said(body) ?? "The Zernio plan must be paid.") };
    if (status < 200 || status > 299) throw new CallError(`Zernio answered ${status} to an upload.`, { status });
    const { uploadUrl, publicUrl } = fields(body);
    const to = webUrl(uploadUrl);
    const url = webUrl(publicUrl);
    if (!to || !url) throw new CallError("Zernio's answer holds no upload address.");
    if (baseUrl.startsWith("https:") && !to.startsWith("https:"))
      throw new CallError("Zernio's upload address is not encrypted.");
    await put(to, file, signal);
    return { media: { type: "video", url, filename, mimeType: file.contentType, size: file.size } };
  }

  return async function prepare(media: PostMedia, signal: AbortSignal): Promise<Prepared> {
    const prepared: Prepared =
      media.publicUrl !== undefined && isFetchable(media.publicUrl)
        ? { media: { type: "video", url: media.publicUrl } }
        : await upload(media, signal);
    // The request that publishes is counted here, where there is time to wait for it.
    if ("media" in prepared) await quota.take(signal);
    return prepared;
  };
}

/** What `prepare` made, as it comes back from wherever it was kept. */
export function preparedOf(value: unknown): Prepared | undefined {
  const prepared = fields(value);
  if (text(fields(prepared.media).url)) return value as Prepared;
  return text(fields(prepared.failed).message) ? (value as Prepared) : undefined;
}
