/**
 * Analyses the clips of imported videos: work that nobody asked for and nobody waits for.
 *
 *     queued      an import with a new `videoUrl`, in its transaction
 *     claimed     under a lease: one clip per process and per account, accounts in turn, and only while no generation waits
 *     tried       once, with or without a result; `tried_at` is set. A result replaces the caption's analysis.
 *
 * It uses the local engine only, so nothing is charged and no vendor is called, and emits no events.
 */
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type Selectable, sql } from "kysely";
import { isActiveAccount } from "vireo/access";
import type { Tables, Transaction } from "vireo/database";
import { newUuid } from "vireo/ids";
import { fromNow, isOwned, keepLease, LEASE_MS } from "vireo/leases";
import type { Context } from "vireo/module";
import { withFolder } from "vireo/process";
import { singleFlight } from "vireo/timing";
import { lockUntilEnd, transact } from "vireo/transaction";
import { Analysis } from "../schema";
import type { VideoRow } from "../videos/store";
import { isSample } from "./sample";

type Clip = Selectable<Tables["viral_clips"]>;
type Facts = Omit<Analysis, "basis" | "analyzedAt">;

/** Maximum number of waiting clips per account. Videos beyond it keep the analysis of their caption. */
const MAX_WAITING = 100;
/** Maximum number of runs of a clip whose process dies. */
const MAX_ATTEMPTS = 3;
const MAX_BYTES = 256 * 1024 ** 2;
const DOWNLOAD_MS = 120_000;
/** Name of the queue in which accounts take turns. */
const QUEUE = "viral-library.clips";

const Result = Type.Omit(Analysis, ["basis", "analyzedAt"]);

