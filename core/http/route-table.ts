import type { AnyElysia } from "elysia";
import type { Scope } from "#core/access/scopes";
import type { RouteFacts } from "#core/http/router";
import { ApiError } from "#core/request/errors";

/** What the edge needs to know of a route before the framework sees the request. */
export interface Route {
  pattern: string;
  scope?: Scope | "any";
  /** Whether it reads its body as a stream. */
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
  patterns: { regex: RegExp; entry: Entry }[];
}

export type RouteTable = ReturnType<typeof createRouteTable>;

/** Answers the edge's questions about routes before the framework sees the request. */
export function createRouteTable(app: AnyElysia) {
  // Modules add routes after the edge exists, so the table is built at the first request.
  let table: Table | undefined;

  function findEntries(path: string): Entry[] {
    table ??= buildTable(app);
    const exact = table.exact.get(path) ?? table.exact.get(path.endsWith("/") ? path.slice(0, -1) : path);
    const matching = table.patterns.filter(({ regex }) => regex.test(path)).map(({ entry }) => entry);
    return exact ? [exact, ...matching] : matching;
  }

  const findEntry = (method: string, path: string) =>
    findEntries(path).find((entry) => entry.methods.has(method === "HEAD" ? "GET" : method));

  return {
    find: (method: string, path: string): Route | undefined =>
      findEntry(method, path)?.methods.get(method === "HEAD" ? "GET" : method),

    /** 405 with Allow, if the path exists for other methods only. */
    findMethodError(method: string, path: string): ApiError | undefined {
      const entries = findEntries(path);
      if (entries.length === 0 || findEntry(method, path)) return undefined;
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
    // A catch-all route says nothing about single paths.
    if (path === "/*") continue;
    const entry = entries.get(path) ?? { pattern: path, methods: new Map() };
    const { "x-scope": scope, "x-secrets": secrets = [] } = (hooks.detail ?? {}) as RouteFacts;
    entry.methods.set(method, { pattern: path, ...(scope ? { scope } : {}), streams: isStreaming(hooks), secrets });
    entries.set(path, entry);
  }
  const table: Table = { exact: new Map(), patterns: [] };
  for (const entry of entries.values()) {
    if (/[:*]/.test(entry.pattern)) table.patterns.push({ regex: toRegex(entry.pattern), entry });
    else table.exact.set(entry.pattern, entry);
  }
  return table;
}

function isStreaming(hooks: { parse?: unknown }): boolean {
  const { parse } = hooks;
  return parse === "none" || (Array.isArray(parse) && parse.some((one) => one === "none" || one?.fn === "none"));
}

function toRegex(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/:\w+/g, "[^/]+")
    .replace(/\*/g, ".*");
  return new RegExp(`^${source}/?$`);
}
