import { Elysia } from "elysia";
import { ApiError } from "vireo/errors";
import { defineModule } from "vireo/module";
import { type Document, listOperations } from "vireo/openapi";
import { isTooDeep, readBody } from "vireo/request";
import { latest } from "vireo/versions";
import { command } from "./command";
import { getMetadataUrl } from "./oauth/index";
import { type BoundTool, bindTool } from "./operations";
import { tools } from "./tools";

const NO_KEY = "Sign in, or send an API key: Authorization: Bearer vireo_….";

/**
 * Model Context Protocol at `/mcp`: agents use a selection of the API's operations as tools, with an API key or after a
 * person has signed in. Each request stands for itself; there are no sessions and no streams beyond a call.
 */
export const mcp = defineModule({
  name: "mcp",
  openPrefix: "/mcp",
  errors: {
    foreign_page: {
      status: 403,
      title: "Foreign page",
      documented: false,
      help: "Browsers may call /mcp only from this server's own pages.",
    },
  },
  commands: [command],
  start({ call, host, router, t }) {
    let handler: ReturnType<typeof createHandler> | undefined;

    /** Sends a request to the API with the key of `on`. */
    function callApi(on: Request, method: string, path: string, body?: object, idempotencyKey?: string) {
      // Tools are described as of the latest version, whatever the key is pinned to.
      const headers = new Headers({ authorization: on.headers.get("authorization") ?? "", "service-version": latest });
      if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
      if (body) headers.set("content-type", "application/json");
      const init = { method, headers, body: body && JSON.stringify(body) };
      return call(new Request(`${host.origin}/api/v1${path}`, init), on);
    }

    /**
     * Returns the account of a request, or the response that refuses it. The API's own edge identifies and counts the
     * caller, so that a wrong key, an exhausted limit or a suspended account gets no further.
     */
    async function identify(request: Request): Promise<string | Response> {
      const origin = request.headers.get("origin");
      if (origin !== null && origin !== new URL(host.origin).origin) throw new ApiError("foreign_page");
      const hasKey = request.headers.has("authorization");
      const response = hasKey ? await callApi(request, "GET", "/mcp/caller") : undefined;
      if (response?.ok) return ((await response.json()) as { accountId: string }).accountId;
      if (response && response.status !== 401) return response;
      // Clients read there where a person can sign in.
      const challenge = `Bearer realm="vireo", resource_metadata="${getMetadataUrl(host.origin)}"`;
      throw new ApiError("unauthorized", NO_KEY, { headers: { "www-authenticate": challenge } });
    }

    async function bindTools(on: Request): Promise<ReadonlyMap<string, BoundTool>> {
      const response = await call(new Request(`${host.origin}/openapi.json`), on);
      const document = (await response.json()) as Document;
      const operations = listOperations(document);
      return new Map(
        tools.flatMap((tool) => {
          const bound = bindTool(tool, operations, document, tools);
          return bound ? [[tool.name, bound] as const] : [];
        }),
      );
    }

    async function createHandler(on: Request) {
      // Loaded by the first request, because the protocol's library takes a tenth of the start time.
      const [{ createMcpServer }, { createMcpHandler }] = await Promise.all([
        import("./server"),
        import("@modelcontextprotocol/server"),
      ]);
      const calls = new Map<string, number>();
      const bound = await bindTools(on);
      return createMcpHandler(
        ({ requestInfo, authInfo }) =>
          createMcpServer({
            version: host.version,
            tools: bound,
            calls,
            accountId: authInfo?.clientId ?? "",
            api: (...parameters) => callApi(requestInfo!, ...parameters),
          }),
        { maxRequestBodySize: host.sizes.json, maxSubscriptions: 0 },
      );
    }

    async function handle(request: Request): Promise<Response> {
      const accountId = await identify(request);
      if (typeof accountId !== "string") return accountId;
      handler ??= createHandler(request).catch((error) => {
        handler = undefined;
        throw error;
      });
      const { fetch } = await handler;
      const authInfo = { token: "", clientId: accountId, scopes: [] };
      if (request.method !== "POST") return fetch(request, { authInfo });
      const message = await readMessage(request, host.sizes.json);
      return message instanceof Response ? message : fetch(request, { authInfo, parsedBody: message });
    }

    const open = new Elysia({ normalize: false });
    for (const method of ["GET", "POST", "DELETE"] as const) {
      open.route(method, "", ({ request }) => handle(request), { parse: "none" });
    }
    const routes = router().get("/caller", ({ caller }) => ({ accountId: caller.accountId }), {
      auth: "any",
      detail: { hide: true },
      response: t.Object({ accountId: t.String() }),
    });
    return { routes, open };
  },
});

/** Error codes of JSON-RPC. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

const refuse = (code: number, message: string): Response =>
  Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status: 400 });

/**
 * Reads the one message of a request, within limits of size, depth and time. Returns the response that refuses anything
 * else. A batch would be many calls for the price of one.
 * @throws `payload_too_large`, `request_timeout`
 */
async function readMessage(request: Request, maxBytes: number): Promise<object | Response> {
  const bytes = await readBody(request, maxBytes);
  if (isTooDeep(bytes)) return refuse(INVALID_REQUEST, "The message is nested too deeply.");
  let message: unknown;
  try {
    message = JSON.parse(bytes.toString("utf8"));
  } catch {
    return refuse(PARSE_ERROR, "The body is not valid JSON.");
  }
  if (Array.isArray(message))
    return refuse(INVALID_REQUEST, "Batches are not supported. Send one message per request.");
  if (typeof message !== "object" || message === null) return refuse(INVALID_REQUEST, "Send a JSON-RPC message.");
  return message;
}
