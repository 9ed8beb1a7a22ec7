import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setNativeEnv } from "#core/process/native-env";
import { hasSums, verify, writeSums } from "#sdk/models/checksums";
import type { ModelPlace } from "#sdk/models/place";

/** Opens transformers.js models in their worker thread. */

type Task = "feature-extraction" | "automatic-speech-recognition";
type Progress = (percent: number) => void;

async function load<T extends Task>(task: T, place: ModelPlace, isThere: boolean, onProgress: Progress) {
  const { from, dtype, directory, download, threads } = place;
  const { env, pipeline } = await import("@huggingface/transformers");
  env.cacheDir = download?.cacheDir ?? null;
  env.allowRemoteModels = !isThere;
  if (download?.hub) env.remoteHost = download.hub.replace(/\/*$/, "/");
  let told = -1;
  return pipeline(task, isThere ? directory : from, {
    dtype: dtype as "q8",
    local_files_only: isThere,
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
    progress_callback(info) {
      const percent = info.status === "progress_total" ? Math.floor(info.progress / 5) * 5 : told;
      if (isThere || percent <= told) return;
      told = percent;
      onProgress(percent);
    },
  });
}

/** Downloads and opens the model. Removes a failed download, unless the directory existed before. */
async function fetchModel(task: Task, place: ModelPlace, onProgress: Progress) {
  const isNew = !existsSync(place.directory);
  try {
    return await load(task, place, false, onProgress);
  } catch (error) {
    if (isNew) await rm(place.directory, { recursive: true, force: true });
    throw error;
  }
}

/** Opens a model. Downloads it if missing and verifies its checksums. */
export async function openModel<T extends Task>(task: T, place: ModelPlace, onProgress: Progress) {
  const { directory, sha256, setting, download } = place;
  process.env.ORT_DISABLE_TELEMETRY = "1";
  setNativeEnv("ORT_DISABLE_TELEMETRY", "1");
  const isThere = existsSync(join(directory, "config.json")) && (!download || hasSums(directory));
  if (!isThere && !download) throw new Error(`it is not in ${directory}, and downloads are disabled.`);
  if (!isThere) await (await fetchModel(task, place, onProgress)).dispose();
  const digest = await verify(directory, setting, sha256);
  if (!isThere) await writeSums(directory);
  const pipe = await load(task, place, true, onProgress);
  return { pipe, ...(isThere ? {} : { downloaded: { sha256: digest } }) };
}
