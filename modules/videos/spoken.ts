import { buildCues } from "vireo/captions/cues";
import type { SpokenWord } from "vireo/slots/speak";
import type { Cue } from "vireo/slots/transcribe";
import { shiftWords } from "vireo/speech/words";
import type { Videos } from "./context";
import type { VersionLayer, VoiceoverLayer } from "./edits/layers";
import { readTimeline, type Timeline, toOriginalCues, toOwnCues } from "./edits/timeline";
import { SPEECH_STEP, type SpeechFacts } from "./speech";
import type { Operation } from "./versions";

/** Edits that do not shift the audio. */
const KEEPS_TIMES = new Set<string>(["captions", "overlay"]);

/** Returns cues of a speech whose engine has reported word times. Undefined without such times. */
export function toCues({ text, words = [], start }: { text: string; words?: SpokenWord[]; start: number }) {
  return words.length > 0 ? buildCues({ text, words: shiftWords(words, start) }) : undefined;
}

/** Returns what a voice-over says, in seconds of the original. Undefined without the times of its words. */
function readVoice({ fields: { start, text }, made: { voice } }: VoiceoverLayer): Cue[] | undefined {
  if (text !== undefined) return toCues({ text, words: voice?.words ?? [], start });
  return voice?.heard && toOriginalCues({ start, end: undefined }, voice.heard);
}

/** What is known of the speech in a version. */
interface Heard {
  version: number;
  operation: Operation;
  layers: VersionLayer[] | null;
  original: number | null;
  request: { baseVersion?: number; duration?: number };
  /** Its own speech, if it is narrated. */
  facts: object | null;
  /** Its transcript, if somebody has requested one. */
  cues: Cue[] | null;
}

type VideoRef = Readonly<{ id: string; account_id: string }>;

const readHeard = ({ db }: Videos, { id, account_id }: VideoRef): Promise<Heard[]> =>
  db
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
    .select(["video_versions.version", "video_versions.operation"])
    .select(["video_versions.layers", "video_versions.original"])
    .select(["generations.request", "generation_steps.facts", "video_transcripts.cues"])
    .where("video_versions.video_id", "=", id)
    .where("video_versions.account_id", "=", account_id)
    .execute();

/** Returns the transcript of a version, if known: its own, that of its voice-over, or that of its original. */
export async function findSpokenCues(videos: Videos, video: VideoRef, version: number): Promise<Cue[] | undefined> {
  const all = await readHeard(videos, video);
  const row = all.find((one) => one.version === version);
  return row && findCues(row, all);
}

/** Returns the transcript of an original in its seconds, if it or that of a version with the same sound is known. */
export async function findOriginalSpeech(videos: Videos, video: VideoRef, version: number): Promise<Cue[] | undefined> {
  const all = await readHeard(videos, video);
  const row = all.find((one) => one.version === version);
  return row && findOriginalCues(row, all);
}

const readOwnTimeline = ({ layers, request }: Heard): Timeline => readTimeline(layers ?? [], request.duration);

function findCues(row: Heard, all: readonly Heard[]): Cue[] | undefined {
  const { layers, original, cues } = row;
  if (cues) return cues;
  if (!layers) return findOriginalCues(row, all);
  const timeline = readOwnTimeline(row);
  const voices = layers.filter((layer) => layer.type === "voiceover");
  if (voices.length > 0) {
    const said = voices.map(readVoice);
    if (said.includes(undefined)) return undefined;
    return toOwnCues(
      timeline,
      said.flatMap((cues) => cues ?? []).sort((a, b) => a.start - b.start),
    );
  }
  const source = all.find(({ version }) => version === original);
  const heard = source && findOriginalCues(source, all);
  return heard && toOwnCues(timeline, heard);
}

function findOriginalCues(row: Heard, all: readonly Heard[]): Cue[] | undefined {
  if (row.cues) return row.cues;
  const { operation, facts, request, version } = row;
  if (facts && (operation === "original" || operation === "voiceover")) return toCues(facts as SpeechFacts);
  const isWhole = (other: Heard) => !other.layers?.some(({ type }) => type === "trim" || type === "voiceover");
  const twin = all.find((other) => other.original === version && other.cues && isWhole(other));
  if (twin?.cues) return toOriginalCues(readOwnTimeline(twin), twin.cues);
  // An edit from before layers were stored has the sound of its base version, unless it changed it.
  if (!KEEPS_TIMES.has(operation)) return undefined;
  const base = all.find((other) => other.version === (request.baseVersion ?? version - 1));
  return base && findCues(base, all);
}
