import { fetchPicture, type PictureContext } from "vireo/inputs/picture";
import type { Context } from "vireo/module";
import type { AccountCalls } from "vireo/oauth/calls";
import { RefusedError, type SocialTarget } from "vireo/slots/social";
import { RetryLater } from "vireo/vendor";
import { toError } from "./errors";

const MAX_BYTES = 50 * 1024 ** 2;
const FETCH_MS = 20_000;
/** Tries after faults that may pass. */
const MAX_TRIES = 3;

/** Task of a target: the video, and how often its thumbnail was tried. */
export const toTask = (videoId: string, tries: number): string => (tries > 0 ? `${videoId}#${tries}` : videoId);
export function parseTask(task: string): { videoId: string; tries: number } {
  const [videoId = "", tries = "0"] = task.split("#");
  return { videoId, tries: Number(tries) };
}

export interface ThumbnailParts extends PictureContext {
  calls: AccountCalls;
  log: Pick<Context["log"], "warn">;
}

/**
 * Sets the thumbnail of a processed video: of a Short, YouTube may ignore an earlier one. Setting it again changes
 * nothing. If it fails, the video stays published without it, and a note tells the user; `again` after a fault that may
 * pass.
 */
export async function setThumbnail(
  { calls, log, ...context }: ThumbnailParts,
  target: SocialTarget,
  { videoId, tries }: ReturnType<typeof parseTask>,
  url: string,
  signal: AbortSignal,
): Promise<{ notice?: string; again?: true }> {
  try {
    const { bytes, contentType } = await fetchPicture(context, url, {
      maxBytes: MAX_BYTES,
      timeoutMs: FETCH_MS,
      signal,
    });
    const response = await calls.send(
      target,
      `/upload/youtube/v3/thumbnails/set?videoId=${encodeURIComponent(videoId)}`,
      {
        method: "POST",
        body: bytes,
        headers: { "content-type": contentType },
        signal,
      },
    );
    if (response instanceof RetryLater) throw new Error(response.reason);
    if (response.status !== 200) throw toError(response);
    return {};
  } catch (error) {
    log.warn("thumbnail not set", { targetId: target.targetId, error });
    if (!(error instanceof RefusedError) && tries + 1 < MAX_TRIES) return { again: true };
    return {
      notice:
        "The thumbnail could not be set. YouTube requires a channel that is verified by phone, and a JPEG or PNG of at most 50 MB.",
    };
  }
}
