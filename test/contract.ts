/** Holds every answer that a test sees against our own OpenAPI document of its version. */
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import type { Vireo } from "#core/boot/vireo";
import type { WorkspaceModule } from "#core/command";
import { BASE } from "#core/http/paths";

interface Media {
  schema?: object;
}
interface Operation {
  operationId: string;
  responses: Record<
    string,
    { $ref?: string; content?: Record<string, Media>; headers?: Record<string, { required?: boolean }> }
  >;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses?: Record<string, Operation["responses"][string]> };
}

export interface Seen {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  body: unknown;
}

type Contract = Awaited<ReturnType<typeof load>>;

/** What `default` stands for. All other statuses are listed. */
const COMMON_ERRORS = new Set([429, 500, 503]);

/** By app, then by API version. */
const contracts = new WeakMap<Vireo, Map<string, Promise<Contract>>>();
/**
 * By API version and by the modules that the document describes. It takes 200 ms to build, and most files have fake
 * engines of their own, which change no response.
 */
const shared = new Map<string, Promise<Contract>>();
/** Compiled schemas, shared by documents with the same components. */
const schemas = new Map<string, ReturnType<typeof createSchemas>>();
const identities = new WeakMap<object, number>();
let known = 0;

const DESCRIBED = ["tags", "scopes", "prices", "limits", "errors", "events", "changes"] as const;

/** True if the document describes a part of the module. */
function isDescribed(module: WorkspaceModule, { routes }: Vireo): boolean {
  const prefix = "prefix" in module ? module.prefix : `/${module.name}`;
  return (
    DESCRIBED.some((key) => key in module) || routes.some(({ path }) => `${path}/`.startsWith(`${BASE}${prefix}/`))
  );
}

function identify(module: object): number {
  const identity = identities.get(module) ?? ++known;
  identities.set(module, identity);
  return identity;
}

/** Responses are open for clients, which must accept fields of later releases. This release knows all of its own. */
const close = (schemas: Record<string, { properties?: object }>) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      schema.properties ? { additionalProperties: false, ...schema } : schema,
    ]),
  );

function createSchemas({ schemas }: Document["components"]) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "doc", components: { schemas: close(schemas) } });
  const compiled = new Map<string, ValidateFunction>();
  return (schema: object): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"doc#/components');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    return validate;
  };
}

async function load({ handle }: Vireo, version: string) {
  const response = await handle(new Request(`http://localhost/openapi.json?version=${version}`));
  const document = (await response.json()) as Document;
  const components = JSON.stringify(document.components);
  const compile = schemas.get(components) ?? createSchemas(document.components);
  schemas.set(components, compile);
  const compiled = new Map<object, ValidateFunction>();
  const patterns = Object.entries(document.paths).map(([path, item]) => ({
    item,
    literal: !path.includes("{"),
    regex: new RegExp(`^(?:/api/v1)?${path.replace(/[.]/g, "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}/?$`),
  }));
  patterns.sort((a, b) => Number(b.literal) - Number(a.literal));
  return {
    resolve: (response: Operation["responses"][string]) => {
      const name = response.$ref?.split("/").at(-1);
      return (name && document.components.responses?.[name]) || response;
    },
    match(method: string, path: string) {
      const pattern = patterns.find(({ regex, item }) => regex.test(path) && item[method.toLowerCase()]);
      const operation = pattern?.item[method.toLowerCase()];
      const ids: Record<string, string> = pattern?.regex.exec(path)?.groups ?? {};
      return operation && { operation, ids };
    },
    validate(schema: object) {
      const validate = compiled.get(schema) ?? compile(schema);
      compiled.set(schema, validate);
      return validate;
    },
  };
}

function findShared(vireo: Vireo, version: string): Promise<Contract> {
  const described = vireo.tools.modules.filter((module) => isDescribed(module, vireo));
  const key = [version, ...described.map(identify)].join();
  const contract = shared.get(key) ?? load(vireo, version);
  shared.set(key, contract);
  return contract;
}

function getContract(vireo: Vireo, version: string): Promise<Contract> {
  const own = contracts.get(vireo) ?? new Map<string, Promise<Contract>>();
  contracts.set(vireo, own);
  const contract = own.get(version) ?? findShared(vireo, version);
  own.set(version, contract);
  return contract;
}

/** The operation of a request, with the ids in its path. */
export const findOperation = async (vireo: Vireo, version: string, method: string, path: string) =>
  (await getContract(vireo, version)).match(method, path);

/** Throws if the response does not match the OpenAPI document of its version. */
export async function checkContract(vireo: Vireo, { method, path, status, headers, body }: Seen): Promise<void> {
  const version = headers.get("service-version") ?? "";
  const { match, resolve, validate } = await getContract(vireo, version);
  const operation = match(method, path)?.operation;
  if (!operation) return;
  const where = `${method} ${path} (${version}) → ${status}`;
  const listed =
    operation.responses[String(status)] ?? (COMMON_ERRORS.has(status) ? operation.responses.default : undefined);
  const response = listed && resolve(listed);
  if (!response) throw new Error(`${where}: this status is not documented.`);
  for (const [name, { required }] of Object.entries(response.headers ?? {})) {
    if (required && !headers.has(name)) throw new Error(`${where}: the header ${name} is missing.`);
  }
  const type = headers.get("content-type")?.split(";")[0] ?? "";
  const media = response.content?.[type];
  if (!media?.schema) {
    if (body === "" && !response.content) return;
    throw new Error(`${where}: ${type || "an answer without a type"} is not documented.`);
  }
  const valid = validate(media.schema);
  if (!valid(body))
    throw new Error(`${where}: ${JSON.stringify(valid.errors?.slice(0, 3))} in ${JSON.stringify(body).slice(0, 500)}`);
}
