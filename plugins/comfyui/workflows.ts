import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import type { Model } from "vireo/engine";
import type { Log } from "vireo/log";
import { findPlaceholders, findProblems, type Graph } from "./graph";

const pixels = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 16, maximum: 16_384, description: `Pixels; ${description}` }));
const seconds = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 600, description }));

const Settings = Type.Object(
  {
    kind: Type.Union([Type.Literal("image"), Type.Literal("video")]),
    file: Type.Optional(Type.String({ minLength: 1, description: "Path of a workflow in ComfyUI's API format." })),
    graph: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "The workflow itself." })),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    aspectRatios: Type.Optional(Type.Array(Type.String({ pattern: "^\\d+:\\d+$" }), { minItems: 1 })),
    maxSeconds: seconds("Maximum length of a video, in seconds. Default 10."),
    defaults: Type.Optional(
      Type.Object(
        {
          negative: Type.Optional(Type.String({ maxLength: 5000 })),
          width: pixels("size of the result, together with height. Other aspect ratios keep its area."),
          height: pixels("see width."),
          seconds: seconds("Duration of a video if the request names none. Default 5."),
          fps: Type.Optional(Type.Integer({ minimum: 1, maximum: 120, description: "Default 16." })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export const Workflows = Type.Record(Type.String({ pattern: "^[A-Za-z0-9][\\w./:-]{0,99}$" }), Settings, {
  default: {},
  additionalProperties: false,
  description:
    'Workflows by the model id to offer them under: { "flux": { kind: "image", file: "flux.json" } }. See docs/vendors.md.',
});

/** A workflow that is ready to run. */
export interface Workflow {
  id: string;
  kind: "image" | "video";
  graph: Graph;
  placeholders: ReadonlySet<string>;
  defaults: { negative: string; seconds: number; fps: number; width?: number; height?: number };
  model: Model;
}

const SECONDS = { default: 5, longest: 10 };
const FPS = 16;

async function readGraph({ file, graph }: Static<typeof Settings>): Promise<unknown> {
  if ((file === undefined) === (graph === undefined)) throw new Error("needs either `file` or `graph`");
  if (file === undefined) return graph;
  const path = resolve(file);
  const text = await readFile(path, "utf8").catch(() => {
    throw new Error(`names ${path}, which cannot be read`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`names ${path}, which is not JSON`);
  }
}

/** Reads all workflows. Throws one error with all problems. */
export async function readWorkflows(settings: Static<typeof Workflows>, log: Log): Promise<Workflow[]> {
  const problems: string[] = [];
  const workflows = await Promise.all(
    Object.entries(settings).map(async ([id, workflow]) => {
      const graph = await readGraph(workflow).catch((error: Error) => error);
      const own = graph instanceof Error ? [graph.message] : findProblems(graph);
      problems.push(...own.map((problem) => `  settings.comfyui.workflows["${id}"] ${problem}`));
      return own.length > 0 ? [] : [toWorkflow(id, workflow, graph as Graph)];
    }),
  );
  if (problems.length > 0) throw new Error(`Invalid ComfyUI workflows:\n${problems.sort().join("\n")}`);
  for (const { id, placeholders } of workflows.flat())
    if (!placeholders.has("seed")) log.warn("workflow without {{seed}}: a prompt always gives the same result", { id });
  return workflows.flat();
}

function toWorkflow(id: string, workflow: Static<typeof Settings>, graph: Graph): Workflow {
  const { kind, title, description, aspectRatios, maxSeconds, defaults = {} } = workflow;
  const placeholders = findPlaceholders(graph);
  const { width, height } = defaults;
  const length = defaults.seconds ?? SECONDS.default;
  const hasDuration = placeholders.has("seconds") || placeholders.has("frames");
  const longest = Math.max(length, maxSeconds ?? SECONDS.longest);
  // The operator's size takes precedence, because it is what the machine can handle.
  const resolutions = width && height ? [`${Math.min(width, height)}p`] : ["720p", "1080p"];
  return {
    id,
    kind,
    graph,
    placeholders,
    defaults: { negative: "", fps: FPS, ...defaults, seconds: length },
    model: {
      id,
      title: title ?? id,
      description: description || undefined,
      aspectRatios: aspectRatios || undefined,
      ...(kind === "video"
        ? {
            resolutions,
            duration: { min: hasDuration ? 1 : length, max: hasDuration ? longest : length, default: length },
          }
        : {}),
    },
  };
}
