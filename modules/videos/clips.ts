/** Clips: videos that are cut out of a long one, whose file stays their original. */
import type { Transaction } from "vireo/database";
import type { Run } from "vireo/engine";
import { ApiError } from "vireo/errors";
import { type Generation, NO_ENGINE, review } from "vireo/generations";
import type { Cue } from "vireo/slots/transcribe";
import { mergeJson } from "vireo/tables";
import type { Videos } from "./context";
import { type Base, composeLayers } from "./edits/compose";
import type { EditRequest } from "./edits/layers";
import { takeLayers } from "./edits/prepare";
import { toSlotLayers } from "./edits/slot-layers";
import type { NewClip, SourceVersion } from "./service";
import { keepTranscript, transcribe } from "./transcripts";
import { addVersion, findVersion, type VersionRow } from "./versions";

/** Request of a clip: the edit that makes its first version. */
export interface ClipRequest extends EditRequest {
  /** Times are in seconds of the long video, whose uuid this is. */
  clipOf: { videoId: string; start: number; end: number };
}

/** True for a clip. Edits of videos are of another kind. */
export const isClip = (row: Generation): row is Generation<ClipRequest> => row.slot === "edit";

/** Finds the newest version of a completed video. Throws `not_found`, `conflict`. */
export async function findSource(videos: Videos, accountId: string, videoId: string): Promise<SourceVersion> {
  const video = await videos.generations.get(accountId, "video", videoId);
  if (video.status !== "completed")
    throw new ApiError("conflict", `The video is ${video.status}. Only completed videos can be cut.`);
  const version = await findVersion(videos.db, video, undefined);
  if (!version) throw new ApiError("conflict", "The video has no file.");
  return {
    ...{ id: video.id, version: version.version, key: version.file.key, isUpload: video.engine === NO_ENGINE },
    duration: version.duration ?? undefined,
  };
}

/** Transcribes a version and keeps the transcript. Undefined without an engine that transcribes. Throws EngineError. */
export async function hearSource(
  videos: Videos,
  accountId: string,
  { id, version, key }: SourceVersion,
  run: Run,
  language: string | undefined,
): Promise<Cue[] | undefined> {
  const [transcriber] = videos.engines.of("transcribe");
  if (!transcriber) return undefined;
  const cues = await transcribe(videos, transcriber, { file: { key } }, language, run.signal);
  await keepTranscript(videos, { id, account_id: accountId }, version, cues);
  return cues;
}

/** Checks a clip and returns its request. Throws ApiError. */
export async function planClip(videos: Videos, accountId: string, clip: NewClip): Promise<ClipRequest> {
  const { start, end, layers: sent, source } = clip;
  const { id, version, key, isUpload, duration } = source;
  const base: Base = { video: { id, account_id: accountId }, original: version, duration, layers: [] };
  const items = [{ sent: { type: "trim" as const, start, end } }, ...sent.map((layer) => ({ sent: layer }))];
  const { layers, added } = await composeLayers(videos, base, items, (at) => `layers.${at}`);
  const { engine, model } = videos.engines.choose("edit");
  const sourceUrl = videos.media.url(key);
  const places = {
    toUrl: (file: { url: string } | { key: string }) => ("key" in file ? videos.media.url(file.key) : file.url),
    voices: new Map(),
  };
  review(engine, { model: model.id, sourceUrl, layers: toSlotLayers(layers, duration, places) });
  return {
    ...{ model: model.id, operation: "render", sourceUrl, ...(isUpload ? { isUpload } : {}) },
    ...{
      baseVersion: version,
      original: version,
      ownerId: id,
      duration,
      layers,
      added: added.map((layer) => layer.id),
    },
    clipOf: { videoId: id, start, end },
  };
}

/** Stores which long video a clip is cut out of. The transaction must have locked it. */
export async function linkClip(trx: Transaction, { id, account_id }: Generation, { clipOf }: ClipRequest) {
  await trx.insertInto("video_sources").values({ video_id: id, account_id, source_id: clipOf.videoId }).execute();
}

/** Adds the first version of a clip. */
export async function addClip(trx: Transaction, row: Generation<ClipRequest>): Promise<VersionRow> {
  const { layers, files } = await takeLayers(trx, row);
  const { original } = row.request;
  const version = await addVersion(trx, row, { videoId: row.id, operation: "clip", layers, original });
  if (Object.keys(files).length > 0)
    await mergeJson(trx, ["generations", "files"], { id: row.id, accountId: row.account_id }, files);
  return version;
}

/** Refuses to delete a video while clips of it exist. */
export async function refuseWithClips(trx: Transaction, { id, account_id }: Generation, toId: (id: string) => string) {
  const rows = trx.selectFrom("video_sources").select("video_id").where("source_id", "=", id);
  const clips = await rows
    .where("account_id", "=", account_id)
    .limit(MOST_NAMED + 1)
    .execute();
  if (clips.length === 0) return;
  const names = clips.slice(0, MOST_NAMED).map(({ video_id }) => toId(video_id));
  const others = clips.length > MOST_NAMED ? " and others" : "";
  throw new ApiError("conflict", `Clips are cut out of this video. Delete them first: ${names.join(", ")}${others}.`);
}

/** Number of clips that an error names. */
const MOST_NAMED = 20;
