import type { Transaction } from "vireo/database";
import { invalid } from "vireo/errors";
import { type Generation, NO_ENGINE } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import { toName } from "vireo/list";
import type { Videos } from "./context";
import type { UploadVideo } from "./schema";
import { requestStills } from "./stills";
import { addVersion, findSharedKeys, giveFile } from "./versions";

/** The upload that a video was created from, as returned by the upload module. */
type Upload = NonNullable<Awaited<ReturnType<NonNullable<Videos["services"]["upload"]>["find"]>>>;

const RATIOS = { "9:16": 9 / 16, "16:9": 16 / 9, "1:1": 1 } as const;

/** Returns the closest supported aspect ratio, if one is close enough. */
function findAspectRatio(width = 0, height = 0): string | undefined {
  const shape = width / Math.max(1, height);
  return Object.entries(RATIOS).find(([, ratio]) => Math.abs(Math.log(shape / ratio)) < 0.12)?.[0];
}

/** Makes a video of each uploaded one, which can be edited, posted and listed like a generated one. It is free. */
export const followUploads = (videos: Videos): void =>
  videos.services.upload?.follow({
    async added(trx, upload) {
      if (upload.facts.kind !== "video") return {};
      return { videoId: toPublicId("vid", (await adopt(videos, trx, upload)).id) };
    },
    keeps: (trx, { account_id, key }) => giveFile(trx, account_id, key),
  });

/** Creates a video from an upload, or from a file at a URL. Returns its id. Throws `validation_error`. */
export async function adoptUpload(
  videos: Videos,
  accountId: string,
  { uploadId, url, title }: UploadVideo,
): Promise<string> {
  const uploads = videos.services.upload;
  if (!uploads || (uploadId === undefined) === (url === undefined))
    throw invalid("uploadId", "Send either uploadId or url.");
  if (url !== undefined) {
    const { facts } = await uploads.importFile(accountId, url, { kind: "video", name: title });
    return facts.videoId as string;
  }
  const upload = await uploads.find(accountId, uploadId!);
  if (!upload) throw invalid("uploadId", "Upload not found in this account.");
  if (upload.facts.kind !== "video") throw invalid("uploadId", `The upload is ${upload.facts.kind}, not a video.`);
  const row = await videos.db.transaction().execute((trx) => adopt(videos, trx, upload, title));
  return toPublicId("vid", row.id);
}

/** Returns the keys that nothing else references once the video is deleted. */
export async function releaseFiles(
  { services }: Videos,
  trx: Transaction,
  video: Generation,
  keys: readonly string[],
): Promise<string[]> {
  if (video.engine !== NO_ENGINE || keys.length === 0) return [...keys];
  const held = (await services.upload?.findHeld(trx, video.account_id, keys)) ?? [];
  const shared = (await findSharedKeys(trx, video, keys)).filter((key) => !held.includes(key));
  for (const key of new Set(shared)) await giveFile(trx, video.account_id, key);
  return keys.filter((key) => !held.includes(key) && !shared.includes(key));
}

async function adopt(videos: Videos, trx: Transaction, upload: Upload, title?: string): Promise<Generation> {
  const { duration, width, height } = upload.facts as { duration?: number; width?: number; height?: number };
  const aspectRatio = findAspectRatio(width, height);
  const row = await videos.generations.adopt(trx, {
    kind: "video",
    accountId: upload.account_id,
    model: "upload",
    prompt: (title && toName(title)) || upload.file_name || "Upload",
    request: { uploadId: upload.id, aspectRatio: aspectRatio || undefined },
    facts: { duration, width, height },
  });
  const file = { key: upload.key, contentType: upload.content_type, size: upload.size };
  await addVersion(trx, { ...row, files: { main: file } }, { videoId: row.id, operation: "original" });
  await requestStills(videos, trx, row);
  return row;
}
