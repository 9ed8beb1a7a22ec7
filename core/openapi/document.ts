import type { AnyElysia } from "elysia";
import type { Examples } from "#core/examples";
import type { Facts, Prices } from "#core/facts";
import { BASE, needsKey } from "#core/http/paths";
import type { Module } from "#core/module";
import { createPlaces } from "#core/openapi/client-names";
import { shareExamples } from "#core/openapi/examples";
import { nameRoute, toPascalCase } from "#core/openapi/names";
import { describeOperation } from "#core/openapi/operation";
import { describeErrorResponses, headers, Problem, parameters } from "#core/openapi/parts";
import { createBaseLookup, type Detail, isList, type Route } from "#core/openapi/route";
import { createSchemas, type Json, type Schemas } from "#core/openapi/schema";
import { describeWebhooks } from "#core/openapi/webhooks";
import { type Changes, latest, versions } from "#core/request/versions";

type Tagged = Pick<Module, "name" | "title" | "description" | "tags">;

const KEY =
  "API key: `vireo_` followed by 36 letters and digits. Calls from the server's own page at `/docs` work without one while you are signed in.";

const SYSTEM: Tagged = { name: "system", description: "The server: health, versions, models." };

export interface OpenApiOptions {
  app: AnyElysia;
  modules: readonly Tagged[];
  changes: Changes;
  /** Public origin of the server. */
  origin(): string;
  /** Version of the software. The documents' own version is that of the API. */
  version: string;
  prices: Prices;
  errors: Facts["errors"];
  events: Facts["events"];
  /** Recorded examples of the operations. */
  examples?(): Promise<Examples>;
}

export interface OpenApiDocument {
  openapi: "3.1.1";
  info: Json;
  servers: { url: string }[];
  security: Json[];
  tags: Json[];
  paths: Record<string, Record<string, Json>>;
  /** Requests that the server makes, by event type. */
  webhooks?: Record<string, Json>;
  components: Record<"securitySchemes" | "parameters" | "headers" | "responses" | "schemas", Record<string, Json>>;
}

export interface OpenApi {
  /** Returns the document of one API version. Built once, and the same object while the origin stays the same. */
  document(version: string): Promise<OpenApiDocument>;
}

/**
 * Builds OpenAPI 3.1 from the routes, one document per API version. @elysiajs/openapi describes parameters, bodies and
 * responses; we add names, versions, errors, costs and headers.
 */
export function createOpenApi(options: OpenApiOptions): OpenApi {
  const cache = new Map<string, Promise<OpenApiDocument>>();
  let examples: Promise<Examples> | undefined;
  return {
    document(version) {
      examples ??= options.examples?.() ?? Promise.resolve({});
      const key = `${version} ${options.origin()}`;
      const cached = cache.get(key) ?? examples.then((known) => build(version, options, known));
      cache.set(key, cached);
      return cached;
    },
  };
}

/** Lists the visible routes of a version. */
function listRoutes({ app, modules }: OpenApiOptions, version: string): Route[] {
  const getBase = createBaseLookup(app);
  const operationIds = new Map<string, string>();
  return app.routes.flatMap(({ method, path: whole, hooks }) => {
    const base = getBase(method, whole);
    // Below the base path, a route that names no scope still needs a key.
    const detail: Detail = { ...(needsKey(whole) ? { "x-scope": "any" } : {}), ...hooks.detail };
    const gone = detail["x-until"] !== undefined && version >= detail["x-until"];
    if (!base || gone) return [];
    const outside = !whole.startsWith(`${BASE}/`);
    const path = outside ? whole : whole.slice(BASE.length);
    const derived = nameRoute(method, path, isList({ base, detail, path }));
    const names = { ...derived, operationId: detail.operationId ?? derived.operationId };
    const here = `${method} ${whole}`;
    const other = operationIds.get(names.operationId);
    if (other) throw new Error(`${here} and ${other} are both named ${names.operationId}. Set detail.operationId.`);
    operationIds.set(names.operationId, here);
    const [name = SYSTEM.name] = detail.tags ?? [];
    const tag = findTag(modules.find((module) => module.name === name) ?? SYSTEM, path);
    return [{ method, path, outside, detail, base, names, tag }];
  });
}

