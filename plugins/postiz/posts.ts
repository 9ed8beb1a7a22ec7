import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Outcome, Sent } from "vireo/slots/social";
import type { Api } from "./api";
import { saysTheSame } from "./caption";
import { failed, unexpected } from "./refusal";

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

/** A post as Postiz lists it. Older servers tell less. */
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

/** The name of our mark among a post's settings, which Postiz keeps and lists as they came. */
export const MARK = "vireo";

const LIST_MS = 20_000;
const LIST_BYTES = 16 << 20;
const READ_AFTER_MS = 10_000;
/** Postiz lists by the minute at which a post was due; its clock may differ from ours. */
const AROUND_MS = 60 * 60_000;
const NEAR_MS = 5 * 60_000;

/** The posts of the target's channel around the call. Throws where Postiz cannot be asked. */
export async function listAround(api: Api, { calledAt, account }: Sent, signal: AbortSignal): Promise<Post[]> {
  const date = (ms: number) => new Date(ms).toISOString();
  const query = new URLSearchParams({ startDate: date(calledAt - AROUND_MS), endDate: date(calledAt + AROUND_MS) });
  const answer = await api(`/posts?${query}`, { signal, timeoutMs: LIST_MS, maxBytes: LIST_BYTES });
  const posts = (answer.json as { posts?: unknown } | null | undefined)?.posts;
  if (answer.status !== 200 || !Array.isArray(posts)) throw unexpected("list its posts", answer);
  return posts.filter((post): post is Post => Value.Check(Post, post) && post.integration.id === account.externalId);
}

function markOf(settings: unknown): unknown {
  try {
    const all = typeof settings === "string" ? JSON.parse(settings) : settings;
    return (all as Record<string, unknown> | null)?.[MARK];
  } catch {
    return undefined;
  }
}

/**
 * Whether a listed post is the one that was sent. Its mark says so for certain. A server that lists no
 * settings leaves what was posted there by the API, at that time, with those words.
 */
export function isOurs(post: Post, sent: Sent): boolean {
  if (post.settings !== undefined && post.settings !== null) return markOf(post.settings) === sent.idempotencyKey;
  const apart = Math.abs(Date.parse(post.publishDate ?? "") - sent.calledAt);
  return (
    apart <= NEAR_MS &&
    !post.intervalInDays &&
    (post.creationMethod ?? "API") === "API" &&
    saysTheSame(post.content ?? "", sent.content)
  );
}

/** What a post's state means for its target; a state that is not listed tells nothing. */
const states: Record<string, (post: Post, sent: Sent) => Outcome> = {
  QUEUE: ({ id }) => ({ state: "pending", task: id, readAfterMs: READ_AFTER_MS }),
  PUBLISHED: published,
  // It failed after it was out, with a comment for instance.
  ERROR: (post, sent) =>
    post.releaseURL
      ? published(post, sent)
      : failed(
          "platform_error",
          "Postiz could not publish it. Its calendar shows the post with what the platform said.",
        ),
  DRAFT: () => ({
    state: "unknown",
    message: "Somebody made a draft of it in Postiz: publish or delete it there.",
  }),
};

function published(post: Post, { toInbox, calledAt }: Sent): Outcome {
  const { releaseId, releaseURL } = post;
  // Postiz writes "missing" where the platform told no id.
  const id = releaseId && releaseId !== "missing" ? { platformPostId: releaseId } : {};
  if (toInbox) return { state: "in_inbox", ...id };
  const due = Date.parse(post.publishDate ?? "");
  return {
    state: "published",
    ...id,
    ...(releaseURL && /^https?:\/\//.test(releaseURL) ? { platformPostUrl: releaseURL } : {}),
    publishedAt: Number.isNaN(due) ? calledAt : Math.max(due, calledAt),
  };
}

export const outcomeOf = (post: Post, sent: Sent): Outcome =>
  (Object.hasOwn(states, post.state) ? states[post.state] : undefined)?.(post, sent) ?? {
    state: "unknown",
    message: "Postiz tells a state of it that is not known here.",
  };

/** For a post that Postiz took but does not list: its list may lag behind. */
export const awaited = (task: string): Outcome => ({ state: "pending", task, readAfterMs: READ_AFTER_MS });
