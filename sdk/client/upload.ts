import type { Caller, Fetch } from "./call.ts";
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
  mp3: "audio/mpeg",
  wav: "audio/wav",
  m4a: "audio/mp4",
};

export interface UploadOptions {
  /** Display name. Defaults to the file's name. */
  fileName?: string | undefined;
  /** Defaults to the file's type, otherwise to that of its extension. */
  contentType?: string | undefined;
  /** Called with the bytes sent and the total. A retry starts from 0. */
  onProgress?: ((sent: number, total: number) => void) | undefined;
  /** Cancels the upload, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

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

/** Creates an upload and streams the file, so it is never fully in memory. */
export async function upload(caller: Caller, file: Blob, options: UploadOptions = {}): Promise<Upload> {
  const { signal, onProgress } = options;
  const { name = "file" } = file as Partial<File>;
  // The name of `Bun.file` and `fs.openAsBlob` is a path.
  const fileName = options.fileName ?? (name.split(/[\\/]/).at(-1) || "file");
  const contentType =
    options.contentType ?? (file.type.split(";")[0] || TYPES[fileName.split(".").at(-1)?.toLowerCase() ?? ""]);
  if (!contentType) throw new TypeError(`Unknown file type: ${fileName}. Set contentType.`);

  const body = { fileName, contentType, size: file.size };
  const made = await caller.json<Upload>({ method: "POST", path: "/api/v1/upload", body, signal });
  const { uploadUrl = "", expiresAt, createdAt } = made;
  const tell: Progress | undefined = onProgress && ((sent) => onProgress(sent, file.size));
  return caller.json<Upload>({
    method: "PUT",
    path: reachable(caller.root, uploadUrl),
    anonymous: true,
    headers: { "content-type": contentType },
    content: () => (tell && !PageRequest ? counted(file, tell) : file),
    fetch: tell && PageRequest && byXhr(PageRequest, tell),
    signal,
    timeoutMs: expiresAt && expiresAt - createdAt,
  });
}
