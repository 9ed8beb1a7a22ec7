import type { TSchema } from "@sinclair/typebox";
import type { TypeCheck } from "@sinclair/typebox/compiler";
import { type AnyElysia, Elysia, ValidationError } from "elysia";
import { BASE } from "#core/http/paths";
import { repairResponse } from "#core/http/repair-response";
import { createErrorResponder } from "#core/http/respond-error";
import { RouteTable } from "#core/http/route-table";
import type { Module, Started } from "#core/module";
import type { Log } from "#core/observability/log";
import { ApiError } from "#core/request/errors";
import { type Exchange, getExchange } from "#core/request/exchange";
import { type Changes, latest } from "#core/request/versions";
import { findUnstorable } from "#core/validation";

interface Options {
  changes: Changes;
  /** Public origin of the server. */
  origin(): string;
  /** True if the embedded database has run out of disk space. */
  isDiskFull?(): boolean;
  /** Aborts when the server stops. */
  stopping?: AbortSignal;
  /** Fails a response that does not match its schema. By default, what does not match is left out and logged. */
  strict?: boolean | undefined;
  log: Log;
}

/** The API as one Elysia app. Hooks come first, because they apply only to routes that are added after them. */
export function createApp({ changes, origin, isDiskFull = () => false, stopping, strict = false, log }: Options) {
  const app: AnyElysia = new Elysia({ name: "vireo", normalize: false });
  const routes = new RouteTable(app);
  const respondError = createErrorResponder({ routes, origin, isDiskFull, stopping, log });
  const toChange = (request: Request, route: string) => `${request.method} ${route.slice(BASE.length)}`;
  app
    .onError({ as: "global" }, ({ code, error, request, route, set }) => {
      const exchange = getExchange(request);
      // Headers that a route set before it failed do not apply to the error.
      set.headers = {};
      const repaired = strict ? undefined : repairStored(error, exchange, log);
      if (!repaired) return respondError(error, exchange, code);
      set.status = 200;
      return Response.json(changes.response(exchange.version, toChange(request, route), repaired.value));
    })
    .onTransform({ as: "global" }, (context) => {
      const { request, route } = context;
      const exchange = getExchange(request);
      exchange.route = route;
      refuseUnstorable(context.body);
      context.body = changes.request(exchange.version, toChange(request, route), context.body);
    })
    // Elysia sends the return value of this hook, once the response has passed its schema.
    .mapResponse({ as: "global" }, ({ request, route, responseValue }) => {
      const { version } = getExchange(request);
      if (version === latest || responseValue instanceof Response) return undefined;
      const converted = changes.response(version, toChange(request, route), responseValue);
      return converted === responseValue ? undefined : (converted as Response);
    });
  return { app, routes, respondError };
}

/**
 * Compiles the app once all routes are mounted. Elysia would do so at the first request, and then collect garbage, which takes
 * as long as a fifth of the start.
 */
export function compileApp(app: AnyElysia): void {
  const { gc } = Bun;
  try {
    Bun.gc = () => {};
    app.compile();
  } finally {
    Bun.gc = gc;
  }
}

/** Repairs a read response that contains stored data of an unknown shape, and logs what it leaves out. */
function repairStored(error: unknown, { id, method, path }: Exchange, log: Log): { value: unknown } | undefined {
  if (!(error instanceof ValidationError) || error.type !== "response" || method !== "GET") return undefined;
  const repaired = repairResponse((error.validator as TypeCheck<TSchema>).Schema(), error.value);
  if (!repaired) return undefined;
  const { value, leftOut } = repaired;
  log.error("stored data does not match its schema and is left out of the response", {
    requestId: id,
    path,
    leftOut,
  });
  return { value };
}

function refuseUnstorable(body: unknown): void {
  const path = body === undefined ? undefined : findUnstorable(body);
  if (path === undefined) return;
  const message = "Must be well-formed Unicode text without NUL characters.";
  throw new ApiError("validation_error", `${path}: ${message}`, { errors: { [path]: [message] } });
}

/** Adds a module's routes below the base path, tagged with its name. */
export function mount(app: AnyElysia, module: Module, { routes, open }: Started): void {
  // A route may set tags of its own.
  for (const route of routes?.routes ?? []) route.hooks.detail = { tags: [module.name], ...route.hooks.detail };
  if (routes) app.group(`${BASE}${module.prefix ?? `/${module.name}`}`, (group) => group.use(routes));
  if (open)
    app.group(module.openPrefix ?? `/open/${module.name}`, { detail: { hide: true } }, (group) => group.use(open));
}