/** In an old version, a path parameter has the old name of the field if that is a single name. */
function createParameterNames(version: string, path: string, changes: Changes) {
  return (name: string): string => {
    const probe = { properties: { [name]: {} } };
    const old = Object.keys((changes.schema(version, `GET ${path}`, probe) as typeof probe).properties);
    return old.length === 1 && old[0] !== undefined ? old[0] : name;
  };
}

function describePaths(
  routes: readonly Route[],
  version: string,
  schemas: Schemas,
  options: OpenApiOptions,
  examples: Examples,
) {
  const paths: OpenApiDocument["paths"] = {};
  const findPlace = createPlaces(routes.map(({ path }) => path));
  const all = routes.map((route) => {
    const parameterName = createParameterNames(version, route.path, options.changes);
    const key = route.path.replace(/:(\w+)/g, (_, name: string) => `{${parameterName(name)}}`);
    // Describe lists first, because they name the items that single reads return. The order of paths stays.
    const place: Json = {};
    paths[key] = { ...paths[key], [route.method.toLowerCase()]: place };
    return { route, place, parameterName };
  });
  const listsFirst = all.toSorted((a, b) => Number(isList(b.route)) - Number(isList(a.route)));
  for (const { route, place, parameterName } of listsFirst)
    Object.assign(
      place,
      describeOperation(route, {
        ...options,
        origin: options.origin(),
        version,
        schemas,
        parameterName,
        examples,
        findPlace,
      }),
    );
  return paths;
}

function build(version: string, options: OpenApiOptions, examples: Examples): OpenApiDocument {
  const origin = options.origin();
  const schemas = createSchemas();
  schemas.add("Problem", Problem);
  const routes = listRoutes(options, version);
  const paths = describePaths(routes, version, schemas, options, examples);
  const shared = shareParameters(paths);
  const webhooks = describeWebhooks(routes, { ...options, version, schemas, examples, paths });
  const components = schemas.all();
  openResponses(paths, components);
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  shareExamples([operations.map(({ responses }) => responses), webhooks], components);
  const responses = pickUsed("responses", describeErrorResponses(origin, options.errors), paths);
  return {
    openapi: "3.1.1",
    info: createInfo(version, origin, options.version, options.errors),
    servers: [{ url: origin + BASE }],
    security: [{ apiKey: [] }],
    tags: listTags(routes, options.modules),
    paths,
    webhooks: Object.keys(webhooks).length > 0 ? webhooks : undefined,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: KEY },
      },
      parameters: { ...pickUsed("parameters", parameters(version), [paths, webhooks]), ...shared },
      headers: pickUsed("headers", headers, [paths, responses]),
      responses,
      schemas: components,
    },
  };
}

/** A parameter of so many operations is described once. */
const SHARED_FROM = 2;

/** Moves parameters that several operations have to components, and returns them by name. */
function shareParameters(paths: OpenApiDocument["paths"]): Record<string, Json> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item)) as { parameters?: Json[] }[];
  const counts = new Map<string, number>();
  for (const { parameters: all = [] } of operations) {
    for (const one of all) {
      const text = JSON.stringify(one);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const names = new Map<string, string>();
  for (const [text, count] of counts) {
    const { name, in: place, $ref } = JSON.parse(text) as { name: string; in: string; $ref?: string };
    if ($ref !== undefined || count < SHARED_FROM) continue;
    const base = toPascalCase(`${place}-${name}`);
    const taken = [...names.values()].filter((other) => other.replace(/\d+$/, "") === base).length;
    names.set(text, `${base}${taken > 0 ? taken + 1 : ""}`);
  }
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((one) => {
      const name = names.get(JSON.stringify(one));
      return name ? { $ref: `#/components/parameters/${name}` } : one;
    });
  }
  return Object.fromEntries([...names].map(([text, name]) => [name, JSON.parse(text)]));
}

/** Lists the schemas that a part of the document refers to, directly or not. */
function listUsed(node: unknown, components: Record<string, Json>, found = new Set<string>()): Set<string> {
  for (const [, name = ""] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    listUsed(components[name], components, found);
  }
  return found;
}

