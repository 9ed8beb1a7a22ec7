/** Clips: videos that are cut out of a long one, whose file stays their original. */
import type { Transaction } from "vireo/database";
import type { Run } from "vireo/engine";
import { ApiError } from "vireo/errors";
import { type Generation, NO_ENGINE } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Cue } from "vireo/slots/transcribe";
import type { Videos } from "./context";
import { type Base, composeLayers } from "./edits/compose";
import { type ClipRequest, createEditRequest } from "./edits/request";
import type { NewClip, SourceVersion } from "./service";
import { findSpokenCues } from "./spoken";
import { runStep } from "./steps";
import { keepTranscript, transcribe } from "./transcripts";
import { findVersion } from "./versions";

/** Finds the newest version of a completed video. Throws `not_found`, `conflict`. */
export async function findSource(videos: Videos, accountId: string, videoId: string): Promise<SourceVersion> {
  const video = await videos.generations.get(accountId, "video", videoId);
  if (video.status !== "completed")
    throw new ApiError("conflict", `The video is ${video.status}. Only completed videos can be cut.`);
  const version = await findVersion(videos.db, video, undefined);
  if (!version) throw new ApiError("conflict", "The video has no file.");
  return {
    id: video.id,
    version: version.version,
    key: version.file.key,
    isUpload: video.engine === NO_ENGINE,
    duration: version.duration ?? undefined,
  };
}

/** Step of a search that transcribes its video. */
const STEP = "transcript";
/** Share of the progress bar for the transcript. The rest is for the moments. */
const SHARE = 0.5;

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
  const video = { id, account_id: accountId };
  const hearing = { ...run, progress: (percent: number) => run.progress(SHARE * percent) };
  const create = async () => {
    const cues = await transcribe(videos, transcriber, video, { version, key, language }, hearing);
    await keepTranscript(videos, video, version, cues);
    return { facts: {} };
  };
  // An interrupted run continues after the parts that are stored.
  const work = { create, repeatable: true, isPaid: !transcriber.repeatable };
  await runStep(videos, { id: run.id, account_id: accountId }, STEP, run, work);
  return findSpokenCues(videos, video, version);
}

/** Checks a clip. Returns its engine and its request. Throws ApiError. */
export async function planClip(
  videos: Videos,
  accountId: string,
  { start, end, layers: sent, source }: NewClip,
): Promise<{ engine: string; request: ClipRequest }> {
  const { id, version, duration } = source;
  const base: Base = { video: { id, account_id: accountId }, original: version, duration, layers: [] };
  const items = [{ sent: { type: "trim" as const, start, end } }, ...sent.map((layer) => ({ sent: layer }))];
  const composed = await composeLayers(videos, base, items, (at) => `layers.${at}`);
  const { engine, request } = createEditRequest(videos, {
    ...composed,
    operation: "render",
    base,
    baseVersion: version,
    key: source.key,
    isUpload: source.isUpload,
  });
  return { engine, request: { ...request, clipOf: { videoId: id, start, end } } };
}

/** Stores which long video a clip is cut out of. The transaction must have locked it. */
export async function linkClip(trx: Transaction, { id, account_id }: Generation, { clipOf }: ClipRequest) {
  await trx.insertInto("video_sources").values({ video_id: id, account_id, source_id: clipOf.videoId }).execute();
}

/** Number of clips that an error names. */
const MOST_NAMED = 20;

/** Refuses to delete a video while clips of it exist. Throws `conflict`. */
export async function refuseWithClips(trx: Transaction, { id, account_id }: Generation): Promise<void> {
  const rows = trx.selectFrom("video_sources").select("video_id").where("source_id", "=", id);
  const clips = await rows
    .where("account_id", "=", account_id)
    .limit(MOST_NAMED + 1)
    .execute();
  if (clips.length === 0) return;
  const names = clips.slice(0, MOST_NAMED).map(({ video_id }) => toPublicId("vid", video_id));
  const others = clips.length > MOST_NAMED ? " and others" : "";
  throw new ApiError("conflict", `Clips are cut out of this video. Delete them first: ${names.join(", ")}${others}.`);
}
