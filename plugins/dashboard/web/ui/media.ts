import { keepPreviousData, type Query, useQuery } from "@tanstack/react-query";
import { Image as ImageIcon, type LucideIcon, Music, Video as VideoIcon } from "lucide-react";
import type {
  Image,
  Pagination,
  Track,
  UpdateImageRequest,
  Video,
  VideoScene,
  VideoVersion,
  VideoVersionDetail,
} from "vireo/client";
import { vireo } from "../api";
import { keys, type Resource } from "../query-keys";

export type Kind = "video" | "image" | "music";
export type MediaStatus = Video["status"];

/** A video, an image or a music track, with the same field names for all three. */
export interface MediaItem {
  kind: Kind;
  id: string;
  status: MediaStatus;
  title: string;
  prompt: string;
  model: string;
  engine: string;
  /** Only videos have one. */
  source?: Video["source"] | undefined;
  /** Percent. */
  progress: number;
  creditsUsed: number;
  createdAt: number;
  completedAt?: number | undefined;
  failCode?: string | undefined;
  failMessage?: string | undefined;
  /** The file. For a video, its newest version. */
  url?: string | undefined;
  /** A small version of a video that is still being rendered. */
  previewUrl?: string | undefined;
  /** A still of a video, or album art. */
  posterUrl?: string | undefined;
  /** A small image of the newest version, for lists. */
  thumbnailUrl?: string | undefined;
  alternateUrl?: string | undefined;
  /** Seconds. */
  duration?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  aspectRatio?: string | undefined;
  tags: readonly string[];
  folder?: string | undefined;
  versions: readonly VideoVersion[];
  /** The storyboard, for models that render scenes. */
  scenes?: readonly VideoScene[] | undefined;
  /** Template that it was made from. */
  templateId?: string | undefined;
}

/** Makes the URL of a stored file relative, so that it loads from the dashboard's origin. */
export const toLocalUrl = <T extends string | undefined>(url: T): T =>
  url?.replace(/^https?:\/\/[^/]+(?=\/media\/)/, "") as T;

/** Title of an untitled item: the first text of its scenes, or the first line of the prompt. */
export const inferTitle = (prompt: string, scenes: readonly VideoScene[] = []): string =>
  scenes.find(({ text }) => text)?.text ?? (prompt.trim().split("\n", 1)[0] || prompt);

export const getVideoTitle = ({ title, prompt, scenes }: Pick<Video, "title" | "prompt" | "scenes">): string =>
  title ?? inferTitle(prompt, scenes);

function fromVideo(video: Video): MediaItem {
  // The API's poster shows the first version, the thumbnail the newest.
  const posterUrl = toLocalUrl(video.versions.length > 1 ? video.thumbnailUrl : video.posterUrl);
  return {
    ...video,
    kind: "video",
    id: video.videoId,
    title: getVideoTitle(video),
    tags: video.tags ?? [],
    url: toLocalUrl(video.url),
    previewUrl: toLocalUrl(video.previewUrl),
    posterUrl,
    thumbnailUrl: toLocalUrl(video.thumbnailUrl) ?? posterUrl,
    versions: video.versions.map((version) => ({ ...version, url: toLocalUrl(version.url) })),
  };
}
const fromImage = (image: Image): MediaItem => ({
  ...image,
  kind: "image",
  id: image.imageId,
  title: image.title ?? inferTitle(image.prompt),
  tags: image.tags ?? [],
  url: toLocalUrl(image.url),
  thumbnailUrl: toLocalUrl(image.thumbnailUrl ?? image.url),
  versions: [],
});
const fromTrack = (track: Track): MediaItem => ({
  ...track,
  kind: "music",
  id: track.musicId,
  title: track.title ?? inferTitle(track.prompt),
  tags: track.tags ?? [],
  url: toLocalUrl(track.audioUrl),
  posterUrl: toLocalUrl(track.albumArtUrl),
  thumbnailUrl: toLocalUrl(track.thumbnailUrl ?? track.albumArtUrl),
  alternateUrl: toLocalUrl(track.alternateAudioUrl),
  versions: [],
});

