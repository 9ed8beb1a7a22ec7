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
}

/** Replaces references with their schemas, because a tool's schema must be self-contained. */
function inline(value: unknown, schemas: Document["components"]["schemas"]): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, schemas));
  if (value === null || typeof value !== "object") return value;
  const { $ref } = value as { $ref?: string };
  if ($ref) return inline(schemas[getSchemaName($ref)], schemas);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inline(one, schemas)]));
}

/**
 * Builds a tool from the document's operation. Path, query and body become one flat input.
 * @returns undefined if the server does not have the operation, because the module is not loaded.
 */
export function bindTool(
  tool: Tool,
  operations: readonly Operation[],
  { components }: Document,
): BoundTool | undefined {
  const [method = "", path = ""] = tool.operation.split(" ");
  const operation = operations.find((one) => one.method === method && one.path === `/api/v1${path}`);
  if (!operation) return undefined;
  const { parameters } = operation;
  const body = inline(operation.body, components.schemas) as
    | { properties?: Record<string, Json>; required?: string[] }
    | undefined;
  const properties = {
    ...Object.fromEntries(
      parameters.map(({ name, description, schema }) => [
        name,
        { description, ...(inline(schema, components.schemas) as Json) },
      ]),
    ),
    ...body?.properties,
  };
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    ...tool,
    method,
    path,
    description: [operation.summary, operation.description, tool.hint].filter(Boolean).join(". ").replaceAll("..", "."),
    inputSchema: {
      type: "object",
      properties,
      required: [...required, ...(body?.required ?? [])],
      additionalProperties: false,
    },
    query: new Set(parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name)),
    hasBody: body !== undefined,
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
