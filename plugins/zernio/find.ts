import type { Outcome, Sent } from "vireo/slots/social";
import { type ZernioClient, ZernioError } from "./client";
import { readId, readObject, readTime } from "./json";
import { parsePost } from "./outcome";
import { getZernioName } from "./platforms";
import { awaitThumbnail } from "./thumbnail";

const PAGE = 50;
/** Maximum number of pages searched. */
const MAX_PAGES = 10;
/** Tolerated clock difference. */
const SKEW_MS = 10 * 60_000;

/** True if a post at Zernio was created for this target, according to its metadata. */
export const isForTarget = (post: unknown, { targetId }: Pick<Sent, "targetId">): boolean =>
  readObject(readObject(post).metadata).targetId === targetId;

const isOfAttempt = (post: unknown, sent: Sent): boolean =>
  isForTarget(post, sent) && Number(readObject(readObject(post).metadata).attempt) === sent.attempt;

/** Searches the account's posts, newest first, back to the time of the call. */
export async function findPost(client: ZernioClient, sent: Sent, signal: AbortSignal): Promise<Outcome | undefined> {
  const { externalId, platform } = sent.account;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = {
      accountId: externalId,
      platform: getZernioName(platform),
      sortBy: "created-desc",
      page: String(page),
      limit: String(PAGE),
    };
    const body = await client.get("/v1/posts", { query, signal });
    if (!Array.isArray(body.posts)) throw new ZernioError("Zernio's response has no posts.");
    const posts: readonly unknown[] = body.posts;
    const ours = posts.find((post) => isOfAttempt(post, sent));
    if (ours) {
      const outcome = parsePost(ours, sent);
      return outcome && awaitThumbnail(outcome, readId(ours), sent);
    }
    const created = readTime(readObject(posts.at(-1)).createdAt);
    const { pages } = readObject(body.pagination);
    const isLast = typeof pages === "number" ? page >= pages : posts.length < PAGE;
    if (isLast || (created !== undefined && created < sent.calledAt - SKEW_MS)) return undefined;
  }
  return undefined;
}
