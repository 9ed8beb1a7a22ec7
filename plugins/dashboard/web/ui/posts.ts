import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { SocialAccount, SocialCalendar, SocialPost } from "vireo/client";
import { vireo } from "../api";
import { localZone } from "./time";

export type Platform = SocialAccount["platform"];
export type PostStatus = SocialPost["status"];
export type PostDay = SocialCalendar["days"][number];

/** What part of the posts is looked at; times in milliseconds. */
export interface PostFilter {
  from: number;
  to: number;
  platform?: Platform | undefined;
  accountId?: string | undefined;
  status?: PostStatus | undefined;
}

/** Posts that the server counts and sends for one look at some days. */
const MOST = 1000;
const DAY_MS = 86_400_000;
const DAYS = ["posts", "days"] as const;

/** The time a post is for, as the server orders its days. */
export const getPostTime = (post: SocialPost): number => post.scheduledFor ?? post.createdAt;

/** How many posts of each day can be asked for. */
export const maxPostsPerDay = ({ from, to }: Pick<PostFilter, "from" | "to">): number =>
  Math.max(1, Math.floor(MOST / Math.ceil((to - from) / DAY_MS)));

/** The days that have posts: how many, and the first `perDay` of them. The days are the viewer's. */
export const usePostDays = (filter: PostFilter | undefined, perDay: number) =>
  useQuery({
    queryKey: [...DAYS, filter, perDay],
    queryFn: ({ signal }) => {
      const { from, to, ...only } = filter as PostFilter;
      const most = Math.min(perDay, maxPostsPerDay({ from, to }));
      return vireo.social.calendar.get({ from, to, perDay: most, timezone: localZone, ...only }, { signal });
    },
    enabled: filter !== undefined,
    // The same days under another filter are close enough to look at meanwhile; other days are not.
    placeholderData: (before, query) => {
      const old = query?.queryKey[DAYS.length] as PostFilter | undefined;
      return old?.from === filter?.from && old?.to === filter?.to ? before : undefined;
    },
  });

/** Shows what is known of a post wherever it stands, until the days are asked for again. */
export function updateCachedPost(client: QueryClient, post: SocialPost): void {
  client.setQueryData(["posts", "one", post.postId], post);
  const isIt = (one: SocialPost) => one.postId === post.postId && getPostTime(one) === getPostTime(post);
  client.setQueriesData<SocialCalendar>({ queryKey: DAYS }, (before) =>
    before?.days.some(({ posts }) => posts.some(isIt))
      ? {
          ...before,
          days: before.days.map((day) => ({ ...day, posts: day.posts.map((one) => (isIt(one) ? post : one)) })),
        }
      : before,
  );
}

/** Whether a post's state is heard of for the first time: an answer and its event tell the same, in either order. */
export function isNewState(client: QueryClient, post: SocialPost): boolean {
  const key = ["told", post.postId];
  const before = client.getQueryData(key);
  // What is equal stays the same object.
  return client.setQueryData(key, post) !== before;
}

/** Every account that was ever connected. */
export const useAccounts = () =>
  useQuery({
    queryKey: ["accounts"],
    queryFn: async () => (await vireo.social.accounts.list()).accounts,
    staleTime: 60_000,
  });
