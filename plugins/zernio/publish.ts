import { getPlatformTitle } from "vireo/platform-titles";
import { type Failed, type Outcome, type Publication, type Sent, toUnsent } from "vireo/slots/social";
import { RetryLater } from "vireo/vendor";
import type { ZernioClient, ZernioResponse } from "./client";
import { composePost } from "./compose";
import { isForTarget } from "./find";
import { readId, readMessage, readObject, readText } from "./json";
import { parsePrepared } from "./media";
import { failed, parseCreated, parsePost } from "./outcome";
import { refusalCodes, refusals } from "./tables";
import { awaitThumbnail } from "./thumbnail";

/** Advice by category, appended to Zernio's message. */
const advice: Partial<Record<Failed["category"], string>> = {
  auth_expired: "Reconnect the account at Zernio, then retry the post.",
  platform_rate_limit: "Retry later.",
};

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

/**
 * Returns a definite refusal. Undefined if a post may have been created. Only errors in JSON come from Zernio itself.
 */
function parseRefusal({ status, headers, body }: ZernioResponse, account: Sent["account"]): Failed | undefined {
  const message = readMessage(body);
  const byStatus = refusals[status];
  if (!byStatus || !message) return undefined;
  const code = readText(readObject(body).code);
  const category = (code && Object.hasOwn(refusalCodes, code) ? refusalCodes[code] : undefined) ?? byStatus;
  if (status === 401) return failed(category, "Zernio rejected this server's API key.");
  const after = status === 429 ? headers.get("retry-after") : null;
  const wait = after && /^\d{1,6}$/.test(after) ? `Retry in ${after} s.` : advice[category];
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return failed(
    category,
    `Zernio rejected the post to ${getPlatformTitle(account.platform)}: ${sentence}${wait ? ` ${wait}` : ""}`,
  );
}
