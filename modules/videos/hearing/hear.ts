/**
 * Transcription of recordings. Long ones are cut into parts, which are sent a few at a time. Each finished part is stored,
 * so that an interrupted run continues after it and no part is paid for twice.
 *
 *     cut ─► the parts that tell the language ─► the others ─► join
 *             each: send, again after a fault; in halves if the recogniser repeats itself
 */
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import type { Interval } from "vireo/captions/align";
import { dropLoopedCues } from "vireo/captions/loops";
import { EngineError, type Run } from "vireo/engine";
import type { Footage } from "vireo/inputs/footage";
import { probe } from "vireo/media";
import type { Cue, Transcriber } from "vireo/slots/transcribe";
import { pause } from "vireo/timing";
import type { Videos } from "../context";
import { dropInventions } from "./inventions";
import { type HeardPart, joinParts } from "./join";
import { splitSpan } from "./split";

/** A recording to transcribe. */
export interface Recording {
  /** Path of a video or audio file. */
  path: string;
  language?: string | undefined;
  /** What the parts are stored with: a generation, and the name of the recording there. */
  owner: { id: string; accountId: string; name: string };
}

type HearingRun = Pick<Run, "folder" | "signal" | "progress" | "hold">;

/** Faults after which a part is sent again: the next call may succeed. */
const PASSING: ReadonlySet<string> = new Set([
  "provider_error",
  "provider_timeout",
  "provider_unavailable",
  "outcome_unknown",
]);
/** Milliseconds before each further attempt. */
const RETRIES = [500, 4000];
/** Where the language of a long recording is detected, as shares of it. Its start is often music, or a greeting. */
const PLACES = [0.2, 0.5, 0.8];
/** Age at which stored parts of a recording that was never finished are removed. */
const KEPT_DAYS = 7;

/** Transcribes a recording. Returns no cues if nobody speaks. Throws EngineError. */
export async function hear(
  videos: Videos,
  transcriber: Transcriber,
  { path, language, owner }: Recording,
  run: HearingRun,
): Promise<Cue[]> {
  const { parts } = transcriber;
  const { local } = videos.services;
  const file = parts && local ? await probe(path) : undefined;
  if (!parts || !local || !file?.duration || file.duration <= parts.maxSeconds)
    return dropLoopedCues(await transcriber.transcribe({ path, language: language || undefined }, run));
  if (!file.hasAudio) return [];
  const findVoice = (span: Interval) => local.findVoice(path, span, run);
  const spans = await splitSpan({ start: 0, end: file.duration }, parts.maxSeconds, findVoice);
  return hearParts({ videos, transcriber, footage: local, path, owner, run }, spans, language || undefined);
}

/** Removes stored parts that no interrupted run will ask for. */
export async function forgetOldParts({ db }: Pick<Videos, "db">): Promise<void> {
  const age = sql<Date>`now() - ${KEPT_DAYS} * interval '1 day'`;
  await db.deleteFrom("heard_parts").where("created_at", "<", age).execute();
}

interface Job extends Pick<Recording, "path" | "owner"> {
  videos: Videos;
  transcriber: Transcriber;
  footage: Footage;
  run: HearingRun;
}

interface Heard {
  cues: Cue[];
  language?: string | undefined;
}

/** Transcribes the parts of a recording, all in one language: the requested one, or that of most of three places. */
async function hearParts(job: Job, spans: readonly Interval[], requested: string | undefined): Promise<Cue[]> {
  const heard: Heard[] = [];
  const shares = spans.map(() => 0);
  const report = (i: number, percent: number) => {
    shares[i] = Math.max(shares[i]!, percent);
    job.run.progress(shares.reduce((sum, share) => sum + share, 0) / spans.length);
  };
  const hearSome = (indexes: number[], language: string | undefined) =>
    runSome(indexes, job.transcriber.parts?.atOnce ?? 1, async (i) => {
      const run = { ...job.run, progress: (percent: number) => report(i, percent) };
      heard[i] = await hearPart({ ...job, run }, spans[i]!, language);
      report(i, 100);
    });
  let language = requested;
  if (!language && spans.length >= PLACES.length) {
    const places = PLACES.map((place) => Math.floor(place * spans.length));
    await hearSome(places, undefined);
    const votes = places.map((i) => heard[i]!.language);
    language = votes.find((vote, i) => vote !== undefined && votes.indexOf(vote) !== i);
  }
  const isLeft = (one: Heard | undefined) => !one || (language && one.language && one.language !== language);
  await hearSome(
    [...spans.keys()].filter((i) => isLeft(heard[i])),
    language,
  );
  return joinParts(spans.map((span, i): HeardPart => ({ ...span, cues: heard[i]!.cues })));
}

