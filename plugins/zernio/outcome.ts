import { getPlatformTitle } from "vireo/platform-titles";
import { type Failed, isTikTokPostId, isTikTokPostUrl, type Outcome, type Sent } from "vireo/slots/social";
import { readId, readList, readMessage, readObject, readText, readTime, readUrl } from "./json";
import { getZernioName } from "./platforms";
import { categories, openPosts, targetStates } from "./tables";

type About = Pick<Sent, "account" | "toInbox">;

const READ_AFTER_MS = 5_000;
/** An unknown status may be a new kind of waiting. */
const READ_UNKNOWN_AFTER_MS = 30_000;

export const failed = (category: Failed["category"], message: string): Failed => ({
  state: "failed",
  category,
  message,
});

const parseCategory = (value: unknown): Failed["category"] =>
  (typeof value === "string" && Object.hasOwn(categories, value) ? categories[value] : undefined) ?? "platform_error";

/** Returns the part of a post for our account. */
const findTarget = (post: unknown, { platform, externalId }: About["account"]) =>
  readList(readObject(post).platforms)
    .map(readObject)
    .find((target) => target.platform === getZernioName(platform) && readId(target.accountId) === externalId);

function toPublished(target: Record<string, unknown>, toInbox: boolean, task: string): Outcome {
  const isTikTok = target.platform === "tiktok";
  const reportedId = readText(target.platformPostId);
  const reportedUrl = readUrl(target.platformPostUrl);
  const platformPostId = isTikTok && reportedId && !isTikTokPostId(reportedId) ? undefined : reportedId;
  const platformPostUrl = isTikTok && reportedUrl && !isTikTokPostUrl(reportedUrl) ? undefined : reportedUrl;
  const publishedAt = readTime(target.publishedAt);
  const id = platformPostId ? { platformPostId } : {};
  if (toInbox) return { state: "in_inbox", ...id };
  // TikTok's URL follows minutes later; the post is published anyway.
  return {
    state: "published",
    ...id,
    ...(platformPostUrl ? { platformPostUrl } : task ? { task } : {}),
    publishedAt,
  };
}

/** Returns the outcome of our target in a post at Zernio. Undefined if the post does not contain it. */
export function parsePost(post: unknown, { account, toInbox }: About): Outcome | undefined {
  const target = findTarget(post, account);
  if (!target) return undefined;
  const name = getPlatformTitle(account.platform);
  const task = readId(post) ?? "";
  const status = readText(target.status) ?? "";
  const why = readMessage({ error: target.errorMessage });
  switch (Object.hasOwn(targetStates, status) ? targetStates[status] : undefined) {
    case "published":
      return toPublished(target, toInbox, task);
    case "failed":
      if (openPosts.has(readObject(post).status)) return { state: "pending", task, readAfterMs: READ_UNKNOWN_AFTER_MS };
      return failed(parseCategory(target.errorCategory), why ?? `${name} rejected the post. Zernio gives no reason.`);
    case "cancelled":
      return target.publishedAt || target.platformPostId
        ? toPublished(target, toInbox, task)
        : failed("platform_rejected", "The post was cancelled at Zernio.");
    case "working":
      return { state: "pending", task, readAfterMs: READ_AFTER_MS };
    default:
      return { state: "pending", task, readAfterMs: READ_UNKNOWN_AFTER_MS };
  }
}

/**
 * Returns the outcome in the response to a create: in its post, in the original post if the request was a repeat, or in
 * the list of results of a 207.
 */
export function parseCreated(body: unknown, about: About): Outcome {
  const { existingPost, post = existingPost, platformResults } = readObject(body);
  const outcome = parsePost(post, about);
  if (outcome && !(outcome.state === "pending" && outcome.task === "")) return outcome;
  const result = readList(platformResults)
    .map(readObject)
    .find(({ platform }) => platform === about.account.platform);
  if (result?.status === "failed")
    return failed(
      "platform_error",
      readMessage(result) ?? readMessage(body) ?? "Zernio failed to publish the post and gives no reason.",
    );
  const task = readId(post);
  if (task) return { state: "pending", task, readAfterMs: READ_AFTER_MS };
  return { state: "unknown", message: "Zernio's response does not contain the post's status." };
}
