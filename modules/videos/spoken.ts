import { sql } from "kysely";
import { buildCues } from "vireo/captions/cues";
import type { Database } from "vireo/database";
import type { SpokenWord } from "vireo/slots/speak";
import type { Cue } from "vireo/slots/transcribe";
import { shiftWords } from "vireo/speech/words";
import type { Videos } from "./context";
import type { VersionLayer, VoiceoverLayer } from "./edits/layers";
import { readTimeline, type Timeline, toOriginalCues, toOwnCues } from "./edits/timeline";
import { SPEECH_STEP, type SpeechFacts } from "./speech";
import { layersWithoutText, type Operation, originalDuration, readLayers } from "./versions";

/** Edits that do not shift the audio. */
const KEEPS_TIMES = new Set<string>(["captions", "overlay"]);

/** Layers that change what is said, or when. */
const CHANGES_SPEECH = new Set<string>(["trim", "tighten", "voiceover"]);

/** Returns cues of a speech whose engine has reported word times. Undefined without such times. */
function toCues({ text, words = [], start }: { text: string; words?: SpokenWord[]; start: number }) {
  return words.length > 0 ? buildCues({ text, words: shiftWords(words, start) }) : undefined;
}

/** Returns what a voice-over says, in seconds of the original. Undefined without the times of its words. */
export function readVoice({ fields: { start, text }, made: { voice } }: VoiceoverLayer): Cue[] | undefined {
  if (text !== undefined) return toCues({ text, words: voice?.words ?? [], start });
  return voice?.heard && toOriginalCues({ start }, voice.heard);
}

/** A version, and what is known of its speech. */
interface Heard {
  version: number;
  operation: Operation;
  /** Without texts. */
  layers: VersionLayer[] | null;
  original: number | null;
  /** Of a clip: the long video, whose version `original` is. */
  source_id: string | null;
  base: number;
  /** Length of the original in seconds, if known. */
  duration: number | null;
  generation_id: string;
  /** True if it is narrated, or the voice-over of an earlier release. */
  isSpoken: boolean;
  /** True if somebody has requested its transcript. */
  isTranscribed: boolean;
}

type VideoRef = Readonly<{ id: string; account_id: string }>;

/** The versions of a video. */
interface Versions {
  db: Database;
  videoId: string;
  accountId: string;
  all: readonly Heard[];
}

async function readHeard({ db }: Pick<Videos, "db">, { id: videoId, account_id }: VideoRef): Promise<Versions> {
  const rows = await db
    .selectFrom("video_versions")
    .innerJoin("generations", "generations.id", "video_versions.generation_id")
    .leftJoin("generation_steps", (join) =>
      join
        .onRef("generation_steps.generation_id", "=", "video_versions.generation_id")
        .on("generation_steps.step", "=", SPEECH_STEP)
        .on("generation_steps.state", "=", "done"),
    )
    .leftJoin("video_transcripts", (join) =>
      join
        .onRef("video_transcripts.video_id", "=", "video_versions.video_id")
        .onRef("video_transcripts.version", "=", "video_versions.version")
        .on("video_transcripts.status", "=", "completed"),
    )
    .leftJoin("video_sources", "video_sources.video_id", "video_versions.video_id")
    .select("video_sources.source_id")
    .select(["video_versions.version", "video_versions.operation", "video_versions.original"])
    .select(["video_versions.generation_id", layersWithoutText.as("layers")])
    .select(sql<number>`coalesce((request->>'baseVersion')::int, video_versions.version - 1)`.as("base"))
    .select(originalDuration.as("duration"))
    .select(["generation_steps.step", "video_transcripts.id as transcript"])
    .where("video_versions.video_id", "=", videoId)
    .where("video_versions.account_id", "=", account_id)
    .execute();
  const all = rows.map(({ step, transcript, ...row }) => ({
    ...row,
    isSpoken: step !== null,
    isTranscribed: transcript !== null,
  }));
  return { db, videoId, accountId: account_id, all };
}

/** Returns the transcript of a version, if known: its own, that of its voice-overs, or that of its original. */
export async function findSpokenCues(videos: Videos, video: VideoRef, version: number): Promise<Cue[] | undefined> {
  const versions = await readHeard(videos, video);
  const row = versions.all.find((one) => one.version === version);
  return row && findCues(row, versions);
}

/** Returns the transcript of an original in its seconds, if it or that of a version with the same sound is known. */
export async function findOriginalSpeech(
  videos: Pick<Videos, "db">,
  video: VideoRef,
  version: number,
): Promise<Cue[] | undefined> {
  const versions = await readHeard(videos, video);
  const row = versions.all.find((one) => one.version === version);
  return row && findOriginalCues(row, versions);
}

async function readTranscript({ db, videoId }: Versions, { version }: Heard): Promise<Cue[] | undefined> {
  const rows = db.selectFrom("video_transcripts").select("cues").where("video_id", "=", videoId);
  return (await rows.where("version", "=", version).executeTakeFirst())?.cues;
}

/** Returns the cues of a narrated video, or of a voice-over of an earlier release. */
async function readSpeech({ db }: Versions, { generation_id }: Heard): Promise<Cue[] | undefined> {
  const steps = db.selectFrom("generation_steps").select("facts").where("generation_id", "=", generation_id);
  const step = await steps.where("step", "=", SPEECH_STEP).executeTakeFirst();
  return step && toCues(step.facts as unknown as SpeechFacts);
}

const readOwnTimeline = ({ layers, duration }: Heard): Timeline => readTimeline(layers ?? [], duration ?? undefined);

async function findCues(row: Heard, versions: Versions): Promise<Cue[] | undefined> {
  const { layers, version, isTranscribed } = row;
  if (isTranscribed) return readTranscript(versions, row);
  if (!layers) return findOriginalCues(row, versions);
  if (layers.some(({ type }) => type === "voiceover")) {
    const own = await readLayers(versions.db, { video_id: versions.videoId, version });
    const said = own.filter((layer) => layer.type === "voiceover").map(readVoice);
    if (said.includes(undefined)) return undefined;
    const cues = said.flatMap((cues) => cues ?? []).sort((a, b) => a.start - b.start);
    return toOwnCues(readOwnTimeline(row), cues);
  }
  const heard = await findHeard(row, versions);
  return heard && toOwnCues(readOwnTimeline(row), heard);
}

/** Returns the transcript of what a version's layers are applied to. */
async function findHeard({ source_id, original }: Heard, versions: Versions): Promise<Cue[] | undefined> {
  if (original === null) return undefined;
  const { db, accountId, all } = versions;
  if (source_id) return findOriginalSpeech({ db }, { id: source_id, account_id: accountId }, original);
  const source = all.find((other) => other.version === original);
  return source && findOriginalCues(source, versions);
}

async function findOriginalCues(row: Heard, versions: Versions): Promise<Cue[] | undefined> {
  const { operation, base, version, isSpoken, isTranscribed } = row;
  const { all } = versions;
  if (isTranscribed) return readTranscript(versions, row);
  if (isSpoken && (operation === "original" || operation === "voiceover")) return readSpeech(versions, row);
  const isWhole = ({ layers }: Heard) => !layers?.some(({ type }) => CHANGES_SPEECH.has(type));
  const twin = all.find((other) => other.original === version && other.isTranscribed && isWhole(other));
  if (twin) return readTranscript(versions, twin);
  // An edit of an earlier release has the sound of its base version, unless it changed it.
  const before = KEEPS_TIMES.has(operation) ? all.find((other) => other.version === base) : undefined;
  return before && findCues(before, versions);
}
