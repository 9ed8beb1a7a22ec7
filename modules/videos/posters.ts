import { stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import type { Frame } from "vireo/inputs/footage";
import type { Context } from "vireo/module";
import { withFolder } from "vireo/process";
import type { StoredOutput } from "vireo/tables";

interface Due {
  video_id: string;
  account_id: string;
  tries: number;
  /** Storage key of the upload. */
  key: string | null;
  /** Seconds, if known. */
  duration: number | null;
}

/** Attempts per video, and the pause after the first in seconds. Each further pause is twice as long. */
const [TRIES, PAUSE] = [3, 60];
const DRAW_MS = 3 * 60_000;
/** Pictures to choose from, in the first seconds of the video. */
const PICTURES = { count: 4, mostSeconds: 4, side: 1280 };

/** Has a still drawn for an uploaded video, in the transaction that adds it. */
export const requestPoster = (trx: Transaction, video: { id: string; account_id: string }) =>
  trx.insertInto("video_posters").values({ video_id: video.id, account_id: video.account_id }).execute();

/** Draws stills of uploaded videos, one at a time. The table of those to draw survives a crash. */
export function createPosters({
  db,
  media,
  fetch,
  services,
  host,
  log,
}: Pick<Context<unknown, never, "local">, "db" | "media" | "fetch" | "services" | "host" | "log">) {
  const footage = services.local;

  /** Takes the next video. It is due again if this process does not finish. */
  async function claim(): Promise<Due | undefined> {
    const { rows } = await sql<Due>`
      with next as materialized (
        select video_id from video_posters where due_at <= now() order by due_at limit 1 for update skip locked
      )
      update video_posters p set tries = p.tries + 1, due_at = now() + make_interval(secs => ${PAUSE} * power(2, p.tries))
      from next
        left join video_versions v on v.video_id = next.video_id and v.version = 1
        left join generations g on g.id = next.video_id
      where p.video_id = next.video_id
      returning p.video_id, p.account_id, p.tries, v.file->>'key' as key,
        case jsonb_typeof(g.facts->'duration') when 'number' then (g.facts->>'duration')::float8 end as duration`.execute(
      db,
    );
    return rows[0];
  }

  const draw = ({ key, duration }: Due, signal: AbortSignal): Promise<StoredOutput> =>
    withFolder(join(host.dataDir, "tmp"), "poster-", async (folder) => {
      const path = join(folder, "video");
      await fetch.save(media.url(key!), path, { maxBytes: host.sizes.video, timeoutMs: DRAW_MS, signal });
      const every = Math.min(PICTURES.mostSeconds, duration ?? PICTURES.mostSeconds) / PICTURES.count;
      const options = { every: Math.max(0.04, every), count: PICTURES.count, side: PICTURES.side };
      const { file } = await media.take(await pickPicture(await footage!.frames(path, options, { folder, signal })));
      return file;
    });

  /** Stores the poster if the video is still there. */
  async function store({ video_id, account_id }: Due, poster: StoredOutput): Promise<void> {
    const isKept = await db.transaction().execute(async (trx) => {
      await trx.deleteFrom("video_posters").where("video_id", "=", video_id).execute();
      const { numUpdatedRows } = await trx
        .updateTable("generations")
        .set({ files: sql`files || ${JSON.stringify({ poster })}::text::jsonb` })
        .where("id", "=", video_id)
        .where("account_id", "=", account_id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
    if (!isKept) await media.remove([poster.key]);
  }

  const giveUp = ({ video_id }: Due) => db.deleteFrom("video_posters").where("video_id", "=", video_id).execute();

  async function run(signal: AbortSignal): Promise<void> {
    if (!footage) return;
    for (let due = await claim(); due && !signal.aborted; due = await claim()) {
      try {
        if (due.key === null) await giveUp(due);
        else await store(due, await draw(due, AbortSignal.any([signal, AbortSignal.timeout(DRAW_MS)])));
      } catch (error) {
        if (signal.aborted) return;
        log.warn("no poster of an uploaded video", { videoId: due.video_id, tries: due.tries, error });
        if (due.tries >= TRIES) await giveUp(due);
      }
    }
  }

  return { run };
}

/** The picture with the most detail, which has the largest file: none that is black, faded or blurred. */
async function pickPicture(frames: readonly Frame[]): Promise<string> {
  const sizes = await Promise.all(frames.map(async ({ path }) => (await stat(path)).size));
  return frames[sizes.indexOf(Math.max(...sizes))]!.path;
}
