import { rename, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { type BodyLimits, decompress, limitBody } from "#core/fetch/body";
import { FetchError, stalled, toFetchError, tooLarge, UnsafeUrlError } from "#core/fetch/error";
import { createGuard, type Destination, type GuardOptions } from "#core/fetch/guard";
import { writeChunks } from "#core/stream-file";
import { deadline } from "#core/timing";
import { version } from "#core/version";

interface Hop {
  url: URL;
  destination: Destination;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | undefined;
  /** Idle timeout in milliseconds: before the first byte and between chunks. */
  idleMs: number;
  signal: AbortSignal;
}

export { FetchError, UnsafeUrlError };

/** A stored file of this server. */
export interface OwnFile {
  size: number;
  contentType: string;
  stream(): ReadableStream<Uint8Array>;
}

export interface SafeFetchOptions extends GuardOptions {
  /** Opens the file behind one of our paths such as `/media/…`. Any other URL of this server is unsafe. */
  openOwn?: (path: string) => Promise<OwnFile | undefined>;
}

export interface FetchOptions {
  /** Maximum size of the decompressed body, in bytes. */
  maxBytes: number;
  /** Time limit in milliseconds, including redirects and body. */
  timeoutMs: number;
  /** Idle timeout in milliseconds. Default 30 s. */
  idleMs?: number;
  /** Called with the size of each chunk of the body. Throwing a FetchError ends the body. */
  onBytes?: (bytes: number) => Promise<void>;
  signal?: AbortSignal;
  /** The Accept header. */
  accept?: string;
  method?: string;
  /** Sent only to the origin of the given URL, not to other origins after a redirect. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Default 5. 0 returns redirects as responses. */
  maxRedirects?: number;
}

export interface Fetched {
  status: number;
  headers: Headers;
  /** Read the body to its end or cancel it, which closes the connection. */
  body: ReadableStream<Uint8Array>;
  /** Lower case, without parameters. Empty if the server sends none. */
  contentType: string;
  /** The URL after redirects. */
  url: URL;
}

/** The only way to fetch URLs that users supply. */
export interface SafeFetch {
  /** Validates a URL. Throws UnsafeUrlError. A name that does not resolve right now passes; `open` checks it again. */
  check(url: string): Promise<URL>;
  /** Fetches a URL, whatever the status. Throws UnsafeUrlError, FetchError, or the signal's reason. */
  open(url: string, options: FetchOptions): Promise<Fetched>;
  /** Fetches a URL into a new file at `path`. Throws FetchError for a status other than 2xx. A failure leaves no file. */
  save(url: string, path: string, options: FetchOptions): Promise<{ bytes: number; contentType: string }>;
}

const MAX_REDIRECTS = 5;
const IDLE_MS = 30_000;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Request of one hop. A redirect may change any part for the next. */
interface Request {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | undefined;
}

/**
 * Creates a fetcher of user-supplied URLs that refuses private addresses. Plug-ins have one, `context.fetch`.
 * @example
 * const safeFetch = createSafeFetch({ allowHosts: ["minio.internal:9000"] });
 * await safeFetch.check("http://10.0.0.5/"); // throws "private or reserved network"
 */
export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const guard = createGuard(options);

  /** Opens our own file behind a URL. Throws if the URL points to this server, but not to a file. */
  async function openOwn(url: URL): Promise<OwnFile | undefined> {
    if (!guard.isOwn(url)) return undefined;
    const file = await options.openOwn?.(url.pathname);
    if (!file && !guard.isListed(url))
      throw new UnsafeUrlError("This URL of this server is not a media file, or the file no longer exists.");
    return file;
  }

  async function check(text: string): Promise<URL> {
    const url = guard.parse(text);
    if (await openOwn(url)) return url;
    await guard.resolve(url).catch((error) => {
      if (!(error instanceof FetchError)) throw error;
    });
    return url;
  }

  async function open(text: string, call: FetchOptions): Promise<Fetched> {
    const accept: Record<string, string> = call.accept ? { accept: call.accept } : {};
    const url = guard.parse(text);
    let request: Request = {
      url,
      method: call.method ?? "GET",
      headers: { ...call.headers, ...accept },
      body: call.body,
    };
    const tooSlow = () => new FetchError("timeout", "Fetching the file took too long.");
    const limit = deadline(call.timeoutMs, tooSlow, call.signal);
    const { maxBytes, idleMs = IDLE_MS, onBytes } = call;
    const limits = { maxBytes, idleMs, signal: limit.signal, onEnd: limit.end, onBytes };
    try {
      for (let redirects = call.maxRedirects ?? MAX_REDIRECTS; ; redirects--) {
        limit.signal.throwIfAborted();
        const file = await openOwn(request.url);
        if (file) return fromOwnFile(file, request.url, limits);
        const destination = await guard.resolve(request.url, limit.signal);
        const message = await send({ ...request, destination, idleMs, signal: limit.signal });
        const location = isRedirect(message) && call.maxRedirects !== 0 ? message.headers.location : undefined;
        if (!location) return fromMessage(message, request, limits);
        message.destroy();
        if (redirects <= 0) throw new FetchError("too_many_redirects", "The server redirects too often.");
        const next = guard.parse(URL.parse(location, request.url)?.href ?? location);
        request = follow(request, next, message.statusCode ?? 0, accept);
      }
    } catch (error) {
      limit.end();
      throw error;
    }
  }

  return { check, open, save: (url, path, call) => save(open, url, path, call) };
}

