import type { MusicRequest } from "vireo/slots/music";
import type { TaskRecord } from "./client";
import { flux } from "./flux";
import { gpt4o } from "./gpt4o";
import { jobs } from "./jobs";
import type { KieModel } from "./model";
import { runway } from "./runway";
import { suno } from "./suno";
import { veo } from "./veo";

/** What one task is to make; pictures lie at kie.ai already. */
export interface Ask {
  model: KieModel;
  prompt: string;
  aspectRatio?: string;
  /** Seconds. */
  duration?: number;
  resolution?: string;
  negativePrompt?: string;
  seed?: number;
  /** First frame. */
  frame?: string;
  pictures: readonly string[];
  mask?: string;
  music?: MusicRequest;
}

/** What a record tells of its task. `files` are addresses by role. */
export type Found =
  | { state: "running"; progress?: number }
  | { state: "done"; files: { main?: string } & Record<string, string | undefined>; facts?: Record<string, unknown> }
  | { state: "failed"; words: string };

/** One of kie.ai's ways to make something: each has calls, fields and states of its own. */
export interface Transport {
  create: string;
  read: string;
  /** True where `callBackUrl` may not be missing. */
  needsCallback?: boolean;
  body(ask: Ask): Record<string, unknown>;
  find(record: TaskRecord): Found;
}

export const transports = { jobs, veo, runway, gpt4o, flux, suno } satisfies Record<KieModel["transport"], Transport>;
