/**
 * Transcripts of versions of videos. Words that a speech engine spoke are known. Others are transcribed on request.
 *
 *     running     begin     row and charge in one transaction
 *     completed   complete  the cues
 *     failed      fail      refund; `failLostTranscripts` does it for those that a crash cut off. `begin` may try again
 */
import { join } from "node:path";
import { sql } from "kysely";
import { EngineError, type Run } from "vireo/engine";
import { ApiError, notFound } from "vireo/errors";
import type { Generation } from "vireo/generations";
import { newUuid, toPublicId } from "vireo/ids";
import { withFolder } from "vireo/process";
import type { Exchange } from "vireo/request";
import type { Cue, Transcriber } from "vireo/slots/transcribe";
import { pause } from "vireo/timing";
import { transact } from "vireo/transaction";
import type { Videos } from "./context";
import { hear } from "./hearing/hear";
import { findSpokenCues } from "./spoken";
import { findVersion, type VersionRow } from "./versions";

/** Time limit of one transcript. Longer than a request waits. */
const LIMIT_MS = 30 * 60_000;
/** Age at which a running transcript was certainly interrupted by a crash. */
const LOST_AFTER_MINUTES = 45;
/** Maximum number of parallel transcripts per account. */
const AT_ONCE = 3;
const MAX_BYTES = 2 * 1024 ** 3;
/** Least time between two updates of the progress, in milliseconds. */
const PROGRESS_MS = 500;

type Video = Pick<Generation, "id" | "account_id" | "status">;

interface Wanted {
  version?: number | undefined;
  language?: string | undefined;
}

/** Returns the transcript of a version, or the state of its creation. Throws `not_found` if none was requested. */
export async function readTranscript(videos: Videos, video: Video, requestedVersion: number | undefined) {
  const version = await findVersion(videos.db, video, requestedVersion);
  const cues = version && (await findSpokenCues(videos, video, version.version));
  if (version && cues) return presentTranscript(video, version, cues);
  const state = version && (await readState(videos, video, version));
  if (!state) {
    const remedy = "Create one with POST /videos/{videoId}/transcript.";
    throw new ApiError("not_found", `This version of the video has no transcript. ${remedy}`);
  }
  return state;
}

/**
 * Creates the transcript of a version, or returns the existing one. It is created once, even for several callers.
 * Returns its state if it takes longer than `waitMs`.
 */
export async function makeTranscript(
  videos: Videos,
  exchange: Exchange,
  video: Video,
  { version: wanted, language, waitMs }: Wanted & { waitMs: number },
) {
  if (video.status !== "completed")
    throw new ApiError("conflict", `The video is ${video.status}. Only completed videos can be transcribed.`);
  const version = await findVersion(videos.db, video, wanted);
  if (!version) throw notFound("version");
  const known = await findSpokenCues(videos, video, version.version);
  if (known) return presentTranscript(video, version, known);
  const [transcriber] = videos.engines.of("transcribe");
  if (!transcriber) throw new ApiError("provider_unavailable", HOW_TO);
  const id = await begin(videos, exchange, video, version.version);
  const { key } = version.file;
  const run = { signal: videos.stopping, progress: createProgress(videos, id) };
  const made = transcribe(videos, transcriber, video, { version: version.version, key, language }, run).then(
    async (cues) => {
      await complete(videos, id, cues);
      return presentTranscript(video, version, cues);
    },
    async (error) => {
      const reason = toReason(error);
      exchange.credits = { used: 0, remaining: await fail(videos, video.account_id, id, reason) };
      videos.log.warn("transcript failed", { videoId: video.id, error });
      throw new ApiError("provider_error", `${reason.message} Nothing was charged.`, {
        members: { failCode: reason.code },
      });
    },
  );
  // The request may have ended by then.
  made.catch(() => {});
  const done = new AbortController();
  const late = pause(waitMs, done.signal).then(() => undefined);
  const first = await Promise.race([made, late]).finally(() => done.abort());
  return first ?? (await readState(videos, video, version)) ?? made;
}

