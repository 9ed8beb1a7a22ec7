import type { Static } from "@sinclair/typebox";
import type { Run } from "#core/engine";
import { createLog } from "#core/observability/log";
import { createEngines } from "#plugins/comfyui/engines";
import { readWorkflows, type Workflows } from "#plugins/comfyui/workflows";
import { createRun } from "#sdk/testing/conformance/shared";

export const log = createLog({ level: "silent", format: "json" });

const node = (class_type: string, inputs: Record<string, unknown>) => ({ class_type, inputs });

/** A graph for pictures with every placeholder that such a one has. */
export const picture = (more: object = {}) => ({
  1: node("CheckpointLoaderSimple", { ckpt_name: "model.safetensors" }),
  2: node("CLIPTextEncode", { text: "masterpiece, {{prompt}}", clip: ["1", 1] }),
  3: node("KSampler", { seed: "{{seed}}", steps: 20, model: ["1", 0], negative: "{{negative}}" }),
  4: node("EmptyLatentImage", { width: "{{ width }}", height: "{{height}}", batch_size: 1 }),
  9: node("SaveImage", { filename_prefix: "vireo_{{seed}}", images: ["3", 0] }),
  ...more,
});
export const clip = (more: object = {}) => ({
  1: node("UNETLoader", { unet_name: "wan.safetensors" }),
  2: node("CLIPTextEncode", { text: "{{prompt}}" }),
  3: node("KSamplerAdvanced", { noise_seed: "{{seed}}" }),
  4: node("KSamplerAdvanced", { noise_seed: "{{seed}}" }),
  5: node("KSamplerSelect", { sampler_name: "euler" }),
  6: node("EmptyHunyuanLatentVideo", { width: "{{width}}", height: "{{height}}", length: "{{frames}}" }),
  9: node("VHS_VideoCombine", { frame_rate: "{{fps}}" }),
  ...more,
});

export const workflows: Static<typeof Workflows> = {
  paint: { kind: "image", graph: picture(), title: "Paint", defaults: { negative: "blurry" } },
  repaint: {
    kind: "image",
    graph: picture({
      5: node("LoadImage", { image: "{{image}}" }),
      6: node("LoadImage", { image: "{{image2}}" }),
    }),
  },
  inpaint: {
    kind: "image",
    graph: picture({ 5: node("LoadImage", { image: "{{image}}" }), 6: node("LoadImageMask", { image: "{{mask}}" }) }),
  },
  "wan-2.2": { kind: "video", graph: clip(), defaults: { width: 480, height: 832, seconds: 4 }, maxSeconds: 6 },
  animate: { kind: "video", graph: clip({ 7: node("LoadImage", { image: "{{image}}" }) }) },
};

export async function enginesAt(
  url: string,
  more: Partial<Omit<Parameters<typeof createEngines>[0], "workflows">> = {},
  graphs: Static<typeof Workflows> = workflows,
) {
  const ready = await readWorkflows(graphs, log);
  const { engines, stop } = createEngines({ baseUrl: url, workflows: ready, timeLimitMs: 60_000, ...more });
  return { image: engines.image!, video: engines.video!, stop };
}

export const runIn = (folder: string): Run => createRun(folder, AbortSignal.timeout(30_000)).run;
