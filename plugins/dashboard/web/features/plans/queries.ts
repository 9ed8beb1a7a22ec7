import { keepPreviousData, type Query, useQuery } from "@tanstack/react-query";
import type { ContentPlan, ContentPlanList } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { isRunning } from "../../ui/media";
import { pluralise } from "../../ui/numbers";

const POLL_MS = 1_500;

export const usePlans = (page: number) =>
  useQuery({
    queryKey: keys.plans(page),
    queryFn: async () => vireo.contentPlans.list({ page }),
    refetchInterval: ({ state }: Query<ContentPlanList>) => (state.data?.plans.some(isRunning) ? POLL_MS : false),
    placeholderData: keepPreviousData,
  });

export const usePlan = (id: string) =>
  useQuery({
    queryKey: keys.plan(id),
    queryFn: () => vireo.contentPlans.get(id),
    refetchInterval: ({ state: { data } }: Query<ContentPlan>) =>
      data && (isRunning(data) || (data.production?.rendering ?? 0) > 0) ? POLL_MS : false,
  });

export const getPlanTitle = ({ niche, goal, prompt }: ContentPlan): string =>
  niche ?? goal ?? (prompt || "Content plan");

/** "7 days, 2 posts per day" */
export const describeSize = ({ days, postsPerDay }: ContentPlan): string =>
  `${pluralise(days, "day")}, ${pluralise(postsPerDay, "post")} per day`;
