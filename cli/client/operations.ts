import type { CommandOption } from "#core/command";
import { waitables } from "#sdk/client/operations";
import { type Document, listOperations, type Operation, resolveSchema, type Schema } from "#sdk/openapi";

/** A query parameter or a field of the body. */
export interface Field {
  name: string;
  schema: Schema;
  /** Type that a command line value is converted to. */
  type: "text" | "number" | "time" | "boolean" | "texts" | "json";
  required: boolean;
  description: string;
}

/** An operation as a command, such as `social posts create`. */
export interface RemoteOperation {
  /** Words of the command name. */
  name: string;
  summary: string;
  description: string;
  method: string;
  path: string;
  /** Path parameters, in order. */
  ids: { name: string; description: string }[];
  input: "query" | "body" | "file" | undefined;
  fields: Field[];
  /** Field that may be given as an argument without its name: `vireo search "…"`. */
  main: Field | undefined;
  /** True if the response names a resource that can be waited for. */
  canWait: boolean;
  /** True if the response, or the resource that is waited for, is a file. */
  hasFile: boolean;
}

const toKebab = (text: string) => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function classify(document: Document, schema: Schema): Field["type"] {
  const { type, items, anyOf, description = "" } = resolveSchema(document, schema);
  if (anyOf) return anyOf.every((member) => classify(document, member) === "text") ? "text" : "json";
  const [first] = [type].flat();
  if (first === "boolean") return "boolean";
  if (first === "string") return "text";
  if (first === "integer" || first === "number")
    return /Milliseconds since the epoch/.test(schema.description ?? description) ? "time" : "number";
  if (first === "array" && items && classify(document, items) === "text") return "texts";
  return "json";
}

function describe(document: Document, name: string, schema: Schema, required: boolean, note?: string): Field {
  const { enum: values, default: standard, description = note ?? "" } = resolveSchema(document, schema);
  const notes = [
    description,
    values ? `One of: ${values.join(", ")}.` : "",
    standard === undefined || /[Dd]efault/.test(description) ? "" : `Default ${standard}.`,
  ];
  const words = notes.filter(Boolean).join(" ").replaceAll("\n", " ");
  const text = words.replace("Milliseconds since the epoch.", "A time such as 2026-12-24T18:00+01:00.");
  return {
    name,
    schema: resolveSchema(document, schema),
    type: classify(document, schema),
    required,
    description: text,
  };
}

/** Lists the fields of a JSON body. If it has several variants, uses the first. */
function readBody(document: Document, schema: Schema): Field[] {
  const { properties, required = [], anyOf } = resolveSchema(document, schema);
  if (!properties && anyOf?.[0]) return readBody(document, anyOf[0]);
  return Object.entries(properties ?? {}).map(([name, one]) => describe(document, name, one, required.includes(name)));
}

/** Returns the field to give first: the first field, if it is free text. */
function findMain(method: string, [first]: readonly Field[]): Field | undefined {
  const isText = first?.type === "text" && !first.schema.enum && first.schema.format !== "uri";
  return isText && (method === "POST" || first.required) ? first : undefined;
}

/** Returns the properties of the response. */
const listProperties = (document: Document, { answer }: Operation): string[] =>
  Object.keys((answer && resolveSchema(document, answer).properties) ?? {});

/** Returns the properties of the resource that a response names and that can be waited for. */
function findWaitable(document: Document, operations: readonly Operation[], answer: readonly string[]) {
  const path = Object.entries(waitables).find(([id]) => answer.includes(id))?.[1];
  const read = operations.find((operation) => operation.method === "GET" && operation.path === path);
  return read && listProperties(document, read);
}

/** Lists all operations with a JSON response or none, as commands. */
export function listRemoteOperations(document: Document): RemoteOperation[] {
  const operations = listOperations(document);
  return operations.map((operation) => {
    const { method, path, group, name, summary, description = "", parameters, body, requestBody } = operation;
    const isFile = Object.keys(requestBody?.content ?? {}).some((type) => type.startsWith("multipart/"));
    const query = parameters.filter((parameter) => parameter.in === "query");
    const queryFields = query.map((one) =>
      describe(document, one.name, one.schema, one.required === true, one.description),
    );
    const fields = isFile ? [] : body ? readBody(document, body) : queryFields;
    const answer = listProperties(document, operation);
    const waitable =
      method !== "DELETE" && answer.includes("status") ? findWaitable(document, operations, answer) : undefined;
    return {
      name: [...group, name].map(toKebab).join(" "),
      summary,
      description,
      method,
      path,
      ids: parameters
        .filter((parameter) => parameter.in === "path")
        .map((parameter) => ({ name: toKebab(parameter.name), description: parameter.description ?? "" })),
      input: isFile ? "file" : body ? "body" : query.length > 0 ? "query" : undefined,
      fields,
      main: findMain(method, fields),
      canWait: waitable !== undefined,
      hasFile: [...answer, ...(waitable ?? [])].some((property) => property === "url" || property === "audioUrl"),
    };
  });
}

/** Maps every unambiguous ending of a name to its operation: `posts create` for `social posts create`. */
export function listShortNames(operations: readonly RemoteOperation[]): ReadonlyMap<string, RemoteOperation> {
  const endings = operations.flatMap((operation) => {
    const words = operation.name.split(" ");
    return words.map((_, at) => ({ ending: words.slice(at).join(" "), operation, isWhole: at === 0 }));
  });
  const short = new Map<string, RemoteOperation>();
  for (const [ending, all] of Map.groupBy(endings, (candidate) => candidate.ending)) {
    const [only] = all.filter(({ isWhole }) => isWhole).concat(all.length === 1 ? all : []);
    if (only) short.set(ending, only.operation);
  }
  return short;
}

/** Returns the options of a command. */
export const describeOptions = ({ fields }: RemoteOperation): Record<string, CommandOption> =>
  Object.fromEntries(
    fields.map(({ name, type, description, required, schema }) => [
      toKebab(name),
      {
        type: type === "boolean" ? ("boolean" as const) : ("text" as const),
        value: type === "boolean" ? undefined : schema.enum ? "choice" : type === "texts" ? "text" : type,
        repeatable: type === "texts",
        description: required ? `${description} Required.` : description,
      },
    ]),
  );

export const getOption = ({ name }: Field): string => toKebab(name);
