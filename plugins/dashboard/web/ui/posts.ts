import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { SocialAccount, SocialCalendar, SocialPost } from "vireo/client";
import { vireo } from "../api";
import { keys } from "../query-keys";
import { localZone } from "./time";

export type Platform = SocialAccount["platform"];
export type PostStatus = SocialPost["status"];
export type PostDay = SocialCalendar["days"][number];

/** Filters of the calendar. Times are in milliseconds. */
export interface PostFilter {
  from: number;
  to: number;
  platform?: Platform | undefined;
  accountId?: string | undefined;
  status?: PostStatus | undefined;
  group?: string | undefined;
}

/** Channels with a name, such as those of one client. */
export interface ChannelGroup {
  name: string;
  accountIds: string[];
}

export const useChannelGroups = () =>
  useQuery({
    queryKey: keys.channelGroups,
    queryFn: async (): Promise<ChannelGroup[]> => (await vireo.social.groups.list()).groups,
    staleTime: 60_000,
  });

/** Sets of hashtags and captions of the workspace. */
export const useSnippets = () =>
  useQuery({
    queryKey: keys.snippets,
    queryFn: async () => (await vireo.social.snippets.list()).snippets,
    staleTime: 60_000,
  });

/** The API returns at most this many posts per request. */
const MAX_POSTS = 1000;
const DAY_MS = 86_400_000;

/** Returns the time of a post on the calendar, as the API sorts posts. A published post is at its publication time. */
export const getPostTime = (post: SocialPost): number => post.publishedAt ?? post.scheduledFor ?? post.createdAt;

export const getPostTitle = (post: SocialPost): string =>
  post.title || post.content.trim().split("\n")[0] || "No caption";

/** Returns the most posts per day that a request for these days can return. */
export const maxPostsPerDay = ({ from, to }: Pick<PostFilter, "from" | "to">): number =>
  Math.max(1, Math.floor(MAX_POSTS / Math.ceil((to - from) / DAY_MS)));

/** Reads the days with posts, in the viewer's time zone: the number of posts, and the first `perDay` of them. */
export const usePostDays = (filter: PostFilter | undefined, perDay: number) =>
  useQuery({
    queryKey: [...keys.postDays, filter, perDay],
    queryFn: ({ signal }) => {
      const { from, to, ...filters } = filter as PostFilter;
      const limit = Math.min(perDay, maxPostsPerDay({ from, to }));
      return vireo.social.calendar.get({ from, to, perDay: limit, timezone: localZone, ...filters }, { signal });
    },
    enabled: filter !== undefined,
    // Keep showing the same days while a filter changes, but not other days.
    placeholderData: (before, query) => {
      const old = query?.queryKey[keys.postDays.length] as PostFilter | undefined;
      return old?.from === filter?.from && old?.to === filter?.to ? before : undefined;
    },
  });

/** Updates a post in every cached query, until the next refetch. */
export function updateCachedPost(client: QueryClient, post: SocialPost): void {
  client.setQueryData(keys.post(post.postId), post);
  const isSame = (other: SocialPost) => other.postId === post.postId && getPostTime(other) === getPostTime(post);
  client.setQueriesData<SocialCalendar>({ queryKey: keys.postDays }, (before) =>
    before?.days.some(({ posts }) => posts.some(isSame))
      ? {
          ...before,
          days: before.days.map((day) => ({ ...day, posts: day.posts.map((other) => (isSame(other) ? post : other)) })),
        }
      : before,
  );
}

/** True if this state of a post is new. A response and its event can arrive in either order. */
export function isNewState(client: QueryClient, post: SocialPost): boolean {
  const key = keys.knownPost(post.postId);
  const before = client.getQueryData(key);
  // setQueryData returns the same object if nothing changed.
  return client.setQueryData(key, post) !== before;
}

/** Reads all social accounts, including disconnected ones. */
export const useSocialAccounts = (enabled = true) =>
  useQuery({
    queryKey: keys.socialAccounts,
    queryFn: async () => (await vireo.social.accounts.list()).accounts,
    staleTime: 60_000,
    enabled,
  });
