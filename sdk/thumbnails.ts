/** Thumbnails of stored images. Images are decoded in a confined child process only. */
import { totalmem } from "node:os";
import { join } from "node:path";
import type { StoredOutput } from "#core/database/tables";
import { EngineError, type Run } from "#core/engine";
import type { Generation } from "#core/generations/generation";
import type { JobHandler } from "#core/jobs/jobs";
import type { Context } from "#core/module";
import type { Log } from "#core/observability/log";
import { withFolder } from "#core/process/temp-folder";
import { mergeJson } from "#db/rows";
import type { Transaction } from "#db/tables";

type Tools = Pick<Context<unknown, never, "local">, "db" | "media" | "fetch" | "services" | "host" | "jobs" | "log">;

/** An image without a thumbnail. */
interface Picture {
  id: string;
  accountId: string;
  /** Storage key. */
  key: string;
}

/** Access to the rows of images. */
interface Source {
  /** Finds an image. Returns undefined if it was deleted or has a thumbnail. */
  find(id: string): Promise<Picture | undefined>;
  /** Adds the thumbnail to its image. Returns false if the image was deleted. */
  store(picture: Picture, thumbnail: StoredOutput): Promise<boolean>;
}

const JOB = "thumbnail";
/** Time limit of one attempt, in seconds. Most of it is for fetching a large video from a bucket. */
const LIMIT = 180;
/** Time limit for drawing. A still takes a second or two, so this is for a busy machine. */
export const DRAW_MS = 45_000;
/** Two processes that decode need up to a gigabyte. */
const CONCURRENCY = totalmem() >= 3 * 1024 ** 3 ? 2 : 1;
/** Options of jobs that draw stills of stored media. Times are in seconds. */
const OPTIONS = { concurrency: CONCURRENCY, perAccount: 1, retryLimit: 2, retryDelay: 60, timeout: LIMIT } as const;

/** Failures that a retry does not change: those of the file, not of this server. */
const isFinal = (error: unknown): error is EngineError =>
  error instanceof EngineError && /^(source|image)_/.test(error.code);

/**
 * Creates a job that draws stills. A file that cannot be drawn, or not quickly, stays without them.
 * @param run draws them. An EngineError with a code of the file (`source_…`, `image_…`) ends the job; others are retried
 * @example
 * const jobs = {
 *   still: createStillsHandler(context.log, async ({ key }, signal) => {
 *     const source = { key: String(key), maxBytes: context.host.sizes.image };
 *     await withStoredFile(context, source, signal, async (path, run) => context.services.local?.thumbnail(path, run));
 *   }),
 * };
 */
export const createStillsHandler = (log: Log, run: JobHandler["run"]): JobHandler => ({
  ...OPTIONS,
  async run(data, signal) {
    try {
      await run(data, signal);
    } catch (error) {
      if (!isFinal(error)) throw error;
      log.info("no still of this file", { ...data, code: error.code, reason: error.message });
    }
  },
});

/**
 * Copies a stored file into a temporary folder, runs `work` on it, and deletes the folder. The signal of the work also aborts
 * after `limitMs` milliseconds.
 * @throws FetchError for a file of more than `maxBytes`, and what `work` throws
 * @example
 * import { probe } from "vireo/media";
 * const { file } = await context.media.take("/tmp/brew.mp4");
 * const source = { key: file.key, maxBytes: context.host.sizes.video };
 * const probed = await withStoredFile(context, source, signal, (path) => probe(path));
 */
export const withStoredFile = <Result>(
  { media, fetch, host }: Pick<Tools, "media" | "fetch" | "host">,
  { key, maxBytes, limitMs }: { key: string; maxBytes: number; limitMs?: number },
  signal: AbortSignal,
  work: (path: string, run: Pick<Run, "folder" | "signal">) => Promise<Result>,
): Promise<Result> =>
  withFolder(join(host.dataDir, "tmp"), "stills-", async (folder) => {
    const path = join(folder, "source");
    await fetch.save(media.url(key), path, { maxBytes, timeoutMs: LIMIT * 1000, signal });
    return work(path, { folder, signal: limitMs ? AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) : signal });
  });

/** The job that draws thumbnails, for a module to return, and the call that requests one. */
export interface Thumbnails {
  jobs: Record<string, JobHandler>;
  /** Requests the thumbnail of an image, in the transaction that stores it. */
  request(trx: Transaction, id: string, accountId?: string): Promise<void>;
}

/** Thumbnails of generations. `request` does nothing if the engine made one. */
export interface GenerationThumbnails {
  jobs: Record<string, JobHandler>;
  request(trx: Transaction, row: Pick<Generation, "id" | "account_id" | "files">): Promise<void>;
}

/**
 * Creates the job that draws thumbnails of images. Return `jobs` from `start`, and call `request` in the transaction that
 * stores an image. Without a plug-in that draws, `request` does nothing.
 * @example
 * const { file } = await context.media.take("/tmp/brew.png");
 * const pictures = new Map([["1", { id: "1", accountId, key: file.key }]]);
 * const thumbnails = createThumbnails(context, {
 *   find: async (id) => pictures.get(id),
 *   store: async ({ id }) => pictures.has(id),
 * });
 * await thumbnails.request(trx, "1", accountId);
 */
export function createThumbnails(tools: Tools, { find, store }: Source): Thumbnails {
  const { media, services, host, jobs, log } = tools;
  const footage = services.local;

  const draw = ({ key }: Picture, signal: AbortSignal): Promise<StoredOutput> =>
    withStoredFile(tools, { key, maxBytes: host.sizes.image, limitMs: DRAW_MS }, signal, async (path, run) => {
      const { file } = await media.take(await footage!.thumbnail(path, run));
      return file;
    });

  const job = createStillsHandler(log, async ({ id }, signal) => {
    const picture = footage && (await find(String(id)));
    if (!picture) return;
    const thumbnail = await draw(picture, signal);
    if (!(await store(picture, thumbnail))) await media.remove([thumbnail.key]);
  });

  return {
    jobs: { [JOB]: job },
    async request(trx, id, accountId) {
      if (footage) await jobs.send(trx, JOB, id, { id }, accountId ? { accountId } : {});
    },
  };
}

/**
 * Creates the job that draws thumbnails of generations.
 * @param role of the file to draw: an image (`main`), or the cover of a track (`art`)
 * @example
 * const thumbnails = createGenerationThumbnails(context, "main");
 * const { jobs } = thumbnails;
 */
export function createGenerationThumbnails(tools: Tools, role: "main" | "art"): GenerationThumbnails {
  const { db } = tools;
  const thumbnails = createThumbnails(tools, {
    async find(id) {
      const row = await db
        .selectFrom("generations")
        .select(["account_id", "files"])
        .where("id", "=", id)
        .executeTakeFirst();
      const picture = row?.files[role];
      return picture && !row.files.thumbnail ? { id, accountId: row.account_id, key: picture.key } : undefined;
    },
    store: (picture, thumbnail) => mergeJson(db, ["generations", "files"], picture, { thumbnail }),
  });
  return {
    jobs: thumbnails.jobs,
    async request(trx, row) {
      if (row.files[role] && !row.files.thumbnail) await thumbnails.request(trx, row.id, row.account_id);
    },
  };
}
