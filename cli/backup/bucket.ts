import { S3Client, type S3File } from "bun";
import type { S3Options } from "#core/storage/s3";
import { readChunks } from "./media";
import type { Sink } from "./sink";
import type { Target, TargetFile } from "./target";

/** A bucket takes 10,000 parts, so a backup may have 312 GB. */
const PART_BYTES = 32 * 1024 ** 2;
const PARTS_AT_ONCE = 2;
/** Bun's writer buffers without limit, so flush it after this many bytes. */
const FLUSH_BYTES = PART_BYTES * PARTS_AT_ONCE;
const RETRIES = 5;
/** Objects per response; services return no more than this. */
const LIST_SIZE = 1000;

/** Opens a bucket of Amazon S3 or a compatible service. */
export function openBucket(options: S3Options, prefix: string): Target {
  const client = new S3Client(options);
  const folder = prefix === "" ? "" : `${prefix}/`;
  const getFile = (name: string) => client.file(folder + name);
  return {
    location: `s3://${options.bucket}/${folder}`,
    list: () => listAll(client, folder),
    create: async (name) => openObjectSink(getFile(name)),
    read({ name, size }) {
      const object = getFile(name);
      // A broken download resumes where it stopped.
      return readChunks({
        size,
        stream: (range) => (range ? object.slice(range.start, range.end + 1) : object).stream(),
      });
    },
    remove: (name) => getFile(name).delete(),
  };
}

async function listAll(client: S3Client, prefix: string): Promise<TargetFile[]> {
  const files: TargetFile[] = [];
  for (let startAfter = ""; ; ) {
    const { contents = [], isTruncated } = await client.list({
      ...{ prefix, maxKeys: LIST_SIZE },
      ...(startAfter ? { startAfter } : {}),
    });
    for (const { key, size = 0, lastModified } of contents) {
      const name = key.slice(prefix.length);
      if (!name.includes("/")) files.push({ name, size, modified: new Date(lastModified ?? Date.now()) });
    }
    const last = contents.at(-1)?.key;
    if (!isTruncated || last === undefined) return files;
    startAfter = last;
  }
}

function openObjectSink(object: S3File): Sink {
  const writer = object.writer({
    type: "application/octet-stream",
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    retry: RETRIES,
  });
  let size = 0;
  let buffered = 0;
  return {
    async write(bytes) {
      // The writer keeps what it is given until it is sent, and callers may use their buffer again.
      writer.write(bytes.slice());
      size += bytes.length;
      buffered += bytes.length;
      if (buffered < FLUSH_BYTES) return;
      buffered = 0;
      await writer.flush();
    },
    async finish() {
      await writer.end();
      const stored = await object.stat();
      if (stored.size !== size) throw new Error(`The bucket stored ${stored.size} of ${size} bytes.`);
    },
    async discard() {
      // The writer completes the object even after an error, so delete it.
      await Promise.resolve(writer.end()).catch(() => {});
      await object.delete().catch(() => {});
    },
  };
}
