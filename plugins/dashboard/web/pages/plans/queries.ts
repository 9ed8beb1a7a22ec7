import { keepPreviousData, type Query, useQuery } from "@tanstack/react-query";
import type { ContentPlan, ContentPlanList } from "vireo/client";
import { vireo } from "../../api";
import { isRunning } from "../../ui/media";

const ASK_AGAIN_MS = 1_500;

export const usePlans = (page: number) =>
  useQuery({
    queryKey: ["plans", "list", page],
    queryFn: async () => vireo.contentPlans.list({ page }),
    refetchInterval: ({ state }: Query<ContentPlanList>) => (state.data?.plans.some(isRunning) ? ASK_AGAIN_MS : false),
    placeholderData: keepPreviousData,
  });

export const usePlan = (id: string) =>
  useQuery({
    queryKey: ["plans", "one", id],
    queryFn: () => vireo.contentPlans.get(id),
    refetchInterval: ({ state }: Query<ContentPlan>) => (state.data && isRunning(state.data) ? ASK_AGAIN_MS : false),
  });

/** What people know a plan by. */
export const getPlanTitle = ({ niche, goal, prompt }: ContentPlan): string =>
  niche ?? goal ?? (prompt || "Content plan");

/** "7 days, 2 posts a day" */
export const describeSize = ({ days, postsPerDay }: ContentPlan): string =>
  `${days} ${days === 1 ? "day" : "days"}, ${postsPerDay} ${postsPerDay === 1 ? "post" : "posts"} a day`;
