import { createPlaces } from "#core/openapi/client-names";
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
  const place = createPlaces(described.map(({ path }) => path));
  const taken = new Map<string, string>();
  return described.flatMap(({ path, method, operation }) => {
    const success = Object.entries(operation.responses).find(([status]) => status < "300")?.[1];
    if (success?.content && !success.content["application/json"]) return [];
    const answer = success?.content?.["application/json"]?.schema;
    const { group, name } = place(path, operation.operationId);
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
