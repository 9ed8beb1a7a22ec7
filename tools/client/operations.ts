import type { OpenApiDocument } from "#core/openapi/document";
import { nameOf, type Schema } from "./schema";

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Described {
  operationId: string;
  summary: string;
  description: string;
  deprecated?: boolean;
  servers?: unknown[];
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** An operation and its place in the client, such as `social.posts.list`. */
export interface Operation extends Described {
  method: string;
  /** Full path on the server. */
  path: string;
  group: string[];
  name: string;
  /** Response schema; undefined without a body. */
  answer: Schema | undefined;
  query: Parameter[];
  inPath: Parameter[];
  /** For lists: the property with the items, the name of their schema and, if there are pages, their id. */
  list?: { items: string; item: string; id?: string };
}

const METHODS = ["get", "post", "put", "patch", "delete"];
/** Verbs that an operationId may start with. */
const STANDARD = ["list", "get", "create", "update", "replace", "delete"];

const camel = (text: string) => text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * `GET /social/posts` listSocialPosts → `social.posts.list` · `POST /videos/generate` generateVideo → `videos.generate` ·
 * `POST /videos/{videoId}/captions` addCaptions → `videos.addCaptions` · `POST /webhooks/{id}/rotate-secret` → `webhooks.rotateSecret`
 */
export function place(path: string, operationId: string): { group: string[]; name: string } {
  const words = path
    .split("/")
    .filter((word) => word && !word.startsWith("{"))
    .map(camel);
  const [verb = ""] = /^[a-z]+/.exec(operationId) ?? [];
  const last = words.at(-1) ?? "";
  if (STANDARD.includes(verb)) return { group: words, name: verb };
  if (verb === "add") return { group: words.slice(0, -1), name: `add${capital(last)}` };
  if (last.startsWith(verb)) return { group: words.slice(0, -1), name: last };
  return { group: words, name: verb };
}

export const schemaOf = (document: OpenApiDocument, schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[nameOf(schema.$ref)] as Schema) : schema;

function listOf(document: OpenApiDocument, answer: Schema | undefined, hasPages: boolean): Operation["list"] {
  const { properties = {} } = answer ? schemaOf(document, answer) : {};
  for (const [items, { items: item }] of Object.entries(properties)) {
    if (!item?.$ref) continue;
    const id = schemaOf(document, item).required?.find((name) => /^id$|Id$/.test(name));
    if (hasPages && !id) throw new Error(`${nameOf(item.$ref)} has no id, but its list has pages.`);
    return { items, item: nameOf(item.$ref), ...(hasPages && id ? { id } : {}) };
  }
  return undefined;
}

/** Lists all operations except event streams. */
export function operationsOf(document: OpenApiDocument, base: string): Operation[] {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      path,
      method: method.toUpperCase(),
      operation: item[method] as unknown as Described,
    })),
  );
  const tops = new Set(described.map(({ path }) => camel(path.split("/")[1] ?? "")));
  const taken = new Map<string, string>();
  return described.flatMap(({ path, method, operation }) => {
    const success = Object.entries(operation.responses).find(([status]) => status < "300")?.[1];
    if (success?.content && !success.content["application/json"]) return [];
    const answer = success?.content?.["application/json"]?.schema;
    const { group, name } = place(path, operation.operationId);
    // Merge singular and plural groups: `POST /upload` becomes `uploads.create`.
    if (group[0] && tops.has(`${group[0]}s`)) group[0] += "s";
    const here = [...group, name].join(".");
    const other = taken.get(here);
    if (other) throw new Error(`${operation.operationId} and ${other} would both be ${here}. Rename one of them.`);
    taken.set(here, operation.operationId);
    const of = (where: string) => operation.parameters.filter((one) => one.in === where);
    const hasPages = of("query").some((one) => one.name === "pageSize");
    const list = name === "list" ? listOf(document, answer, hasPages) : undefined;
    if (operation.requestBody && of("query").length > 0) throw new Error(`${here} has both a body and a query.`);
    return [
      {
        ...operation,
        ...{ method, group, name, answer, query: of("query"), inPath: of("path") },
        path: operation.servers ? path : base + path,
        ...(list ? { list } : {}),
      },
    ];
  });
}
