import type { VideoRequest } from "vireo/slots/video";
import { renderVideo } from "../video/render";
import { type Common, renderer } from "./tools";

interface Input extends Common {
  request: VideoRequest;
  photos: string[];
  firstFrame?: string;
  track?: string;
}

export const video = renderer(({ request, photos, firstFrame, track }: Input, tools) => {
  const { prompt, brief, aspectRatio, resolution, duration, seed, negativePrompt } = request;
  // The API has checked ratio and resolution against the model's lists.
  return renderVideo(
    {
      brief: { ...brief, prompt },
      aspectRatio,
      resolution,
      duration,
      photos,
      ...(seed === undefined ? {} : { seed }),
      ...(firstFrame ? { firstFrame } : {}),
      ...(track ? { music: track } : {}),
      ...(negativePrompt ? { negativePrompt } : {}),
    } as Parameters<typeof renderVideo>[0],
    tools,
  );
});
