import { clockAt, endsClause, endsSentence, splitWords, spreadWords, type Word } from "./words";

/** A part of a recording, such as the speech between two pauses. Seconds. */
export interface Interval {
  start: number;
  end: number;
}

/** Limits of a group. They bound the search. */
const MOST_WORDS = 45;
const MOST_STRETCHES = 4;
/** Standard deviation of the time that a group takes to say: a constant, and a share of the estimate. */
const TOLERANCE = { seconds: 0.12, share: 0.16 };
/** Penalties, on the scale of `(deviation / standard deviation)² / 2`. */
const COST = {
  /** A pause within a clause: a constant, and per second, because long ones are mostly between sentences. */
  pauseInside: 2.6,
  longPauseInside: 6,
  pauseAtClause: 0.4,
  /** The end of a sentence or clause without a pause. */
  silentSentence: 2.5,
  silentClause: 0.3,
  /** A pause within a group, per second. */
  skippedPause: 14,
};
/** How far the words may drift from their share of the time: seconds, and a share of the time. Bounds the search. */
const DRIFT = { seconds: 8, share: 0.1 };
/** The second pass uses the speaking rate that the first one measured. */
const PASSES = 2;

interface Token {
  /** Estimated seconds at a normal pace. */
  seconds: number;
  ends: "sentence" | "clause" | "nothing";
}

/**
 * Estimates when each word of a text is spoken, from the pauses in its recording. Ends of sentences are matched with
 * pauses, and the words between two pauses are spread by their estimated speaking time.
 * @param stretches the speech between pauses, in order, as from `findSpeech`
 * @returns the words in order, with times in seconds
 * @example
 * const words = alignWords("Cold brew. Order now.", [{ start: 0, end: 1 }, { start: 2, end: 3 }]);
 * words.map(({ text, start }) => `${text} ${start.toFixed(1)}`); // ["Cold 0.0", "brew. 0.5", "Order 2.0", "now. 2.6"]
 */
export function alignWords(text: string, stretches: readonly Interval[]): Word[] {
  const words = splitWords(text);
  const spoken = stretches.filter(({ start, end }) => end > start);
  if (words.length === 0 || spoken.length < 2) return spreadWords(text, stretches);
  const tokens = words.map(({ text }): Token => {
    const ends = endsSentence(text) ? "sentence" : endsClause(text) ? "clause" : "nothing";
    return { seconds: estimateSeconds(text), ends };
  });
  let pace = sum(spoken.map(({ start, end }) => end - start)) / sum(tokens.map(({ seconds }) => seconds));
  let groups = matchGroups(tokens, spoken, pace);
  for (let pass = 1; pass < PASSES; pass++) {
    pace = median(groups.map((group) => measurePace(group, tokens, spoken)));
    groups = matchGroups(tokens, spoken, pace);
  }
  return groups.flatMap(({ words: [from, to], stretches: [first, last] }) =>
    spread(words.slice(from, to), tokens.slice(from, to), spoken.slice(first, last)),
  );
}

/** Approximate seconds to say a word at a normal pace. */
function estimateSeconds(word: string): number {
  const letters =
    word
      .normalize("NFD")
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu) ?? [];
  const digits = letters.filter((letter) => /\p{N}/u.test(letter)).length;
  // In Chinese, Japanese and Korean, a character is about one syllable.
  const dense = letters.filter((letter) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(letter),
  ).length;
  const plain = letters.length - digits - dense;
  return 0.07 + 0.056 * plain + 0.3 * digits + 0.16 * dense;
}

interface Group {
  /** Ranges of indexes, without the end. */
  words: [number, number];
  stretches: [number, number];
}

