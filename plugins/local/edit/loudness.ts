import type { Frame } from "node-av/lib";
import type { Sound } from "../codec/feeds";
import { runMediaJob } from "../codec/media-job";
import { MediaSource } from "../codec/source";

/** Loudness that platforms play unchanged, in LUFS. */
const TARGET = -14;
/** Difference that needs no correction, in decibels. */
const CLOSE = 0.3;
/** Audio below this level is silence and is not amplified, in LUFS. */
const QUIET = -45;
const MOST_GAIN = 26;
const PASSES = 4;
/** Ceiling in decibels, low enough that inter-sample peaks stay below -1 dB after lossy coding. */
const CEILING = -2.4;
const HIGHEST_PEAK = -1;

/** Audio output of filters. Inputs are opened by their number in the filters. */
export interface SoundGraph {
  inputs: ReadonlyMap<number, () => Promise<MediaSource | Sound>>;
  filters: readonly string[];
  /** Label of the result, with brackets. */
  from: string;
}

interface Level {
  /** Integrated loudness in LUFS. */
  loudness: number;
  /** True peak in decibels, between samples. Measured only on request, because it doubles the time. */
  peak: number;
}

/** Returns filters that bring audio to the loudness expected by platforms. None if it already has it, or is silent. */
export async function levelFilters(graph: SoundGraph): Promise<string[]> {
  const before = await measureLevel(graph, []);
  if (before.loudness < QUIET) return [];
  if (Math.abs(TARGET - before.loudness) <= CLOSE && (await measureLevel(graph, [], true)).peak <= HIGHEST_PEAK)
    return [];
  let gain = clampGain(TARGET - before.loudness);
  for (let pass = 1; pass < PASSES; pass++) {
    const { loudness } = await measureLevel(graph, limit(gain));
    if (Math.abs(TARGET - loudness) <= CLOSE) break;
    gain = clampGain(gain + TARGET - loudness);
  }
  return limit(gain);
}

/** Returns the gain in decibels that brings a voice to the target loudness. */
export async function measureVoiceGain(path: string): Promise<number> {
  const inputs = new Map([[0, () => MediaSource.open(path, { sound: true })]]);
  const { loudness } = await measureLevel({ inputs, filters: [], from: "[0a]" }, []);
  return loudness < QUIET ? 0 : clampGain(TARGET - loudness);
}

const clampGain = (gain: number) => Math.max(-MOST_GAIN, Math.min(MOST_GAIN, gain));

/** Gain, and a limiter that detects inter-sample peaks. */
const limit = (gain: number): string[] => [
  "aresample=192000",
  `volume=${gain.toFixed(2)}dB`,
  `alimiter=limit=${(10 ** (CEILING / 20)).toFixed(4)}:level=0:attack=3:release=80:latency=1`,
  "aresample=48000",
];

async function measureLevel(
  { inputs, filters, from }: SoundGraph,
  last: readonly string[],
  hasPeak = false,
): Promise<Level> {
  const numbers = [...inputs.keys()];
  const renumber = (text: string) => text.replace(/\[(\d+)a\]/g, (_, at) => `[${numbers.indexOf(Number(at))}a]`);
  const chain = ["aformat=sample_fmts=fltp", ...last, `ebur128=peak=${hasPeak ? "true" : "none"}:metadata=1`].join();
  const level = { loudness: Number.NEGATIVE_INFINITY, peak: Number.NEGATIVE_INFINITY };
  const read = (frame: Frame): undefined => {
    const facts = frame.getMetadata().getAll();
    const loudness = Number(facts["lavfi.r128.I"]);
    const peak = Math.max(
      0,
      ...["ch0", "ch1"].map((channel) => Number(facts[`lavfi.r128.true_peaks_${channel}`] ?? 0)),
    );
    if (Number.isFinite(loudness)) level.loudness = loudness;
    if (peak > 0) level.peak = 20 * Math.log10(peak);
  };
  await runMediaJob({
    inputs: await Promise.all([...inputs.values()].map((open) => open())),
    filters: [...filters, `${from}${chain}[a]`].map(renumber).join(";"),
    a: { format: "anull", read },
  });
  return level;
}
