import { ApiError } from "#core/request/errors";
import { deadline, untilAborted } from "#core/timing";

/** Time limit for the whole body. Ample for a body that fits into memory, and a bound for slow clients. */
const LIMIT_MS = 30_000;

/** Starts the time limit of a body. Its signal aborts with `request_timeout`. */
export const limitBody = (limitMs: number) =>
  deadline(limitMs, () => new ApiError("request_timeout", `The body did not arrive within ${limitMs / 1000} s.`));

/**
 * Reads a whole body, which may have no declared length.
 * @param limitMs time limit, in milliseconds
 * @throws ApiError `payload_too_large` or `request_timeout`
 * @example
 * const body = await readBody(new Request("http://localhost/", { method: "POST", body: "brew" }), 1024);
 * body.toString(); // "brew"
 */
export async function readBody(request: Request, maxBytes: number, limitMs = LIMIT_MS): Promise<Buffer<ArrayBuffer>> {
  const limit = limitBody(limitMs);
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = reader
        ? await untilAborted(reader.read(), limit.signal)
        : { done: true, value: undefined };
      if (done || !value) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > maxBytes) throw new ApiError("payload_too_large", `The body may have at most ${maxBytes} bytes.`);
      chunks.push(value);
    }
  } catch (error) {
    void reader?.cancel().catch(() => {});
    throw error;
  } finally {
    limit.end();
  }
}

/** Maximum nesting of a JSON body. Code that walks a body is recursive, and no schema comes close to this limit. */
export const MAX_DEPTH = 64;

const [QUOTE, BACKSLASH, OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = Buffer.from('"\\[{]}');

/**
 * True for JSON nested deeper than 64 levels. Scans the bytes, because parsing deep JSON takes long, too.
 * @example isTooDeep(Buffer.from("[".repeat(65) + "]".repeat(65))); // true
 */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return true;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}
