/** Tells where another person begins to speak: by the names in the transcript, or by how high the voices are. */
import type { Cue } from "vireo/slots/transcribe";
import { getQuantile } from "../numbers";
import { PITCHES_PER_SECOND } from "./pitch";
import type { Sentence } from "./sentences";
import type { TalkWord } from "./timed-words";

/** Fewer pitches say nothing about a sentence. */
const LEAST_PITCHES = 4;
/** Two voices are this far apart, in octaves and in deviations of each. One voice that is split in two is 3.5 deviations wide. */
const LEAST_DISTANCE = { octaves: 0.35, deviations: 4 };
/** Least number of sentences of a voice. */
const LEAST_SENTENCES = 3;
const ROUNDS = 10;

/** Returns for each sentence whether another person than before begins it. Undefined if people cannot be told apart. */
export function findTurns(
  words: readonly TalkWord[],
  sentences: readonly Sentence[],
  cues: readonly Cue[],
  pitches: readonly number[],
): boolean[] | undefined {
  const speakers: readonly (string | number | undefined)[] | undefined =
    readNames(words, sentences, cues) ?? hearVoices(words, sentences, pitches);
  if (!speakers) return undefined;
  let last = speakers.find((speaker) => speaker !== undefined);
  return sentences.map((_, i) => {
    // "Yes" is too short to tell. It answers a question.
    const isAnswer = sentences[i - 1]?.isQuestion === true;
    const speaker = speakers[i] ?? (isAnswer ? speakers.slice(i).find((one) => one !== undefined) : last);
    const isTurn = speaker !== undefined && speaker !== last;
    last = speaker ?? last;
    return isTurn;
  });
}

/** Returns the names of who speaks. A cue without a name continues the last one's. */
function readNames(words: readonly TalkWord[], sentences: readonly Sentence[], cues: readonly Cue[]) {
  if (new Set(cues.flatMap(({ speaker }) => speaker ?? [])).size < 2) return undefined;
  let name: string | undefined;
  const names = cues.map(({ speaker }) => {
    name = speaker ?? name;
    return name;
  });
  return sentences.map(({ from }) => names[words[from]!.cue]);
}

/** Returns which of two voices is heard. */
function hearVoices(words: readonly TalkWord[], sentences: readonly Sentence[], pitches: readonly number[]) {
  const heights = sentences.map(({ from, to }) => {
    const [start, end] = [words[from]!.start, words[to - 1]!.end].map((time) => Math.round(time * PITCHES_PER_SECOND));
    const heard = pitches.slice(start, end).filter((pitch) => pitch > 0);
    return heard.length < LEAST_PITCHES ? undefined : getQuantile(heard, 0.5);
  });
  const known = heights.filter((height) => height !== undefined);
  if (known.length < 2 * LEAST_SENTENCES) return undefined;
  let middle = (getQuantile(known, 0.05) + getQuantile(known, 0.95)) / 2;
  for (let round = 0; round < ROUNDS; round++) {
    const voices = [known.filter((height) => height < middle), known.filter((height) => height >= middle)];
    if (voices.some(({ length }) => length < LEAST_SENTENCES)) return undefined;
    const [low, high] = voices.map(getMean) as [number, number];
    middle = (low + high) / 2;
    if (round < ROUNDS - 1) continue;
    const spread = Math.max(getDeviation(voices[0]!, low), getDeviation(voices[1]!, high));
    if (high - low < Math.max(LEAST_DISTANCE.octaves, LEAST_DISTANCE.deviations * spread)) return undefined;
  }
  return heights.map((height) => (height === undefined ? undefined : Number(height >= middle)));
}

const getMean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const getDeviation = (values: readonly number[], mean: number): number =>
  Math.sqrt(getMean(values.map((value) => (value - mean) ** 2)));
