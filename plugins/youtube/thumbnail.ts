import type { Context } from "vireo/module";
import type { AccountCalls } from "vireo/oauth/calls";
import type { Publication } from "vireo/slots/social";
import { RetryLater } from "vireo/vendor";
import { toError } from "./errors";

const MAX_BYTES = 2 * 1024 ** 2;
const FETCH_MS = 20_000;

/** Sets the thumbnail of a new video. If that fails, the video is published without it. Returns a note for the user. */
export async function setThumbnail(
  { calls, fetch, log }: { calls: AccountCalls; log: Pick<Context["log"], "warn"> } & Pick<Context, "fetch">,
  order: Publication,
  videoId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const url = order.youtube?.thumbnailUrl;
  if (url === undefined) return undefined;
  try {
    const { body, contentType } = await fetch.open(url, { maxBytes: MAX_BYTES, timeoutMs: FETCH_MS, signal });
    const response = await calls.send(
      order,
      `/upload/youtube/v3/thumbnails/set?videoId=${encodeURIComponent(videoId)}`,
      {
        method: "POST",
        body: await new Response(body).bytes(),
        headers: { "content-type": contentType },
        signal,
      },
    );
    if (response instanceof RetryLater) throw new Error(response.reason);
    if (response.status !== 200) throw toError(response);
    return undefined;
  } catch (error) {
    log.warn("thumbnail not set", { targetId: order.targetId, error });
    return "The thumbnail could not be set. YouTube requires a channel that is verified by phone, and a JPEG or PNG of at most 2 MB.";
  }
}
