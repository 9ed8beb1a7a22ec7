import { keepPreviousData, type Query, useQueries, useQuery } from "@tanstack/react-query";
import type { Interval } from "vireo/captions/align";
import type { ClipMoment, ClipSearch } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { isRunning, type MediaItem, useMedia, versionQuery } from "../../ui/media";

const PAGE_SIZE = 24;
const POLL_MS = 2_000;

/** Reads a page of searches, newest first. Polls while one of them is running. */
export const useClipSearches = (page: number) =>
  useQuery({
    queryKey: keys.clipSearches(page),
    queryFn: async () => vireo.clips.list({ page, pageSize: PAGE_SIZE }),
    refetchInterval: ({ state }) => (state.data?.searches.some(isRunning) ? POLL_MS : false),
    placeholderData: keepPreviousData,
  });

/** Reads a search. Polls while it is running. */
export const useClipSearch = (id: string) =>
  useQuery({
    queryKey: keys.clipSearch(id),
    queryFn: () => vireo.clips.get(id),
    refetchInterval: ({ state }: Query<ClipSearch>) => (state.data && isRunning(state.data) ? POLL_MS : false),
  });

/** Maximum number of moments of a search. */
const MAX_MOMENTS = 20;

/** A moment of a long video, and the clip made of it. */
export interface Moment extends ClipMoment {
  clip: MediaItem | undefined;
  /** True if it can become a video: it is none yet, or its clip failed or was deleted. */
  canRender: boolean;
}

/** Joins the moments of a search with their clips, which are polled while they render. */
export function useMoments({ clips }: ClipSearch): readonly Moment[] {
  const ids = clips.flatMap(({ videoId }) => videoId ?? []).sort();
  const { data, isPlaceholderData } = useMedia("video", { ids: ids.join(","), pageSize: MAX_MOMENTS }, ids.length > 0);
  const isLoaded = data !== undefined && !isPlaceholderData;
  return clips.map((moment) => {
    const clip = data?.items.find(({ id }) => id === moment.videoId);
    const isMissing = isLoaded && clip === undefined;
    return { ...moment, clip, canRender: !moment.videoId || isMissing || clip?.status === "failed" };
  });
}

/** Returns moments with the times that their clips have now: those of a clip can be moved after it was made. */
export function useMovedMoments(moments: readonly Moment[]): readonly Moment[] {
  const moved = moments.flatMap(({ id, clip }) => {
    const version = clip?.versions.at(-1)?.version ?? 1;
    return clip?.status === "completed" && version > 1 ? [{ id, query: versionQuery(clip.id, version) }] : [];
  });
  const details = useQueries({ queries: moved.map(({ query }) => query) });
  return moments.map((moment) => {
    const layers = details[moved.findIndex(({ id }) => id === moment.id)]?.data?.layers ?? [];
    const trim = layers.find((layer) => layer.type === "trim");
    return trim ? { ...moment, start: trim.start ?? moment.start, end: trim.end ?? moment.end } : moment;
  });
}

const pad = (value: number) => String(value).padStart(2, "0");

/** "0:07", "1:02:03" */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

/** "1:02.5" */
export const formatTenths = (seconds: number): string => {
  const tenths = Math.round(seconds * 10);
  return `${formatClock(Math.floor(tenths / 10))}.${tenths % 10}`;
};

/** "0:07–0:31" */
export const formatSpan = ({ start, end }: Interval): string => `${formatClock(start)}–${formatClock(end)}`;

/** Reads "90", "1:30" or "1:02:03.5". Undefined for anything else. */
export function parseClock(text: string): number | undefined {
  if (!/^\d+(:\d{1,2}){0,2}(\.\d+)?$/.test(text.trim())) return undefined;
  return text
    .trim()
    .split(":")
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}
