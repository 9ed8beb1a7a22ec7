import type { TSchema } from "@sinclair/typebox";
import type { TypeCheck } from "@sinclair/typebox/compiler";
import { type AnyElysia, Elysia, ValidationError } from "elysia";
import { BASE } from "#core/http/edge";
import { unstorable, validationError } from "#core/http/validation";
import type { Module, Started } from "#core/module";
import { ApiError } from "#core/request/errors";
import { exchangeOf } from "#core/request/exchange";
import type { Changes } from "#core/request/versions";

/** Postgres' class 22: a value that no column can hold got past the schema. */
const isDataException = (error: unknown): boolean =>
  error instanceof Error && /^22/.test((error as { code?: string }).code ?? "");

/** The framework's own errors in the words of this API. */
function translate(code: string | number, error: unknown): Error {
  if (error instanceof ApiError) return error;
  if (code === "NOT_FOUND") return new ApiError("not_found", "There is nothing at this path.");
  if (code === "PARSE") return new ApiError("invalid_json");
  if (error instanceof ValidationError) {
    const errors = (error.validator as TypeCheck<TSchema>).Errors(error.value);
    if (error.type !== "response") return validationError(errors, error.type === "property" ? "body" : error.type);
    const first = errors.First();
    return new Error(`A response does not match its schema at ${first?.path}: ${first?.message}`);
  }
  if (isDataException(error)) return new ApiError("validation_error", "A value of the request cannot be stored.");
  return error instanceof Error ? error : new Error(String(error));
}

/** The whole API as one Elysia app: hooks first, since they apply only to routes that come after them. */
export function createApp(changes: Changes): AnyElysia {
  return new Elysia({ name: "vireo", normalize: false })
    .onError({ as: "global" }, ({ code, error, request }) => {
      exchangeOf(request).failure = translate(code, error);
      return new Response(null, { status: 500 });
    })
    .onTransform({ as: "global" }, (context) => {
      const { request, route } = context;
      exchangeOf(request).route = route;
      const found = context.body === undefined ? undefined : unstorable(context.body);
      if (found) {
        const message = "Must be well-formed Unicode text without NUL characters.";
        throw new ApiError("validation_error", `${found}: ${message}`, { errors: { [found]: [message] } });
      }
      context.body = changes.request(
        exchangeOf(request).version,
        `${request.method} ${route.slice(BASE.length)}`,
        context.body,
      );
    });
}

/** Hangs a module's routes below the base path, tagged with its name. */
export function mount(app: AnyElysia, module: Module, { routes, open }: Started): void {
  // A route may name a tag of its own; the module's name is for those that do not.
  for (const route of routes?.routes ?? []) route.hooks.detail = { tags: [module.name], ...route.hooks.detail };
  if (routes) app.group(`${BASE}${module.prefix ?? `/${module.name}`}`, (group) => group.use(routes));
  if (open)
    app.group(module.openPrefix ?? `/open/${module.name}`, { detail: { hide: true } }, (group) => group.use(open));
}
