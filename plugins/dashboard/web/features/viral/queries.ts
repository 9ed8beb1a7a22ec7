import { keepPreviousData, type Query, useQuery } from "@tanstack/react-query";
import type { ViralLibraryVideo } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { isRunning } from "../../ui/media";

export type Library = ViralLibraryVideo["library"];
export const PAGE_SIZE = 24;

/** True for fictional videos of the sample library. */
export const isSample = ({ tiktokId }: Pick<ViralLibraryVideo, "tiktokId">): boolean => tiktokId.startsWith("sample-");

const POLL_MS = 4_000;
/** A video that has no analysis after this time gets none automatically, so polling stops. */
const ANALYSIS_TIMEOUT_MS = 10 * 60_000;
const awaitsAnalysis = ({ analysis, createdAt }: ViralLibraryVideo) =>
  analysis === null && Date.now() - createdAt < ANALYSIS_TIMEOUT_MS;

/** One page of a library. Polled while a new video on it has no analysis yet. */
export const useLibrary = (library: Library, page: number) =>
  useQuery({
    queryKey: keys.viralList(library, page),
    queryFn: async () => vireo.viralLibrary.videos.list({ library, page, pageSize: PAGE_SIZE }),
    refetchInterval: ({ state }) => (state.data?.videos.some(awaitsAnalysis) ? POLL_MS : false),
    placeholderData: keepPreviousData,
  });

export const useViralVideo = (id: string) =>
  useQuery({
    queryKey: keys.viralVideo(id),
    queryFn: () => vireo.viralLibrary.videos.get(id),
    refetchInterval: ({ state }: Query<ViralLibraryVideo>) =>
      state.data && awaitsAnalysis(state.data) ? POLL_MS : false,
  });

/** The API has no filter by video, so the newest analyses are searched. */
const MAX_ANALYSES = 50;
const ANALYSIS_POLL_MS = 1_500;

/** The account's latest analysis of a video. Polled while it is running. */
export const useOwnAnalysis = (videoId: string) =>
  useQuery({
    queryKey: keys.ownAnalysis(videoId),
    queryFn: async () => {
      const { analyses } = await vireo.analyses.list({ pageSize: MAX_ANALYSES });
      return analyses.find((analysis) => analysis.videoId === videoId) ?? null;
    },
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? ANALYSIS_POLL_MS : false),
  });
