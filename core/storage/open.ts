import { join } from "node:path";
import { createLocalStorage } from "#core/storage/local";
import { createS3Storage, type S3Options } from "#core/storage/s3";
import type { Storage } from "#core/storage/storage";

/** Opens object storage if a bucket is configured, otherwise a folder in the data directory. */
export async function openStorage({ s3, dataDir }: { s3: Partial<S3Options>; dataDir: string }): Promise<Storage> {
  return s3.bucket ? createS3Storage({ ...s3, bucket: s3.bucket }) : createLocalStorage(join(dataDir, "media"));
}
