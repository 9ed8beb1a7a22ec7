import type { AnyElysia } from "elysia";
import { Memoirist } from "memoirist";
import type { Scope } from "#core/access/scopes";
import { BASE } from "#core/http/paths";
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

/** Finds routes before the framework handles the request, with the framework's own router. Paths without parameters need none. */
export class RouteTable {
  // Modules add routes after the edge exists, so these are built when they are needed first.
  #fixed: Map<string, Route> | undefined;
  #router: Memoirist<Route> | undefined;
  readonly #app: AnyElysia;

  constructor(app: AnyElysia) {
    this.#app = app;
  }

  find(method: string, path: string): Route | undefined {
    const known = method === "HEAD" ? "GET" : method;
    this.#fixed ??= new Map(listRoutes(this.#app).map(([method, path, route]) => [`${method} ${path}`, route]));
    const fixed = this.#fixed.get(`${known} ${path}`);
    if (fixed) return fixed;
    this.#router ??= buildRouter(this.#app);
    return this.#router.find(known, path)?.store;
  }

  /**
   * Says why a request has no route: 405 with an Allow header if the path exists for other methods, or 404. Undefined if it
   * has one.
   */
  findPathError(method: string, path: string): ApiError | undefined {
    if (this.find(method, path)) return undefined;
    const methods = Object.keys(this.#router?.root ?? {}).filter((other) => this.find(other, path));
    if (methods.length === 0) {
      const isBare = this.find(method, BASE + path) !== undefined;
      return new ApiError("not_found", `Path not found.${isBare ? ` The API is below ${BASE}: ${BASE}${path}` : ""}`);
    }
    const allow = (methods.includes("GET") ? [...methods, "HEAD"] : methods).join(", ");
    return new ApiError("method_not_allowed", `${method} is not allowed here. Allowed: ${allow}.`, {
      headers: { allow },
    });
  }
}

function buildRouter(app: AnyElysia): Memoirist<Route> {
  const router = new Memoirist<Route>();
  for (const [method, path, route] of listRoutes(app)) router.add(method, path, route);
  return router;
}

function listRoutes(app: AnyElysia): [method: string, path: string, Route][] {
  return app.routes.flatMap(({ path, method, hooks }): [string, string, Route][] => {
    // A catch-all route does not tell which paths exist.
    if (path === "/*") return [];
    const { "x-scope": scope, "x-secrets": secrets = [] } = (hooks.detail ?? {}) as RouteFacts;
    const route = { pattern: path, scope, streams: isStreaming(hooks), secrets };
    // As in the framework, a slash at the end makes no difference.
    const other = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
    return [path, other].map((one) => [method, one, route]);
  });
}

function isStreaming(hooks: { parse?: unknown }): boolean {
  const { parse } = hooks;
  return (
    parse === "none" || (Array.isArray(parse) && parse.some((parser) => parser === "none" || parser?.fn === "none"))
  );
}