/** Transcribes a part. If the recogniser repeats itself, the halves are transcribed, and what is still repeated is left out. */
async function hearPart(job: Job, span: Interval, language: string | undefined): Promise<Heard> {
  const heard = await hearSpan(job, span, language);
  if (dropLoopedCues(heard.cues).length === heard.cues.length) return heard;
  const { videos, owner } = job;
  videos.log.warn("transcript repeats itself; transcribing the part in halves", { id: owner.id, ...span });
  const halves = await splitSpan(span, span.end - span.start, (part) => findVoice(job, part), 2);
  const parts: HeardPart[] = [];
  for (const half of halves) parts.push({ ...half, cues: (await hearSpan(job, half, language)).cues });
  return { ...heard, cues: dropLoopedCues(joinParts(parts)) };
}

const findVoice = ({ footage, path, run }: Job, span: Interval) => footage.findVoice(path, span, run);

/** Transcribes a stretch of the recording once. Its cues are in seconds of the whole. */
async function hearSpan(job: Job, span: Interval, language: string | undefined): Promise<Heard> {
  const { videos, transcriber, owner } = job;
  const part = `${transcriber.name}:${language ?? ""}:${span.start}-${span.end}`;
  const stored = await videos.db
    .selectFrom("heard_parts")
    .select(["cues", "language"])
    .where("owner_id", "=", owner.id)
    .where("account_id", "=", owner.accountId)
    .where("name", "=", owner.name)
    .where("part", "=", part)
    .executeTakeFirst();
  if (stored) return { cues: stored.cues, language: stored.language ?? undefined };
  return send(job, span, language, async ({ cues, language }) => {
    await videos.db
      .insertInto("heard_parts")
      .values({
        owner_id: owner.id,
        account_id: owner.accountId,
        name: owner.name,
        part,
        cues: sql`${cues}::jsonb`,
        language: language ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** Sends a stretch to the transcriber, again after a fault that may pass. A server that stops waits for the response. */
async function send(
  job: Job,
  span: Interval,
  language: string | undefined,
  store: (heard: Heard) => Promise<void>,
): Promise<Heard> {
  const { videos, transcriber, footage, path, run } = job;
  for (let attempt = 0; ; attempt++) {
    // Other parts may hold the run.
    videos.stopping.throwIfAborted();
    run.signal.throwIfAborted();
    const release = transcriber.repeatable ? undefined : run.hold?.();
    try {
      const sound = await footage.sound(path, "m4a", run, span);
      let detected: string | undefined;
      const detect = (found: string) => {
        detected = parseLanguage(found);
      };
      const request = { path: sound, language };
      const cues = await transcriber
        .transcribe(request, { folder: run.folder, signal: run.signal, progress: run.progress, detect })
        .finally(() => rm(sound, { force: true }));
      const moved = cues.map((cue) => moveCue(cue, span));
      const heard = { cues: await dropInventions(moved, () => findVoice(job, span)), language: detected };
      await store(heard);
      return heard;
    } catch (error) {
      const wait = RETRIES[attempt];
      if (!(error instanceof EngineError && PASSING.has(error.code)) || wait === undefined) throw error;
      videos.log.warn("part of a transcript failed; sending it again", { id: job.owner.id, ...span, error });
      release?.();
      await pause(wait, run.signal);
    } finally {
      release?.();
    }
  }
}

/** Moves a cue from the seconds of a part to those of the whole. It ends with the part. */
function moveCue({ words, ...cue }: Cue, { start, end }: Interval): Cue {
  const move = <Timed extends Interval>(timed: Timed): Timed => ({
    ...timed,
    start: Math.min(timed.start + start, end),
    end: Math.min(timed.end + start, end),
  });
  return { ...move(cue), words: words?.map(move) };
}

/** Runs work for some items at a time. After a failure, no other begins; those that have begun end first. */
async function runSome<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>) {
  const queue = [...items];
  const take = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      await work(item).catch((error) => {
        queue.length = 0;
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, take));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** Returns the two-letter code of a language that an engine names by its code or in English. */
function parseLanguage(name: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  const [code = ""] = wanted.split("-");
  return /^[a-z]{2}$/.test(code) ? code : getCodes().get(wanted);
}

let codes: Map<string, string> | undefined;
function getCodes(): Map<string, string> {
  if (codes) return codes;
  const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  codes = new Map(
    letters.flatMap((first) =>
      letters.flatMap((second) => {
        const name = names.of(first + second);
        return name ? [[name.toLowerCase(), first + second] as const] : [];
      }),
    ),
  );
  return codes;
}
