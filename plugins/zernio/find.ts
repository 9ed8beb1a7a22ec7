import type { Outcome, Sent } from "vireo/slots/social";
import { CallError } from "./call-error";
import type { Client } from "./client";
import { fields, time } from "./json";
import { outcomeOf } from "./outcome";

const PAGE = 50;
/** Posts that are looked through at most, times `PAGE`. */
const MAX_PAGES = 10;
/** How far their clock may be behind ours. */
const SKEW_MS = 10 * 60_000;

/** Whether a post at Zernio was made for this target, by the words we left with it. */
export const isFor = (post: unknown, { targetId }: Pick<Sent, "targetId">): boolean =>
  fields(fields(post).metadata).targetId === targetId;

const isAttempt = (post: unknown, sent: Sent): boolean =>
  isFor(post, sent) && Number(fields(fields(post).metadata).attempt) === sent.attempt;

/** Looks through the account's posts, newest first, back to the call. */
export async function findPost(client: Client, sent: Sent, signal: AbortSignal): Promise<Outcome | undefined> {
  const { externalId, platform } = sent.account;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = {
      accountId: externalId,
      platform,
      sortBy: "created-desc",
      page: String(page),
      limit: String(PAGE),
    };
    const body = await client.ask("GET", "/v1/posts", { query, signal });
    if (!Array.isArray(body.posts)) throw new CallError("Zernio's answer holds no posts.");
    const posts: readonly unknown[] = body.posts;
    const ours = posts.find((post) => isAttempt(post, sent));
    if (ours) return outcomeOf(ours, sent);
    const created = time(fields(posts.at(-1)).createdAt);
    const { pages } = fields(body.pagination);
    const isLast = typeof pages === "number" ? page >= pages : posts.length < PAGE;
    if (isLast || (created !== undefined && created < sent.calledAt - SKEW_MS)) return undefined;
  }
  return undefined;
}
