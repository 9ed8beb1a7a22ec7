import { join } from "node:path";
import type { Config } from "#core/config/config";
import { createLocalStorage } from "#core/storage/local";
import { createS3Storage } from "#core/storage/s3";
import type { Storage } from "#core/storage/storage";

/** Opens object storage if a bucket is configured, otherwise a folder in the data directory. */
export async function openStorage({ s3, dataDir }: Config): Promise<Storage> {
  return s3.bucket ? createS3Storage({ ...s3, bucket: s3.bucket }) : createLocalStorage(join(dataDir, "media"));
}
