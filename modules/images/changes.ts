import type { Reshape, VersionChange } from "vireo/versions";

const image = (at: string): Reshape => ({ at, rename: { imageId: "taskId", url: "resultUrl" }, rawIds: ["imageId"] });
const until = "2026-03-06";

export const changes: VersionChange[] = [
  { until, route: "POST /images/generate", response: [image("images[]"), image("")] },
  { until, route: "POST /images/edit", response: [image("")] },
  { until, route: "GET /images", response: [image("images[]")] },
  { until, route: "GET /images/:imageId", response: [image("")] },
  { until, route: "PATCH /images/:imageId", response: [image("")] },
];
