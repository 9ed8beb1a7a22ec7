import { invalid } from "vireo/errors";
import { checkUrls } from "vireo/generations";
import type { MusicLayer } from "vireo/slots/edit";
import type { Videos } from "./context";
import type { EditState } from "./edit-request";
import type { MusicBed } from "./schema";

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

/** Checks music under a video and converts it to a layer. */
export async function toMusic(videos: Videos, body: MusicBed, { accountId, duration }: EditState): Promise<MusicLayer> {
  const { musicId, audioUrl, volume = 0.5, start = 0, fadeIn = 0, fadeOut = 1, originalVolume = 1 } = body;
  if ((musicId === undefined) === (audioUrl === undefined))
    throw invalid("musicId", "Send either musicId or audioUrl.");
  if (duration !== undefined && start >= duration)
    throw invalid("start", `The video is ${duration.toFixed(1)} s long.`);
  await checkUrls(videos.fetch, { audioUrl });
  const musicUrl = (await findTrack(videos, accountId, musicId)) ?? audioUrl ?? "";
  return { operation: "music", musicUrl, volume, start, fadeIn, fadeOut, originalVolume };
}
