import { useQueries } from "@tanstack/react-query";
import type { SocialPost } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import type { Range, Sums } from "../../ui/analytics";
import { getMidnight } from "../../ui/time";

/** Returns the last `days` days in the viewer's time zone, including today. `before` moves the range back by as many days. */
export function getRange(days: number, before = 0): Range {
  return { from: getMidnight(1 - days - before), to: getMidnight(1 - before) };
}

/** Returns the loaded posts by ID. */
export function usePosts(ids: readonly string[]): ReadonlyMap<string, SocialPost> {
  return useQueries({
    queries: ids.map((id) => ({ queryKey: keys.post(id), queryFn: () => vireo.social.posts.get(id) })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.postId, data] as const] : []))),
  });
}

export const countEngagements = ({ likes, comments, shares, saves }: Sums): number => likes + comments + shares + saves;

/** Computes engagements per view. Undefined without views. */
export const getEngagementRate = (sums: Sums): number | undefined =>
  sums.views > 0 ? countEngagements(sums) / sums.views : undefined;

const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
/** "4.2%" */
export const formatRate = (rate: number | undefined): string => (rate === undefined ? "–" : percent.format(rate));
