/** A fake vendor on loopback that fails on request. */
import { AsyncLocalStorage } from "node:async_hooks";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Ways in which one call can fail. The faults with "after" happen once the vendor has done its work. */
export const FAULTS = [
  "refused-429",
  "refused-429-later",
  "error-500-before",
  "error-500-after",
  "html",
  "reset-before",
  "reset-after",
  "cut-off",
  "silent-before",
  "silent-after",
  "drip",
] as const;
/** A way in which a call can fail. */
export type Fault = (typeof FAULTS)[number];

/** A call that the vendor received. */
export interface Call {
  method: string;
  /** Path without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The body as JSON, or undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read it freely
  json: any;
}

/** A response of the vendor. Default: status 200 without a body. */
export interface Reply {
  status?: number;
  json?: unknown;
  body?: Uint8Array | string;
  headers?: Record<string, string>;
}

/** A running fake vendor. */
export interface VendorServer {
  url: string;
  /** All calls so far, including those that failed. */
  calls: Call[];
  /** Number of calls with this method and a matching path. */
  count(method: string, path: RegExp): number;
  /** Makes the next calls with this method and path fail. Default: one call. */
  fail(method: string, path: RegExp, fault: Fault, times?: number): void;
  stop(): Promise<void>;
}

/** A privileged port that no program uses. The port of a closed server may be taken by the next one. */
const REFUSING = "http://127.0.0.1:1";
const refusing = new AsyncLocalStorage<true>();

/**
 * Gives the fake vendors that `start` starts an address that refuses connections.
 * @example
 * const server = await startRefusing(() => startVendor(() => ({})));
 * const isRefused = await fetch(server.url).then(() => false, () => true);
 * await server.stop();
 * isRefused; // true
 */
export const startRefusing = <T>(start: () => Promise<T>): Promise<T> => refusing.run(true, start);

/**
 * Starts a fake vendor. `answer` does its work; if it throws, the response is a 599.
 * @example
 * const server = await startVendor(({ path }) => ({ json: { path } }));
 * server.fail("GET", /account/, "refused-429");
 * const { status } = await fetch(`${server.url}/account`);
 * const { path } = await (await fetch(`${server.url}/account`)).json();
 * await server.stop();
 * [status, path, server.count("GET", /account/)]; // [429, "/account", 2]
 */
export async function startVendor(
  answer: (call: Call, server: VendorServer) => Reply | Promise<Reply>,
): Promise<VendorServer> {
  const planned: { method: string; path: RegExp; fault: Fault; times: number }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // The client has gone, as one that is killed does.
    }
    const url = new URL(request.url ?? "/", "http://vendor");
    const body = Buffer.concat(chunks);
    const call: Call = {
      method: request.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
      json: parseJson(body),
    };
    self.calls.push(call);
    const due = planned.find((fault) => fault.times > 0 && fault.method === call.method && fault.path.test(call.path));
    if (due) due.times--;
    const work = async (): Promise<Reply> => {
      try {
        return await answer(call, self);
      } catch (error) {
        return { status: 599, json: { error: String(error) } };
      }
    };
    if (due) return misbehave(due.fault, work, response);
    send(response, await work());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const self: VendorServer = {
    url: refusing.getStore() ? REFUSING : `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    count: (method, path) => self.calls.filter((call) => call.method === method && path.test(call.path)).length,
    fail: (method, path, fault, times = 1) => void planned.push({ method, path, fault, times }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return self;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status = 200, json, body, headers = {} }: Reply): void {
  const bytes = body ?? (json === undefined ? "" : JSON.stringify(json));
  response.writeHead(status, { ...(json === undefined ? {} : { "content-type": "application/json" }), ...headers });
  response.end(bytes);
}

async function misbehave(fault: Fault, work: () => Promise<Reply>, response: ServerResponse): Promise<void> {
  const done = fault.endsWith("after") || fault === "cut-off" || fault === "drip" ? await work() : undefined;
  switch (fault) {
    case "refused-429":
      return send(response, {
        status: 429,
        json: { error: { message: "slow down" } },
        headers: { "retry-after": "0" },
      });
    case "refused-429-later":
      return send(response, {
        status: 429,
        json: { error: { message: "slow down" } },
        headers: { "retry-after": "3600" },
      });
    case "error-500-before":
    case "error-500-after":
      return send(response, { status: 500, json: { error: { message: "inner trouble" } } });
    case "html":
      return send(response, { body: "<!doctype html><h1>Bad gateway</h1>", headers: { "content-type": "text/html" } });
    case "reset-before":
    case "reset-after":
      return void response.destroy();
    case "cut-off": {
      const text = JSON.stringify(done?.json ?? {});
      response.writeHead(200, { "content-type": "application/json", "content-length": String(text.length + 50) });
      response.write(text.slice(0, Math.ceil(text.length / 2)));
      setTimeout(() => response.destroy(), 20);
      return;
    }
    case "drip": {
      // One byte at a time, without end: only a limit on the whole response ends it.
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 25);
      response.once("close", () => clearInterval(timer));
      return;
    }
    case "silent-before":
    case "silent-after":
      return;
  }
}
