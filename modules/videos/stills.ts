import { stat } from "node:fs/promises";
import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import type { Frame } from "vireo/inputs/footage";
import type { JobHandler } from "vireo/jobs";
import { mergeJson, type StoredOutput } from "vireo/tables";
import { createStillsHandler, DRAW_MS, withStoredFile } from "vireo/thumbnails";
import type { Videos } from "./context";

/** A video without a thumbnail. */
interface Video {
  id: string;
  accountId: string;
  /** Storage key of the original. */
  key: string;
  /** Storage key of the poster, if the video has one. */
  poster: string | null;
  /** Seconds, if known. */
  duration: number | null;
}

interface Stills {
  thumbnail: StoredOutput;
  poster?: StoredOutput;
}

const JOB = "stills";
/** Number of candidate frames from the first seconds of the video. */
const FRAMES = { count: 4, mostSeconds: 4, side: 1280 };
/** Minimum distance between frames, in seconds. */
const LEAST_PAUSE = 0.04;
/** Number of listed videos queued at a time. */
const MOST_LISTED = 1000;

/**
 * Queues the job that renders the thumbnail of a video, and its poster if it has none, in the transaction that adds the
 * video.
 */
export const requestStills = (
  { jobs }: Videos,
  trx: Transaction,
  { id, account_id: accountId }: { id: string; account_id: string },
) => jobs.send(trx, JOB, id, { videoId: id }, { accountId });

/** Queues the videos listed by a migration. */
export const queueListed = ({ db, jobs }: Videos): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const some = trx.selectFrom("video_posters").select("video_id").limit(MOST_LISTED);
    const rows = await trx.deleteFrom("video_posters").where("video_id", "in", some).returningAll().execute();
    const all = rows.map(({ video_id: id, account_id: accountId }) => ({ key: id, data: { videoId: id }, accountId }));
    if (all.length > 0) await jobs.sendAll(trx, JOB, all);
  });

/** The job that renders posters and thumbnails that no engine has made. */
export const defineStillsJob = (videos: Videos): Record<string, JobHandler> => ({
  [JOB]: createStillsHandler(videos.log, async ({ videoId }, signal) => {
    const footage = videos.services.local;
    const video = footage && (await findVideo(videos, String(videoId)));
    if (video) await storeStills(videos, video, await drawStills(videos, footage, video, signal));
  }),
});

async function findVideo({ db }: Videos, id: string): Promise<Video | undefined> {
  const { rows } = await sql<Video>`
    select g.id, g.account_id as "accountId", v.file->>'key' as key, g.files->'poster'->>'key' as poster,
      case jsonb_typeof(g.facts->'duration') when 'number' then (g.facts->>'duration')::float8 end as duration
    from generations g join video_versions v on v.video_id = g.id and v.version = 1
    where g.id = ${id} and not g.files ? 'thumbnail'`.execute(db);
  return rows[0];
}

const drawStills = (
  videos: Videos,
  footage: NonNullable<Videos["services"]["local"]>,
  { key, poster, duration }: Video,
  signal: AbortSignal,
): Promise<Stills> => {
  const source = { key: poster ?? key, maxBytes: videos.host.sizes.video, limitMs: DRAW_MS };
  return withStoredFile(videos, source, signal, async (path, run) => {
    const every = Math.min(FRAMES.mostSeconds, duration ?? FRAMES.mostSeconds) / FRAMES.count;
    const options = { every: Math.max(LEAST_PAUSE, every), count: FRAMES.count, side: FRAMES.side, isGlance: true };
    const picture = poster ? path : await pickFrame(await footage.frames(path, options, run));
    const thumbnail = await footage.thumbnail(picture, run);
    return {
      thumbnail: (await videos.media.take(thumbnail)).file,
      poster: poster ? undefined : (await videos.media.take(picture)).file,
    };
  });
};

/** Stores the stills if the video still exists. */
async function storeStills({ db, media }: Videos, video: Video, stills: Stills): Promise<void> {
  const isStored = await mergeJson(db, ["generations", "files"], video, stills);
  if (!isStored) await media.remove(Object.values(stills).map(({ key }) => key));
}

/** Returns the frame with the most detail, which has the largest file: not black, faded or blurred. */
async function pickFrame(frames: readonly Frame[]): Promise<string> {
  const sizes = await Promise.all(frames.map(async ({ path }) => (await stat(path)).size));
  return frames[sizes.indexOf(Math.max(...sizes))]!.path;
}