/** Refuses unknown fields in requests only: responses gain fields within a version, and clients must accept them. */
function openResponses(paths: OpenApiDocument["paths"], components: Record<string, Json>): void {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const sent = listUsed(
    operations.map(({ requestBody = null }) => requestBody),
    components,
  );
  for (const [name, { additionalProperties, ...schema }] of Object.entries(components))
    if (additionalProperties === false && !sent.has(name)) components[name] = schema;
}

/** Lists the components in use. */
function pickUsed(kind: string, components: Record<string, Json>, where: unknown): Record<string, Json> {
  const text = JSON.stringify(where);
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  );
}

const getTitle = ({ name, title }: Tagged) => title ?? toTitle(name);

/** Returns the module's tag with the longest matching path, or else the module itself. */
function findTag(module: Tagged, path: string): string {
  const starts = Object.entries(module.tags ?? {}).flatMap(([tag, { paths }]) =>
    paths.map((start) => ({ tag, start })),
  );
  const matching = starts.filter(({ start }) => path.startsWith(start));
  return matching.toSorted((a, b) => b.start.length - a.start.length)[0]?.tag ?? getTitle(module);
}

/** Lists the tags in use, in the order of the modules. Modules may share a tag; the first one describes it. */
function listTags(routes: readonly Route[], modules: OpenApiOptions["modules"]): Json[] {
  const used = new Set(routes.map(({ tag }) => tag));
  const described = new Map<string, string | undefined>();
  for (const module of [...modules, SYSTEM]) {
    const own: [string, string | undefined][] = [
      [getTitle(module), module.description],
      ...Object.entries(module.tags ?? {}).map(([tag, { description }]): [string, string] => [tag, description]),
    ];
    for (const [tag, description] of own) if (used.has(tag) && !described.has(tag)) described.set(tag, description);
  }
  return [...described].map(([name, description]) => ({ name, description: description || undefined }));
}

/** `social-posts` → "Social Posts". */
const toTitle = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, dash, letter) => (dash ? " " : "") + letter.toUpperCase());

/** Introduction of the reference, in Markdown. */
const describe = (
  version: string,
  origin: string,
  errors: Facts["errors"],
) => `Make short-form marketing media, plan posts, and publish them on time.

## Authentication
Send your API key with every request: \`Authorization: Bearer <API_KEY>\`. Keys can be limited to scopes such as
\`media:write\`. Each operation lists the scope it requires.

## Versions
Versions are dates. This document describes **${version}**${version === latest ? ", the latest" : ""}. Set the \`Service-Version\` header
to choose the version of a request. Without it, the version pinned to the API key applies, then the latest (${latest}). Every
response returns its version in the same header.

${versions.map((version) => `- \`${version.version}\`: ${version.summary}`).join("\n")}

## Asynchronous work
Generation requests return 202 with the status \`pending\`. Poll the path in \`Location\` until \`status\` is \`completed\` or
\`failed\`, or subscribe to events.

## Credits
Operations that cost credits list their price. Their responses have \`X-Credits-Used\` and \`X-Credits-Remaining\`. If the
balance is too low, they return 402. Failed work is refunded.

## Idempotency
Every POST and PATCH accepts an \`Idempotency-Key\`. For 24 hours, a request with the same key, route and body returns the
first response again, with \`Idempotency-Replayed: true\`. Nothing runs or is charged twice.

## Rate limits
Limits apply per key and minute. The headers \`RateLimit\`, \`RateLimit-Policy\` and \`X-RateLimit-*\` of every response show what is left. After a 429, wait
for the number of seconds in \`Retry-After\`.

## Errors
Errors are \`application/problem+json\` (RFC 9457). \`type\` links to a page about the kind of error, \`detail\` describes the
problem, and \`errors\` lists invalid fields. The header \`X-Request-Id\` of every response identifies its entry in the server's log.

${Object.entries(errors)
  .filter(([, fact]) => fact.documented !== false)
  .map(([kind, { status, title }]) => `- ${status} [\`${kind}\`](${origin}/errors/${kind}): ${title}`)
  .join("\n")}
`;

const createInfo = (version: string, origin: string, software: string, errors: Facts["errors"]): Json => ({
  title: "Vireo",
  summary: "Self-hosted API for short-form marketing media",
  description: describe(version, origin, errors),
  version,
  contact: { name: "The operator of this server", url: origin },
  license: { name: "MIT", identifier: "MIT" },
  "x-software-version": software,
});
