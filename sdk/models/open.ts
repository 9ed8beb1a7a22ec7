import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setNativeEnv } from "#core/process/native-env";
import { hasSums, verify, writeSums } from "#sdk/models/checksums";
import type { ModelPlace } from "#sdk/models/place";

/** Opens transformers.js models in their worker thread. */

type Task = "feature-extraction" | "automatic-speech-recognition";
type Progress = (percent: number) => void;

/**
 * Sets transformers.js up for a model. Returns the library, where the model is, and the options to open it with.
 * @param isThere true if the files exist. Otherwise opening the model downloads them
 * @param onProgress called with the progress of the download, in steps of 5 percent
 * @example
 * const { library, model, options } = await setUpLibrary(place, true, (percent) => console.log(`${percent}%`));
 * const classifier = await library.pipeline("text-classification", model, options);
 */
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

/**
 * Opens a model with `load`. Downloads it if it is missing, and verifies its checksums.
 * @param load opens the model. Downloads it first if `isThere` is false
 * @returns the model, and its digest if it was downloaded
 * @throws Error if the model is missing and downloads are disabled, or if a file differs
 * @example
 * const { model, downloaded } = await openFiles(place, async (isThere) => {
 *   const { library, model, options } = await setUpLibrary(place, isThere, () => {});
 *   return library.AutoModel.from_pretrained(model, options);
 * });
 */
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

/**
 * Opens a pipeline of transformers.js. Downloads its model if it is missing, and verifies its checksums.
 * @param onProgress called with the progress of a download, in steps of 5 percent
 * @throws Error as `openFiles`
 * @example
 * const { pipe } = await openModel("feature-extraction", place, (percent) => postMessage({ type: "progress", percent }));
 * const vectors = await pipe(["cold brew"], { pooling: "mean", normalize: true });
 */
export async function openModel<T extends Task>(task: T, place: ModelPlace, onProgress: Progress) {
  const { model: pipe, ...details } = await openFiles(place, async (isThere) => {
    const { library, model, options } = await setUpLibrary(place, isThere, onProgress);
    return library.pipeline(task, model, options);
  });
  return { pipe, ...details };
}
