import { S3Client } from "bun";
import { listObjects, writeObject } from "#core/storage/objects";
import type { S3Options } from "#core/storage/s3";
import { readChunks } from "./media";
import type { Target, TargetFile } from "./target";

/** With 10,000 parts, this allows backups of 312 GB. */
const PARTS = { type: "application/octet-stream", partBytes: 32 * 1024 ** 2, partsAtOnce: 2, retries: 5 };

/** Opens a bucket of Amazon S3 or a compatible service. */
export function openBucket(options: S3Options, prefix: string): Target {
  const client = new S3Client(options);
  const folder = prefix === "" ? "" : `${prefix}/`;
  const getFile = (name: string) => client.file(folder + name);
  return {
    location: `s3://${options.bucket}/${folder}`,
    async list() {
      const files: TargetFile[] = [];
      for await (const objects of listObjects(client, folder)) {
        for (const { key, size, lastModified } of objects) {
          const name = key.slice(folder.length);
          if (!name.includes("/")) files.push({ name, size, modified: lastModified });
        }
      }
      return files;
    },
    async create(name) {
      const { write, finish, discard } = writeObject(getFile(name), PARTS);
      return {
        // Copy, because callers may reuse their buffer.
        write: (bytes) => write(bytes.slice()),
        finish: async () => void (await finish()),
        discard,
      };
    },
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
