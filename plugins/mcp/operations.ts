import { type Document, getSchemaName, type Operation } from "vireo/openapi";
import type { Tool } from "./tools";

type Json = Record<string, unknown>;

/** A tool with the schema of its input, and the destination of each input. */
export interface BoundTool extends Tool {
  method: string;
  path: string;
  description: string;
  inputSchema: { type: "object"; properties: Record<string, Json>; required: string[]; additionalProperties: false };
  /** Names of the inputs that belong in the query. */
  query: ReadonlySet<string>;
  hasBody: boolean;
  /** Names of the inputs that are times. */
  times: ReadonlySet<string>;
  /** True if the operation itself has a time zone. */
  takesZone: boolean;
}

/** Replaces references with their schemas, because a tool's schema must be self-contained. */
function inline(value: unknown, schemas: Document["components"]["schemas"]): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, schemas));
  if (value === null || typeof value !== "object") return value;
  const { $ref } = value as { $ref?: string };
  if ($ref) return inline(schemas[getSchemaName($ref)], schemas);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inline(one, schemas)]));
}

/** Keywords that help to fill in an input. The API checks the others, and its errors name them. */
const KEYWORDS = [
  "type",
  "enum",
  "const",
  "anyOf",
  "items",
  "properties",
  "required",
  "minimum",
  "maximum",
  "maxItems",
];
/** Larger bounds say nothing. */
const MAX_BOUND = 1_000_000;

/** Shortens a schema to what agents need, because every agent reads all tools. */
function shorten(schema: Json, toAgent: (text: string) => string): Json {
  const short = (value: unknown): unknown =>
    Array.isArray(value) ? value.map((one) => shorten(one as Json, toAgent)) : shorten(value as Json, toAgent);
  const entries = KEYWORDS.filter((name) => schema[name] !== undefined).map((name): [string, unknown] => {
    const value = schema[name];
    if (name === "properties")
      return [name, Object.fromEntries(Object.entries(value as Json).map(([key, one]) => [key, short(one)]))];
    return [name, name === "items" || name === "anyOf" ? short(value) : value];
  });
  const kept = entries.filter(([, value]) => typeof value !== "number" || Math.abs(value) <= MAX_BOUND);
  const { description } = schema as { description?: string };
  return { ...(description ? { description: toAgent(description) } : {}), ...Object.fromEntries(kept) };
}

const OPERATION = /(?:GET|POST|PUT|PATCH|DELETE) \/[^\s,.;)`]+/;
/** A reference to an operation without a tool, with the words that lead to it. */
const DEAD_END = new RegExp(`,? ?\\(?(?:from|in|of|see|with) ${OPERATION.source}\\)?`, "g");

/** Names tools in place of operations. */
export function nameTools(text: string, tools: readonly Tool[]): string {
  const named = text.replace(new RegExp(OPERATION, "g"), (operation) => {
    const own = tools.find((tool) => tool.operation === operation);
    return own?.name ?? operation;
  });
  return named.replace(DEAD_END, "");
}

const EPOCH = /,? ?(?:in )?milliseconds since the epoch/i;
const isTime = ({ type, description }: Json): boolean =>
  (type === "integer" || type === "number") && EPOCH.test(String(description));

/** A time that people read, because agents miscalculate milliseconds. */
const toTimeSchema = (description: string): Json => ({
  type: "string",
  description: `${description.replace(EPOCH, "").replace(/\.+$/, "")}. Local time in \`timezone\`, such as 2026-12-01T09:00.`,
});

const ZONE: Json = { type: "string", description: "IANA time zone of the times, such as Europe/Berlin." };

/**
 * Builds a tool from the document's operation. Path, query and body become one flat input.
 * @returns undefined if the server does not have the operation, because the module is not loaded.
 */
export function bindTool(
  tool: Tool,
  operations: readonly Operation[],
  { components }: Document,
  tools: readonly Tool[],
): BoundTool | undefined {
  const [method = "", path = ""] = tool.operation.split(" ");
  const operation = operations.find((one) => one.method === method && one.path === `/api/v1${path}`);
  if (!operation) return undefined;
  const { parameters } = operation;
  const body = inline(operation.body, components.schemas) as
    | { properties?: Record<string, Json>; required?: string[] }
    | undefined;
  const all: Record<string, Json> = {
    ...Object.fromEntries(
      parameters.map(({ name, description, schema }) => [
        name,
        { description, ...(inline(schema, components.schemas) as Json) },
      ]),
    ),
    ...body?.properties,
  };
  const toAgent = (text: string) => nameTools(text, tools);
  const shown = Object.entries(all).filter(([name]) => path.includes(`{${name}}`) || isShown(tool, name));
  const times = new Set(shown.filter(([, schema]) => isTime(schema)).map(([name]) => name));
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const describe = ([name, schema]: [string, Json]): [string, Json] => {
    const description = tool.describe?.[name] ?? schema.description;
    if (times.has(name)) return [name, toTimeSchema(toAgent(String(description)))];
    if (name === "timezone" && times.size > 0) return [name, ZONE];
    const short = shorten(dropMembers({ ...schema, description }, tool, name), toAgent);
    return [name, tool.isOpen?.includes(name) ? { description: short.description, ...openItems(schema) } : short];
  };
  const price = /Costs \d[^.]*\./.exec(operation.description ?? "")?.[0];
  return {
    ...tool,
    method,
    path,
    description: [tool.description, price].filter(Boolean).join(" "),
    inputSchema: {
      type: "object",
      properties: {
        ...Object.fromEntries(shown.map(describe)),
        ...(times.size > 0 && !all.timezone ? { timezone: ZONE } : {}),
      },
      required: [...required, ...(body?.required ?? [])],
      additionalProperties: false,
    },
    query: new Set(parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name)),
    hasBody: body !== undefined,
    times,
    takesZone: all.timezone !== undefined,
  };
}

const isShown = ({ inputs, without }: Tool, name: string): boolean =>
  inputs ? inputs.includes(name) : !without?.includes(name);

/** Removes members of a list's objects that agents need not see. */
function dropMembers(schema: Json, { without = [] }: Tool, name: string): Json {
  const { items } = schema as { items?: { properties?: Json } };
  if (!items?.properties || !without.some((one) => one.startsWith(`${name}.`))) return schema;
  const members = Object.entries(items.properties).filter(([member]) => !without.includes(`${name}.${member}`));
  return { ...schema, items: { ...items, properties: Object.fromEntries(members) } };
}

/** An object, or an array of objects, whose members descriptions explain. */
function openItems({ items }: Json): Json {
  if (!items) return { type: "object" };
  const variants = ((items as Json).anyOf as Json[] | undefined) ?? [];
  const types = variants.flatMap((variant) => (variant.properties as Record<string, Json>).type?.enum ?? []);
  return {
    type: "array",
    items: { type: "object", required: ["type"], properties: { type: { type: "string", enum: types } } },
  };
}

/** Inserts the ids into a path, and removes them from the input. */
export function fillPath(path: string, input: Json): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(input[name] ?? "");
    delete input[name];
    return encodeURIComponent(value);
  });
}
