import type { Config } from "#core/config/config";
import { openBucket } from "./bucket";
import { openDirectory } from "./directory";
import type { Target } from "./target";

const BUCKET = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/;

/** Opens the configured target. Throws if none is configured or it does not exist. */
export async function openTarget({ backup }: Config): Promise<Target> {
  const { to, s3 } = backup;
  if (!to) throw new Error("Set BACKUP_TO to a directory or s3://bucket/prefix first.");
  const [, bucket, prefix = ""] = BUCKET.exec(to) ?? [];
  return bucket ? openBucket({ ...s3, bucket }, prefix) : openDirectory(to);
}
