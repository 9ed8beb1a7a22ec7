import type { Failed, Outcome, Sent } from "vireo/slots/social";
import { said } from "./client";
import { fields, idOf, list, text, time, webUrl } from "./json";
import { categories, openPosts, platforms, targetStates } from "./tables";

type About = Pick<Sent, "account" | "toInbox">;

const READ_AFTER_MS = 5_000;
/** A status that is not known may be a new kind of waiting. */
const UNFAMILIAR_MS = 30_000;

export const failed = (category: Failed["category"], message: string): Failed => ({
  state: "failed",
  category,
  message,
});

const categoryOf = (value: unknown): Failed["category"] =>
  (typeof value === "string" && Object.hasOwn(categories, value) ? categories[value] : undefined) ?? "platform_error";

/** The part of a post that is about our account. */
const targetIn = (post: unknown, { platform, externalId }: About["account"]) =>
  list(fields(post).platforms)
    .map(fields)
    .find((target) => target.platform === platform && idOf(target.accountId) === externalId);

function published(target: Record<string, unknown>, toInbox: boolean): Outcome {
  const platformPostId = text(target.platformPostId);
  const platformPostUrl = webUrl(target.platformPostUrl);
  const publishedAt = time(target.publishedAt);
  const id = platformPostId ? { platformPostId } : {};
  if (toInbox) return { state: "in_inbox", ...id };
  // TikTok's address may come later; the post is out all the same.
  return {
    state: "published",
    ...id,
    ...(platformPostUrl ? { platformPostUrl } : {}),
    ...(publishedAt === undefined ? {} : { publishedAt }),
  };
}

/** What a post at Zernio says of our target; undefined where it does not mention it. */
export function outcomeOf(post: unknown, { account, toInbox }: About): Outcome | undefined {
  const target = targetIn(post, account);
  if (!target) return undefined;
  const name = platforms[account.platform];
  const task = idOf(post) ?? "";
  const status = text(target.status) ?? "";
  const why = said({ error: target.errorMessage });
  switch (Object.hasOwn(targetStates, status) ? targetStates[status] : undefined) {
    case "published":
      return published(target, toInbox);
    case "failed":
      if (openPosts.has(fields(post).status)) return { state: "pending", task, readAfterMs: UNFAMILIAR_MS };
      return failed(categoryOf(target.errorCategory), why ?? `${name} did not take it, and Zernio does not say why.`);
    case "cancelled":
      return target.publishedAt || target.platformPostId
        ? published(target, toInbox)
        : failed("platform_rejected", "It was cancelled at Zernio.");
    case "working":
      return { state: "pending", task, readAfterMs: READ_AFTER_MS };
    default:
      return { state: "pending", task, readAfterMs: UNFAMILIAR_MS };
  }
}

/** What the answer to a create says: by its post, else by the list of results that a 207 has. */
export function outcomeOfAnswer(body: unknown, about: About): Outcome {
  const { post, platformResults } = fields(body);
  const known = outcomeOf(post, about);
  if (known && !(known.state === "pending" && known.task === "")) return known;
  const result = list(platformResults)
    .map(fields)
    .find(({ platform }) => platform === about.account.platform);
  if (result?.status === "failed")
    return failed("platform_error", said(result) ?? said(body) ?? "Zernio could not publish it and does not say why.");
  const task = idOf(post);
  if (task) return { state: "pending", task, readAfterMs: READ_AFTER_MS };
  return { state: "unknown", message: "Zernio's answer does not say what became of the post." };
}
