import { availableParallelism } from "node:os";
import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { createEngines } from "./engines";

/**
 * Everything that needs no key and no network: motion graphics, posters, synthesised music, captions and overlays,
 * measuring of videos and content plans.
 */
export const local = defineModule({
  name: "local",
  description: "The built-in engines.",
  settings: Type.Object(
    {
      ffmpegPath: Type.Optional(
        Type.String({
          minLength: 1,
          env: "FFMPEG_PATH",
          description: "The ffmpeg to use; else the one on PATH, else the embedded WebAssembly build.",
        }),
      ),
      renders: Type.Integer({
        minimum: 1,
        maximum: 64,
        default: Math.max(1, Math.floor(availableParallelism() / 2)),
        env: "LOCAL_RENDERS",
        description: "Renders at a time, of each kind.",
      }),
      timeLimitSeconds: Type.Integer({
        minimum: 10,
        maximum: 86_400,
        default: 1800,
        env: "LOCAL_TIME_LIMIT",
        description: "Longest render, seconds.",
      }),
    },
    { additionalProperties: false, default: {} },
  ),
  children: {
    image: async () => (await import("./children/image")).image,
    music: async () => (await import("./children/music")).music,
    video: async () => (await import("./children/video")).video,
    edit: async () => (await import("./children/edit")).edit,
    analyse: async () => (await import("./children/analyse")).analyse,
    frames: async () => (await import("./children/footage")).frames,
    sound: async () => (await import("./children/footage")).sound,
  },
  start: createEngines,
});
