/** Holds every answer that a test sees against our own OpenAPI document of its version. */
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import type { Vireo } from "#core/boot";

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
  components: { schemas: object; responses?: Record<string, Operation["responses"][string]> };
}

export interface Seen {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  body: unknown;
}

type Contract = Awaited<ReturnType<typeof load>>;

/** Contracts by API version and modules. Responses depend on nothing else, and a document takes 200 ms to build. */
const contracts = new Map<string, Promise<Contract>>();
const identities = new WeakMap<object, number>();
let known = 0;

function identify(module: object): number {
  const identity = identities.get(module) ?? ++known;
  identities.set(module, identity);
  return identity;
}

async function load({ handle }: Vireo, version: string) {
  const response = await handle(new Request(`http://localhost/openapi.json?version=${version}`));
  const document = (await response.json()) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "doc", components: document.components });
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
      const validate =
        compiled.get(schema) ??
        ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')));
      compiled.set(schema, validate);
      return validate;
    },
  };
}

function getContract(vireo: Vireo, version: string): Promise<Contract> {
  const key = [version, ...vireo.tools.modules.map(identify)].join();
  const contract = contracts.get(key) ?? load(vireo, version);
  contracts.set(key, contract);
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
  const listed = operation.responses[String(status)];
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
