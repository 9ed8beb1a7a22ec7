import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { isTikTokPostId, isTikTokPostUrl, type Outcome, type Sent } from "vireo/slots/social";
import type { PostizApi } from "./api";
import { hasSameText } from "./caption";
import { failed } from "./refusal";

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

/** A post in Postiz's list. Older servers return fewer fields. */
const Post = Type.Object({
  id: Type.String({ minLength: 1 }),
  state: Type.String(),
  integration: Type.Object({ id: Type.String() }),
  content: Nullable(Type.String()),
  publishDate: Nullable(Type.String()),
  releaseURL: Nullable(Type.String()),
  releaseId: Nullable(Type.String()),
  intervalInDays: Nullable(Type.Number()),
  creationMethod: Nullable(Type.String()),
  settings: Type.Optional(Type.Unknown()),
});
export type Post = Static<typeof Post>;

/** Idempotency key in a post's settings, which Postiz stores and lists unchanged. */
export const MARK = "vireo";

const LIST_MS = 20_000;
const LIST_BYTES = 16 << 20;
const READ_AFTER_MS = 10_000;
/** Postiz lists posts by due time in minutes, on its own clock. */
const AROUND_MS = 60 * 60_000;
const NEAR_MS = 5 * 60_000;

/** Lists the posts of the target's channel around the time of the call. Throws if Postiz is not available. */
export const listAround = (api: PostizApi, { calledAt, account }: Sent, signal: AbortSignal): Promise<Post[]> =>
  listBetween(api, account, [calledAt - AROUND_MS, calledAt + AROUND_MS], signal);

/** Lists the posts of a channel that were due in this time. */
export async function listBetween(
  api: PostizApi,
  account: Pick<Sent["account"], "externalId">,
  [from, to]: readonly [number, number],
  signal: AbortSignal,
): Promise<Post[]> {
  const date = (ms: number) => new Date(ms).toISOString();
  const query = new URLSearchParams({ startDate: date(from), endDate: date(to) });
  const response = await api.request(`/posts?${query}`, { signal, timeoutMs: LIST_MS, maxBytes: LIST_BYTES });
  const posts = (response.json as { posts?: unknown } | null | undefined)?.posts;
  if (response.status !== 200 || !Array.isArray(posts)) throw api.unexpected("list posts", response);
  return posts.filter((post): post is Post => Value.Check(Post, post) && post.integration.id === account.externalId);
}

function readMark(settings: unknown): unknown {
  try {
    const all = typeof settings === "string" ? JSON.parse(settings) : settings;
    return (all as Record<string, unknown> | null)?.[MARK];
  } catch {
    return undefined;
  }
}

/**
 * True if a listed post is the one that was sent, which the key proves. On servers that list no settings, compares the
 * time, the text and whether the post came through the API.
 */
export function isSentPost(post: Post, sent: Sent): boolean {
  if (post.settings !== undefined && post.settings !== null) return readMark(post.settings) === sent.idempotencyKey;
  const distance = Math.abs(Date.parse(post.publishDate ?? "") - sent.calledAt);
  return (
    distance <= NEAR_MS &&
    !post.intervalInDays &&
    (post.creationMethod ?? "API") === "API" &&
    hasSameText(post.content ?? "", sent.content)
  );
}

/** Maps the state of a post to an outcome. */
const STATES: Record<string, (post: Post, sent: Sent) => Outcome> = {
  QUEUE: ({ id }) => ({ state: "pending", task: id, readAfterMs: READ_AFTER_MS }),
  PUBLISHED: toPublished,
  // A failure after publishing, for example of a comment.
  ERROR: (post, sent) =>
    post.releaseURL
      ? toPublished(post, sent)
      : failed(
          "platform_error",
          "Postiz failed to publish the post. See its notifications for the platform's message; the account may need to be reconnected there.",
        ),
  DRAFT: () => ({
    state: "unknown",
    message: "The post was turned into a draft in Postiz. Publish or delete it there.",
  }),
};

function toPublished(post: Post, { account, toInbox, calledAt }: Sent): Outcome {
  const { releaseId, releaseURL } = post;
  const isTikTok = account.platform === "tiktok";
  // Postiz returns "missing" if the platform reported no id.
  const isId = releaseId && releaseId !== "missing" && (!isTikTok || isTikTokPostId(releaseId));
  const isUrl = releaseURL && /^https?:\/\//.test(releaseURL) && (!isTikTok || isTikTokPostUrl(releaseURL));
  const id = isId ? { platformPostId: releaseId } : {};
  if (toInbox) return { state: "in_inbox", ...id };
  const due = Date.parse(post.publishDate ?? "");
  return {
    state: "published",
    ...id,
    ...(isUrl ? { platformPostUrl: releaseURL } : isTikTok ? { task: post.id } : {}),
    publishedAt: Number.isNaN(due) ? calledAt : Math.max(due, calledAt),
  };
}

export const toOutcome = (post: Post, sent: Sent): Outcome =>
  (Object.hasOwn(STATES, post.state) ? STATES[post.state] : undefined)?.(post, sent) ?? {
    state: "unknown",
    message: "Postiz reports an unknown state for the post.",
  };

/** Outcome for a post that Postiz accepted but does not list yet. */
export const toPending = (task: string): Outcome => ({ state: "pending", task, readAfterMs: READ_AFTER_MS });
