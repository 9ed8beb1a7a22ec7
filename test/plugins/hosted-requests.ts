import type { ImageRequest } from "#sdk/slots/image";
import type { VideoRequest } from "#sdk/slots/video";

/** Requests for vendors that host many models. */
export const image = (model: string, more: Partial<ImageRequest> = {}): ImageRequest => ({
  model,
  prompt: "A cat on a roof",
  aspectRatio: "1:1",
  referenceImageUrls: [],
  brief: {},
  ...more,
});

export const video = (model: string, more: Partial<VideoRequest> = {}): VideoRequest => ({
  model,
  prompt: "A cat jumps",
  aspectRatio: "9:16",
  duration: 5,
  resolution: "720p",
  referenceImageUrls: [],
  brief: {},
  ...more,
});
