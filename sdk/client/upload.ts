import type { Caller, Fetch } from "./call.ts";
import { VireoError } from "./error.ts";
import type { Upload } from "./types.ts";

/** Content types by extension, for platforms that do not know a file's type. */
const TYPES: Record<string, string> = {
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  heic: "image/heic",
  avif: "image/avif",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  m4a: "audio/mp4",
};

export interface UploadOptions {
  /** Display name. Defaults to the file's name. */
  fileName?: string | undefined;
  /** Defaults to the file's type, otherwise to that of its extension. */
  contentType?: string | undefined;
  /** Called with the bytes sent and the total. A retry starts from the last part that arrived. */
  onProgress?: ((sent: number, total: number) => void) | undefined;
  /** Called with the upload that was created. Keep its `uploadUrl` to continue with `resume` after an error. */
  onStart?: ((upload: Upload) => void) | undefined;
  /** `uploadUrl` of an earlier call with the same file, which sends only what has not arrived. 404 once it has expired. */
  resume?: string | undefined;
  /** Cancels the upload, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Files that are larger are sent in parts of this many bytes, so that a lost connection costs one part at most. */
const PART_BYTES = 8 * 1024 ** 2;

type Progress = (sent: number) => void;

/** The part of XMLHttpRequest that is used. The type does not exist outside browsers. */
interface Xhr {
  status: number;
  responseText: string;
  upload: { onprogress: (event: { loaded: number }) => void };
  onload: () => void;
  onerror: () => void;
  onabort: () => void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: unknown): void;
  abort(): void;
}
const { XMLHttpRequest: PageRequest } = globalThis as unknown as { XMLHttpRequest?: new () => Xhr };

/** In browsers, only XMLHttpRequest reports upload progress. */
const byXhr =
  (Xhr: new () => Xhr, onProgress: Progress): Fetch =>
  (url, { method = "PUT", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const fail = () => reject(new TypeError("The upload was interrupted."));
      const xhr = new Xhr();
      xhr.open(method, url);
      for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>)) {
        xhr.setRequestHeader(name, value);
      }
      xhr.upload.onprogress = ({ loaded }) => onProgress(loaded);
      xhr.onload = () => {
        const known = ["content-type", "retry-after", "x-request-id"].map(
          (name) => [name, xhr.getResponseHeader(name)] as const,
        );
        const found = known.filter((pair): pair is [string, string] => pair[1] !== null);
        resolve(new Response(xhr.responseText, { status: xhr.status, headers: found }));
      };
      xhr.onerror = fail;
      xhr.onabort = fail;
      signal?.addEventListener("abort", () => xhr.abort(), { once: true });
      if (signal?.aborted) return fail();
      xhr.send(body);
    });

/** Elsewhere, counts the bytes as the stream is read. */
function counted(file: Blob, onProgress: Progress): ReadableStream<Uint8Array> {
  let sent = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sent += chunk.byteLength;
      controller.enqueue(chunk);
      onProgress(sent);
    },
  });
  return file.stream().pipeThrough(count);
}

/** Rewrites the upload URL to the host that this client uses, which may differ from the server's public URL. */
function reachable(root: string, url: string): string {
  const [path] = /\/open\/.*$/.exec(url) ?? [];
  return path ? root + path : url;
}

const getFileName = (file: Blob, { fileName }: UploadOptions): string => {
  const { name = "file" } = file as Partial<File>;
  // The name of `Bun.file` and `fs.openAsBlob` is a path.
  return fileName ?? (name.split(/[\\/]/).at(-1) || "file");
};

function getContentType(file: Blob, fileName: string, options: UploadOptions): string {
  const extension = fileName.split(".").at(-1)?.toLowerCase() ?? "";
  const contentType = options.contentType ?? (file.type.split(";")[0] || TYPES[extension]);
  if (!contentType) throw new TypeError(`Unknown file type: ${fileName}. Set contentType.`);
  return contentType;
}

/** Replaces a secret in the replay of a response. */
const MASK = "***";

/** Creates an upload and streams the file, so it is never fully in memory. Large files are sent in parts. */
export async function upload(caller: Caller, file: Blob, options: UploadOptions = {}): Promise<Upload> {
  const { signal, onProgress, resume } = options;
  const fileName = getFileName(file, options);
  const contentType = getContentType(file, fileName, options);
  let url = resume;
  let timeoutMs: number | undefined;
  if (url === undefined) {
    const body = { fileName, contentType, size: file.size };
    const start = () => caller.json<Upload>({ method: "POST", path: "/api/v1/upload", body, signal });
    let made = await start();
    // The first response was lost, and its URL with it.
    if (made.uploadUrl === MASK) made = await start();
    options.onStart?.(made);
    url = made.uploadUrl ?? "";
    timeoutMs = made.expiresAt && made.expiresAt - made.createdAt;
  }
  const send = (content: Blob, from: number, headers: Record<string, string>): Promise<Upload> => {
    const tell: Progress | undefined = onProgress && ((sent) => onProgress(from + sent, file.size));
    return caller.json<Upload>({
      method: "PUT",
      path: reachable(caller.root, url),
      anonymous: true,
      headers: { "content-type": contentType, ...headers },
      content: () => (tell && !PageRequest ? counted(content, tell) : content),
      fetch: tell && PageRequest && byXhr(PageRequest, tell),
      signal,
      timeoutMs,
    });
  };
  const ask: Ask = () => send(new Blob([]), 0, { "content-range": `bytes */${file.size}` });
  if (resume === undefined && file.size <= PART_BYTES)
    return send(file, 0, {}).catch(async (error: unknown) => {
      // The response to an earlier attempt was lost.
      if (!isUsed(error)) throw error;
      const state = await ask();
      if (state.status !== "stored") throw error;
      return state;
    });
  return sendParts(file, send, ask, resume !== undefined);
}

/** True if the URL was used already: 404, or 409 while it was in use. */
const isUsed = (error: unknown): boolean =>
  error instanceof VireoError && (error.status === 404 || error.status === 409);

type Ask = () => Promise<Upload>;

type Send = (content: Blob, from: number, headers: Record<string, string>) => Promise<Upload>;

/** Sends the parts of a file one after the other. Asks the server where to continue if that is unknown. */
async function sendParts(file: Blob, send: Send, ask: Ask, isResumed: boolean): Promise<Upload> {
  const sendPart = (start: number) => {
    const end = Math.min(start + PART_BYTES, file.size);
    const headers = { "content-range": `bytes ${start}-${end - 1}/${file.size}` };
    return send(file.slice(start, end), start, headers).catch((error: unknown) => {
      // The response to an earlier attempt was lost.
      if (error instanceof VireoError && error.status === 409) return ask();
      throw error;
    });
  };
  let state = isResumed ? await ask() : await sendPart(0);
  while (state.status === "pending") state = await sendPart(state.received ?? 0);
  return state;
}
