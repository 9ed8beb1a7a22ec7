import { useQuery } from "@tanstack/react-query";
import type { CreateContentPlanRequest } from "vireo/client";
import { vireo } from "../../api";
import { useMe } from "../../session";
import { useStored } from "../../ui/stored-form";

/** What a plan is to be about. Empty: left out. */
export interface Form {
  niche: string;
  goal: string;
  platforms: string[];
  days: number | string;
  postsPerDay: number | string;
  language: string;
  personaId: string;
  productId: string;
  messagingId: string;
  inspoId: string;
}

export const blank: Form = {
  niche: "",
  goal: "",
  platforms: ["tiktok"],
  days: 7,
  postsPerDay: 1,
  language: "",
  personaId: "",
  productId: "",
  messagingId: "",
  inspoId: "",
};

export const usePlanForm = () => useStored(`plan:${useMe().account.accountId}`, blank);

/** What the body says of a form: only what is filled in. */
export function toRequest(form: Form): CreateContentPlanRequest {
  const said = Object.entries(form).filter(([, value]) => value !== "");
  return Object.fromEntries(said) as unknown as CreateContentPlanRequest;
}

/** What a video of the library suggests for a plan of its kind. */
export const useSuggestion = (videoId: string | null) =>
  useQuery({
    queryKey: ["viral", "suggestion", videoId],
    queryFn: async (): Promise<Partial<Form>> => {
      const { analysis, hashtags, username } = await vireo.viralLibrary.videos.get(videoId ?? "");
      // The first tag says most; several together read as one odd subject.
      const [about = ""] = analysis?.tags.length ? analysis.tags : hashtags;
      return {
        niche: about.slice(0, 200),
        goal: `Reach new people the way @${username} does${analysis?.hook ? `: “${analysis.hook.slice(0, 300)}”` : ""}`,
      };
    },
    enabled: Boolean(videoId),
    staleTime: Number.POSITIVE_INFINITY,
  });
