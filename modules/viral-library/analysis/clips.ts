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
import type { Database, Tables, Transaction } from "vireo/database";
import { newUuid } from "vireo/ids";
import { fromNow, isFree, isOwned, LEASE_MS } from "vireo/leases";
import { withFolder } from "vireo/process";
import { transact } from "vireo/transaction";
import { lockTurns, readTurn, takeTurn, type WorkKind, type WorkSignals } from "vireo/work";
import type { ViralLibrary } from "../context";
import { Analysis } from "../schema";
import { storeAnalysis, type VideoRow } from "../videos/store";
import { isSample } from "./sample";

type Clip = Selectable<Tables["viral_clips"]>;
type Facts = Omit<Analysis, "basis" | "analyzedAt">;

/** Maximum number of waiting clips per account. Videos beyond it keep the analysis of their caption. */
const MAX_WAITING = 100;
/** Maximum number of runs of a clip whose process dies. */
const MAX_ATTEMPTS = 3;
const MAX_BYTES = 256 * 1024 ** 2;
const DOWNLOAD_MS = 120_000;
/** Kind of work that analyses clips. */
export const CLIPS = "clips";
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

/** Analyses waiting clips, one at a time in each process. */
export class ClipAnalyser implements WorkKind<Clip> {
  readonly concurrency = 1;
  readonly due = sql`(select now() where exists (select from viral_clips where tried_at is null and ${isFree()}))`;
  readonly #library: ViralLibrary;

  constructor(library: ViralLibrary) {
    this.#library = library;
  }

  async claim(): Promise<Clip[]> {
    if (!this.#library.services.local) return [];
    const clip = await claimNext(this.#library);
    return clip ? [clip] : [];
  }

  async run(clip: Clip, { stopping, lost }: WorkSignals): Promise<void> {
    const { db } = this.#library;
    const video = await db
      .selectFrom("viral_videos")
      .selectAll()
      .where("id", "=", clip.video_id)
      .where("account_id", "=", clip.account_id)
      .executeTakeFirst();
    const isWanted = video && video.analysis?.basis !== "video" && clip.attempts <= MAX_ATTEMPTS;
    if (!isWanted) return settle(this.#library, clip, undefined);
    const facts = await tryClip(this.#library, clip, video, AbortSignal.any([stopping, lost]));
    if (facts || !stopping.aborted) return settle(this.#library, clip, facts);
    // The next process analyses it.
    await updateOwned(db, clip)
      .set({ lease_until: null, attempts: clip.attempts - 1 })
      .execute();
  }

  renew(clip: Clip) {
    return updateOwned(this.#library.db, clip)
      .set({ lease_until: fromNow(LEASE_MS) })
      .executeTakeFirst();
  }
}

/** Claims the oldest clip of the account with the oldest turn. */
async function claimNext({ db, quotas }: ViralLibrary): Promise<Clip | undefined> {
  const waiting = db.selectFrom("viral_clips").select("id").where("tried_at", "is", null).limit(1);
  if (!(await waiting.executeTakeFirst())) return undefined;
  return db.transaction().execute(async (trx) => {
    await lockTurns(trx, QUEUE);
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
    .orderBy(readTurn(QUEUE, "waiting.account_id"), (order) => order.asc().nullsFirst())
    .orderBy("waiting.created_at")
    .orderBy("waiting.id")
    .limit(1)
    .forUpdate("waiting")
    .skipLocked()
    .executeTakeFirst();

async function claim(trx: Transaction, { id, account_id }: Pick<Clip, "id" | "account_id">): Promise<Clip> {
  await takeTurn(trx, QUEUE, account_id);
  return trx
    .updateTable("viral_clips")
    .set((eb) => ({ attempts: eb("attempts", "+", 1), lease_until: fromNow(LEASE_MS) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const updateOwned = (db: Database, clip: Clip) =>
  db.updateTable("viral_clips").where(isOwned(clip)).where("tried_at", "is", null);

/** Returns the facts of a clip, or undefined if it cannot be analysed. */
async function tryClip(library: ViralLibrary, clip: Clip, video: VideoRow, signal: AbortSignal) {
  try {
    return await readClip(library, clip, video, signal);
  } catch (error) {
    // Without the URL, which may hold a signature.
    const facts = { id: clip.video_id, reason: (error as Error).message };
    if (!signal.aborted) library.log.info("clip not analysed", facts);
    return undefined;
  }
}

async function readClip(
  { fetch, host, services }: ViralLibrary,
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
const settle = (library: ViralLibrary, clip: Clip, facts: Facts | undefined): Promise<void> =>
  transact(library.db, async (trx) => {
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
    await storeAnalysis(library, trx, clip.account_id, clip.video_id, { ...facts, analyzedAt: library.now() });
  });
