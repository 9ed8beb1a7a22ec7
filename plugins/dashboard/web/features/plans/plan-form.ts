import { useQuery } from "@tanstack/react-query";
import type { CreateContentPlanRequest } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useMe } from "../../session";
import { useStoredForm } from "../../ui/form";

/** Empty fields are not sent. */
interface PlanValues {
  niche: string;
  goal: string;
  platforms: string[];
  days: number | string;
  postsPerDay: number | string;
  language: string;
  personaId: string | null;
  productId: string | null;
  messagingId: string | null;
  inspoId: string | null;
}

export const blank: PlanValues = {
  niche: "",
  goal: "",
  platforms: ["tiktok"],
  days: 7,
  postsPerDay: 1,
  language: "",
  personaId: null,
  productId: null,
  messagingId: null,
  inspoId: null,
};

export const usePlanForm = () => useStoredForm(`plan:${useMe().account.accountId}`, blank);

export function toRequest(values: PlanValues): CreateContentPlanRequest {
  const fields = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? value.trim() : value,
  ]);
  return Object.fromEntries(
    fields.filter(([, value]) => value !== "" && value !== null),
  ) as unknown as CreateContentPlanRequest;
}

/** Derives a niche and a goal from a video of the viral library. */
export const useSuggestion = (videoId: string | null) =>
  useQuery({
    queryKey: keys.planSuggestion(videoId),
    queryFn: async (): Promise<Partial<PlanValues>> => {
      const { analysis, hashtags, username } = await vireo.viralLibrary.videos.get(videoId ?? "");
      // Several tags would read as one strange topic, and so does a hashtag such as "budgetmeals".
      const tags = analysis?.tags ?? [];
      const topic = tags.find((tag) => !hashtags.includes(tag)) ?? tags[0] ?? hashtags[0] ?? "";
      return {
        niche: topic.slice(0, 200),
        goal: `Reach new people the way @${username} does${analysis?.hook ? `: “${analysis.hook.slice(0, 300)}”` : ""}`,
      };
    },
    enabled: Boolean(videoId),
    staleTime: Number.POSITIVE_INFINITY,
  });
