/**
 * A workflow in ComfyUI's API format, with placeholders where a request's values go. Only the graph's own texts are
 * looked through: what a user writes is put in, and never read as a placeholder.
 */

export type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

const NUMBERS = ["seed", "width", "height", "seconds", "frames", "fps"] as const;
const TEXTS = ["prompt", "negative", "mask"] as const;
const MOST_PICTURES = 9;

/** What goes into a graph, by the placeholder's name: {{prompt}}, {{image2}} … */
export type Values = Readonly<Record<string, string | number>>;

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** {{image}} is the first picture, {{image2}} the next. */
export const pictureName = (at: number) => (at === 0 ? "image" : `image${at + 1}`);
const PICTURES = Array.from({ length: MOST_PICTURES }, (_, at) => pictureName(at));
const KNOWN = new Set<string>([...NUMBERS, ...TEXTS, ...PICTURES]);

function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== "object" || !value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]));
}

/** The names of a graph's placeholders. */
export function placeholdersOf(graph: Graph): Set<string> {
  const names = new Set<string>();
  mapTexts(graph, (text) => {
    for (const [, name = ""] of text.matchAll(PLACEHOLDER)) names.add(name);
  });
  return names;
}

/** What is wrong with a workflow, in words; nothing where it can be used. */
export function mistakesOf(graph: unknown): string[] {
  if (typeof graph !== "object" || !graph || Array.isArray(graph)) return ["is no object of nodes"];
  if (Array.isArray((graph as { nodes?: unknown }).nodes))
    return ["is in the format that ComfyUI saves; export it in the API format (Workflow → Export (API))"];
  const nodes = Object.entries(graph) as [string, Partial<Graph[string]> | null][];
  if (nodes.length === 0) return ["has no nodes"];
  const broken = nodes.find(([, node]) => typeof node?.class_type !== "string" || typeof node.inputs !== "object");
  if (broken) return [`has no class_type and inputs in node ${broken[0]}`];
  const names = placeholdersOf(graph as Graph);
  const mistakes = [...names]
    .filter((name) => !KNOWN.has(name))
    .map((name) => `has the unknown placeholder {{${name}}}; there are ${[...KNOWN].join(", ")}`);
  if (!names.has("prompt") && !names.has("image"))
    mistakes.push("has neither {{prompt}} nor {{image}}, so every request would give the same");
  const pictures = PICTURES.filter((name) => names.has(name));
  const missing = PICTURES[pictures.findIndex((name, at) => name !== PICTURES[at])];
  if (missing) mistakes.push(`has {{${pictures.at(-1)}}}, but no {{${missing}}} before it`);
  return mistakes;
}

/** How many pictures a workflow starts from. */
export const picturesIn = (names: ReadonlySet<string>): number => PICTURES.filter((name) => names.has(name)).length;

/** The graph with the values in it: a text that is but one placeholder becomes a number where that is one. */
export function filled(graph: Graph, values: Values): Graph {
  return mapTexts(graph, (text) => {
    const [whole, only] = /^\s*\{\{\s*([^{}]*?)\s*\}\}\s*$/.exec(text) ?? [];
    if (whole !== undefined && only !== undefined) return values[only] ?? "";
    return text.replace(PLACEHOLDER, (_, name: string) => String(values[name] ?? ""));
  }) as Graph;
}
