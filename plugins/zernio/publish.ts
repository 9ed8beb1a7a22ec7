import { type Outcome, type Publication, toUnsent } from "vireo/slots/social";
import { RetryLater } from "vireo/vendor";
import type { ZernioClient, ZernioResponse } from "./client";
import { composePost } from "./compose";
import { isForTarget } from "./find";
import { readId, readObject, readText } from "./json";
import { parsePrepared } from "./media";
import { failed, parseCreated, parsePost } from "./outcome";
import { parseRefusal } from "./refusal";
import { awaitThumbnail } from "./thumbnail";

const unknown = (message: string): Outcome => ({ state: "unknown", message });

/** Makes the only publish call. Its outcome is `failed` only if nothing can have been published. */
export async function publish(
  client: ZernioClient,
  order: Publication,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const prepared = parsePrepared(order.prepared);
  if (!prepared) return failed("media_unavailable", "The video was not uploaded to Zernio.");
  if ("failed" in prepared) return prepared.failed;
  const response = await client.send("POST", "/v1/posts", {
    json: composePost(order, prepared.media),
    headers: { "x-request-id": order.idempotencyKey },
    signal,
    timeoutMs,
  });
  if (response instanceof RetryLater) return response.unsent ? toUnsent(response.reason) : unknown(response.reason);
  const { status, body } = response;
  if (status === 409) {
    const earlier = await readDuplicate(client, response, order, signal);
    if (earlier) return earlier;
  }
  if (status >= 200 && status < 300)
    return body
      ? awaitThumbnail(parseCreated(body, order), getPostId(body), order)
      : unknown("Zernio accepted the post, but its response is not readable.");
  return (
    parseRefusal(response, order.account) ??
    unknown(`Zernio responded with ${status}. It is unknown whether the post was published.`)
  );
}

const getPostId = (body: unknown) => {
  const { existingPost, post = existingPost } = readObject(body);
  return readId(post);
};

/** Returns the outcome of the original after a refusal as a duplicate, if that was created for this target. */
async function readDuplicate(client: ZernioClient, { body }: ZernioResponse, order: Publication, signal: AbortSignal) {
  const id = readText(readObject(readObject(body).details).existingPostId);
  if (!id) return undefined;
  const response = await client.send("GET", `/v1/posts/${encodeURIComponent(id)}`, { signal });
  // Without a response, the refusal remains definite.
  if (response instanceof RetryLater) return undefined;
  const { post } = readObject(response.body);
  const outcome = isForTarget(post, order) ? parsePost(post, order) : undefined;
  return outcome && awaitThumbnail(outcome, id, order);
}
