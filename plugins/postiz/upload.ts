import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { isPublicHost } from "vireo/fetch";
import type { Failed, PostMedia } from "vireo/slots/social";
import type { PostizApi } from "./api";
import { failed } from "./refusal";

/** A file in Postiz's media library. */
export const Uploaded = Type.Object({ id: Type.String({ minLength: 1 }), path: Type.String({ minLength: 1 }) });

/** What Postiz's public API accepts, by type, with the file extension that it wants. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "video/mp4": "mp4",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
};
const MAX_BYTES = 1024 ** 3;
/** Statuses that reject the file itself, so that a retry is pointless. */
const REJECTED = [400, 413, 415, 422];
const UPLOAD_MS = 25 * 60_000;

const quote = (name: string) => name.replace(/["\r\n]/g, encodeURIComponent);

/** Streams a form with one file. `FormData` would hold the whole file in memory. */
function createForm(file: Awaited<ReturnType<PostMedia["file"]>>, fileName: string) {
  const boundary = `vireo-${crypto.randomUUID()}`;
  const name = `${fileName.replace(/\.\w+$/, "")}.${EXTENSIONS[file.contentType]}`;
  const encode = (text: string) => new TextEncoder().encode(text);
  const head = encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quote(name)}"\r\nContent-Type: ${file.contentType}\r\n\r\n`,
  );
  const tail = encode(`\r\n--${boundary}--\r\n`);
  async function* parts() {
    yield head;
    yield* file.stream();
    yield tail;
  }
  const chunks = parts();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    "content-type": `multipart/form-data; boundary=${boundary}`,
    "content-length": String(head.byteLength + file.size + tail.byteLength),
  };
  // Failing to close the file does not affect the upload.
  const release = () => void chunks.return(undefined).catch(() => {});
  return { body, headers, release };
}

/** Has Postiz fetch an image. Undefined if it does not accept it. Throws if a retry may help. */
export async function uploadPicture(api: PostizApi, url: string, signal: AbortSignal) {
  const { protocol, hostname } = URL.parse(url) ?? {};
  if (protocol !== "https:" || !isPublicHost(hostname ?? "")) return undefined;
  const response = await api.request("/upload-from-url", { method: "POST", json: { url }, signal });
  const { status, json } = response;
  if (status >= 500) throw api.unexpected("upload the thumbnail", response);
  return status < 300 && Value.Check(Uploaded, json) ? { id: json.id, path: json.path } : undefined;
}

/** Uploads a video or a picture. Resolves with a failure if Postiz rejects the file. Throws if a retry may help. */
export async function upload(
  api: PostizApi,
  media: Pick<PostMedia, "file" | "fileName">,
  signal: AbortSignal,
): Promise<{ id: string; path: string } | Failed> {
  const file = await media.file();
  const isVideo = !file.contentType.startsWith("image/");
  const noun = isVideo ? "video" : "picture";
  if (!Object.hasOwn(EXTENSIONS, file.contentType))
    return failed(
      "user_content",
      isVideo
        ? `Postiz accepts only MP4 videos, and this is ${file.contentType}. Convert it to MP4.`
        : `Postiz accepts pictures as JPEG, PNG, WebP or GIF, and this is ${file.contentType}.`,
    );
  if (file.size > MAX_BYTES) return failed("user_content", "Postiz accepts videos of at most 1 GB.");
  const { body, headers, release } = createForm(file, media.fileName);
  const call = { method: "POST", signal, timeoutMs: UPLOAD_MS, body, headers } as const;
  const response = await api.request("/upload", call).finally(release);
  const { status, json } = response;
  if (REJECTED.includes(status)) {
    const message = api.errorMessage(response);
    return failed("media_unavailable", `Postiz rejected the ${noun}${message ? `: ${message}` : "."}`);
  }
  if (status < 200 || status > 299 || !Value.Check(Uploaded, json))
    throw api.unexpected(`upload the ${noun}`, response);
  return { id: json.id, path: json.path };
}
