import { keepPreviousData, type Query, useQuery } from "@tanstack/react-query";
import type { ViralLibraryVideo } from "vireo/client";
import { vireo } from "../../api";
import { isRunning } from "../../ui/media";

export type Library = ViralLibraryVideo["library"];
export const PAGE_SIZE = 24;

/** Written for the sample library and posted by nobody; its creator and numbers are made up. */
export const isSample = ({ tiktokId }: Pick<ViralLibraryVideo, "tiktokId">): boolean => tiktokId.startsWith("sample-");

const ASK_AGAIN_MS = 4_000;
/** What is not analysed by then never will be by itself. */
const ANALYSED_WITHIN_MS = 10 * 60_000;
const waits = ({ analysis, createdAt }: ViralLibraryVideo) =>
  analysis === null && Date.now() - createdAt < ANALYSED_WITHIN_MS;

/** One page of a library; asked again while something new on it waits for its analysis. */
export const useLibrary = (library: Library, page: number, enabled = true) =>
  useQuery({
    queryKey: ["viral", "list", library, page],
    queryFn: async () => vireo.viralLibrary.videos.list({ library, page, pageSize: PAGE_SIZE }),
    refetchInterval: ({ state }) => (state.data?.videos.some(waits) ? ASK_AGAIN_MS : false),
    placeholderData: keepPreviousData,
    enabled,
  });

export const useViralVideo = (id: string) =>
  useQuery({
    queryKey: ["viral", "one", id],
    queryFn: () => vireo.viralLibrary.videos.get(id),
    refetchInterval: ({ state }: Query<ViralLibraryVideo>) => (state.data && waits(state.data) ? ASK_AGAIN_MS : false),
  });

const LATEST = 50;
const PROGRESS_MS = 1_500;

/** The latest analysis of the video itself that this account asked for; live while it is under way. */
export const useOwnAnalysis = (videoId: string) =>
  useQuery({
    queryKey: ["analyses", "of", videoId],
    queryFn: async () => {
      const { analyses } = await vireo.analyses.list({ pageSize: LATEST });
      return analyses.find((one) => one.videoId === videoId) ?? null;
    },
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? PROGRESS_MS : false),
  });
