/**
 * Whether an S3 service keeps `If-None-Match: *`, by which the search index's writers give way to one another: twenty
 * writers of one object at once, of whom one may succeed.
 *
 *     S3_ENDPOINT=… S3_BUCKET=… S3_REGION=… S3_ACCESS_KEY_ID=… S3_SECRET_ACCESS_KEY=… bun bench/conditional.ts
 */
import { signed } from "./signed";

const { S3_ENDPOINT = "", S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID = "", S3_SECRET_ACCESS_KEY = "" } = process.env;
const call = signed(S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION);
const path = `/${S3_BUCKET}/vireo-conditional-${crypto.randomUUID()}`;
const put = async (_: unknown, at: number) =>
  (await call("PUT", path, { body: String(at), headers: { "if-none-match": "*" } })).status;

const statuses = await Promise.all(Array.from({ length: 20 }, put));
const wrote = statuses.filter((status) => status === 200).length;
await call("DELETE", path);
console.log(statuses.join(" "));
console.log(
  wrote === 1
    ? "It keeps them: one writer succeeded."
    : wrote === 0
      ? "Nobody succeeded: it refuses such writes, or these settings."
      : `It does not: ${wrote} of 20 writers believe that they were the first.`,
);
