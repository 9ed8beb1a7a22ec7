import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setNativeEnv } from "#core/process/native-env";
import { hasSums, verify, writeSums } from "#sdk/models/checksums";
import type { ModelPlace } from "#sdk/models/place";

/** Opens transformers.js models in their worker thread. */

type Task = "feature-extraction" | "automatic-speech-recognition";
type Progress = (percent: number) => void;

/** Sets the library up for a model, and returns where it is and how it is opened. */
export async function setUpLibrary(place: ModelPlace, isThere: boolean, onProgress: Progress) {
  const { from, dtype, directory, download, threads } = place;
  const library = await import("@huggingface/transformers");
  const { env } = library;
  env.cacheDir = download?.cacheDir ?? null;
  env.allowRemoteModels = !isThere;
  if (download?.hub) env.remoteHost = download.hub.replace(/\/*$/, "/");
  let reported = -1;
  const options = {
    dtype: dtype as "q8",
    local_files_only: isThere,
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
    progress_callback(info: { status: string; progress?: number }) {
      const percent = info.status === "progress_total" ? Math.floor((info.progress ?? 0) / 5) * 5 : reported;
      if (isThere || percent <= reported) return;
      reported = percent;
      onProgress(percent);
    },
  };
  return { library, model: isThere ? directory : from, options };
}

/** Downloads a model. Removes a failed download, unless the directory existed before. */
async function fetchModel<Model extends Disposable>({ directory }: ModelPlace, load: () => Promise<Model>) {
  const isNew = !existsSync(directory);
  try {
    await (await load()).dispose();
  } catch (error) {
    if (isNew) await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

interface Disposable {
  dispose(): Promise<unknown>;
}

/** Opens a model with `load`. Downloads it if missing and verifies its checksums. */
export async function openFiles<Model extends Disposable>(
  place: ModelPlace,
  load: (isThere: boolean) => Promise<Model>,
): Promise<{ model: Model; downloaded?: { sha256: string } }> {
  const { directory, sha256, setting, download } = place;
  process.env.ORT_DISABLE_TELEMETRY = "1";
  setNativeEnv("ORT_DISABLE_TELEMETRY", "1");
  const isThere = existsSync(join(directory, "config.json")) && (!download || hasSums(directory));
  if (!isThere && !download) throw new Error(`it is not in ${directory}, and downloads are disabled.`);
  if (!isThere) await fetchModel(place, () => load(false));
  const digest = await verify(directory, setting, sha256);
  if (!isThere) await writeSums(directory);
  return { model: await load(true), downloaded: isThere ? undefined : { sha256: digest } };
}

/** Opens a pipeline. Downloads its model if missing and verifies its checksums. */
export async function openModel<T extends Task>(task: T, place: ModelPlace, onProgress: Progress) {
  const { model: pipe, ...details } = await openFiles(place, async (isThere) => {
    const { library, model, options } = await setUpLibrary(place, isThere, onProgress);
    return library.pipeline(task, model, options);
  });
  return { pipe, ...details };
}
