import { availableParallelism } from "node:os";
import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { Group } from "vireo/settings";
import { createEngines } from "./engines";

/**
 * Engines that need no key and no network: motion graphics, posters, synthesized music, captions and overlays,
 * video analyses and content plans.
 */
export const local = defineModule({
  name: "local",
  description: "Built-in engines for video, images, music, edits, analyses and plans.",
  settings: Group({
    renders: Type.Integer({
      minimum: 1,
      maximum: 64,
      default: Math.max(1, Math.floor(availableParallelism() / 2)),
      env: "LOCAL_RENDERS",
      description: "Concurrent renders of each kind.",
    }),
    timeLimitSeconds: Type.Integer({
      minimum: 10,
      maximum: 86_400,
      default: 1800,
      env: "LOCAL_TIME_LIMIT",
      description: "Time limit of a render, in seconds.",
    }),
  }),
  children: {
    codec: async () => (await import("./children/codec")).codec,
    image: async () => (await import("./children/image")).image,
    music: async () => (await import("./children/music")).music,
    video: async () => (await import("./children/video")).video,
    edit: async () => (await import("./children/edit")).edit,
    analyse: async () => (await import("./children/analyse")).analyse,
    frames: async () => (await import("./children/footage")).frames,
    thumbnail: async () => (await import("./children/footage")).thumbnail,
    sound: async () => (await import("./children/footage")).sound,
  },
  start: createEngines,
});
