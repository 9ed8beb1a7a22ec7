import type { Cue } from "#sdk/slots/transcribe";

/** The `verbose_json` response of OpenAI and compatible servers. */
export interface Heard {
  text?: unknown;
  /** Some servers return words in each segment instead. */
  words?: unknown;
  segments?: unknown;
}

type Word = NonNullable<Cue["words"]>[number];

/** Limits of a cue: one or two short lines that can be read while they are spoken. */
const MOST_CHARACTERS = 42;
const MOST_SECONDS = 5;
const PAUSE = 0.7;
const SENTENCE_END = /[.!?…。！？]["'”’)]*$/u;
/** How far ahead to search for a word in the full text, in characters. */
const NEAR = 40;

/**
 * Builds readable cues from words, or from segments if there are no words. Returns an empty list for silent audio.
 *
 * @example buildCues({ words: [{ word: "Hi", start: 0, end: 0.4 }, { word: "there.", start: 0.4, end: 0.9 }] }); // [{ start: 0, end: 0.9, text: "Hi there.", words: [{ start: 0, end: 0.4, word: "Hi" }, { start: 0.4, end: 0.9, word: "there." }] }]
 */
export function buildCues(heard: Heard): Cue[] {
  const segments = timed(heard.segments, "text").filter(({ raw }) => !isSilence(raw));
  const all = Array.isArray(heard.words) ? heard.words : segments.flatMap(({ raw }) => raw.words ?? []);
  const words = punctuated(
    timed(all, "word").map(({ start, end, text }) => ({ start, end, word: text })),
    typeof heard.text === "string" ? heard.text : "",
  );
  if (words.length > 0) return ordered(grouped(words));
  return ordered(
    segments.map(({ start, end, text }) => ({ start, end, text: text.trim() })).filter(({ text }) => text !== ""),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: an untrusted response, checked field by field
type Json = any;

/** Keeps entries with valid times and text, sorted by time. */
function timed(list: unknown, name: "word" | "text"): { start: number; end: number; text: string; raw: Json }[] {
  const entries = (Array.isArray(list) ? list : []).flatMap((raw: Json) => {
    const [start, end, text] = [Number(raw?.start), Number(raw?.end), raw?.[name]];
    if (!Number.isFinite(start) || !Number.isFinite(end) || start < 0 || typeof text !== "string") return [];
    return [{ start, end: Math.max(end, start), text, raw }];
  });
  return entries.sort((a, b) => a.start - b.start);
}

/** Whisper's own rule for hallucinated text: probably silence, and low confidence. */
const isSilence = (segment: Json) => Number(segment.no_speech_prob) > 0.6 && Number(segment.avg_logprob) < -1;

/** Restores punctuation and spaces from the full text, because servers omit them from words. */
function punctuated(words: readonly Word[], text: string): Word[] {
  const lower = text.toLowerCase();
  const starts: number[] = [];
  let from = 0;
  for (const { word } of words) {
    const bare = word.trim().toLowerCase();
    const at = bare ? lower.indexOf(bare, from) : -1;
    // If a word is missing from the text, all words keep their spelling and are separated by spaces.
    if (at < 0 || at - from > NEAR)
      return words.map((word) => ({ ...word, word: `${word.word.trim()} ` })).filter(spoken);
    starts.push(at);
    from = at + bare.length;
  }
  return words
    .map((one, at) => ({ ...one, word: text.slice(at === 0 ? 0 : starts[at], starts[at + 1] ?? text.length) }))
    .filter(spoken);
}
const spoken = ({ word }: Word) => word.trim() !== "";

/** Groups words into cues. A sentence end, a pause or a limit starts a new one. */
function grouped(words: readonly Word[]): Cue[] {
  const cues: Cue[] = [];
  let group: Word[] = [];
  const close = () => {
    const [first] = group;
    if (!first) return;
    const text = group
      .map(({ word }) => word)
      .join("")
      .trim();
    cues.push({
      start: first.start,
      end: Math.max(...group.map(({ end }) => end)),
      text,
      words: group.map((word) => ({ ...word, word: word.word.trim() })),
    });
    group = [];
  };
  for (const word of words) {
    const [first, last] = [group[0], group.at(-1)];
    if (first && last) {
      const length = [...group, word].reduce((sum, entry) => sum + entry.word.length, 0);
      const ended = SENTENCE_END.test(last.word.trim());
      if (ended || word.start - last.end > PAUSE || length > MOST_CHARACTERS || word.end - first.start > MOST_SECONDS)
        close();
    }
    group.push(word);
  }
  close();
  return cues;
}

/** Sorts cues and removes overlaps. */
function ordered(cues: readonly Cue[]): Cue[] {
  const sorted = cues.toSorted((a, b) => a.start - b.start);
  return sorted
    .map((cue, at) => ({ ...cue, end: Math.min(cue.end, sorted[at + 1]?.start ?? cue.end) }))
    .filter(({ start, end }) => end > start);
}
