import type { VideoRequest } from "vireo/slots/video";
import type { RenderTools } from "../render";
import { renderNarrated } from "../video/narrated";
import { renderVideo } from "../video/render";

interface Input {
  /** Its scenes name files instead of URLs. */
  request: VideoRequest;
  firstFrame?: string;
  track?: string;
  logo?: string;
}

export const video = ({ request, firstFrame, track, logo }: Input, tools: RenderTools) => {
  const { prompt, brief, aspectRatio, resolution, duration, seed, negativePrompt, mediaVolume, scenes } = request;
  // The API has checked ratio and resolution against the model's lists.
  const input = {
    brief: { ...brief, prompt },
    aspectRatio,
    resolution,
    duration,
    photos: [],
    ...(scenes ? { scenes } : {}),
    ...(seed === undefined ? {} : { seed }),
    ...(firstFrame ? { firstFrame } : {}),
    ...(track ? { music: track } : {}),
    ...(logo ? { logo } : {}),
    ...(negativePrompt ? { negativePrompt } : {}),
    ...(mediaVolume === undefined ? {} : { mediaVolume }),
  } as Parameters<typeof renderVideo>[0];
  const { narration } = request;
  return narration && scenes ? renderNarrated({ ...input, scenes, narration }, tools) : renderVideo(input, tools);
};
