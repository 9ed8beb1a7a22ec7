import { readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { S3Client } from "bun";
import type { Config } from "#core/config/config";
import { listObjects, writeObject } from "#core/storage/objects";
import type { S3Options } from "#core/storage/s3";
import { readChunks } from "./media";
import { openFileSink } from "./sink";
import type { Target, TargetFile } from "./target";

/** With 10,000 parts, this allows backups of 312 GB. */
const PARTS = { type: "application/octet-stream", partBytes: 32 * 1024 ** 2, partsAtOnce: 2, retries: 5 };

const BUCKET = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/;

/** Opens the configured target. Throws if none is configured or it does not exist. */
export async function openTarget({ backup }: Config): Promise<Target> {
  const { to, s3 } = backup;
  if (!to) throw new Error("Set BACKUP_TO to a directory or s3://bucket/prefix first.");
  const [, bucket, prefix = ""] = BUCKET.exec(to) ?? [];
  return bucket ? openBucket({ ...s3, bucket }, prefix) : openDirectory(to);
}

/** Opens a directory. It must exist: creating it would hide that a disk is not mounted. */
async function openDirectory(path: string): Promise<Target> {
  const location = resolve(path);
  const folder = await stat(location).catch(() => undefined);
  if (!folder?.isDirectory()) {
    throw new Error(`The backup directory ${location} does not exist. Create it, or mount its disk.`);
  }
  return {
    location,
    async list() {
      const names = await readdir(location);
      const files = await Promise.all(
        names.map(async (name) => ({ name, about: await stat(join(location, name)).catch(() => undefined) })),
      );
      return files.flatMap(({ name, about }) =>
        about?.isFile() ? [{ name, size: about.size, modified: about.mtime }] : [],
      );
    },
    create: (name) => openFileSink(join(location, name)),
    read: ({ name }) => readFile(join(location, name)),
    remove: (name) => rm(join(location, name), { force: true }),
  };
}

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  yield* Bun.file(path).stream();
}

/** Opens a bucket of Amazon S3 or a compatible service. */
function openBucket(options: S3Options, prefix: string): Target {
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
