/** A possible moment. Times are in seconds. */
export interface Candidate {
  start: number;
  end: number;
  /** Candidates are compared by it. */
  value: number;
  /** Decides whether the candidate is worth a clip at all, regardless of what the caller looks for. */
  quality: number;
}

const MAX_MOMENTS = 20;
/** Moments below this share of the best quality are not worth a clip. */
const MIN_SHARE = 0.5;
/** Range of scores, and the most that two neighbours differ. */
const BEST = 96;
const WORST = 18;
const MAX_STEP = 13;

/** Picks the best candidates that do not overlap. `repeats` rejects one that says the same as those picked before. */
export function chooseCandidates<C extends Candidate>(
  candidates: readonly C[],
  repeats: (candidate: C) => boolean = () => false,
): C[] {
  const sorted = candidates.toSorted((a, b) => b.value - a.value || a.start - b.start);
  const chosen: C[] = [];
  const least = candidates.reduce((most, { quality }) => Math.max(most, quality), 0) * MIN_SHARE;
  for (const candidate of sorted) {
    if (chosen.length === MAX_MOMENTS) break;
    if (candidate.quality < least) continue;
    if (chosen.some(({ start, end }) => candidate.start < end && start < candidate.end)) continue;
    if (!repeats(candidate)) chosen.push(candidate);
  }
  return chosen;
}

/**
 * Spreads values over scores, best first. Scores only compare the moments of one video: values that all lie close
 * together would tell nothing.
 */
export function spreadScores(values: readonly number[]): number[] {
  const [best = 0, last = 0] = [values[0], values.at(-1)];
  const range = Math.min(BEST - WORST, MAX_STEP * (values.length - 1));
  return values.map((value) => Math.round(BEST - (best > last ? ((best - value) / (best - last)) * range : 0)));
}

/** Creates a check for texts that share five words in a row with each other. */
export function createRepeatCheck(keys: readonly string[]) {
  const ids = new Map<string, number>();
  const grams = Int32Array.from({ length: Math.max(0, keys.length - 4) }, (_, i) => {
    const gram = keys.slice(i, i + 5).join(" ");
    const id = ids.get(gram) ?? ids.size;
    ids.set(gram, id);
    return id;
  });
  const chosen: Set<number>[] = [];
  /** True if the words `from` until before `to` repeat a chosen text. Remembers the text otherwise. */
  return (from: number, to: number): boolean => {
    const own = new Set(grams.subarray(from, Math.max(from, to - 4)));
    for (const other of chosen) {
      const most = 0.3 * Math.min(own.size, other.size);
      let common = 0;
      for (const gram of own) if (other.has(gram) && ++common >= most) return true;
    }
    chosen.push(own);
    return false;
  };
}
