import { keepPreviousData, type Query, useQuery } from "@tanstack/react-query";
import { Image as ImageIcon, type LucideIcon, Music, Video as VideoIcon } from "lucide-react";
import type { Image, Pagination, Track, Video, VideoVersion } from "vireo/client";
import { vireo } from "../api";

export type Kind = "video" | "image" | "music";
export type MediaStatus = Video["status"];

/** What videos, images and tracks have in common, under common names. */
export interface MediaItem {
  kind: Kind;
  id: string;
  status: MediaStatus;
  /** What people know it by. */
  title: string;
  prompt: string;
  model: string;
  engine: string;
  /** Percent. */
  progress: number;
  creditsUsed: number;
  createdAt: number;
  completedAt?: number | undefined;
  failCode?: string | undefined;
  failMessage?: string | undefined;
  /** The file; for videos the newest version. */
  url?: string | undefined;
  /** A still, or the art of an album. */
  posterUrl?: string | undefined;
  alternateUrl?: string | undefined;
  /** Seconds. */
  duration?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  aspectRatio?: string | undefined;
  versions: readonly VideoVersion[];
}

/** The address of a stored file on the origin that the page came from, so that it loads and downloads wherever that is. */
export const toLocalUrl = <T extends string | undefined>(url: T): T =>
  url?.replace(/^https?:\/\/[^/]+(?=\/media\/)/, "") as T;

const ofVideo = (video: Video): MediaItem => ({
  ...video,
  kind: "video",
  id: video.videoId,
  title: video.prompt,
  url: toLocalUrl(video.url),
  posterUrl: toLocalUrl(video.posterUrl),
  versions: video.versions.map((version) => ({ ...version, url: toLocalUrl(version.url) })),
});
const ofImage = (image: Image): MediaItem => ({
  ...image,
  kind: "image",
  id: image.imageId,
  title: image.prompt,
  url: toLocalUrl(image.url),
  posterUrl: toLocalUrl(image.url),
  versions: [],
});
const ofTrack = (track: Track): MediaItem => ({
  ...track,
  kind: "music",
  id: track.musicId,
  title: track.title ?? track.prompt,
  url: toLocalUrl(track.audioUrl),
  posterUrl: toLocalUrl(track.albumArtUrl),
  alternateUrl: toLocalUrl(track.alternateAudioUrl),
  versions: [],
});

export interface MediaQuery {
  page?: number;
  pageSize?: number;
  status?: MediaStatus | undefined;
}

interface KindFacts {
  one: string;
  many: string;
  icon: LucideIcon;
  /** First part of the keys of its questions. */
  key: string;
  list(query: MediaQuery): Promise<{ items: MediaItem[]; pagination: Pagination }>;
  get(id: string): Promise<MediaItem>;
  remove(id: string): Promise<void>;
}

export const media: Readonly<Record<Kind, KindFacts>> = {
  video: {
    one: "video",
    many: "Videos",
    icon: VideoIcon,
    key: "videos",
    async list(query) {
      const { videos, pagination } = await vireo.videos.list(query);
      return { items: videos.map(ofVideo), pagination };
    },
    get: async (id) => ofVideo(await vireo.videos.get(id)),
    remove: (id) => vireo.videos.delete(id),
  },
  image: {
    one: "picture",
    many: "Pictures",
    icon: ImageIcon,
    key: "images",
    async list(query) {
      const { images, pagination } = await vireo.images.list(query);
      return { items: images.map(ofImage), pagination };
    },
    get: async (id) => ofImage(await vireo.images.get(id)),
    remove: (id) => vireo.images.delete(id),
  },
  music: {
    one: "track",
    many: "Music",
    icon: Music,
    key: "music",
    async list(query) {
      const { tracks, pagination } = await vireo.music.list(query);
      return { items: tracks.map(ofTrack), pagination };
    },
    get: async (id) => ofTrack(await vireo.music.get(id)),
    remove: (id) => vireo.music.delete(id),
  },
};

export const kinds = Object.keys(media) as readonly Kind[];
export const isKind = (name: unknown): name is Kind => kinds.includes(name as Kind);
export const isRunning = ({ status }: { status: MediaStatus }): boolean =>
  status === "pending" || status === "processing";

/** Events tell of endings; how far something is has to be asked, and only while there is something under way. */
const ASK_AGAIN_MS = 2_500;

/** One page of a kind. Live while something on it is under way. */
export const useMedia = (kind: Kind, query: MediaQuery, enabled = true) =>
  useQuery({
    queryKey: [media[kind].key, "list", query],
    queryFn: () => media[kind].list(query),
    refetchInterval: ({ state }: Query<{ items: MediaItem[]; pagination: Pagination }>) =>
      state.data?.items.some(isRunning) ? ASK_AGAIN_MS : false,
    placeholderData: keepPreviousData,
    enabled,
  });

/** One of them. Live while it is under way. */
export const useMediaItem = (kind: Kind, id: string) =>
  useQuery({
    queryKey: [media[kind].key, "one", id],
    queryFn: () => media[kind].get(id),
    refetchInterval: ({ state }: Query<MediaItem>) => (state.data && isRunning(state.data) ? ASK_AGAIN_MS : false),
  });

/** "0:07" */
export const formatDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
