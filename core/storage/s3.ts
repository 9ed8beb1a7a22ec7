import { rm } from "node:fs/promises";
import { S3Client } from "bun";
import { listObjects, writeObject } from "#core/storage/objects";
import { assertKey, getContentType, isKey, openSource, type Storage } from "#core/storage/storage";

export interface S3Options {
  bucket: string;
  /** URL of an S3-compatible service. Defaults to Amazon S3. */
  endpoint?: string;
  region?: string;
  accessKeyId?: string;
  secretAccessKey?: string;
}

const PARTS = { partBytes: 8 * 1024 * 1024, partsAtOnce: 4, retries: 3 };
/**
 * Object with the id of the installation that removes unused files. Other installations in the same bucket have files
 * it does not know.
 */
const CLAIM_OBJECT = "vireo-sweeper";
/** Overwritten by each check and never served. */
const CHECK_OBJECT = "vireo-check";

/**
 * Stores media in a bucket of Amazon S3 or a compatible service. An upload whose process dies leaves parts behind, so
 * configure the bucket to abort incomplete uploads after a day.
 */
export function createS3Storage(options: S3Options): Storage {
  const client = new S3Client(options);

  return {
    kind: "s3",
    async put(key, source, { contentType }) {
      assertKey(key);
      const object = writeObject(client.file(key), { type: contentType, ...PARTS });
      try {
        for await (const chunk of openSource(source)) await object.write(chunk);
        const { size, etag } = await object.finish();
        if ("path" in source && source.move) await rm(source.path, { force: true });
        return { size, etag: quoteEtag(etag) };
      } catch (error) {
        await object.discard();
        throw error;
      }
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
      for await (const objects of listObjects(client)) yield objects.filter(({ key }) => isKey(key));
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
