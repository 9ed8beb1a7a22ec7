import { rm } from "node:fs/promises";
import { S3Client } from "bun";
import { assertKey, getContentType, isKey, openSource, type Storage } from "#core/storage/storage";

export interface S3Options {
  bucket: string;
  /** URL of an S3-compatible service. Defaults to Amazon S3. */
  endpoint?: string;
  region?: string;
  accessKeyId?: string;
  secretAccessKey?: string;
}

const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 4;
/** Bun's writer buffers without limit, so flush it after this many bytes. */
const FLUSH_BYTES = PART_BYTES * PARTS_AT_ONCE;
const RETRIES = 3;
/** Objects per response; services return no more than this. */
const LIST_SIZE = 1000;
/** Holds the id of the installation that removes unused files. Others in the same bucket have files it does not know. */
const CLAIM_OBJECT = "vireo-sweeper";
/** Overwritten by each check and never served. */
const CHECK_OBJECT = "vireo-check";

/**
 * Stores media in a bucket of Amazon S3 or a compatible service. An upload that dies with the process leaves parts
 * behind, so configure the bucket to abort incomplete uploads after a day.
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
      let buffered = 0;
      try {
        for await (const chunk of openSource(source)) {
          writer.write(chunk);
          size += chunk.byteLength;
          buffered += chunk.byteLength;
          if (buffered >= FLUSH_BYTES) {
            await writer.flush();
            buffered = 0;
          }
        }
        await writer.end();
      } catch (error) {
        // The writer completes the object even after an error, so delete it.
        await Promise.resolve(writer.end()).catch(() => {});
        await object.delete().catch(() => {});
        throw error;
      }
      const stored = await object.stat();
      if (stored.size !== size) throw new Error(`The bucket stored ${stored.size} of ${size} bytes of ${key}.`);
      if ("path" in source && source.move) await rm(source.path, { force: true });
      return { size, etag: quoteEtag(stored.etag) };
    },
    async open(key) {
      if (!isKey(key)) return undefined;
      const object = client.file(key);
      const stat = await object.stat().catch(ignoreMissing);
      if (!stat) return undefined;
      return {
        size: stat.size,
        contentType: getContentType(key),
        etag: quoteEtag(stat.etag),
        lastModified: stat.lastModified,
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
          maxKeys: LIST_SIZE,
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
      const owner = await object.text().catch(ignoreMissing);
      if (owner === undefined) await object.write(id);
      return owner === undefined || owner === id;
    },
    async check() {
      await client.write(CHECK_OBJECT, "x");
    },
  };
}

const quoteEtag = (etag: string) => (etag.startsWith('"') ? etag : `"${etag}"`);

function ignoreMissing(error: { code?: string }): undefined {
  if (error.code !== "NoSuchKey") throw error;
}
