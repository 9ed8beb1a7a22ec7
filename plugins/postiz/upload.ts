import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Failed, PostMedia } from "vireo/slots/social";
import type { Api } from "./api";
import { failed, unexpected } from "./refusal";

/** A file in Postiz's media library. */
export const Uploaded = Type.Object({ id: Type.String({ minLength: 1 }), path: Type.String({ minLength: 1 }) });

const extensions: Record<string, string> = { "video/mp4": "mp4", "video/quicktime": "mov", "video/webm": "webm" };
/** Answers that no repetition of the same bytes changes. */
const REFUSED = [400, 413, 415, 422];
const UPLOAD_MS = 25 * 60_000;

const quoted = (name: string) => name.replace(/["\r\n]/g, encodeURIComponent);

/** A form with one file, streamed: what `FormData` sends lies in memory as a whole. */
function formOf(file: Awaited<ReturnType<PostMedia["file"]>>, fileName: string) {
  const boundary = `vireo-${crypto.randomUUID()}`;
  const name = /\.\w+$/.test(fileName) ? fileName : `${fileName}.${extensions[file.contentType] ?? "mp4"}`;
  const encode = (text: string) => new TextEncoder().encode(text);
  const head = encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(name)}"\r\nContent-Type: ${file.contentType}\r\n\r\n`,
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
  // A file that cannot be let go of says nothing of the upload.
  const release = () => void chunks.return(undefined).catch(() => {});
  return { body, headers, release };
}

/** Brings the bytes of a video to Postiz, or tells why it never will take them. Throws where it may be tried again. */
export async function upload(
  api: Api,
  media: PostMedia,
  signal: AbortSignal,
): Promise<{ id: string; path: string } | Failed> {
  const { body, headers, release } = formOf(await media.file(), media.fileName);
  const answer = await api("/upload", { method: "POST", signal, timeoutMs: UPLOAD_MS, body, headers }).finally(release);
  const { status, json, said } = answer;
  if (REFUSED.includes(status))
    return failed("media_unavailable", `Postiz refused the video${said ? `: ${said}` : "."}`);
  if (status < 200 || status > 299 || !Value.Check(Uploaded, json)) throw unexpected("take the video", answer);
  return { id: json.id, path: json.path };
}
