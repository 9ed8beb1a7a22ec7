import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../../api";
import { emptyValues, type Values } from "./values";

/** What a new post begins with, by the address: `?video=vid_…`, `?videoUrl=…`, `?plan=…&item=0`. */
export function useStart(params: URLSearchParams) {
  const [videoId, videoUrl, planId] = [params.get("video"), params.get("videoUrl"), params.get("plan")];
  const item = Number.parseInt(params.get("item") ?? "0", 10);
  return useQuery({
    queryKey: ["posts", "start", videoId, videoUrl, planId, item],
    async queryFn(): Promise<Values> {
      const values = emptyValues();
      const planned = planId ? (await vireo.contentPlans.get(planId)).items[item] : undefined;
      const video = videoId ? await vireo.videos.get(videoId) : undefined;
      return {
        ...values,
        ...(video ? { video: { videoId: video.videoId, title: video.prompt } } : {}),
        ...(videoUrl ? { video: { videoUrl } } : {}),
        ...(planned
          ? {
              title: planned.title.slice(0, 100),
              content: [planned.caption, planned.hashtags.map((tag) => `#${tag}`).join(" ")]
                .filter(Boolean)
                .join("\n\n"),
            }
          : {}),
      };
    },
    enabled: Boolean(videoId || videoUrl || planId),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
