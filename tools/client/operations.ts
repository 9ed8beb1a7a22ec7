import {
  type Document,
  getSchemaName,
  type Operation as Listed,
  listOperations,
  type Parameter,
  resolveSchema,
  type Schema,
} from "#sdk/openapi";

/** An operation as a method of the client. */
export interface Operation extends Listed {
  query: Parameter[];
  inPath: Parameter[];
  /** For lists: the property with the items, the name of their schema and, if there are pages, their id. */
  list?: { items: string; item: string; id?: string };
}

function listOf(document: Document, answer: Schema | undefined, hasPages: boolean): Operation["list"] {
  const { properties = {} } = answer ? resolveSchema(document, answer) : {};
  for (const [items, { items: item }] of Object.entries(properties)) {
    if (!item?.$ref) continue;
    const id = resolveSchema(document, item).required?.find((name) => /^id$|Id$/.test(name));
    if (hasPages && !id) throw new Error(`${getSchemaName(item.$ref)} has no id, but its list has pages.`);
    return { items, item: getSchemaName(item.$ref), id: hasPages && id ? id : undefined };
  }
  return undefined;
}

/** Lists all operations except event streams. */
export function listMethods(document: Document): Operation[] {
  const taken = new Map<string, string>();
  return listOperations(document).map((operation) => {
    const { operationId, group, name, answer, parameters, requestBody } = operation;
    const here = [...group, name].join(".");
    const other = taken.get(here);
    if (other) throw new Error(`${operationId} and ${other} would both be ${here}. Rename one of them.`);
    taken.set(here, operationId);
    const query = parameters.filter((one) => one.in === "query");
    const inPath = parameters.filter((one) => one.in === "path");
    if (requestBody && query.length > 0) throw new Error(`${here} has both a body and a query.`);
    const list =
      name === "list"
        ? listOf(
            document,
            answer,
            query.some((one) => one.name === "pageSize"),
          )
        : undefined;
    return { ...operation, query, inPath, ...(list ? { list } : {}) };
  });
}
