import type { Outcome, SocialTarget } from "vireo/slots/social";
import { type ZernioClient, ZernioError } from "./client";
import { readMessage } from "./json";
import { isFetchable } from "./media";

const READ_AFTER_MS = 5_000;

const getUrl = ({ account, youtube }: SocialTarget) =>
  account.platform === "youtube" ? youtube?.thumbnailUrl : undefined;

/** A published video that still lacks its thumbnail is read once more, and gets it then. */
export const awaitThumbnail = (outcome: Outcome, postId: string | undefined, target: SocialTarget): Outcome =>
  outcome.state === "published" && postId && getUrl(target) !== undefined
    ? { state: "pending", task: postId, readAfterMs: READ_AFTER_MS }
    : outcome;

/**
 * Sets the thumbnail of a published video, which Zernio takes separately from the post. Setting it again changes nothing.
 * If it fails, a notice tells the user.
 */
export async function setThumbnail(
  client: ZernioClient,
  outcome: Outcome,
  postId: string,
  target: SocialTarget,
  signal: AbortSignal,
): Promise<Outcome> {
  const thumbnailUrl = getUrl(target);
  if (outcome.state !== "published" || thumbnailUrl === undefined) return outcome;
  if (!isFetchable(thumbnailUrl))
    return { ...outcome, notice: "The thumbnail was not set: Zernio can only fetch public https URLs." };
  const why = await client
    .request("POST", `/v1/posts/${encodeURIComponent(postId)}/update-metadata`, {
      json: { platform: "youtube", thumbnailUrl },
      signal,
    })
    .then(
      ({ status, body }) => (status < 300 ? undefined : (readMessage(body) ?? `Zernio responded with ${status}`)),
      (error) => {
        if (error instanceof ZernioError) return error.message;
        throw error;
      },
    );
  if (why === undefined) return outcome;
  const notice = `The thumbnail could not be set: ${why.replace(/\.$/, "")}. YouTube requires a channel that is verified by phone.`;
  return { ...outcome, notice };
}
