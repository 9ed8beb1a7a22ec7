const DEFAULT_MIN = 34;
const DEFAULT_SPAN = 20;

interface Fit {
  bpm: number;
  bars: number;
  seconds: number;
}

/**
 * Fits whole 4/4 bars and the last chord's ring-out into a length. Unless `fixedTempo`, the tempo may change by up to
 * 5% to make the bars fit. Without `seconds`, it chooses a length.
 */
export function fitBars(tempo: number, fixedTempo: boolean, seconds: number | undefined, choose: () => number): Fit {
  if (seconds === undefined) {
    const bar = 240 / tempo;
    const bars = Math.max(4, 4 * Math.round((DEFAULT_MIN + choose() * DEFAULT_SPAN) / bar / 4));
    return { bpm: tempo, bars, seconds: Math.ceil(bars * bar + 2.2) };
  }
  const ringOut = Math.min(2.4, Math.max(0.7, seconds * 0.07));
  const least = ringOut * 0.6;
  let best: Fit | undefined;
  let bestMiss = Number.POSITIVE_INFINITY;
  const spread = fixedTempo ? 0 : Math.floor(tempo * 0.05);
  for (let step = 0; step <= 2 * spread; step++) {
    // Nearest tempos first: 0, +1, -1, +2, -2, …
    const bpm = tempo + (step % 2 ? (step + 1) / 2 : -step / 2);
    const bars = Math.max(1, Math.floor((seconds - least) / (240 / bpm)));
    const miss = Math.abs(seconds - (bars * 240) / bpm - ringOut) + Math.abs(bpm - tempo) * 0.02;
    if (miss < bestMiss) {
      bestMiss = miss;
      best = { bpm, bars, seconds };
    }
  }
  return best!;
}
