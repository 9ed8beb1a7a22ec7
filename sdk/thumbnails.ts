/** Thumbnails of stored images. Images are decoded in a confined child process only. */
import { join } from "node:path";
import type { StoredOutput } from "#core/database/tables";
import type { Run } from "#core/engine";
import type { Generation } from "#core/generations/generation";
import type { JobHandler } from "#core/jobs/jobs";
import type { Context } from "#core/module";
import { withFolder } from "#core/process/temp-folder";
import { mergeJson } from "#db/rows";
import type { Transaction } from "#db/tables";

type Tools = Pick<Context<unknown, never, "local">, "db" | "media" | "fetch" | "services" | "host" | "jobs">;

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
/** Time limit of one attempt, in seconds. */
const LIMIT = 180;
/** Retry options of jobs that read stored media. Times are in seconds. */
export const RETRIES = { retryLimit: 2, retryDelay: 60, timeout: LIMIT } as const;

/** Copies a stored file into a temporary folder, runs `work` on it, and deletes the folder. */
export const withStoredFile = <Result>(
  { media, fetch, host }: Pick<Tools, "media" | "fetch" | "host">,
  { key, maxBytes }: { key: string; maxBytes: number },
  signal: AbortSignal,
  work: (path: string, run: Pick<Run, "folder" | "signal">) => Promise<Result>,
): Promise<Result> =>
  withFolder(join(host.dataDir, "tmp"), "stills-", async (folder) => {
    const path = join(folder, "source");
    await fetch.save(media.url(key), path, { maxBytes, timeoutMs: LIMIT * 1000, signal });
    return work(path, { folder, signal });
  });

/** Creates the job that draws thumbnails. Call `request` in the transaction that stores the image. */
export function createThumbnails(tools: Tools, { find, store }: Source) {
  const { media, services, host, jobs } = tools;
  const footage = services.local;

  const draw = ({ key }: Picture, signal: AbortSignal): Promise<StoredOutput> =>
    withStoredFile(tools, { key, maxBytes: host.sizes.image }, signal, async (path, run) => {
      const { file } = await media.take(await footage!.thumbnail(path, run));
      return file;
    });

  const job: JobHandler = {
    ...RETRIES,
    async run({ id }, signal) {
      const picture = footage && (await find(String(id)));
      if (!picture) return;
      const thumbnail = await draw(picture, signal);
      if (!(await store(picture, thumbnail))) await media.remove([thumbnail.key]);
    },
  };

  return {
    jobs: { [JOB]: job },
    async request(trx: Transaction, id: string): Promise<void> {
      if (footage) await jobs.send(trx, JOB, id, { id });
    },
  };
}

/** Creates thumbnails of generations from their file with `role`: an image, or the cover of a track. */
export function createGenerationThumbnails(tools: Tools, role: "main" | "art") {
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
    /** Requests a thumbnail, unless the engine made one. */
    async request(trx: Transaction, { id, files }: Pick<Generation, "id" | "files">): Promise<void> {
      if (files[role] && !files.thumbnail) await thumbnails.request(trx, id);
    },
  };
}
