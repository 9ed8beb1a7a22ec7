/**
 * Client for the Vireo API, for browsers, Bun, Node 20 and Deno. It only needs `fetch`.
 *
 *     import { createClient } from "vireo/client";
 *     const vireo = createClient({ baseUrl: "http://127.0.0.1:3000", apiKey: "vireo_…" });
 *     const video = await vireo.waitFor(await vireo.videos.generate({ prompt: "Cold brew that hits different" }));
 *     for await (const { url } of vireo.videos.list({ status: "completed" })) console.log(url);
 *
 * Methods throw a `VireoError`. Imports include file extensions, so Deno and Node can run the source.
 */
import { type Call, type Caller, createCaller, fill } from "./call.ts";
import { type EventsOptions, follow, type VireoEvent } from "./events.ts";
import { operations } from "./operations.ts";
import { pages } from "./pages.ts";
import type { CallOptions, ClientOptions } from "./shapes.ts";
import type { Api, Upload, Waitable, Waited } from "./types.ts";
import { type UploadOptions, upload } from "./upload.ts";
import { type WaitOptions, waitFor } from "./wait.ts";

export { VireoError, type VireoErrorKind } from "./error.ts";
export type { EventsOptions, Message, VireoEvent } from "./events.ts";
export { apiVersion } from "./operations.ts";
export type { CallOptions, ClientOptions, Pages } from "./shapes.ts";
export type * from "./types.ts";
export type { UploadOptions } from "./upload.ts";
export type { WaitOptions } from "./wait.ts";

/** The API's operations as methods, and what takes more than one call. */
export interface Vireo extends Api {
  /** Waits until a generation or post has finished and returns it. Throws a `VireoError` of kind `failed` if it failed. */
  waitFor<T extends Waitable>(thing: T, options?: WaitOptions<Waited<T>>): Promise<Waited<T>>;
  /** Uploads a file (a `File`, `Bun.file(path)`, `fs.openAsBlob(path)`). Use its `url` wherever the API takes a URL. */
  upload(file: Blob, options?: UploadOptions): Promise<Upload>;
  /** Streams the account's events: `for await (const event of vireo.events({ types: ["video.*"] }))`. */
  events(options?: EventsOptions): AsyncGenerator<VireoEvent, void, undefined>;
  /** Calls any other route below `/api/v1`, such as those of plug-ins, with the same retries and errors. */
  request<T = unknown>(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    options?: CallOptions & { query?: Record<string, unknown>; body?: unknown },
  ): Promise<T>;
}

type Row = readonly [method: string, path: string, input?: string, items?: string, id?: string];
type Table = { readonly [name: string]: Table | Row };

const isRow = (entry: Table | Row): entry is Row => Array.isArray(entry);

/** Creates the method of an operation. Arguments: ids in the path, query or body, options. */
function method(caller: Caller, [verb, path, input, items, id]: Row) {
  const count = path.split("{").length - 1;
  return (...given: unknown[]) => {
    const ids = given.slice(0, count) as string[];
    const [content, options] = input ? given.slice(count) : [undefined, given[count]];
    const call: Call = { ...(options as CallOptions), method: verb, path: fill(path, ids) };
    if (input === "body") call.body = content;
    const read = (query: unknown) => caller.json({ ...call, query: query as Record<string, unknown> });
    const query = input === "query" ? ((content ?? {}) as Record<string, unknown>) : {};
    if (items) return pages(read as Parameters<typeof pages>[0], query, items, id);
    return verb === "POST" ? read(query).then((result) => finishEdit(caller, result, call)) : read(query);
  };
}

/** Waits for an edit that continues after the response, because the server stops waiting for it. */
const finishEdit = (caller: Caller, result: unknown, { signal }: Call): unknown =>
  typeof result === "object" && result !== null && "editId" in result
    ? waitFor(caller, result as Waitable, { signal })
    : result;

const methods = (caller: Caller, table: Table): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [name, isRow(entry) ? method(caller, entry) : methods(caller, entry)]),
  );

/**
 * Creates a client for one server and one caller. It keeps nothing open, so it need not be closed.
 * @example
 * const vireo = createClient({ baseUrl: "http://127.0.0.1:3000", apiKey: "vireo_…" });
 * const video = await vireo.waitFor(await vireo.videos.generate({ prompt: "Cold brew that hits different" }));
 * for await (const { url } of vireo.videos.list({ status: "completed" })) console.log(url);
 */
export function createClient(options: ClientOptions = {}): Vireo {
  const caller = createCaller(options);
  return {
    // The table and the types are generated from the same operations.
    ...(methods(caller, operations) as unknown as Api),
    waitFor: (thing, how) => waitFor(caller, thing, how),
    upload: (file, how) => upload(caller, file, how),
    events: (how) => follow(caller, how),
    request: (verb, path, how) => caller.json({ ...how, method: verb, path: `/api/v1${path}` }),
  };
}