/** Queues clips of imported videos that were not tried at their current URL. Samples were never filmed. */
export async function queueClips(trx: Transaction, accountId: string, videos: readonly VideoRow[]): Promise<void> {
  const clips = videos
    .filter((video) => video.play_url && !isSample(video) && video.analysis?.basis !== "video")
    .map(({ id, play_url }, position) => ({ id: newUuid(), video: id, url: play_url, position }));
  if (clips.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(clips)}::text::jsonb)
    as given(id uuid, video uuid, url text, position int)`;
  await sql`delete from viral_clips using ${given} where video_id = given.video and viral_clips.url <> given.url`.execute(
    trx,
  );
  await sql`
    insert into viral_clips (id, video_id, account_id, url)
    select id, video, ${accountId}::uuid, url from ${given}
    where not exists (select from viral_clips where video_id = given.video)
    order by position
    limit greatest(0, ${MAX_WAITING} -
      (select count(*) from viral_clips where account_id = ${accountId}::uuid and tried_at is null))
    on conflict do nothing`.execute(trx);
}

type ClipContext = Pick<
  Context<unknown, never, "local">,
  "db" | "fetch" | "host" | "log" | "now" | "quotas" | "services" | "stopping"
> & {
  /** Stores the analysis of a clip. */
  store(trx: Transaction, accountId: string, videoId: string, analysis: Omit<Analysis, "basis">): Promise<void>;
};

/** Analyses waiting clips in this process, one at a time, whenever it is notified. */
export class ClipAnalyser {
  readonly #context: ClipContext;
  readonly #analyseWaiting: () => Promise<void>;
  #running: Promise<void> = Promise.resolve();

  constructor(context: ClipContext) {
    this.#context = context;
    this.#analyseWaiting = singleFlight(async () => {
      while (await analyseNext(context));
    });
  }

  /** Looks for waiting clips, without waiting for their analysis. */
  notify(): void {
    const { log, services, stopping } = this.#context;
    if (!services.local || stopping.aborted) return;
    this.#running = this.#analyseWaiting().catch((error) => log.error("clips not analysed", { error }));
  }

  /** Waits for the clip in progress, which ends with the server's signal. */
  async stop(): Promise<void> {
    await this.#running;
  }
}

/** Analyses the next clip. Returns false if none may be analysed now. */
async function analyseNext(context: ClipContext): Promise<boolean> {
  if (context.stopping.aborted) return false;
  const clip = await claimNext(context);
  if (!clip) return false;
  const video = await context.db
    .selectFrom("viral_videos")
    .selectAll()
    .where("id", "=", clip.video_id)
    .where("account_id", "=", clip.account_id)
    .executeTakeFirst();
  if (video && video.analysis?.basis !== "video" && clip.attempts <= MAX_ATTEMPTS) await analyse(context, clip, video);
  else await settle(context, clip, undefined);
  return true;
}

/** Claims the oldest clip of the account with the oldest turn. */
async function claimNext({ db, quotas }: ClipContext): Promise<Clip | undefined> {
  const waiting = db.selectFrom("viral_clips").select("id").where("tried_at", "is", null).limit(1);
  if (!(await waiting.executeTakeFirst())) return undefined;
  return db.transaction().execute(async (trx) => {
    await lockUntilEnd(trx, `turns:${QUEUE}`);
    if (await hasWaitingGenerations(trx)) return undefined;
    const busy: string[] = [];
    for (;;) {
      const next = await findNext(trx, busy);
      if (!next) return undefined;
      const { quotas: limits, usage } = await quotas.read(trx, next.account_id);
      if (usage.concurrentJobs < limits.concurrentJobs) return claim(trx, next);
      busy.push(next.account_id);
    }
  });
}

async function hasWaitingGenerations(trx: Transaction): Promise<boolean> {
  const waiting = trx.selectFrom("generations").select("id").where("status", "=", "pending");
  return (await waiting.where(isActiveAccount("account_id")).limit(1).executeTakeFirst()) !== undefined;
}

/** Finds the next clip of an account without a claimed one. */
const findNext = (trx: Transaction, busy: readonly string[]) =>
  trx
    .selectFrom("viral_clips as waiting")
    .leftJoin("turns", (join) =>
      join.onRef("turns.account_id", "=", "waiting.account_id").on("turns.queue", "=", QUEUE),
    )
    .select(["waiting.id", "waiting.account_id"])
    .where("waiting.tried_at", "is", null)
    .where(isActiveAccount("waiting.account_id"))
    .where(sql<boolean>`waiting.account_id <> all(${busy}::uuid[])`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("viral_clips as held")
            .select("held.id")
            .whereRef("held.account_id", "=", "waiting.account_id")
            .where("held.tried_at", "is", null)
            .where("held.lease_until", ">=", sql<Date>`now()`),
        ),
      ),
    )
    .orderBy("turns.taken_at", (order) => order.asc().nullsFirst())
    .orderBy("waiting.created_at")
    .orderBy("waiting.id")
    .limit(1)
    .forUpdate("waiting")
    .skipLocked()
    .executeTakeFirst();

async function claim(trx: Transaction, { id, account_id }: Pick<Clip, "id" | "account_id">): Promise<Clip> {
  await trx
    .insertInto("turns")
    .values({ queue: QUEUE, account_id, taken_at: fromNow() })
    .onConflict((conflict) => conflict.columns(["queue", "account_id"]).doUpdateSet({ taken_at: fromNow() }))
    .execute();
  return trx
    .updateTable("viral_clips")
    .set((eb) => ({ attempts: eb("attempts", "+", 1), lease_until: fromNow(LEASE_MS) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const updateOwned = (db: Context["db"], clip: Clip) =>
  db.updateTable("viral_clips").where(isOwned(clip)).where("tried_at", "is", null);

async function analyse(context: ClipContext, clip: Clip, video: VideoRow): Promise<void> {
  const { db, log, stopping } = context;
  const { video_id: id } = clip;
  const lease = keepLease(
    () =>
      updateOwned(db, clip)
        .set({ lease_until: fromNow(LEASE_MS) })
        .executeTakeFirst(),
    (error) => log.warn("lease not renewed", { id, error }),
  );
  try {
    const signal = AbortSignal.any([stopping, lease.lost]);
    const facts = await readClip(context, clip, video, signal).catch((error: Error) => {
      // Without the URL, which may hold a signature.
      if (!signal.aborted) log.info("clip not analysed", { id, reason: error.message });
      return undefined;
    });
    if (facts || !stopping.aborted) await settle(context, clip, facts);
    // The next process analyses it.
    else
      await updateOwned(db, clip)
        .set({ lease_until: null, attempts: clip.attempts - 1 })
        .execute();
  } finally {
    lease.stop();
  }
}

async function readClip(
  { fetch, host, services }: ClipContext,
  { url }: Clip,
  { description, username, hashtags, stats }: VideoRow,
  signal: AbortSignal,
): Promise<Facts | undefined> {
  return withFolder(join(host.dataDir, "tmp"), "clip-", async (folder) => {
    const path = join(folder, "source");
    await fetch.save(url, path, { maxBytes: MAX_BYTES, timeoutMs: DOWNLOAD_MS, signal });
    const about = { caption: description, username, hashtags, stats };
    const facts = await services.local?.analyseInBackground(path, about, { folder, signal });
    // A hostile file may have taken over the process.
    if (!Value.Check(Result, facts)) throw new Error("The analysis is incomplete.");
    return facts;
  });
}

/** Stores the result and marks the clip as tried, unless another process owns it or its video has a new URL. */
const settle = ({ db, now, store }: ClipContext, clip: Clip, facts: Facts | undefined): Promise<void> =>
  transact(db, async (trx) => {
    // The video first, in the order of imports, which would deadlock otherwise.
    const video = await trx
      .selectFrom("viral_videos")
      .select("analysis")
      .where("id", "=", clip.video_id)
      .forUpdate()
      .executeTakeFirst();
    const { numUpdatedRows } = await updateOwned(trx, clip)
      .set({ tried_at: fromNow(), lease_until: null })
      .executeTakeFirst();
    // An analysis that somebody asked for stays.
    if (!facts || numUpdatedRows === 0n || video?.analysis?.basis === "video") return;
    await store(trx, clip.account_id, clip.video_id, { ...facts, analyzedAt: now() });
  });
