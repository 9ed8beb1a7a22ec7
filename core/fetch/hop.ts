import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { stalled, toFetchError } from "#core/fetch/error";
import type { Destination } from "#core/fetch/guard";
import { version } from "#core/version";

export interface Hop {
  url: URL;
  destination: Destination;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | undefined;
  /** Idle timeout in milliseconds: before the first byte and between chunks. */
  idleMs: number;
  signal: AbortSignal;
}

/** Sends one request, only to checked addresses. Resolves with the head of the response. */
export function send(hop: Hop): Promise<IncomingMessage> {
  const { url, destination, signal } = hop;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const [first] = destination.addresses;
  const request = (url.protocol === "https:" ? https : http).request({
    // A shared agent could reuse a connection to an unchecked address.
    agent: false,
    hostname: destination.host,
    port: destination.port,
    path: url.pathname + url.search,
    method: hop.method,
    headers: { "accept-encoding": "identity", "user-agent": `Vireo/${version}`, ...hop.headers },
    lookup(_host, options, callback) {
      if (!first) callback(new Error("no address"), "", 0);
      else if (options.all) callback(null, destination.addresses.slice());
      else callback(null, first.address, first.family);
    },
  });
  const idle = setTimeout(() => request.destroy(stalled()), hop.idleMs);
  const onAbort = () => request.destroy(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  request.on("error", (error) => {
    clearTimeout(idle);
    reject(signal.aborted ? signal.reason : toFetchError(error));
  });
  request.on("response", (message) => {
    clearTimeout(idle);
    resolve(message);
  });
  request.on("close", () => signal.removeEventListener("abort", onAbort));
  request.end(hop.body);
  return promise;
}
