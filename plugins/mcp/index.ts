import { Elysia } from "elysia";
import { ApiError } from "vireo/errors";
import { newUuid } from "vireo/ids";
import { defineModule } from "vireo/module";
import type { Api } from "./call-tool";
import { command } from "./command";
import { getMetadataUrl } from "./oauth/index";
import { type BoundTool, bindTool, type OpenApiDocument } from "./operations";
import { Sessions } from "./sessions";
import { tools } from "./tools";

const SESSION = "mcp-session-id";

const NO_KEY = "Sign in, or send an API key: Authorization: Bearer vireo_….";

const hash = (text: string): string => new Bun.CryptoHasher("sha256").update(text).digest("hex");

/**
 * Model Context Protocol at `/mcp`: agents use a selection of the API's operations as tools, with an API key or after a
 * person has signed in.
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
  start({ call, host, now }) {
    const sessions = new Sessions(now);
    /** Tells clients where to get access, so that they can ask a person to sign in. */
    const unauthorized = () =>
      new ApiError("unauthorized", NO_KEY, {
        headers: { "www-authenticate": `Bearer realm="vireo", resource_metadata="${getMetadataUrl(host.origin)}"` },
      });
    let bound: Promise<ReadonlyMap<string, BoundTool>> | undefined;

    /** Sends a request to the API with the key of the current request. */
    const createApi =
      (on: Request): Api =>
      (method, path, body, idempotencyKey) => {
        const headers = new Headers({ authorization: on.headers.get("authorization") ?? "" });
        if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
        if (body) headers.set("content-type", "application/json");
        const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
        return call(new Request(`${host.origin}/api/v1${path}`, init), on);
      };

    async function bindTools(on: Request): Promise<ReadonlyMap<string, BoundTool>> {
      const response = await call(new Request(`${host.origin}/openapi.json`), on);
      const document = (await response.json()) as OpenApiDocument;
      return new Map(
        tools.flatMap((tool) => {
          const bound = bindTool(tool, document);
          return bound ? [[tool.name, bound] as const] : [];
        }),
      );
    }

    /**
     * Identifies the caller by a hash of the key. Refuses requests without a key, and requests from pages of other
     * sites.
     */
    function getOwner({ headers }: Request): string {
      const origin = headers.get("origin");
      if (origin !== null && origin !== new URL(host.origin).origin) {
        throw new ApiError("foreign_page");
      }
      const key = headers.get("authorization");
      if (key === null) throw unauthorized();
      return hash(key);
    }

    async function open(request: Request, owner: string) {
      // Any route that every key may call.
      if ((await createApi(request)("GET", "/models")).status === 401) throw unauthorized();
      bound ??= bindTools(request).catch((error) => {
        bound = undefined;
        throw error;
      });
      const { createServer } = await import("./server");
      const sessionId = newUuid();
      const transport = await sessions.open(owner, sessionId);
      const apiFor = (authInfo: unknown) => createApi((authInfo as { extra: { request: Request } }).extra.request);
      const server = createServer({ version: host.version, sessionId, tools: await bound, apiFor });
      await server.connect(transport);
      return transport;
    }

    async function handle(request: Request): Promise<Response> {
      const owner = getOwner(request);
      const id = request.headers.get(SESSION);
      const transport = id === null ? await open(request, owner) : sessions.find(id, owner);
      if (!transport) throw new ApiError("not_found", "This session has ended. Start a new one.");
      return transport.handleRequest(request, {
        authInfo: { token: "", clientId: owner, scopes: [], extra: { request } },
      });
    }

    const routes = new Elysia({ normalize: false });
    for (const method of ["GET", "POST", "DELETE"] as const) {
      routes.route(method, "", ({ request }) => handle(request), { parse: "none" });
    }
    return { open: routes, stop: () => sessions.close() };
  },
});
