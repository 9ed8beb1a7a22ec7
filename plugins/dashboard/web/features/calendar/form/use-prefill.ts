import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { buildCaption } from "../../plans/export";
import { emptyValues, TITLE_MAX, type Values } from "./values";

/** Reads values for a new post from the URL: `?video=vid_…`, `?videoUrl=…` or `?plan=…&item=0`. */
export function usePrefill(params: URLSearchParams) {
  const [videoId, videoUrl, planId] = [params.get("video"), params.get("videoUrl"), params.get("plan")];
  const index = Number.parseInt(params.get("item") ?? "0", 10);
  return useQuery({
    queryKey: keys.postPrefill(videoId, videoUrl, planId, index),
    async queryFn(): Promise<Values> {
      const item = planId ? (await vireo.contentPlans.get(planId)).items[index] : undefined;
      const video = videoId ? await vireo.videos.get(videoId) : undefined;
      return {
        ...emptyValues(),
        ...(video ? { media: [{ kind: "video", id: video.videoId, title: video.title ?? video.prompt }] } : {}),
        ...(videoUrl ? { media: [{ kind: "video", url: videoUrl }] } : {}),
        ...(item ? { title: item.title.slice(0, TITLE_MAX), content: buildCaption(item) } : {}),
      };
    },
    enabled: Boolean(videoId || videoUrl || planId),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
