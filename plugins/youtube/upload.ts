/**
 * Resumable uploads. An upload session creates at most one video, so it serves as the idempotency key of a post.
 * Everything but the last bytes is sent in advance; the last ones create the video.
 *
 *     start ─► send … ─► (last bytes) ─► 201 with the video
 *       └── the session's URL is saved before the first byte, and queried after any interruption
 */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type AccountCalls, getFingerprint, readBytes } from "vireo/oauth/calls";
import { type MediaFile, type Publication, RefusedError, type SocialTarget } from "vireo/slots/social";
import { RetryLater, type VendorResponse } from "vireo/vendor";
import { toError } from "./errors";

/** Saved state of an upload. */
export const Session = Type.Object({
  url: Type.String({ minLength: 1 }),
  size: Type.Integer({ minimum: 1 }),
  /** Fingerprint of the video's texts and settings. */
  about: Type.String(),
});
export type Session = Static<typeof Session>;
export const parseSession = (value: unknown): Session | undefined => (Value.Check(Session, value) ? value : undefined);

/** State of a session. */
export type SessionState = { state: "open"; sent: number } | { state: "complete"; videoId: string } | { state: "gone" };

/** Chunks are multiples of this, except the last one. */
const UNIT = 256 * 1024;
const CHUNK = 16 * UNIT;
const CHUNK_MS = 5 * 60_000;
const TITLE_MAX = 100;
/** Most characters outside of English take two to four bytes. */
const DESCRIPTION_BYTES = 5_000;

const Video = Type.Object({ id: Type.String({ minLength: 1 }) });
export const readVideoId = ({ status, json }: VendorResponse): string | undefined =>
  status >= 200 && status < 300 && Value.Check(Video, json) ? json.id : undefined;

/** YouTube rejects angle brackets in texts, and requires a title. */
const clean = (text: string) => text.replace(/[<>]/g, "").trim();

export function composeVideo({ content, title, aiGenerated, youtube = {} }: SocialTarget) {
  const text = clean(title ?? "") || clean(content).split("\n", 1)[0]!.trim() || "Video";
  return {
    snippet: {
      title: [...text].slice(0, TITLE_MAX).join("").trim(),
      description: clean(content),
      tags: youtube.tags?.length ? youtube.tags : undefined,
      categoryId: "22",
    },
    status: {
      privacyStatus: youtube.visibility ?? "public",
      selfDeclaredMadeForKids: youtube.madeForKids ?? false,
      containsSyntheticMedia: aiGenerated,
    },
  };
}

/** Throws RefusedError for a description that YouTube would not accept. Posts are checked when they are created, too. */
export function checkDescription(target: SocialTarget): void {
  const bytes = Buffer.byteLength(composeVideo(target).snippet.description);
  if (bytes > DESCRIPTION_BYTES)
    throw new RefusedError(
      "user_content",
      `YouTube accepts descriptions of ${DESCRIPTION_BYTES} bytes; this one has ${bytes}. Shorten content or overrides.youtube.content.`,
    );
}

/** Starts an upload session, which creates nothing yet. Throws RefusedError, PostLaterError or a temporary error. */
export async function startSession(
  calls: AccountCalls,
  target: SocialTarget,
  file: MediaFile,
  signal: AbortSignal,
): Promise<Session> {
  const response = await calls.request(target, "/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status", {
    method: "POST",
    json: composeVideo(target),
    headers: { "x-upload-content-length": String(file.size), "x-upload-content-type": file.contentType },
    signal,
  });
  const url = response.headers.get("location");
  if (response.status !== 200 || !url) throw toError(response);
  return { url, size: file.size, about: getFingerprint(composeVideo(target)) };
}

/** Queries the number of bytes that a session has received. Sends no bytes, and changes nothing. */
export async function readSession(
  calls: AccountCalls,
  target: SocialTarget,
  { url, size }: Session,
  signal: AbortSignal,
): Promise<SessionState> {
  const response = await calls.request(target, url, {
    method: "PUT",
    headers: { "content-range": `bytes */${size}`, "content-length": "0" },
    signal,
  });
  return parseState(response) ?? { state: "gone" };
}

/** Throws for responses without information about the session. */
function parseState(response: VendorResponse): SessionState | undefined {
  const { status, headers } = response;
  const videoId = readVideoId(response);
  if (videoId) return { state: "complete", videoId };
  if (status === 308) {
    const last = /^bytes=0-(\d+)$/.exec(headers.get("range") ?? "")?.[1];
    return { state: "open", sent: last === undefined ? 0 : Number(last) + 1 };
  }
  if (status === 404 || status === 410) return { state: "gone" };
  throw toError(response);
}

/** Returns the start of the last bytes: the largest unit that leaves at least one byte. */
const getLastStart = (size: number): number => Math.floor((size - 1) / UNIT) * UNIT;

async function sendBytes(
  calls: AccountCalls,
  target: SocialTarget,
  session: Session,
  file: MediaFile,
  start: number,
  end: number,
  signal: AbortSignal,
) {
  const body = await readBytes(file, start, end);
  return calls.send(target, session.url, {
    method: "PUT",
    body,
    headers: { "content-range": `bytes ${start}-${end - 1}/${session.size}`, "content-type": file.contentType },
    timeoutMs: CHUNK_MS,
    signal,
  });
}

/**
 * Sends everything before the last bytes, starting at `sent`. Throws for temporary errors, after which it continues
 * from the session's state.
 */
export async function sendAhead(
  calls: AccountCalls,
  target: SocialTarget,
  session: Session,
  file: MediaFile,
  sent: number,
  signal: AbortSignal,
): Promise<void> {
  const stop = getLastStart(session.size);
  for (let start = sent; start < stop; ) {
    const end = Math.min(stop, start + CHUNK);
    const response = await sendBytes(calls, target, session, file, start, end, signal);
    if (response instanceof RetryLater) throw new Error(response.reason);
    const state = parseState(response);
    if (state?.state !== "open" || state.sent <= start)
      throw new Error("YouTube did not store the bytes that were sent.");
    start = state.sent;
  }
}

/**
 * Sends the last bytes, which create the video. Continues in the same session if YouTube has stored only some of them.
 */
export async function sendLast(
  calls: AccountCalls,
  order: Publication,
  session: Session,
  file: MediaFile,
  signal: AbortSignal,
) {
  for (let start = getLastStart(session.size); ; ) {
    const response = await sendBytes(calls, order, session, file, start, session.size, signal);
    if (response instanceof RetryLater || response.status !== 308) return response;
    const state = parseState(response);
    if (state?.state !== "open" || state.sent <= start) return response;
    start = state.sent;
  }
}
