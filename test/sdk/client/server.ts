import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BootOptions } from "#core/boot/vireo";
import type { Module } from "#core/module";
import { type Vireo as Client, type ClientOptions, createClient } from "#sdk/client/index";
import { startApp, type TestApp } from "#test/app";

/**
 * What becomes of one request: an answer of somebody between; or the connection breaks, before the server has heard of it
 * (`reset`), while it works on it (`left`), or when it has done it (`lost`).
 */
export type Fault = { status: number; headers?: Record<string, string>; body?: string } | "reset" | "left" | "lost";

interface Seen {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
}

/** Somebody between client and server, who does what is asked and notes what passes. */
async function startProxy(origin: string) {
  const seen: Seen[] = [];
  const faults: { path: string; fault: Fault }[] = [];
  const open = new Set<ServerResponse>();

  function faultFor(path: string): Fault | undefined {
    const at = faults.findIndex((one) => path.startsWith(one.path));
    return at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/" } = request;
    // Runtimes repeat some requests by themselves when a connection that they kept turns out to be dead.
    response.shouldKeepAlive = false;
    seen.push({ method, path, headers: request.headers as Record<string, string | undefined> });
    const fault = faultFor(path);
    if (fault === "reset") return void request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (typeof fault === "object") return void response.writeHead(fault.status, fault.headers).end(fault.body);
    const { host: _host, connection: _connection, "transfer-encoding": _encoding, ...headers } = request.headers;
    const gone = new AbortController();
    if (fault === "left") request.socket.destroy();
    else response.on("close", () => gone.abort());
    const answer = await fetch(origin + path, {
      method,
      headers: headers as Record<string, string>,
      ...(method === "GET" ? {} : { body: Buffer.concat(chunks) }),
      signal: gone.signal,
    });
    if (fault === "lost" || fault === "left") {
      await answer.arrayBuffer();
      return void request.socket.destroy();
    }
    const { "content-encoding": _packed, "content-length": _length, ...passed } = answer.headers.toJSON();
    response.writeHead(answer.status, passed as Record<string, string>);
    open.add(response);
    for await (const chunk of answer.body ?? []) response.write(chunk);
    open.delete(response);
    response.end();
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What passed to that path, by that method. */
    seen: (method: string, path: string) => seen.filter((one) => one.method === method && one.path.startsWith(path)),
    /** The next requests to that path meet these, one each. */
    next: (path: string, ...all: Fault[]) => void faults.push(...all.map((fault) => ({ path, fault }))),
    /** Breaks what is open. */
    cut() {
      for (const response of open) response.socket?.destroy();
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface ClientApp extends Omit<TestApp, "account"> {
  origin: string;
  proxy: Awaited<ReturnType<typeof startProxy>>;
  /** A new account, and a client that reaches the server through the proxy. */
  account(options?: ClientOptions & { credits?: number }): Promise<{ vireo: Client; key: string; accountId: string }>;
}

/** The program, listening, with a proxy before it. */
export async function startServer(
  modules?: readonly Module[],
  overrides: BootOptions["overrides"] = {},
): Promise<ClientApp> {
  const app = await startApp(overrides, modules, { PORT: "0" });
  await app.vireo.listen();
  const proxy = await startProxy(app.vireo.origin);
  return {
    ...app,
    origin: app.vireo.origin,
    proxy,
    async account({ credits, ...options } = {}) {
      const { key, accountId } = await app.account(credits);
      return { key, accountId, vireo: createClient({ baseUrl: proxy.url, apiKey: key, ...options }) };
    },
    async stop() {
      proxy.stop();
      await app.stop();
    },
  };
}

/** What a promise was rejected with. */
export const rejection = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => {
      throw new Error("It was not rejected.");
    },
    (error) => error,
  );
