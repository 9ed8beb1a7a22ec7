import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { FetchError, stalled, toFetchError, tooLarge } from "#core/fetch/error";

const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Returns the body of a response, decompressed if the server compressed it without being asked to. */
export function decompress(message: IncomingMessage, method: string): Readable {
  if (method === "HEAD" || message.statusCode === 204 || message.statusCode === 304) return message;
  const encoding = (message.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return message;
  const decoder = DECODERS[encoding]?.();
  if (!decoder) {
    message.destroy();
    throw new FetchError("unreachable", `The server used an unsupported content encoding (${encoding.slice(0, 20)}).`);
  }
  return pipeline(message, decoder, () => {}) as unknown as Readable;
}

export interface BodyLimits {
  maxBytes: number;
  idleMs: number;
  signal: AbortSignal;
  /** Called with the size of each chunk. Throwing an error ends the body. */
  onBytes?: ((bytes: number) => Promise<void>) | undefined;
  /** Called once when the body has ended, successfully or not. */
  onEnd(): void;
}

/** Streams a body with backpressure. Fails if it exceeds its limits. */
export function limitBody(source: Readable, limits: BodyLimits): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  const { signal } = limits;
  let size = 0;
  // The iterator only listens during `next`. An abort between calls must not become an unhandled error.
  source.on("error", () => {});
  const onAbort = () => source.destroy(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  const end = () => {
    signal.removeEventListener("abort", onAbort);
    limits.onEnd();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const idle = setTimeout(() => source.destroy(stalled()), limits.idleMs);
        try {
          signal.throwIfAborted();
          const { done, value } = await chunks.next();
          if (done) {
            end();
            return controller.close();
          }
          size += value.byteLength;
          if (size > limits.maxBytes) throw tooLarge(limits.maxBytes);
          await limits.onBytes?.(value.byteLength);
          controller.enqueue(value);
        } catch (error) {
          end();
          source.destroy();
          throw signal.aborted ? signal.reason : toFetchError(error);
        } finally {
          clearTimeout(idle);
        }
      },
      cancel() {
        end();
        source.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
