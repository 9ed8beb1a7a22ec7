/**
 * A workflow in ComfyUI's API format, with placeholders for the values of a request. Only the graph's own strings are
 * searched. Text from a user is inserted, but never treated as a placeholder.
 */
export type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

const NUMBERS = ["seed", "width", "height", "seconds", "frames", "fps"] as const;
const TEXTS = ["prompt", "negative", "mask"] as const;
const MAX_IMAGES = 9;

/** Values by the name of their placeholder: {{prompt}}, {{image2}} … */
export type Values = Readonly<Record<string, string | number>>;

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** {{image}} is the first image, {{image2}} the second. */
export const getImageName = (at: number) => (at === 0 ? "image" : `image${at + 1}`);
const IMAGES = Array.from({ length: MAX_IMAGES }, (_, at) => getImageName(at));
const KNOWN = new Set<string>([...NUMBERS, ...TEXTS, ...IMAGES]);

function mapStrings(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== "object" || !value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapStrings(one, change)]));
}

/** Lists the names of a graph's placeholders. */
export function findPlaceholders(graph: Graph): Set<string> {
  const names = new Set<string>();
  mapStrings(graph, (text) => {
    for (const [, name = ""] of text.matchAll(PLACEHOLDER)) names.add(name);
  });
  return names;
}

/** Lists the problems of a workflow. Empty if it can be used. */
export function findProblems(graph: unknown): string[] {
  if (typeof graph !== "object" || !graph || Array.isArray(graph)) return ["is not an object of nodes"];
  if (Array.isArray((graph as { nodes?: unknown }).nodes))
    return ["is in the format for saving; export it in the API format (Workflow → Export (API))"];
  const nodes = Object.entries(graph) as [string, Partial<Graph[string]> | null][];
  if (nodes.length === 0) return ["has no nodes"];
  const broken = nodes.find(([, node]) => typeof node?.class_type !== "string" || typeof node.inputs !== "object");
  if (broken) return [`has no class_type and inputs in node ${broken[0]}`];
  const names = findPlaceholders(graph as Graph);
  const problems = [...names]
    .filter((name) => !KNOWN.has(name))
    .map((name) => `has the unknown placeholder {{${name}}}; use ${[...KNOWN].join(", ")}`);
  if (!names.has("prompt") && !names.has("image"))
    problems.push("has neither {{prompt}} nor {{image}}, so every request would give the same result");
  const images = IMAGES.filter((name) => names.has(name));
  const missing = IMAGES[images.findIndex((name, at) => name !== IMAGES[at])];
  if (missing) problems.push(`has {{${images.at(-1)}}} but not {{${missing}}}`);
  return problems;
}

/** Returns the number of images that a workflow starts from. */
export const countImages = (names: ReadonlySet<string>): number => IMAGES.filter((name) => names.has(name)).length;

/** Inserts values into a graph. A string that is a single placeholder becomes a number if the value is one. */
export function fillGraph(graph: Graph, values: Values): Graph {
  return mapStrings(graph, (text) => {
    const [whole, only] = /^\s*\{\{\s*([^{}]*?)\s*\}\}\s*$/.exec(text) ?? [];
    if (whole !== undefined && only !== undefined) return values[only] ?? "";
    return text.replace(PLACEHOLDER, (_, name: string) => String(values[name] ?? ""));
  }) as Graph;
}
