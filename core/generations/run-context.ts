import { join } from "node:path";
import { sql } from "kysely";
import { createGrowthCheck, getFreeBytes } from "#core/disk";
import type { Run } from "#core/engine";
import { FetchError } from "#core/fetch/error";
import type { FetchOptions, SafeFetch } from "#core/fetch/fetch";
import { type Claim, filesBefore, updateOwned } from "#core/generations/claim";
import { type GenerationDeps, getEngine } from "#core/generations/deps";
import { CancelledError, cancellations } from "#core/generations/endings";
import type { Generation, StoredFiles } from "#core/generations/generation";
import type { Media } from "#core/media/library";
import { withFolder } from "#core/process/temp-folder";
import { untilAborted } from "#core/timing";

/** Largest total size of the downloads of one run. */
const MAX_BYTES = 4 * 1024 ** 3;

const PROGRESS_MS = 500;
const MAX_DOWNLOAD_BYTES = 2 * 1024 ** 3;
const DOWNLOAD_MS = 10 * 60_000;

/** Downloads a URL into the run's folder and returns the path. */
export async function download(
  fetch: SafeFetch,
  url: string,
  { folder, signal }: Pick<Run, "folder" | "signal">,
  options: Pick<FetchOptions, "headers" | "onBytes"> = {},
): Promise<string> {
  const path = join(folder, `in-${crypto.randomUUID()}`);
  await fetch.save(url, path, { maxBytes: MAX_DOWNLOAD_BYTES, timeoutMs: DOWNLOAD_MS, signal, ...options });
  return path;
}

/** What ends a run early: `cut`, unless a paid call holds it, and the loss of its lease. */
interface Ends {
  cut: AbortSignal;
  lost: AbortSignal;
}

/**
 * Calls `work` with a temporary folder and a signal that aborts at the deadline, with `cut`, or when the lease is lost.
 * Stores progress while it runs.
 */
export const withRun = <T>(
  deps: GenerationDeps,
  claim: Claim,
  ends: Ends,
  work: (run: Run) => Promise<T>,
): Promise<T> => withFolder(deps.tempDir, "run-", (folder) => runIn(folder, deps, claim, ends, work));

/** Creates a signal that aborts with `cut`, once no paid call holds it. */
function createStop(cut: AbortSignal) {
  const stop = new AbortController();
  let holds = 0;
  const check = () => {
    if (cut.aborted && holds === 0) stop.abort(cut.reason);
  };
  cut.addEventListener("abort", check);
  check();
  return {
    signal: stop.signal,
    hold() {
      stop.signal.throwIfAborted();
      let isHeld = true;
      holds++;
      return () => {
        if (isHeld) holds--;
        isHeld = false;
        check();
      };
    },
    end: () => cut.removeEventListener("abort", check),
  };
}

async function runIn<T>(
  folder: string,
  deps: GenerationDeps,
  { row, now }: Claim,
  { cut, lost }: Ends,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const { db, fetch, media, log, callbackUrl, freeBytes } = deps;
  let progress = row.progress;
  let stored = progress;
  let storedAt = Number.NEGATIVE_INFINITY;
  const warn = (error: unknown) => log.warn("generation not updated", { id: row.id, error });
  const storeProgress = async () => {
    if (progress === stored) return;
    stored = progress;
    storedAt = performance.now();
    const { numUpdatedRows } = await updateOwned(db, row).set({ progress }).executeTakeFirst();
    // Another replica may have cancelled it.
    if (numUpdatedRows === 0n) cancellations.emit(row.id);
  };
  const store = () => void storeProgress().catch(warn);
  const timer = setInterval(store, PROGRESS_MS);

  const left = Math.max(1, (row.deadline_at?.getTime() ?? 0) - now());
  const cancelled = new AbortController();
  const onCancelled = () => cancelled.abort(new CancelledError("The generation was cancelled."));
  // Don't cut off a paid call: its task can only be cancelled once its id is known.
  if (getEngine(deps, row)?.repeatable) cancellations.once(row.id, onCancelled);
  const stop = createStop(cut);
  const signal = AbortSignal.any([stop.signal, lost, cancelled.signal, AbortSignal.timeout(left)]);
  const address = callbackUrl(row.id);
  const onBytes = createRunSpace(folder, freeBytes);
  const run: Run = {
    id: row.id,
    folder,
    signal,
    progress: (percent) => {
      progress = Math.max(progress, Math.min(99, Math.floor(percent)));
      // The first is stored at once, because people wait for a sign that the work has begun.
      if (performance.now() - storedAt >= PROGRESS_MS) store();
    },
    show: (files) => showFiles(deps, row, files),
    callbackUrl: address,
    download: async (url) =>
      media.convertPicture(await download(fetch, url, { folder, signal }, { onBytes }), { folder, signal }),
    hold: stop.hold,
  };
  try {
    return await untilAborted(work(run), signal);
  } finally {
    stop.end();
    cancellations.off(row.id, onCancelled);
    clearInterval(timer);
  }
}

export const removeFiles = (media: Media, files: StoredFiles): Promise<void> =>
  media.remove(Object.values(files).map(({ key }) => key));

/** Time for which replaced files are kept, because open pages show them until they have read the new ones. */
export const REPLACED_MS = 60_000;

/**
 * Removes files that are not among those that replace them, a minute later. If the process ends before, the storage sweep
 * removes them.
 */
export function removeReplaced(media: Media, before: StoredFiles, files: StoredFiles): void {
  const kept = new Set(Object.values(files).map(({ key }) => key));
  const replaced = Object.entries(before).filter(([, { key }]) => !kept.has(key));
  if (replaced.length > 0) setTimeout(() => removeFiles(media, Object.fromEntries(replaced)), REPLACED_MS).unref();
}

/** Stores files that a run shows before it ends, in place of those shown earlier. */
async function showFiles(
  { db, media, log }: GenerationDeps,
  row: Generation,
  paths: Readonly<Record<string, string>>,
): Promise<void> {
  const files: StoredFiles = {};
  try {
    for (const [role, path] of Object.entries(paths)) files[role] = (await media.take(path)).file;
    const shown = sql<StoredFiles>`files || ${JSON.stringify(files)}::text::jsonb`;
    const updated = await updateOwned(db, row).set({ files: shown }).returning(filesBefore(row)).executeTakeFirst();
    if (!updated) return removeFiles(media, files);
    const replaced = Object.entries(updated.before ?? {}).filter(([role]) => role in files);
    removeReplaced(media, Object.fromEntries(replaced), {});
  } catch (error) {
    log.warn("files not shown", { id: row.id, error });
    await removeFiles(media, files);
  }
}

/**
 * Limits the total downloads of a run. A request may name dozens of URLs of unknown size, and the disk also holds the
 * database.
 * @param freeBytes disk space that must stay free.
 */
export function createRunSpace(folder: string, freeBytes: number) {
  let total = 0;
  const checkDisk = createGrowthCheck(async () => {
    if ((await getFreeBytes(folder)) < freeBytes)
      throw new FetchError("too_large", "The server has too little free disk space for the files of this request.");
  });
  return async function count(bytes: number): Promise<void> {
    total += bytes;
    if (total > MAX_BYTES)
      throw new FetchError("too_large", `The files of this request exceed ${MAX_BYTES} bytes in total.`);
    await checkDisk(total);
  };
}
