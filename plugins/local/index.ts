import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { Group } from "vireo/settings";
import { children } from "./children/index";
import { createEngines } from "./engines";
import { countRenders, MOST_RENDERS, readMachine } from "./machine";

/**
 * Engines that need no key and no network: motion graphics, posters, synthesised music, captions and overlays, video
 * analyses, content plans, and moments of long videos.
 */
export const local = defineModule({
  name: "local",
  description: "Built-in engines for video, images, music, edits, analyses, plans and clips.",
  settings: Group({
    renders: Type.Integer({
      minimum: 1,
      maximum: MOST_RENDERS,
      default: countRenders(readMachine()),
      env: "LOCAL_RENDERS",
      description: "Maximum number of concurrent renders of each kind.",
    }),
    timeLimitSeconds: Type.Integer({
      minimum: 10,
      maximum: 86_400,
      default: 1800,
      env: "LOCAL_TIME_LIMIT",
      description: "Time limit of a render, in seconds.",
    }),
    hardware: Type.Union([Type.Literal("off"), Type.Literal("auto")], {
      default: "off",
      env: "LOCAL_HARDWARE",
      description:
        "Set to auto to encode videos with the graphics card (NVENC, VAAPI or VideoToolbox) if it can. The card's driver can then be reached by processes that read uploaded files.",
    }),
  }),
  children,
  start: createEngines,
});
