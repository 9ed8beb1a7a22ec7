/** Objects of a bucket, written in parts and listed. Shared by media and backups. */
import type { S3Client, S3File } from "bun";

/** Maximum number of objects per response; services return no more than this. */
const LIST_SIZE = 1000;

export interface ObjectWriterOptions {
  type: string;
  /** A bucket accepts at most 10,000 parts. */
  partBytes: number;
  partsAtOnce: number;
  retries: number;
}

/** Writes an object that is complete or does not exist. */
export interface ObjectWriter {
  /** Adds bytes. Do not change them afterwards, because they are kept until they are sent. */
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the object. Throws if the bucket has stored a different number of bytes. */
  finish(): Promise<{ size: number; etag: string }>;
  discard(): Promise<void>;
}

export function writeObject(
  object: S3File,
  { type, partBytes, partsAtOnce, retries }: ObjectWriterOptions,
): ObjectWriter {
  const writer = object.writer({ type, partSize: partBytes, queueSize: partsAtOnce, retry: retries });
  let size = 0;
  let buffered = 0;
  return {
    async write(bytes) {
      writer.write(bytes);
      size += bytes.byteLength;
      buffered += bytes.byteLength;
      // Bun's writer buffers without limit.
      if (buffered < partBytes * partsAtOnce) return;
      buffered = 0;
      await writer.flush();
    },
    async finish() {
      await writer.end();
      const stored = await object.stat();
      if (stored.size !== size) throw new Error(`The bucket stored ${stored.size} of ${size} bytes of ${object.name}.`);
      return { size, etag: stored.etag };
    },
    async discard() {
      // The writer completes the object even after an error, so delete it.
      await Promise.resolve(writer.end()).catch(() => {});
      await object.delete().catch(() => {});
    },
  };
}

export interface ListedObject {
  key: string;
  size: number;
  lastModified: Date;
}

/** Lists all objects with the prefix, in batches as large as the service returns. */
export async function* listObjects(client: S3Client, prefix?: string): AsyncIterableIterator<ListedObject[]> {
  for (let startAfter = ""; ; ) {
    const { contents = [], isTruncated } = await client.list({
      maxKeys: LIST_SIZE,
      prefix: prefix || undefined,
      startAfter: startAfter || undefined,
    });
    yield contents.map(({ key, size = 0, lastModified }) => ({
      key,
      size,
      lastModified: new Date(lastModified ?? Date.now()),
    }));
    const last = contents.at(-1)?.key;
    if (!isTruncated || last === undefined) return;
    startAfter = last;
  }
}
