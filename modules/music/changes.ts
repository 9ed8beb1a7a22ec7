import type { Reshape, VersionChange } from "vireo/versions";

const id = { rename: { musicId: "taskId" }, rawIds: ["musicId"] } as const;
const track = (at: string): Reshape => ({ at, ...id, rename: { ...id.rename, albumArtUrl: "imageUrl" } });
const until = "2026-03-06";

export const changes: VersionChange[] = [
  { until, route: "POST /music/generate", response: [{ at: "", ...id }] },
  { until, route: "GET /music", response: [track("tracks[]")] },
  { until, route: "GET /music/:musicId", response: [track("")] },
  { until, route: "PATCH /music/:musicId", response: [track("")] },
];
