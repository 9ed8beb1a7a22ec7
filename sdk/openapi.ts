/** Reads the OpenAPI document of a Vireo server. */
import { BASE } from "#core/http/paths";
import { createPlaces } from "#core/openapi/client-names";

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  description?: string;
  format?: string;
  default?: unknown;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

/** The parts of the document that describe operations. */
export interface Document {
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, object>; parameters?: Record<string, object> };
}

type MediaTypes = Record<string, { schema: Schema }>;

interface Described {
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: boolean;
  servers?: unknown[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: MediaTypes };
  responses: Record<string, { content?: MediaTypes }>;
}

/** An operation and its place in clients, such as `social.posts.list`. */
export interface Operation extends Omit<Described, "parameters" | "responses" | "servers"> {
  method: string;
  /** Full path on the server: `/api/v1/videos/{videoId}`. */
  path: string;
  group: string[];
  name: string;
  /** Path and query parameters, in order. Headers that many operations share are left out. */
  parameters: Parameter[];
  /** Schema of the JSON body. */
  body: Schema | undefined;
  /** Schema of the JSON response. Undefined if it has no body. */
  answer: Schema | undefined;
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Returns a parameter, or a shared one of lists. */
function resolveParameter(parameter: Parameter | { $ref: string }, shared: Record<string, object> = {}): Parameter[] {
  if ("name" in parameter) return [parameter];
  const found = shared[getSchemaName(parameter.$ref)] as Parameter | undefined;
  return found && found.in !== "header" ? [found] : [];
}

/**
 * Lists the operations that respond with JSON or without a body.
 * @param document the document that a server serves at `/openapi.json`
 * @example
 * const document = (await (await fetch("http://127.0.0.1:3000/openapi.json")).json()) as Document;
 * for (const { group, name, method, path } of listOperations(document)) console.log([...group, name].join("."), method, path);
 */
export function listOperations({ paths, components }: Document): Operation[] {
  const findPlace = createPlaces(Object.keys(paths));
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const described = item[method] as Described | undefined;
      if (!described) return [];
      const { responses, servers, parameters = [], ...operation } = described;
      const success = Object.entries(responses).find(([status]) => status < "300")?.[1];
      if (success?.content && !success.content["application/json"]) return [];
      return [
        {
          ...operation,
          ...findPlace(path, operation.operationId),
          method: method.toUpperCase(),
          path: servers ? path : BASE + path,
          parameters: parameters.flatMap((parameter) => resolveParameter(parameter, components.parameters)),
          body: operation.requestBody?.content["application/json"]?.schema,
          answer: success?.content?.["application/json"]?.schema,
        },
      ];
    }),
  );
}

/**
 * Follows references to a schema of the document. A reference to an unknown schema becomes `{}`, which accepts everything.
 * @example
 * const document = { paths: {}, components: { schemas: { Id: { type: "string" } } } };
 * resolveSchema(document, { $ref: "#/components/schemas/Id" }); // { type: "string" }
 */
export function resolveSchema(document: Document, schema: Schema): Schema {
  if (!schema.$ref) return schema;
  return resolveSchema(document, document.components.schemas[getSchemaName(schema.$ref)] ?? {});
}

/**
 * Returns the name in a reference.
 * @example getSchemaName("#/components/schemas/Video"); // "Video"
 */
export const getSchemaName = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);
