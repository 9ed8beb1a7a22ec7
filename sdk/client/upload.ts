import type { Caller, Fetch } from "./call.ts";
import type { Upload } from "./types.ts";

/** What people have on their disks, where the platform does not know the type of a file. */
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
  /** For people. Default: the file's own name. */
  fileName?: string | undefined;
  /** Default: the file's own, else by the ending of its name. */
  contentType?: string | undefined;
  /** Bytes sent, of how many. A try that is repeated begins anew. */
  onProgress?: ((sent: number, total: number) => void) | undefined;
  /** Ends the upload; it throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

type Progress = (sent: number) => void;

/** As much of XMLHttpRequest as is needed; programs that are not for pages know no such type. */
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

/** In pages: only this tells how much has been sent. */
const byXhr =
  (Xhr: new () => Xhr, onProgress: Progress): Fetch =>
  (url, { method = "PUT", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const fail = () => reject(new TypeError("The upload broke off."));
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

/** Elsewhere: counts the bytes as they are taken. */
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

/** The one-time address as this client reaches the server, which may know itself by another name. */
function reachable(root: string, url: string): string {
  const [path] = /\/open\/.*$/.exec(url) ?? [];
  return path ? root + path : url;
}

/** Announces a file and sends its bytes, piece by piece: it is never held whole in memory. */
export async function upload(caller: Caller, file: Blob, options: UploadOptions = {}): Promise<Upload> {
  const { signal, onProgress } = options;
  const { name = "file" } = file as Partial<File>;
  // `Bun.file` and `fs.openAsBlob` know paths; a name has none.
  const fileName = options.fileName ?? (name.split(/[\\/]/).at(-1) || "file");
  const contentType =
    options.contentType ?? (file.type.split(";")[0] || TYPES[fileName.split(".").at(-1)?.toLowerCase() ?? ""]);
  if (!contentType) throw new TypeError(`What ${fileName} is cannot be told from its name: give its contentType.`);

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
