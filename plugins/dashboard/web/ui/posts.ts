import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { SocialAccount, SocialPost } from "#client/index";
import { vireo } from "../api";

export type Platform = SocialAccount["platform"];
export type PostStatus = SocialPost["status"];

/** What part of the posts is looked at; times in milliseconds. */
export interface PostFilter {
  from: number;
  to: number;
  platform?: Platform | undefined;
  accountId?: string | undefined;
  status?: PostStatus | undefined;
}
export interface PostRange {
  posts: readonly SocialPost[];
  /** How many there are; more than `posts` where that is more than anybody can look at. */
  total: number;
}

const PAGE = 100;
const MOST = 2000;
const AT_ONCE = 4;

/** First part of the keys of ranges. They are kept up to date by `placePost`, for reading one again takes many calls. */
const RANGE = "calendar";

/** The time a post is for, as the server orders its range. */
export const timeOf = (post: SocialPost): number => post.scheduledFor ?? post.createdAt;

export const belongs = (post: SocialPost, { from, to, platform, accountId, status }: PostFilter): boolean =>
  timeOf(post) >= from &&
  timeOf(post) < to &&
  (!platform || post.platforms.includes(platform)) &&
  (!accountId || post.accountIds.includes(accountId)) &&
  (!status || post.status === status);

async function readRange(filter: PostFilter, signal: AbortSignal): Promise<PostRange> {
  const read = (page: number) => vireo.social.posts.list({ ...filter, page, pageSize: PAGE }, { signal });
  const first = await read(1);
  const { total } = first.pagination;
  const found = new Map(first.posts.map((post) => [post.postId, post]));
  const pages = Math.ceil(Math.min(total, MOST) / PAGE);
  for (let next = 2; next <= pages; next += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, pages - next + 1) }, (_, at) => next + at);
    for (const { posts } of await Promise.all(numbers.map(read))) {
      for (const post of posts) found.set(post.postId, post);
    }
  }
  return { posts: [...found.values()], total };
}

/** All posts of a range, at most 2,000; the latest made come first. */
export const usePosts = (filter: PostFilter | undefined) =>
  useQuery({
    queryKey: [RANGE, filter],
    queryFn: ({ signal }) => readRange(filter as PostFilter, signal),
    enabled: filter !== undefined,
    staleTime: 60_000,
    // The same days under another filter are close enough to look at meanwhile; other days are not.
    placeholderData: (before, query) => {
      const old = query?.queryKey[1] as PostFilter | undefined;
      return old?.from === filter?.from && old?.to === filter?.to ? before : undefined;
    },
  });

/** Puts what is known of a post into every range that was read, or takes it out where it belongs no more. */
export function placePost(client: QueryClient, post: SocialPost): void {
  client.setQueryData(["posts", "one", post.postId], post);
  for (const [key, data] of client.getQueriesData<PostRange>({ queryKey: [RANGE] })) {
    if (!data) continue;
    const others = data.posts.filter(({ postId }) => postId !== post.postId);
    const wasIn = others.length < data.posts.length;
    const isIn = belongs(post, key[1] as PostFilter);
    if (!wasIn && !isIn) continue;
    client.setQueryData<PostRange>(key, {
      posts: isIn ? [post, ...others] : others,
      total: data.total + Number(isIn) - Number(wasIn),
    });
  }
}

/** Every account that was ever connected. */
export const useAccounts = () =>
  useQuery({
    queryKey: ["accounts"],
    queryFn: async () => (await vireo.social.accounts.list()).accounts,
    staleTime: 60_000,
  });
