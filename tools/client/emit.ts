import type { OpenApiDocument } from "#core/openapi/document";
import { getSchemaName, resolveSchema, type Schema } from "#sdk/openapi";
import { listMethods, type Operation } from "./operations";
import { comment, members, memberTypeOf, typeOf } from "./schema";

export interface Source {
  document: OpenApiDocument;
  /** Error kinds. */
  kinds: readonly string[];
  /** Event types, with the route whose response their data has: `GET /videos/:videoId`. */
  events: readonly { type: string; route: string | undefined }[];
}

const BASE = "/api/v1";
const HEAD = "// Generated from the OpenAPI document by `bun run client`. Do not edit; change the routes instead.\n\n";
/** What stands for itself at the root of a client. */
const RESERVED = ["events", "request", "upload", "waitFor"];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const queryName = ({ operationId }: Operation) => `${capital(operationId)}Query`;
/** Objects become interfaces, which editors name in their messages; all else becomes a type. */
const define = (name: string, schema: Schema) =>
  schema.type !== "object"
    ? `export type ${name} = ${typeOf(schema)};`
    : `export interface ${name} {\n${schema.properties ? members(schema) : `[name: string]: ${memberTypeOf(schema)};\n`}}`;
const answerOf = ({ answer }: Operation) => (answer ? typeOf(answer) : "void");

function bodyOf({ requestBody }: Operation): string | undefined {
  if (!requestBody) return undefined;
  const types = Object.entries(requestBody.content).map(([type, { schema }]) =>
    type.startsWith("multipart/") ? "FormData" : type.endsWith("json") ? typeOf(schema) : "Blob",
  );
  return types.join(" | ");
}

function signature(operation: Operation): string {
  const { inPath, query, requestBody, list, name } = operation;
  const body = bodyOf(operation);
  const input = [];
  if (body) input.push(`body${requestBody?.required ? "" : "?"}: ${body}`);
  else if (query.length > 0)
    input.push(`query${query.some(({ required }) => required) ? "" : "?"}: ${queryName(operation)}`);
  const given = [...inPath.map(({ name: id }) => `${id}: string`), ...input, "options?: CallOptions"];
  const answer = list ? `Pages<${answerOf(operation)}, ${list.item}>` : `Promise<${answerOf(operation)}>`;
  const about = [
    `${operation.summary}.`.replace(/\.\.$/, "."),
    operation.description,
    operation.deprecated ? "@deprecated" : "",
  ];
  return `${comment(about.filter(Boolean).join("\n\n"))}${name}(${given.join(", ")}): ${answer};\n`;
}

type Tree<T> = Map<string, Tree<T> | T>;

function grow(operations: readonly Operation[]): Tree<Operation> {
  const root: Tree<Operation> = new Map();
  for (const operation of operations) {
    let here = root;
    for (const word of operation.group) {
      const next = here.get(word) ?? new Map();
      if (!(next instanceof Map)) throw new Error(`${operation.operationId}: ${word} is already an operation.`);
      here.set(word, next);
      here = next;
    }
    if (here.has(operation.name)) throw new Error(`${operation.operationId}: ${operation.name} is already a group.`);
    here.set(operation.name, operation);
  }
  const clash = RESERVED.find((word) => root.has(word));
  if (clash) throw new Error(`The client has its own function "${clash}". Rename the group.`);
  return root;
}

const surface = (tree: Tree<Operation>): string =>
  [...tree]
    .map(([word, next]) => (next instanceof Map ? `${word}: {\n${surface(next)}};\n` : signature(next)))
    .join("");

const table = (tree: Tree<Operation>): string =>
  [...tree]
    .map(([word, next]) => {
      if (next instanceof Map) return `${word}: {${table(next)}},`;
      const { method, path, list } = next;
      const input = next.requestBody ? "body" : next.query.length > 0 ? "query" : "";
      const row = [
        method,
        path,
        ...(input || list ? [input] : []),
        ...(list ? [list.items] : []),
        ...(list?.id ? [list.id] : []),
      ];
      return `${word}: ${JSON.stringify(row)},`;
    })
    .join("\n");