async function save(open: SafeFetch["open"], url: string, path: string, call: FetchOptions) {
  const { status, body, contentType } = await open(url, call);
  if (status < 200 || status > 299) {
    await body.cancel();
    throw new FetchError("bad_status", `The server responded with status ${status}.`);
  }
  const part = `${path}.${crypto.randomUUID()}.part`;
  const bytes = await writeChunks(part, body);
  try {
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return { bytes, contentType };
}

const isRedirect = ({ statusCode = 0, headers }: IncomingMessage) =>
  REDIRECTS.includes(statusCode) && Boolean(headers.location);

/** Builds the request after a redirect. Other origins receive none of the caller's headers. */
function follow(request: Request, url: URL, status: number, accept: Readonly<Record<string, string>>): Request {
  const keepsMethod = status >= 307 || request.method === "HEAD";
  return {
    url,
    method: keepsMethod ? request.method : "GET",
    headers: url.origin === request.url.origin ? request.headers : accept,
    body: keepsMethod ? request.body : undefined,
  };
}

function fromOwnFile(file: OwnFile, url: URL, limits: BodyLimits): Fetched {
  if (file.size > limits.maxBytes) throw tooLarge(limits.maxBytes);
  const headers = new Headers({ "content-type": file.contentType, "content-length": String(file.size) });
  return toFetched(200, headers, limitBody(Readable.fromWeb(file.stream() as never), limits), url);
}

function fromMessage(message: IncomingMessage, { url, method }: Request, limits: BodyLimits): Fetched {
  if (Number(message.headers["content-length"] ?? 0) > limits.maxBytes && method !== "HEAD") {
    message.destroy();
    throw tooLarge(limits.maxBytes);
  }
  const headers = new Headers(
    Object.entries(message.headersDistinct).flatMap(([name, values = []]) => values.map((value) => [name, value])),
  );
  return toFetched(message.statusCode ?? 0, headers, limitBody(decompress(message, method), limits), url);
}

function toFetched(status: number, headers: Headers, body: ReadableStream<Uint8Array>, url: URL): Fetched {
  const contentType = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  return { status, headers, body, contentType, url };
}

/** Sends one request, only to checked addresses. Resolves with the head of the response. */
async function send(hop: Hop): Promise<IncomingMessage> {
  const { url, destination, signal } = hop;
  // Loaded late, because a start need not wait for them.
  const { request: open } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const [first] = destination.addresses;
  const request = open({
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
