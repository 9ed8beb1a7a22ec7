import { alignWords, type Interval } from "vireo/captions/align";
import { makeKey } from "vireo/captions/loops";
import { splitWords, spreadWords } from "vireo/captions/words";
import type { Cue } from "vireo/slots/transcribe";
import { clampFinite, countWhile } from "../numbers";
import type { Voice } from "./voice";

/** A word of a talk. Times are in seconds. */
export interface TalkWord {
  text: string;
  /** Lower case without punctuation. Several words can have the same key. */
  key: string;
  start: number;
  end: number;
  /** No space between this word and the previous one. */
  joined: boolean;
  /** Index of its cue. */
  cue: number;
}

/** A cue with its index in the transcript. */
interface NumberedCue extends Cue {
  index: number;
}

/** Limits of a stored cue. */
const MAX_CUE_WORDS = 500;
const MAX_WORD = 200;

/** Cues this long cannot be matched with pauses: the search is too wide. Seconds. */
const MAX_ALIGNED = 120;
/** Shorter gaps between words, in seconds, are often an error of the transcript. */
const MIN_GAP = 0.08;
/** Distance of a gap from the pause that it belongs to, in seconds. */
const TOLERANCE = 0.15;
/** Descriptions of sounds, such as "[music]" and "♪". */
const SOUNDS = /[[(（【][^\])）】]{1,40}[\])）】]|[♪♫]+|(?:^|\s)(?:>>+|--?)(?=\s)/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u;

/**
 * Returns the words of a talk in order. Words without times are spread over the voice within their cue. Words that
 * overlap another word keep their times, because a cut must not touch either.
 */
export function timeTalk(cues: readonly Cue[], duration: number, voice: Voice | undefined): TalkWord[] {
  const words = separateCues(cues, duration).flatMap((cue) => timeCue(cue, voice));
  const sorted = words
    .filter(({ start, end }) => start < duration && end <= duration + 0.5)
    .map((word) => ({ ...word, end: Math.min(word.end, duration) }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const merged = mergePunctuation(sorted);
  if (voice) moveToPauses(merged, voice);
  return merged;
}

/**
 * Returns cues with the times of these words. Cues that are not wholly in the part that was heard stay as they are, and so
 * do those that are too long.
 */
export function addTimes(cues: readonly Cue[], words: readonly TalkWord[], heard?: Interval): Cue[] {
  const byCue = Map.groupBy(words, ({ cue }) => cue);
  return cues.map((cue, index) => {
    const own = byCue.get(index) ?? [];
    const fits = own.length > 0 && own.length <= MAX_CUE_WORDS && own.every(({ text }) => text.length <= MAX_WORD);
    if (!fits || (heard && (cue.start < heard.start || cue.end > heard.end))) return cue;
    const timed = own.map(({ text, start, end }) => ({ word: text, start: toMillis(start), end: toMillis(end) }));
    return { ...cue, words: timed, ...(cue.words?.length ? {} : { isEstimated: true }) };
  });
}

const toMillis = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** Sorts cues and limits them to the video. A cue without word times ends when the next one starts. */
function separateCues(cues: readonly Cue[], duration: number): NumberedCue[] {
  const sorted = cues
    .map((cue, index) => ({ ...cue, index, start: Math.max(0, cue.start), end: Math.min(cue.end, duration) }))
    .filter(({ start, end, words }) => end > start || (words?.length ?? 0) > 0)
    .sort((a, b) => a.start - b.start);
  for (const [i, cue] of sorted.entries()) {
    const next = sorted[i + 1]?.start ?? duration;
    if (cue.end > next && next > cue.start) cue.end = next;
  }
  return sorted;
}

function timeCue(cue: NumberedCue, voice: Voice | undefined): TalkWord[] {
  const timed = (cue.words ?? [])
    .filter(({ start, end }) => Number.isFinite(start) && Number.isFinite(end) && start >= 0)
    .flatMap(({ word, start, end }) => {
      const text = (word ?? "").replace(SOUNDS, " ");
      const parts = splitWords(text);
      // Most words are one part. Only the others need to be spread.
      return parts.length < 2
        ? parts.map((part) => ({ ...part, start, end: Math.max(start, end) }))
        : spreadWords(text, [{ start, end: Math.max(start, end) }]);
    });
  return (timed.length > 0 ? timed : spreadOverVoice(cue, voice)).map((word) => ({
    ...word,
    key: makeKey(word.text),
    cue: cue.index,
  }));
}

function spreadOverVoice(cue: Cue, voice: Voice | undefined) {
  if (!(cue.end > cue.start)) return [];
  const text = (cue.text ?? "").replace(SOUNDS, " ");
  const stretches = voice ? clipStretches(voice.stretches, cue) : [];
  const spoken = stretches.reduce((sum, { start, end }) => sum + end - start, 0);
  // A cue with hardly any voice was spoken more quietly than the threshold.
  if (spoken < 0.3 * (cue.end - cue.start)) return spreadWords(text, [cue]);
  return cue.end - cue.start > MAX_ALIGNED ? spreadWords(text, stretches) : alignWords(text, stretches);
}

function clipStretches(stretches: Voice["stretches"], { start, end }: { start: number; end: number }) {
  const clipped: Voice["stretches"] = [];
  for (let i = countWhile(stretches, (stretch) => stretch.end < start); i < stretches.length; i++) {
    const stretch = stretches[i]!;
    if (stretch.start >= end) break;
    const part = { start: Math.max(start, stretch.start), end: Math.min(end, stretch.end) };
    if (part.end - part.start > 0.02) clipped.push(part);
  }
  return clipped;
}

/** Adds punctuation that stands alone to the word before it, and completes `joined`. */
function mergePunctuation(words: readonly TalkWord[]): TalkWord[] {
  const merged: TalkWord[] = [];
  for (const word of words) {
    const last = merged.at(-1);
    if (word.key) {
      const joined = word.joined || (!!last && UNSPACED.test(word.text[0]!) && UNSPACED.test(last.text.at(-1)!));
      merged.push({ ...word, joined: joined && merged.length > 0 });
    } else if (last && /[.!?…,;:。！？、，]/u.test(word.text)) last.text += word.text;
  }
  return merged;
}

/**
 * Recognisers often write the pause between two sentences into one of the words. Shortens such words to the voice, if
 * they leave no gap.
 */
function moveToPauses(words: TalkWord[], voice: Voice): void {
  for (let i = 1; i < voice.stretches.length; i++) {
    const pause = { start: voice.stretches[i - 1]!.end, end: voice.stretches[i]!.start };
    const middle = (pause.start + pause.end) / 2;
    const next = countWhile(words, ({ start }) => start < middle);
    // The gap that is nearest to the pause, among those before and after the word in its middle.
    let nearest: number | undefined;
    let distance = TOLERANCE;
    for (let k = Math.max(1, next - 1); k <= Math.min(words.length - 1, next + 1); k++) {
      const time = words[k]!.start;
      const away = Math.max(pause.start - time, time - pause.end, 0);
      if (away < distance) [nearest, distance] = [k, away];
    }
    if (nearest === undefined) continue;
    const [before, after] = [words[nearest - 1]!, words[nearest]!];
    const gap = after.start - before.end;
    if (gap > MIN_GAP || gap < -TOLERANCE) continue;
    if (before.start < pause.start - 0.03) before.end = clampFinite(pause.start, before.start, before.end);
    if (after.end > pause.end + 0.03) after.start = clampFinite(pause.end, after.start, after.end);
  }
}