interface Waitable {
  id: string;
  path: string;
  schema: string;
}

/** Finds resources that can be read by id until their status is final. */
function waitables(document: OpenApiDocument, operations: readonly Operation[]): Waitable[] {
  const found = operations.flatMap(({ name, path, inPath: [parameter, ...others], answer }) => {
    if (name !== "get" || !parameter || others.length > 0 || !answer?.$ref) return [];
    // What belongs to a resource, such as the transcript of a video, is not what its id stands for.
    if (!path.endsWith(`{${parameter.name}}`)) return [];
    const { properties = {}, required = [] } = resolveSchema(document, answer);
    const ends = resolveSchema(document, properties.status ?? {}).enum?.includes("failed");
    // An optional one may be missing from the answer of a start.
    if (!ends || !required.includes(parameter.name)) return [];
    return [{ id: parameter.name, path, schema: getSchemaName(answer.$ref) }];
  });
  // A post names its video, too: whatever is named by others comes after them.
  const mentions = ({ id }: Waitable) =>
    found.filter(({ schema }) => id in (resolveSchema(document, { $ref: schema }).properties ?? {})).length;
  return found.toSorted((a, b) => mentions(a) - mentions(b));
}

function eventTypes({ events }: Source, operations: readonly Operation[]): string {
  const rows = events.map(({ type, route }) => {
    const [method, path = ""] = route?.split(" ") ?? [];
    const key = BASE + path.replace(/:(\w+)/g, "{$1}");
    const operation = operations.find((one) => one.method === method && one.path === key);
    return `${JSON.stringify(type)}: ${operation ? answerOf(operation) : "Record<string, unknown>"};`;
  });
  return `/** Data of each event type. */\nexport interface EventData {\n${rows.join("\n")}\n}\n\n`;
}

/** Generates the client's files from the document, by name. */
export function emit(source: Source): Record<"types.ts" | "operations.ts", string> {
  const { document, kinds } = source;
  const operations = listMethods(document);
  const tree = grow(operations);
  const schemas = Object.entries(document.components.schemas as Record<string, Schema>).map(
    ([name, schema]) => `${comment(schema.description)}${define(name, schema)}\n\n`,
  );
  const queries = operations
    .filter((one) => one.query.length > 0 && !one.requestBody)
    .map((one) => {
      const properties = one.query.map(({ name, schema, description }) => [name, { ...schema, description }]);
      const required = one.query.filter((parameter) => parameter.required).map(({ name }) => name);
      const shape = { properties: Object.fromEntries(properties), required } as Schema;
      return `export interface ${queryName(one)} {\n${members(shape)}}\n\n`;
    });
  const waited = waitables(document, operations);
  return {
    "types.ts": [
      HEAD,
      'import type { CallOptions, Pages } from "./shapes.ts";\n\n',
      ...schemas,
      ...queries,
      `export type ErrorKind = ${kinds.map((kind) => JSON.stringify(kind)).join(" | ")};\n\n`,
      eventTypes(source, operations),
      "/** Anything that can be waited for: the answer of a start, or what was read. */\n",
      `export type Waitable = ${waited.map(({ id }) => `{ ${id}: string }`).join(" | ")};\n`,
      "/** What comes of it. */\n",
      `export type Waited<T> = ${waited.map(({ id, schema }) => `T extends { ${id}: string } ? ${schema} : `).join("")}never;\n\n`,
      `/** All operations of the API. */\nexport interface Api {\n${surface(tree)}}\n`,
    ].join(""),
    "operations.ts": [
      HEAD,
      "/** The version of the API that this client speaks. */\n",
      `export const apiVersion = ${JSON.stringify(document.info.version)};\n\n`,
      "/** `[method, path, input, items of a list, id of an item if the list has pages]` for each method of `Api`. */\n",
      `export const operations = {\n${table(tree)}\n} as const;\n\n`,
      "/** Where a thing is read again, by the name of its id; where it has several of them, the first is its own. */\n",
      `export const waitables = {\n${waited.map(({ id, path }) => `${id}: ${JSON.stringify(path)},\n`).join("")}} as const;\n`,
    ].join(""),
  };
}