/** Returns the state of a transcript that was requested. */
async function readState({ db }: Videos, video: Video, version: VersionRow) {
  const row = await db
    .selectFrom("video_transcripts")
    .select(["status", "progress", "cues", "fail_code", "fail_message"])
    .where("video_id", "=", video.id)
    .where("version", "=", version.version)
    .where("account_id", "=", video.account_id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { status, cues, progress, fail_code, fail_message } = row;
  if (status === "completed") return presentTranscript(video, version, cues);
  return {
    ...presentTranscript(video, version, []),
    status: status === "running" ? ("processing" as const) : status,
    progress,
    failCode: fail_code ?? undefined,
    failMessage: fail_message ?? undefined,
  };
}

/** Creates a function that stores the progress of a running transcript, in percent. */
function createProgress({ db, log }: Videos, id: string) {
  let last = 0;
  let stored = 0;
  return (percent: number) => {
    const progress = Math.min(99, Math.floor(percent));
    if (progress <= last || Date.now() - stored < PROGRESS_MS) return;
    last = progress;
    stored = Date.now();
    db.updateTable("video_transcripts")
      .set({ progress })
      .where("id", "=", id)
      .where("status", "=", "running")
      .execute()
      .catch((error) => log.warn("progress of a transcript not stored", { id, error }));
  };
}

/** Fails and refunds transcripts that a crash cut off. */
export async function failLostTranscripts(videos: Videos): Promise<void> {
  const lost = await videos.db
    .selectFrom("video_transcripts")
    .select(["id", "account_id"])
    .where("status", "=", "running")
    .where("created_at", "<", sql<Date>`now() - ${LOST_AFTER_MINUTES} * interval '1 minute'`)
    .limit(100)
    .execute();
  for (const { id, account_id } of lost) await fail(videos, account_id, id, LOST);
}

const presentTranscript = ({ id }: Video, { version }: VersionRow, cues: readonly Cue[]) => ({
  videoId: toPublicId("vid", id),
  version,
  status: "completed" as const,
  progress: 100,
  cues: [...cues],
});

/** Stores a transcript that was not requested by itself. */
export async function keepTranscript(
  { db }: Videos,
  { id: video_id, account_id }: Omit<Video, "status">,
  version: number,
  cues: readonly Cue[],
): Promise<void> {
  await db
    .insertInto("video_transcripts")
    .values({ id: newUuid(), video_id, version, account_id, status: "completed", cues: sql`${cues}::jsonb` })
    .onConflict((conflict) =>
      conflict.columns(["video_id", "version"]).doUpdateSet({ status: "completed", cues: sql`excluded.cues` }),
    )
    .execute();
}

/** Transcribes the file of a version of a video. */
export const transcribe = (
  videos: Videos,
  transcriber: Transcriber,
  { id, account_id }: Pick<Video, "id" | "account_id">,
  { version, key, language }: { version: number; key: string; language: string | undefined },
  run: Pick<Run, "signal" | "progress" | "hold"> = { signal: videos.stopping, progress() {} },
): Promise<Cue[]> =>
  withFolder(join(videos.host.dataDir, "tmp"), "tr-", async (folder) => {
    const signal = AbortSignal.any([run.signal, AbortSignal.timeout(LIMIT_MS)]);
    const path = join(folder, "source");
    await videos.fetch.save(videos.media.url(key), path, { maxBytes: MAX_BYTES, timeoutMs: LIMIT_MS, signal });
    const recording = { path, language, owner: { id, accountId: account_id, name: `version ${version}` } };
    return hear(videos, transcriber, recording, { ...run, folder, signal });
  });

/** Charges a transcript. Throws `conflict` while it is in progress. */
const begin = (
  { credits, db, prices, quotas }: Videos,
  exchange: Exchange,
  { id: video_id, account_id }: Video,
  version: number,
): Promise<string> =>
  transact(db, async (trx) => {
    const id = newUuid();
    const running = trx.selectFrom("video_transcripts").where("account_id", "=", account_id);
    await quotas.requireRoom(trx, account_id, {
      limit: AT_ONCE,
      name: "transcripts being made",
      async count() {
        const rows = running.where("status", "=", "running").select((eb) => eb.fn.countAll<number>().as("count"));
        return Number((await rows.executeTakeFirstOrThrow()).count);
      },
    });
    const inserted = await trx
      .insertInto("video_transcripts")
      .values({ id, video_id, version, account_id, status: "running", cues: [] })
      .onConflict((conflict) =>
        conflict
          .columns(["video_id", "version"])
          .doUpdateSet({
            id,
            status: "running",
            progress: 0,
            fail_code: null,
            fail_message: null,
            created_at: sql`now()`,
          })
          .where("video_transcripts.status", "=", "failed"),
      )
      .returning("id")
      .executeTakeFirst();
    if (!inserted) throw new ApiError("conflict", "The transcript is in progress. Read it with GET in a moment.");
    const amount = prices.get("transcript");
    const remaining = await credits.charge(trx, {
      accountId: account_id,
      amount,
      reason: "Transcript",
      reference: id,
    });
    exchange.credits = { used: amount, remaining };
    return id;
  });

async function complete({ db }: Videos, id: string, cues: readonly Cue[]): Promise<void> {
  await db
    .updateTable("video_transcripts")
    .set({ status: "completed", cues: sql`${cues}::jsonb` })
    .where("id", "=", id)
    .execute();
}

interface Reason {
  code: string;
  message: string;
}

const LOST: Reason = { code: "engine_crashed", message: "The server was interrupted. Try again." };

/** Marks a transcript as failed and refunds it. Returns the balance. */
const fail = ({ credits, db }: Videos, accountId: string, id: string, reason: Reason): Promise<number> =>
  transact(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("video_transcripts")
      .set({ status: "failed", fail_code: reason.code, fail_message: reason.message })
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .where("status", "=", "running")
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await credits.refund(trx, accountId, id, "Refund: transcript failed");
    return credits.balance(trx, accountId);
  });

const HOW_TO =
  "No transcription engine is configured. Set, for example, WHISPER_MODEL (on this machine), OPENAI_API_KEY or OPENAI_TRANSCRIPTION_URL.";

const toReason = (error: unknown): Reason =>
  error instanceof EngineError
    ? error
    : { code: "engine_error", message: "The engine could not transcribe the video." };
