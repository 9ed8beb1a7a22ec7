import { objectOf, textOf, urlsOf } from "./record";
import type { Found, Transport } from "./transport";

/** Runway: a flat body, and states in words. */
export const runway: Transport = {
  create: "/api/v1/runway/generate",
  read: "/api/v1/runway/record-detail",
  needsCallback: true,

  body: ({ prompt, duration, resolution, aspectRatio, frame }) => ({
    prompt,
    duration,
    quality: resolution,
    waterMark: "",
    // A picture gives the ratio.
    ...(frame ? { imageUrl: frame } : { aspectRatio }),
  }),

  find(record): Found {
    switch (record.state) {
      case "success": {
        const { videoUrl, imageUrl } = objectOf(record.videoInfo);
        const [main] = urlsOf(videoUrl);
        const [poster] = urlsOf(imageUrl);
        return { state: "done", files: { ...(main ? { main } : {}), ...(poster ? { poster } : {}) } };
      }
      case "fail":
        return { state: "failed", words: textOf(record.failMsg) || textOf(record.failCode) };
      default:
        return { state: "running" };
    }
  },
};
