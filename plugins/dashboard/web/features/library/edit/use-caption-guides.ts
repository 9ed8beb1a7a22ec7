import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readTextRows } from "vireo/captions/text-rows";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";

/** Reads the speech and the visible text by which the server lays out captions. Undefined until then, or if that fails. */
export function useCaptionGuides(videoId: string, version: number, isWanted: boolean) {
  const { data } = useQuery({
    queryKey: keys.captionGuides(videoId, version),
    queryFn: () => vireo.videos.captionGuides.get(videoId, { version }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => data && { speech: data.speech, text: readTextRows(data) }, [data]);
}

export type Guides = ReturnType<typeof useCaptionGuides>;
