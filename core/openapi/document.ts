import type { AnyElysia } from "elysia";
import type { Facts, Prices } from "#core/facts";
import { BASE } from "#core/http/paths";
import type { Module } from "#core/module";
import { info } from "#core/openapi/info";
import { nameRoute } from "#core/openapi/names";
import { operation } from "#core/openapi/operation";
import { errorResponses, headers, Problem, parameters } from "#core/openapi/parts";
import { type Detail, isList, type Route } from "#core/openapi/route";
import { createSchemas, type Json, type Schemas } from "#core/openapi/schema";
import type { Changes } from "#core/request/versions";

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);
const SYSTEM = { name: "system", description: "The server itself: health, versions, models." };

export interface OpenApiOptions {
  app: AnyElysia;
  modules: readonly Pick<Module, "name" | "prefix" | "title" | "description">[];
  changes: Changes;
  /** Public origin of the server. */
  origin(): string;
  /** Version of the software; the documents' own version is the API's. */
  version: string;
  prices: Prices;
  errors: Facts["errors"];
}

export interface OpenApiDocument {
  openapi: "3.1.1";
  info: Json;
  servers: { url: string }[];
  security: Json[];
  tags: Json[];
  paths: Record<string, Record<string, Json>>;
  components: Record<"securitySchemes" | "parameters" | "headers" | "responses" | "schemas", Record<string, Json>>;
}

export interface OpenApi {
  /** The document of one API version, as long as the origin stays the same one object. */
  document(version: string): OpenApiDocument;
}

/** OpenAPI 3.1 from the routes themselves: what is served is what is described, one document per API version. */
export function createOpenApi(options: OpenApiOptions): OpenApi {
  const cache = new Map<string, OpenApiDocument>();
  return {
    document(version) {
      const key = `${version} ${options.origin()}`;
      const known = cache.get(key);
      if (known) return known;
      const made = build(version, options);
      cache.set(key, made);
      return made;
    },
  };
}

/** The routes that a version has and shows. */
function routesOf({ app, modules }: OpenApiOptions, version: string): Route[] {
  const taken = new Map<string, string>();
  // A module without a path of its own serves several resources: each is a tag.
  const spread = new Set(modules.filter(({ prefix }) => prefix === "").map(({ name }) => name));
  return app.routes.flatMap(({ method, path: whole, hooks }) => {
    const detail: Detail = hooks.detail ?? {};
    const gone = detail["x-until"] !== undefined && version >= detail["x-until"];
    if (detail.hide || gone || !METHODS.has(method)) return [];
    const outside = !whole.startsWith(`${BASE}/`);
    const path = outside ? whole : whole.slice(BASE.length);
    const derived = nameRoute(method, path, isList({ hooks, path }));
    const names = { ...derived, operationId: detail.operationId ?? derived.operationId };
    const here = `${method} ${whole}`;
    const other = taken.get(names.operationId);
    if (other) throw new Error(`${here} and ${other} are both named ${names.operationId}: set detail.operationId.`);
    taken.set(names.operationId, here);
    const [module = "system"] = detail.tags ?? [];
    const tag = (spread.has(module) && path.split("/")[1]) || module;
    return [{ method, path, outside, detail, hooks, names, module, tag }];
  });
}

/** An old version calls a path parameter as it calls the field of the read, where that has one name. */
function parameterNames(version: string, path: string, changes: Changes) {
  return (name: string): string => {
    const probe = { properties: { [name]: {} } };
    const old = Object.keys((changes.schema(version, `GET ${path}`, probe) as typeof probe).properties);
    return old.length === 1 && old[0] !== undefined ? old[0] : name;
  };
}

function describePaths(routes: readonly Route[], version: string, schemas: Schemas, options: OpenApiOptions) {
  const paths: OpenApiDocument["paths"] = {};
  const all = routes.map((route) => {
    const parameterName = parameterNames(version, route.path, options.changes);
    const key = route.path.replace(/:(\w+)/g, (_, name: string) => `{${parameterName(name)}}`);
    // The order of the routes is kept, though lists are described first: they name what single reads return.
    const place: Json = {};
    paths[key] = { ...paths[key], [route.method.toLowerCase()]: place };
    return { route, place, parameterName };
  });
  const listsFirst = all.toSorted((a, b) => Number(isList(b.route)) - Number(isList(a.route)));
  for (const { route, place, parameterName } of listsFirst)
    Object.assign(place, operation(route, { ...options, origin: options.origin(), version, schemas, parameterName }));
  return paths;
}

function build(version: string, options: OpenApiOptions): OpenApiDocument {
  const origin = options.origin();
  const schemas = createSchemas();
  schemas.add("Problem", Problem);
  const routes = routesOf(options, version);
  const paths = describePaths(routes, version, schemas, options);
  const responses = only("responses", errorResponses(origin, options.errors), paths);
  return {
    openapi: "3.1.1",
    info: info(version, origin, options.version, options.errors),
    servers: [{ url: origin + BASE }],
    security: [{ apiKey: [] }],
    tags: tagsOf(routes, options.modules),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key: `vireo_` and 36 letters and digits." },
      },
      parameters: only("parameters", parameters(version), paths),
      headers: only("headers", headers, [paths, responses]),
      responses,
      schemas: schemas.all(),
    },
  };
}

/** The components that something refers to. */
function only(kind: string, components: Record<string, Json>, where: unknown): Record<string, Json> {
  const text = JSON.stringify(where);
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  );
}

/** The tags in use, in the order of the modules. One may add to the resource of another, which then describes it. */
function tagsOf(routes: readonly Route[], modules: OpenApiOptions["modules"]): Json[] {
  const all: OpenApiOptions["modules"][number][] = [...modules, SYSTEM];
  return all.flatMap(({ name, title, description }) => {
    const tags = new Set(routes.filter(({ module }) => module === name).map(({ tag }) => tag));
    const isOwn = (tag: string) => {
      const users = all.filter((one) => routes.some((route) => route.module === one.name && route.tag === tag));
      return (users.find((one) => one.name === tag) ?? users[0])?.name === name;
    };
    return [...tags].filter(isOwn).map((tag) => ({
      name: tag,
      "x-displayName": title && tag === name ? title : displayName(tag),
      ...(description ? { description } : {}),
    }));
  });
}

/** `social-posts` → "Social posts". */
const displayName = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
