import type { Problems } from "vireo/hosted/review";
import { getBriefImages } from "vireo/prompt";
import type { MusicRequest } from "vireo/slots/music";
import type { VideoRequest } from "vireo/slots/video";
import type { KieModel } from "./model";

const MAX_TITLE = 80;
/** Seconds of a video that Veo makes from references. */
const VEO_REFERENCE_SECONDS = 8;

export function reviewVideo({ dialect, maxPictures }: KieModel, request: VideoRequest): Problems {
  const { duration, resolution, imageUrl, referenceImageUrls, brief } = request;
  if (dialect === "runway" && duration > 5 && resolution === "1080p")
    return { resolution: "This model supports 1080p only up to 5 seconds." };
  const hasReferences = !imageUrl && referenceImageUrls.length + getBriefImages(brief).length > 0;
  if (dialect === "veo" && maxPictures && hasReferences && duration !== VEO_REFERENCE_SECONDS)
    return {
      duration: `With reference images, including those of a product or character, this model makes ${VEO_REFERENCE_SECONDS} seconds.`,
    };
  return {};
}

export function reviewMusic({ maxStyle }: KieModel, { title, style }: MusicRequest): Problems {
  if (!title || !style) return {};
  const problems: Problems = {};
  if (title.length > MAX_TITLE) problems.title = `Suno accepts at most ${MAX_TITLE} characters.`;
  if (maxStyle && style.length > maxStyle) problems.style = `This model accepts at most ${maxStyle} characters.`;
  return problems;
}
