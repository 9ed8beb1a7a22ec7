import { invalid } from "vireo/errors";
import type { Videos } from "./context";

/** Returns the URL of a completed track of the account. Undefined without an id. Throws ApiError. */
export async function findTrack(
  { generations, media }: Videos,
  accountId: string,
  id: string | undefined,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const row = await generations.find(accountId, "music", id);
  if (!row) throw invalid("musicId", "Track not found in this account.");
  if (!row.files.main) throw invalid("musicId", `This track is ${row.status}. Only completed tracks can be used.`);
  return media.url(row.files.main.key);
}

/** Returns the URL of an uploaded file with sound. Undefined without an id. Throws ApiError. */
export async function findSound(
  { services, media }: Videos,
  accountId: string,
  id: string | undefined,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const upload = await services.upload?.find(accountId, id);
  if (!upload) throw invalid("uploadId", "Upload not found in this account.");
  if (upload.facts.kind === "image") throw invalid("uploadId", "The upload is an image, which has no sound.");
  return media.url(upload.key);
}
