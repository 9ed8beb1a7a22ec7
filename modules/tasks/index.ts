import { Type } from "@sinclair/typebox";
import { ApiError, notFound } from "vireo/errors";
import { presentCommon, Status } from "vireo/generations";
import { defineModule } from "vireo/module";
import { Closed, Timestamp } from "vireo/schema";
import type { Version } from "vireo/versions";

/** API version in which this route was removed. */
const REMOVED: Version = "2026-03-06";

const kinds = ["video", "image", "music"] as const;
const typed = { video: "videos", image: "images", music: "music" } as const;

const Task = Closed({
  taskId: Type.String(),
  type: Type.String({ description: "video, image or music" }),
  status: Status,
  model: Type.String(),
  prompt: Type.String(),
  creditsUsed: Type.Number(),
  resultUrl: Type.Optional(Type.String({ description: "URL of the video or image, once completed." })),
  audioUrl: Type.Optional(Type.String({ description: "URL of the track, once completed." })),
  createdAt: Timestamp("Creation time."),
  completedAt: Type.Optional(Timestamp("Completion time.")),
  failCode: Type.Optional(Type.String()),
  failMessage: Type.Optional(Type.String()),
});

export const tasks = defineModule({
  name: "tasks",
  description: "Deprecated: reads of any media by ID in version 2025-11-10. Use GET /videos, /images and /music.",
  needs: ["videos"],
  scopes: ["media:read"],
  start({ router, generations, media, services }) {
    const routes = router().get(
      "/:id",
      async ({ params, caller, exchange, set }) => {
        if (exchange.version >= REMOVED) {
          throw new ApiError(
            "gone",
            "GET /tasks/{id} was removed in version 2026-03-06. Use GET /videos/{videoId}, /images/{imageId} or /music/{musicId}.",
          );
        }
        const row = await generations.findAny(caller.accountId, kinds, params.id);
        if (!row) throw notFound("task");
        const type = row.kind as (typeof kinds)[number];
        const { engine: _engine, progress: _progress, ...shown } = presentCommon(row);
        const key = type === "video" ? await services.videos.newestKey(caller.accountId, row.id) : row.files.main?.key;
        set.headers.deprecation = "@1772755200";
        set.headers.sunset = "Sun, 06 Sep 2026 00:00:00 GMT";
        set.headers.link = `</api/v1/${typed[type]}/${row.id}>; rel="successor-version"`;
        return {
          taskId: row.id,
          type,
          ...shown,
          ...(key ? { [type === "music" ? "audioUrl" : "resultUrl"]: media.url(key) } : {}),
        };
      },
      {
        auth: "media:read",
        detail: { summary: "Get a task", deprecated: true, "x-until": REMOVED } as object,
        response: { 200: Task },
      },
    );
    return { routes };
  },
});