/** Assigns words to periods of speech, at the lowest total penalty, by dynamic programming. */
function matchGroups(tokens: readonly Token[], spoken: readonly Interval[], pace: number): Group[] {
  const [many, count] = [tokens.length, spoken.length];
  const width = count + 1;
  const expectedTime = prefix(tokens.map(({ seconds }) => seconds * pace));
  const silent = prefix(
    tokens.map(({ ends }) => (ends === "sentence" ? COST.silentSentence : ends === "clause" ? COST.silentClause : 0)),
  );
  const time = prefix(spoken.map(({ start, end }) => end - start));
  const gaps = prefix(
    spoken.map(({ end }, i) => (spoken[i + 1] ? COST.skippedPause * (spoken[i + 1]!.start - end) : 0)),
  );
  const best = new Float64Array((many + 1) * width).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array((many + 1) * width);
  best[0] = 0;
  // With few words or few periods, groups must be larger to cover everything.
  const mostStretches = Math.max(MOST_STRETCHES, Math.ceil(count / many) + 1);
  const mostWords = Math.max(MOST_WORDS, Math.ceil((1.5 * many) / count));
  for (let i = 1; i <= many; i++) {
    for (let j = 1; j <= count; j++) {
      const isLast = j === count;
      const end = isLast ? 0 : endCost(tokens[i - 1]!, spoken[j]!.start - spoken[j - 1]!.end);
      if (isLast !== (i === many)) continue;
      // Skips matches where the words are far from their share of the time.
      if (
        Math.abs((expectedTime[i]! / expectedTime[many]!) * time[count]! - time[j]!) >
        DRIFT.seconds + DRIFT.share * time[j]!
      )
        continue;
      for (let b = Math.max(0, j - mostStretches); b < j; b++) {
        const length = time[j]! - time[b]!;
        const skipped = gaps[j - 1]! - gaps[b]!;
        for (let a = Math.max(0, i - mostWords); a < i; a++) {
          const before = best[a * width + b]!;
          if (before === Number.POSITIVE_INFINITY) continue;
          const expected = expectedTime[i]! - expectedTime[a]!;
          const spreadBy = TOLERANCE.seconds ** 2 + (TOLERANCE.share * expected) ** 2;
          const cost = before + (length - expected) ** 2 / (2 * spreadBy) + silent[i - 1]! - silent[a]! + skipped + end;
          if (cost < best[i * width + j]!) {
            best[i * width + j] = cost;
            from[i * width + j] = a * width + b;
          }
        }
      }
    }
  }
  return trace(from, many, count, width);
}

function endCost({ ends }: Token, pause: number): number {
  if (ends === "sentence") return 0;
  return ends === "clause" ? COST.pauseAtClause : COST.pauseInside + COST.longPauseInside * pause;
}

function trace(from: Int32Array, many: number, count: number, width: number): Group[] {
  const groups: Group[] = [];
  for (let at = many * width + count; at > 0; at = from[at]!) {
    const [i, j, a, b] = [Math.floor(at / width), at % width, Math.floor(from[at]! / width), from[at]! % width];
    groups.unshift({ words: [a, i], stretches: [b, j] });
  }
  return groups;
}

function measurePace(
  { words: [a, i], stretches: [b, j] }: Group,
  tokens: readonly Token[],
  spoken: readonly Interval[],
) {
  const expected = sum(tokens.slice(a, i).map(({ seconds }) => seconds));
  return sum(spoken.slice(b, j).map(({ start, end }) => end - start)) / expected;
}

/** Spreads the words of a group over its periods of speech, in proportion to their estimates. */
function spread(
  words: readonly Pick<Word, "text" | "joined">[],
  tokens: readonly Token[],
  stretches: readonly Interval[],
): Word[] {
  const time = sum(stretches.map(({ start, end }) => end - start));
  const total = sum(tokens.map(({ seconds }) => seconds));
  let elapsed = 0;
  return words.map((word, i) => {
    const start = clockAt((elapsed / total) * time, stretches, "start");
    elapsed += tokens[i]!.seconds;
    const end = clockAt((elapsed / total) * time, stretches, "end");
    return { ...word, start, end: Math.max(start, end) };
  });
}

const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1]!;

/** Prefix sums: element i is the sum of the first i values. */
function prefix(list: readonly number[]): Float64Array {
  const out = new Float64Array(list.length + 1);
  for (const [i, value] of list.entries()) out[i + 1] = out[i]! + value;
  return out;
}
