import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import type { Model } from "vireo/engine";
import type { Log } from "vireo/log";
import { type Graph, mistakesOf, placeholdersOf } from "./graph";

const pixels = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 16, maximum: 16_384, description: `Pixels; ${description}` }));
const seconds = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 600, description }));

const Workflow = Type.Object(
  {
    kind: Type.Union([Type.Literal("image"), Type.Literal("video")]),
    file: Type.Optional(Type.String({ minLength: 1, description: "Path of the workflow in ComfyUI's API format." })),
    graph: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "The workflow itself." })),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    aspectRatios: Type.Optional(Type.Array(Type.String({ pattern: "^\\d+:\\d+$" }), { minItems: 1 })),
    maxSeconds: seconds("Longest video; 10 unless said."),
    defaults: Type.Optional(
      Type.Object(
        {
          negative: Type.Optional(Type.String({ maxLength: 5000 })),
          width: pixels("with height the size of a result, whose pixels are kept in other aspect ratios."),
          height: pixels("see width."),
          seconds: seconds("Length of a video that asks for none; 5 unless said."),
          fps: Type.Optional(Type.Integer({ minimum: 1, maximum: 120, description: "16 unless said." })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export const Workflows = Type.Record(Type.String({ pattern: "^[A-Za-z0-9][\\w./:-]{0,99}$" }), Workflow, {
  default: {},
  additionalProperties: false,
  description:
    'Workflows by the model id that they become: { "flux": { kind: "image", file: "flux.json" } }. See docs/vendors.md.',
});

/** A workflow that can be run. */
export interface Ready {
  id: string;
  kind: "image" | "video";
  graph: Graph;
  /** Names of its placeholders. */
  takes: ReadonlySet<string>;
  defaults: { negative: string; seconds: number; fps: number; width?: number; height?: number };
  model: Model;
}

const LENGTH = { default: 5, longest: 10 };
const FPS = 16;

async function graphOf({ file, graph }: Static<typeof Workflow>): Promise<unknown> {
  if ((file === undefined) === (graph === undefined)) throw new Error("needs either file or graph");
  if (file === undefined) return graph;
  const path = resolve(file);
  const text = await readFile(path, "utf8").catch(() => {
    throw new Error(`names ${path}, which cannot be read`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`names ${path}, which is no JSON`);
  }
}

/** Reads all workflows. Throws with every mistake at once. */
export async function readWorkflows(settings: Static<typeof Workflows>, log: Log): Promise<Ready[]> {
  const wrong: string[] = [];
  const found = await Promise.all(
    Object.entries(settings).map(async ([id, workflow]) => {
      const graph = await graphOf(workflow).catch((error: Error) => error);
      const mistakes = graph instanceof Error ? [graph.message] : mistakesOf(graph);
      wrong.push(...mistakes.map((mistake) => `  settings.comfyui.workflows["${id}"] ${mistake}`));
      return mistakes.length > 0 ? [] : [readyOf(id, workflow, graph as Graph)];
    }),
  );
  if (wrong.length > 0) throw new Error(`ComfyUI's workflows cannot be used:\n${wrong.sort().join("\n")}`);
  for (const { id, takes } of found.flat())
    if (!takes.has("seed")) log.warn("a workflow has no {{seed}}: the same prompt gives the same result", { id });
  return found.flat();
}

function readyOf(id: string, workflow: Static<typeof Workflow>, graph: Graph): Ready {
  const { kind, title, description, aspectRatios, maxSeconds, defaults = {} } = workflow;
  const takes = placeholdersOf(graph);
  const { width, height } = defaults;
  const length = defaults.seconds ?? LENGTH.default;
  const timed = takes.has("seconds") || takes.has("frames");
  const longest = Math.max(length, maxSeconds ?? LENGTH.longest);
  // The size is the operator's where it is given: what a home machine can bear.
  const resolutions = width && height ? [`${Math.min(width, height)}p`] : ["720p", "1080p"];
  return {
    id,
    kind,
    graph,
    takes,
    defaults: { negative: "", fps: FPS, ...defaults, seconds: length },
    model: {
      id,
      title: title ?? id,
      ...(description ? { description } : {}),
      ...(aspectRatios ? { aspectRatios } : {}),
      ...(kind === "video"
        ? { resolutions, duration: { min: timed ? 1 : length, max: timed ? longest : length, default: length } }
        : {}),
    },
  };
}
