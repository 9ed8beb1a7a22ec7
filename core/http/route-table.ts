import type { AnyElysia } from "elysia";
import type { Scope } from "#core/access/scopes";
import type { RouteFacts } from "#core/http/router";
import { ApiError } from "#core/request/errors";

/** Facts of a route that the edge needs before the framework handles the request. */
export interface Route {
  pattern: string;
  scope?: Scope | "any";
  /** True if it reads its body as a stream. */
  streams: boolean;
  /** Fields of its response that are shown once. */
  secrets: readonly string[];
}

interface Entry {
  pattern: string;
  methods: Map<string, Route>;
}

interface Table {
  exact: Map<string, Entry>;
  /** Routes with parameters, grouped by number of segments to try only a few. */
  patterns: Map<number, Pattern[]>;
  wildcards: Pattern[];
}

interface Pattern {
  regex: RegExp;
  entry: Entry;
}

export type RouteTable = ReturnType<typeof createRouteTable>;

/** Finds routes before the framework handles the request. */
export function createRouteTable(app: AnyElysia) {
  // Modules add routes after the edge exists, so the table is built at the first request.
  let table: Table | undefined;

  function* findEntries(path: string): Generator<Entry> {
    table ??= buildTable(app);
    const exact = table.exact.get(path) ?? table.exact.get(trimSlash(path));
    if (exact) yield exact;
    const patterns = table.patterns.get(countSegments(path)) ?? [];
    for (const { regex, entry } of patterns) if (regex.test(path)) yield entry;
    for (const { regex, entry } of table.wildcards) if (regex.test(path)) yield entry;
  }

  function find(method: string, path: string): Route | undefined {
    for (const { methods } of findEntries(path)) {
      const route = methods.get(method === "HEAD" ? "GET" : method);
      if (route) return route;
    }
    return undefined;
  }

  return {
    find,

    /** Returns 405 with an Allow header if the path exists, but only for other methods. */
    findMethodError(method: string, path: string): ApiError | undefined {
      const entries = [...findEntries(path)];
      if (entries.length === 0 || find(method, path)) return undefined;
      const methods = new Set(entries.flatMap((entry) => [...entry.methods.keys()]));
      if (methods.has("GET")) methods.add("HEAD");
      const allow = [...methods].join(", ");
      return new ApiError("method_not_allowed", `${method} is not allowed here. Allowed: ${allow}.`, {
        headers: { allow },
      });
    },
  };
}

function buildTable(app: AnyElysia): Table {
  const entries = new Map<string, Entry>();
  for (const { path, method, hooks } of app.routes) {
    // A catch-all route does not tell which paths exist.
    if (path === "/*") continue;
    const entry = entries.get(path) ?? { pattern: path, methods: new Map() };
    const { "x-scope": scope, "x-secrets": secrets = [] } = (hooks.detail ?? {}) as RouteFacts;
    entry.methods.set(method, { pattern: path, ...(scope ? { scope } : {}), streams: isStreaming(hooks), secrets });
    entries.set(path, entry);
  }
  const isPattern = ({ pattern }: Entry) => /[:*]/.test(pattern);
  const all = [...entries.values()];
  const patterns = all.filter(isPattern).map((entry) => ({ regex: toRegex(entry.pattern), entry }));
  const isWildcard = ({ entry }: Pattern) => entry.pattern.includes("*");
  return {
    exact: new Map(all.filter((entry) => !isPattern(entry)).map((entry) => [entry.pattern, entry])),
    patterns: Map.groupBy(
      patterns.filter((pattern) => !isWildcard(pattern)),
      ({ entry }) => countSegments(entry.pattern),
    ),
    wildcards: patterns.filter(isWildcard),
  };
}

const trimSlash = (path: string): string => (path.endsWith("/") ? path.slice(0, -1) : path);
const countSegments = (path: string): number => trimSlash(path).split("/").length;

function isStreaming(hooks: { parse?: unknown }): boolean {
  const { parse } = hooks;
  return (
    parse === "none" || (Array.isArray(parse) && parse.some((parser) => parser === "none" || parser?.fn === "none"))
  );
}

function toRegex(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/:\w+/g, "[^/]+")
    .replace(/\*/g, ".*");
  return new RegExp(`^${source}/?$`);
}
