import type { Reshape, VersionChange } from "vireo/versions";

const video = (at: string): Reshape => ({
  at,
  rename: { videoId: ["id", "taskId"], url: "resultUrl" },
  rawIds: ["videoId"],
});
const until = "2026-03-06";

export const changes: VersionChange[] = [
  { until, route: "POST /videos/generate", response: [video("videos[]"), video("")] },
  { until, route: "POST /videos", response: [video("versions[]"), video("")] },
  { until, route: "GET /videos", response: [video("videos[].versions[]"), video("videos[]")] },
  { until, route: "GET /videos/:videoId", response: [video("versions[]"), video("")] },
  { until, route: "PATCH /videos/:videoId", response: [video("versions[]"), video("")] },
  { until, route: "GET /videos/:videoId/caption-guides", response: [video("")] },
  { until, route: "GET /videos/:videoId/transcript", response: [video("")] },
  { until, route: "POST /videos/:videoId/transcript", response: [video("")] },
  { until, route: "POST /videos/:videoId/captions", response: [video("")] },
  { until, route: "POST /videos/:videoId/overlay", response: [video("")] },
  { until, route: "POST /videos/:videoId/voiceover", response: [video("")] },
  { until, route: "POST /videos/:videoId/trim", response: [video("")] },
  { until, route: "POST /videos/:videoId/render", response: [video("")] },
  { until, route: "GET /videos/:videoId/versions/:version", response: [video("")] },
  { until, route: "GET /videos/:videoId/versions/:version/timeline", response: [video("")] },
];
