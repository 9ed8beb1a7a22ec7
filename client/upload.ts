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

/** In pages: only this tells how much has been sent. */
const byXhr =
  (onProgress: Progress): Fetch =>
  (url, { method = "PUT", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      const fail = () => reject(new TypeError("The upload broke off."));
      xhr.open(method, url);
      for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>))
        xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = ({ loaded }) => onProgress(loaded);
      xhr.onload = () => {
        const known = ["content-type", "retry-after", "x-request-id"].map((name) => [
          name,
          xhr.getResponseHeader(name),
        ]);
        const found = known.filter((pair): pair is [string, string] => pair[1] !== null);
        resolve(new Response(xhr.responseText, { status: xhr.status, headers: found }));
      };
      xhr.onerror = fail;
      xhr.onabort = fail;
      signal?.addEventListener("abort", () => xhr.abort(), { once: true });
      if (signal?.aborted) return fail();
      xhr.send(body as XMLHttpRequestBodyInit);
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
const reachable = (root: string, url: string): string =>
  /\/open\/.*$/.exec(url) ? root + /\/open\/.*$/.exec(url)?.[0] : url;

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
  const { uploadUrl = "", expiresAt = 0, createdAt } = made;
  const inPage = typeof XMLHttpRequest === "function";
  const tell: Progress | undefined = onProgress && ((sent) => onProgress(sent, file.size));
  return caller.json<Upload>({
    method: "PUT",
    path: reachable(caller.root, uploadUrl),
    anonymous: true,
    headers: { "content-type": contentType },
    content: () => (tell && !inPage ? counted(file, tell) : file),
    fetch: tell && inPage ? byXhr(tell) : undefined,
    signal,
    timeoutMs: expiresAt - createdAt,
  });
}
