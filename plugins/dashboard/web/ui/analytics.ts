import { useQuery } from "@tanstack/react-query";
import type { GetSocialAnalyticsQuery, SocialAnalyticsTotal, SocialPost } from "vireo/client";
import { vireo } from "../api";
import { keys } from "../query-keys";
import { localZone } from "./time";

export type GroupBy = GetSocialAnalyticsQuery["groupBy"];
export type Sums = SocialAnalyticsTotal;

/** Days in milliseconds since the epoch. `to` is the end of today, so the key stays the same all day. */
export interface Range {
  from: number;
  to: number;
  /** Only the channels of a group. */
  group?: string | undefined;
}

/** Reads the results of posts published in a range, summed by `groupBy`. */
export const useAnalytics = (range: Range, groupBy: GroupBy, enabled = true) =>
  useQuery({
    queryKey: keys.analytics(range, groupBy),
    queryFn: ({ signal }) => vireo.social.analytics.get({ ...range, groupBy, timezone: localZone }, { signal }),
    // The first results of an account show up on every page at once.
    staleTime: ({ state }) => (state.data?.groups.length ? 60_000 : 0),
    enabled,
    // Keep showing the results while the range changes, but not those of another grouping.
    placeholderData: (before, query) => (query?.queryKey.at(-1) === groupBy ? before : undefined),
  });

/** Reads the views of a published post, together with all others of its month. */
export function usePostViews({ postId, publishedAt }: SocialPost): number | undefined {
  const month = new Date(publishedAt ?? 0);
  const range = {
    from: new Date(month.getFullYear(), month.getMonth(), 1).getTime(),
    to: new Date(month.getFullYear(), month.getMonth() + 1, 1).getTime(),
  };
  const { data } = useAnalytics(range, "post", publishedAt !== undefined);
  return data?.groups.find(({ key }) => key === postId)?.views;
}
