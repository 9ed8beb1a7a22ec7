import type { AnyElysia } from "elysia";
import { ApiError } from "#core/request/errors";

interface Entry {
  pattern: string;
  /** Method → whether the route reads its body as a stream. */
  methods: Map<string, boolean>;
}

/** What the edge must know of the routes beyond what the framework does with them: 405, and who streams. */
export function createRouteTable(app: AnyElysia) {
  let compiled: { exact: Map<string, Entry>; patterns: { regex: RegExp; entry: Entry }[] } | undefined;

  // Modules add routes after the edge is made, so the table is compiled at the first request.
  function table() {
    if (compiled) return compiled;
    const entries = new Map<string, Entry>();
    for (const route of app.routes) {
      // What answers for every address says nothing of one.
      if (route.path === "/*") continue;
      const entry = entries.get(route.path) ?? { pattern: route.path, methods: new Map() };
      const streams = (route.hooks as { parse?: unknown }).parse;
      entry.methods.set(
        route.method,
        streams === "none" || (Array.isArray(streams) && streams.some((p) => p === "none" || p?.fn === "none")),
      );
      entries.set(route.path, entry);
    }
    compiled = { exact: new Map(), patterns: [] };
    for (const entry of entries.values()) {
      if (!/[:*]/.test(entry.pattern)) compiled.exact.set(entry.pattern, entry);
      else {
        const source = entry.pattern
          .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
          .replace(/:\w+/g, "[^/]+")
          .replace(/\*/g, ".*");
        compiled.patterns.push({ regex: new RegExp(`^${source}/?$`), entry });
      }
    }
    return compiled;
  }

  function find(path: string): Entry[] {
    const { exact, patterns } = table();
    const plain = exact.get(path) ?? exact.get(path.endsWith("/") ? path.slice(0, -1) : path);
    const found = patterns.filter(({ regex }) => regex.test(path)).map(({ entry }) => entry);
    return plain ? [plain, ...found] : found;
  }

  const of = (method: string, path: string) =>
    find(path).find((entry) => entry.methods.has(method === "HEAD" ? "GET" : method));

  return {
    streams: (method: string, path: string): boolean => of(method, path)?.methods.get(method) ?? false,
    pattern: (method: string, path: string): string | undefined => of(method, path)?.pattern,
    /** 405 with Allow where the path exists for other methods; else the 404 as it is. */
    missing(method: string, path: string, error: ApiError): ApiError {
      const entries = find(path);
      if (entries.length === 0 || of(method, path)) return error;
      const methods = new Set(entries.flatMap((entry) => [...entry.methods.keys()]));
      if (methods.has("GET")) methods.add("HEAD");
      const allow = [...methods].join(", ");
      return new ApiError("method_not_allowed", `${method} is not possible here; ${allow} is.`, { headers: { allow } });
    },
  };
}
