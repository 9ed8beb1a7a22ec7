import { expect } from "bun:test";
import type { OpenApiDocument } from "#core/openapi/document";

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: unknown[];
  deprecated?: boolean;
  parameters: { $ref?: string; name: string; in: string; required?: boolean; description?: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { $ref?: string; headers?: object; content?: Record<string, { schema: object }> }>;
}

/** Shared parameters of paths and queries stand for themselves. */
function resolve({ components }: OpenApiDocument, parameter: Operation["parameters"][number]) {
  const shared = components.parameters[parameter.$ref?.split("/").at(-1) ?? ""] as typeof parameter | undefined;
  return shared && shared.in !== "header" ? { ...shared } : parameter;
}

/** `get /videos/{videoId}` → operation. */
export function operationsOf(document: OpenApiDocument): Map<string, Operation> {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
      .map(([method, item]) => {
        const operation = item as unknown as Operation;
        const parameters = operation.parameters.map((one) => resolve(document, one));
        return [`${method} ${path}`, { ...operation, parameters }] as const;
      }),
  );
  return new Map(all);
}

function visit(node: unknown, look: (object: Record<string, unknown>) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) look(node as Record<string, unknown>);
  for (const child of Object.values(node)) visit(child, look);
}

/** Whether a path can be meant by both, and neither is plainly the one that is meant more: generators refuse such documents. */
function isAmbiguous(one: string, other: string): boolean {
  const [a, b] = [one.split("/"), other.split("/")];
  const pairs = a.map((segment, at) => [segment, b[at]] as const);
  if (a.length !== b.length || pairs.some(([x, y]) => x !== y && x !== "{}" && y !== "{}")) return false;
  return pairs.some(([x, y]) => x === "{}" && y !== "{}") && pairs.some(([x, y]) => x !== "{}" && y === "{}");
}

/** What holds for every document, whatever its routes. */
export function lint(document: OpenApiDocument): void {
  const json = JSON.stringify(document);
  expect(JSON.parse(json)).toEqual(document);

  // Descriptions are sentences: no names of types, no sentence that goes on after its end.
  visit(document, ({ description }) => {
    if (typeof description === "string") expect(description).not.toMatch(/PlatformName|\w\.:/);
  });

  // Every reference leads somewhere, and every component is referred to.
  const refs = new Set<string>();
  visit(document, (node) => typeof node.$ref === "string" && refs.add(node.$ref));
  const parts = Object.entries(document.components)
    .filter(([kind]) => kind !== "securitySchemes")
    .flatMap(([kind, all]) => Object.keys(all).map((name) => `#/components/${kind}/${name}`));
  expect([...refs].filter((ref) => !parts.includes(ref))).toEqual([]);
  expect(parts.filter((part) => !refs.has(part))).toEqual([]);

  visit([document.components.schemas, document.paths], (node) => {
    expect(Object.keys(node)).not.toContain("$id");
    if (node.type === "undefined" || node.nullable !== undefined) expect(node).toEqual({});
    if (Array.isArray(node.required)) {
      expect(Object.keys(node.properties ?? {})).toEqual(expect.arrayContaining(node.required));
    }
  });

  const { contact, license, title, description } = document.info;
  for (const part of [contact, license, title, description]) expect(part).toBeTruthy();

  const operations = operationsOf(document);
  const ids = [...operations.values()].map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const templates = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, "{}"));
  expect(new Set(templates).size).toBe(templates.length);
  for (const one of templates) expect(templates.filter((other) => isAmbiguous(one, other))).toEqual([]);
  const tags = document.tags as { name: string; description?: string }[];
  expect(new Set(tags.map(({ name }) => name)).size).toBe(tags.length);
  for (const tag of tags) expect(tag.description).toBeTruthy();

  for (const [where, operation] of operations) {
    expect(operation.operationId, where).toMatch(/^[a-z][A-Za-z0-9]+$/);
    expect(operation.summary, where).toBeTruthy();
    expect(operation.description, where).toBeTruthy();
    for (const tag of operation.tags) expect(tags.map(({ name }) => name)).toContain(tag);

    const inPath = operation.parameters.filter((one) => one.in === "path");
    expect(inPath.map(({ name }) => name)).toEqual([...where.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name));
    for (const one of inPath) expect(one).toMatchObject({ required: true, description: expect.any(String) });
    expect(operation.parameters).toContainEqual({ $ref: "#/components/parameters/ServiceVersion" } as never);

    const statuses = Object.keys(operation.responses);
    expect(statuses, where).toEqual(expect.arrayContaining(["400", "default"]));
    expect(
      statuses.some((status) => status < "300"),
      where,
    ).toBe(true);
    if (!operation.security) {
      expect(statuses, where).toContain("401");
      const writes = /^(post|patch) /.test(where);
      expect(operation.parameters.some((one) => one.$ref?.endsWith("/IdempotencyKey"))).toBe(writes);
      if (writes) expect(statuses, where).toEqual(expect.arrayContaining(["409", "422"]));
    }
    if (inPath.length > 0) expect(statuses, where).toContain("404");
    if (operation.requestBody) expect(statuses, where).toEqual(expect.arrayContaining(["413", "415"]));
  }
}

type Schema = {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean;
};

/** Where a value has fields that its documented schema does not know, or lacks those that it promises. */
export function differences(document: OpenApiDocument, schema: Schema, value: unknown, at = ""): string[] {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return differences(document, document.components.schemas[name] as Schema, value, at);
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => differences(document, schema.items ?? {}, item, `${at}/${index}`));
  }
  if (!schema.properties || typeof value !== "object" || value === null) return [];
  const { properties, required = [], additionalProperties } = schema;
  const missing = required.filter((name) => !(name in value)).map((name) => `${at}/${name} is missing`);
  const known = Object.entries(value).flatMap(([name, child]) => {
    const own = properties[name];
    if (own) return differences(document, own, child, `${at}/${name}`);
    return additionalProperties ? [] : [`${at}/${name} is not documented`];
  });
  return [...missing, ...known];
}
