import { rm } from "node:fs/promises";
import { S3Client } from "bun";
import { assertKey, chunksOf, contentTypeOf, isKey, type Storage } from "#core/storage/storage";

export interface S3Options {
  bucket: string;
  /** Address of an S3-compatible service; Amazon's own where it is missing. */
  endpoint?: string;
  region?: string;
  accessKeyId?: string;
  secretAccessKey?: string;
}

const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 4;
/** Bun's writer takes what it is given without limit; it is emptied after so many bytes. */
const FLUSH_BYTES = PART_BYTES * PARTS_AT_ONCE;
const RETRIES = 3;
/** Objects in one answer, the most that services give. */
const LIST = 1000;
/** Names who clears up: others may write into the bucket, and know only their own files. */
const CLAIM_OBJECT = "vireo-sweeper";
/** Overwritten by each check; small, and never served. */
const CHECK_OBJECT = "vireo-check";

/**
 * Media in a bucket of Amazon S3 or a service that speaks like it. An upload that dies with the
 * process leaves parts behind: let the bucket's rules remove incomplete uploads after a day.
 */
export function createS3Storage(options: S3Options): Storage {
  const client = new S3Client(options);

  return {
    kind: "s3",
    async put(key, source, { contentType }) {
      assertKey(key);
      const object = client.file(key);
      const writer = object.writer({
        type: contentType,
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
        retry: RETRIES,
      });
      let size = 0;
      let waiting = 0;
      try {
        for await (const chunk of chunksOf(source)) {
          writer.write(chunk);
          size += chunk.byteLength;
          waiting += chunk.byteLength;
          if (waiting >= FLUSH_BYTES) {
            await writer.flush();
            waiting = 0;
          }
        }
        await writer.end();
      } catch (error) {
        // Ending with an error would still complete the object.
        await Promise.resolve(writer.end()).catch(() => {});
        await object.delete().catch(() => {});
        throw error;
      }
      const stored = await object.stat();
      if (stored.size !== size) throw new Error(`The bucket holds ${stored.size} of ${size} bytes of ${key}.`);
      if ("path" in source && source.move) await rm(source.path, { force: true });
      return { size, etag: quoted(stored.etag) };
    },
    async open(key) {
      if (!isKey(key)) return undefined;
      const object = client.file(key);
      const found = await object.stat().catch((error) => {
        if (error.code !== "NoSuchKey") throw error;
      });
      if (!found) return undefined;
      return {
        size: found.size,
        contentType: contentTypeOf(key),
        etag: quoted(found.etag),
        lastModified: found.lastModified,
        stream: (range) => (range ? object.slice(range.start, range.end + 1) : object).stream(),
      };
    },
    async remove(key) {
      assertKey(key);
      await client.delete(key);
    },
    async *list() {
      for (let startAfter = ""; ; ) {
        const { contents = [], isTruncated } = await client.list({
          maxKeys: LIST,
          ...(startAfter ? { startAfter } : {}),
        });
        yield contents
          .filter(({ key }) => isKey(key))
          .map(({ key, size = 0, lastModified }) => ({
            key,
            size,
            lastModified: new Date(lastModified ?? Date.now()),
          }));
        const last = contents.at(-1)?.key;
        if (!isTruncated || last === undefined) return;
        startAfter = last;
      }
    },
    async claim(id) {
      const object = client.file(CLAIM_OBJECT);
      const held = await object.text().catch((error) => {
        if (error.code !== "NoSuchKey") throw error;
      });
      if (held === undefined) await object.write(id);
      return held === undefined || held === id;
    },
    async check() {
      await client.write(CHECK_OBJECT, "x");
    },
  };
}

const quoted = (etag: string) => (etag.startsWith('"') ? etag : `"${etag}"`);