export interface MediaQuery {
  page?: number;
  pageSize?: number;
  status?: MediaStatus | undefined;
  /** Only these items: ids, comma-separated. */
  ids?: string | undefined;
  /** Part of a title, prompt or tag. */
  q?: string | undefined;
  tag?: string | undefined;
  folder?: string | undefined;
  sort?: "newest" | "oldest" | "title" | undefined;
  /** Only for videos. */
  source?: Video["source"] | undefined;
}

interface KindFacts {
  /** Title of tabs and lists. */
  title: string;
  /** In sentences: "Delete this image?" */
  noun: string;
  /** In sentences: "No images yet" */
  plural: string;
  icon: LucideIcon;
  resource: Resource;
  list(query: MediaQuery, options?: { signal: AbortSignal }): Promise<{ items: MediaItem[]; pagination: Pagination }>;
  get(id: string): Promise<MediaItem>;
  update(id: string, labels: Labels): Promise<unknown>;
  remove(id: string): Promise<void>;
}

/** Title, tags and folder of an item. Missing fields stay unchanged. */
export type Labels = UpdateImageRequest;

export const media: Readonly<Record<Kind, KindFacts>> = {
  video: {
    title: "Video",
    noun: "video",
    plural: "videos",
    icon: VideoIcon,
    resource: "videos",
    async list(query, options) {
      const { videos, pagination } = await vireo.videos.list(query, options);
      return { items: videos.map(fromVideo), pagination };
    },
    get: async (id) => fromVideo(await vireo.videos.get(id)),
    update: (id, labels) => vireo.videos.update(id, labels),
    remove: (id) => vireo.videos.delete(id),
  },
  image: {
    title: "Image",
    noun: "image",
    plural: "images",
    icon: ImageIcon,
    resource: "images",
    async list(query, options) {
      const { images, pagination } = await vireo.images.list(query, options);
      return { items: images.map(fromImage), pagination };
    },
    get: async (id) => fromImage(await vireo.images.get(id)),
    update: (id, labels) => vireo.images.update(id, labels),
    remove: (id) => vireo.images.delete(id),
  },
  music: {
    title: "Music",
    noun: "track",
    plural: "music",
    icon: Music,
    resource: "music",
    async list(query, options) {
      const { tracks, pagination } = await vireo.music.list(query, options);
      return { items: tracks.map(fromTrack), pagination };
    },
    get: async (id) => fromTrack(await vireo.music.get(id)),
    update: (id, labels) => vireo.music.update(id, labels),
    remove: (id) => vireo.music.delete(id),
  },
};

export const kinds = Object.keys(media) as readonly Kind[];
export const isKind = (name: unknown): name is Kind => kinds.includes(name as Kind);
export const isRunning = ({ status }: { status: MediaStatus }): boolean =>
  status === "pending" || status === "processing";

/** Events report only the end of a generation, so its progress is polled. */
const POLL_MS = 2_500;

/** Reads a page of a kind. Polls while an item on it is running. */
export const useMedia = (kind: Kind, query: MediaQuery, enabled = true) =>
  useQuery({
    queryKey: keys.media(media[kind].resource, query),
    queryFn: ({ signal }) => media[kind].list(query, { signal }),
    refetchInterval: ({ state }: Query<{ items: MediaItem[]; pagination: Pagination }>) =>
      state.data?.items.some(isRunning) ? POLL_MS : false,
    placeholderData: keepPreviousData,
    enabled,
  });

/** Reads an item. Polls while it is running. */
export const useMediaItem = (kind: Kind, id: string, enabled = true) =>
  useQuery({
    queryKey: keys.mediaItem(media[kind].resource, id),
    queryFn: () => media[kind].get(id),
    enabled,
    refetchInterval: ({ state }: Query<MediaItem>) => (state.data && isRunning(state.data) ? POLL_MS : false),
  });

export const versionQuery = (videoId: string, version: number) => ({
  queryKey: keys.version(videoId, version),
  queryFn: () => vireo.videos.versions.get(videoId, String(version)),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Reads a version with its layers. Undefined until then; the version before while another one is read. */
export function useVersion(videoId: string, version: number): VideoVersionDetail | undefined {
  return useQuery({ ...versionQuery(videoId, version), placeholderData: keepPreviousData }).data;
}

/** "0:07" */
export const formatDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
