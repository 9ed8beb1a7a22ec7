import { rename, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { contentOf, limited } from "#core/fetch/body";
import { FetchError, tooLarge, UnsafeUrlError } from "#core/fetch/error";
import { createGuard, type GuardOptions } from "#core/fetch/guard";
import { send } from "#core/fetch/hop";
import { writeChunks } from "#core/http/stream-file";
import { deadline } from "#core/timing";

export { FetchError, UnsafeUrlError };

/** What a storage must tell of one of our own files. */
export interface OwnFile {
  size: number;
  contentType: string;
  stream(): ReadableStream<Uint8Array>;
}

export interface SafeFetchOptions extends GuardOptions {
  /** The file behind a path of ours such as `/media/…`; undefined where there is none. Any other address of ours is unsafe. */
  openOwn?: (path: string) => Promise<OwnFile | undefined>;
  /** Redirects followed in a row; 5 unless said. */
  maxRedirects?: number;
}

export interface FetchOptions {
  /** Largest body, unpacked. */
  maxBytes: number;
  /** Time for everything, redirects and body included. */
  timeoutMs: number;
  /** Longest pause of the server, 30 s unless said. */
  idleMs?: number;
  signal?: AbortSignal;
  /** The Accept header. */
  accept?: string;
  method?: string;
  /** Sent to the origin of the given URL only, never on to another one. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** 0 hands a redirect back as the answer. */
  maxRedirects?: number;
}

export interface Fetched {
  status: number;
  headers: Headers;
  /** Read it to its end or cancel it: the connection is open until then. */
  body: ReadableStream<Uint8Array>;
  /** Lower case, without parameters; empty where the server says none. */
  contentType: string;
  /** Where the answer came from in the end. */
  url: URL;
}

/** The only way to URLs that come from outside. */
export interface SafeFetch {
  /** Reads and judges a URL. Throws UnsafeUrlError; a name that does not resolve right now passes, and is judged again on `open`. */
  check(url: string): Promise<URL>;
  /** Fetches a URL, whatever the status. Throws UnsafeUrlError, FetchError, or the signal's reason. */
  open(url: string, options: FetchOptions): Promise<Fetched>;
  /** Fetches a URL into a new file at `path`; a status other than 2xx is a FetchError, and a failure leaves no file. */
  save(url: string, path: string, options: FetchOptions): Promise<{ bytes: number; contentType: string }>;
}

const tooSlow = () => new FetchError("timeout", "Fetching the file took too long.");
const MAX_REDIRECTS = 5;
const IDLE_MS = 30_000;
const REDIRECTS = [301, 302, 303, 307, 308];

export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const guard = createGuard(options);

  /** Our own file behind the URL, if it is one; throws where the URL is ours and no file. */
  async function own(url: URL): Promise<OwnFile | undefined> {
    if (!guard.isOwn(url)) return undefined;
    const file = await options.openOwn?.(url.pathname);
    if (!file && !guard.isListed(url)) throw new UnsafeUrlError("This address of ours is no media file.");
    return file;
  }

  async function check(text: string): Promise<URL> {
    const url = guard.parse(text);
    if (await own(url)) return url;
    await guard.resolve(url).catch((error) => {
      if (!(error instanceof FetchError)) throw error;
    });
    return url;
  }

  async function open(text: string, request: FetchOptions): Promise<Fetched> {
    let url = guard.parse(text);
    const limit = deadline(request.timeoutMs, tooSlow, request.signal);
    const { maxBytes, idleMs = IDLE_MS } = request;
    const body = (source: Readable) => limited(source, { maxBytes, idleMs, signal: limit.signal, onEnd: limit.end });
    const accept: Record<string, string> = request.accept ? { accept: request.accept } : {};
    let method = request.method ?? "GET";
    let sent = { headers: { ...request.headers, ...accept }, body: request.body };
    try {
      for (let redirects = request.maxRedirects ?? options.maxRedirects ?? MAX_REDIRECTS; ; redirects--) {
        limit.signal.throwIfAborted();
        const file = await own(url);
        if (file) {
          if (file.size > maxBytes) throw tooLarge(maxBytes);
          const headers = new Headers({ "content-type": file.contentType, "content-length": String(file.size) });
          return answer(200, headers, body(Readable.fromWeb(file.stream() as never)), url);
        }
        const destination = await guard.resolve(url, limit.signal);
        const message = await send({ url, destination, method, ...sent, idleMs, signal: limit.signal });
        const status = message.statusCode ?? 0;
        const location = message.headers.location;
        if (location && REDIRECTS.includes(status) && request.maxRedirects !== 0) {
          message.destroy();
          if (redirects <= 0) throw new FetchError("too_many_redirects", "The server redirects too often.");
          const next = guard.parse(URL.parse(location, url)?.href ?? location);
          if (status < 307 && method !== "HEAD") {
            method = "GET";
            sent = { ...sent, body: undefined };
          }
          if (next.origin !== url.origin) sent = { ...sent, headers: accept };
          url = next;
          continue;
        }
        if (Number(message.headers["content-length"] ?? 0) > maxBytes && method !== "HEAD") {
          message.destroy();
          throw tooLarge(maxBytes);
        }
        return answer(status, headersOf(message), body(contentOf(message, method)), url);
      }
    } catch (error) {
      limit.end();
      throw error;
    }
  }

  async function save(url: string, path: string, request: FetchOptions) {
    const { status, body, contentType } = await open(url, request);
    if (status < 200 || status > 299) {
      await body.cancel();
      throw new FetchError("bad_status", `The server answered with status ${status}.`);
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

  return { check, open, save };
}

const headersOf = (message: IncomingMessage) =>
  new Headers(
    Object.entries(message.headersDistinct).flatMap(([name, values = []]) => values.map((value) => [name, value])),
  );

function answer(status: number, headers: Headers, body: ReadableStream<Uint8Array>, url: URL): Fetched {
  const contentType = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  return { status, headers, body, contentType, url };
}
