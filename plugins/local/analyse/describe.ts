import type { Measurement, Place, Second } from "./measure";
import type { Heard } from "./sound";

/** Describes measurements in words. */
const HEARD: Record<Heard, string> = {
  silence: "silence",
  speech: "probably speech",
  music: "probably music",
  tone: "a steady tone",
  noise: "noise",
  unclear: "audio that is neither clearly speech nor clearly music",
};

export const joinParts = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

export const nameColours = (colours: readonly string[]): string =>
  colours.length === 0 ? "many colours" : `mostly ${joinParts(colours)}`;

export const nameLight = (light: number): string => (light < 0.22 ? "dark" : light > 0.7 ? "bright" : "medium-bright");

export type Pace = "still" | "calm" | "lively" | "hectic";
export const getPace = (motion: number): Pace =>
  motion < 0.0015 ? "still" : motion < 0.008 ? "calm" : motion < 0.035 ? "lively" : "hectic";

function describeMovement({ motion, spread, where }: Second): string {
  const pace = getPace(motion);
  if (pace === "still") return "nothing moves";
  const much = pace === "calm" ? "little movement" : pace === "lively" ? "lively movement" : "strong movement";
  return spread > 0.45
    ? `${much} all over the picture`
    : `${much}, most of it in the ${where}${where === "middle" ? "" : " third"}`;
}

/** Describes the picture of a second. */
export function describePicture(second: Second): string {
  const text = second.text.length > 0 ? `; a text-like area ${describePlaces(second.text)}` : "";
  return `${nameLight(second.light)}, ${nameColours(second.colours)}; ${describeMovement(second)}${text}`;
}

/** Describes the audio of a second. */
export function describeSound({ sound }: Measurement, at: number): string {
  if (!sound) return "no audio track";
  const heard = sound.heard[at] ?? "silence";
  return heard === "silence" ? HEARD.silence : `${HEARD[heard]}, about ${Math.round(sound.loudness[at]!)} LUFS`;
}

/** Summarises the audio of the video: "probably speech for 12 of 15 seconds". */
export function summarizeSound({ sound, seconds }: Measurement): string {
  if (!sound) return "no audio track";
  const heard = sound.heard.slice(0, seconds.length);
  if (heard.every((sound) => sound === "silence")) return "a silent audio track";
  const counts = (Object.keys(HEARD) as Heard[])
    .map((kind) => ({ kind, count: heard.filter((sound) => sound === kind).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const parts = counts.map(({ kind, count }) =>
    count === heard.length ? `${HEARD[kind]} throughout` : `${HEARD[kind]} in ${count} of ${heard.length} seconds`,
  );
  return `${joinParts(parts)} (about ${Math.round(sound.whole)} LUFS)`;
}

export const describeShape = ({ width, height }: Measurement): string =>
  width * 1.1 < height ? "vertical" : height * 1.1 < width ? "horizontal" : "square";

/** Formats positions: "at the top and bottom", "in the middle". */
export const describePlaces = (places: readonly Place[]): string =>
  places.length === 1 && places[0] === "middle" ? "in the middle" : `at the ${joinParts(places)}`;

export const formatSeconds = (seconds: number): string => String(Math.round(seconds * 10) / 10);

export const formatCount = (n: number, noun: string): string => `${n === 0 ? "no" : n} ${noun}${n === 1 ? "" : "s"}`;

/** Formats cuts: "11 cuts in 15 s, one every 1.3 s". */
export function describeCuts({ cuts, duration }: Measurement): string {
  const every = cuts.length > 1 ? `, one every ${formatSeconds(duration / cuts.length)} s` : "";
  return `${formatCount(cuts.length, "cut")} in ${formatSeconds(duration)} s${every}`;
}

const MOST_CUTS = 12;

/** Formats times: " (at 2, 5 and 7.4 s)". Empty if there are too many to read. */
export const listCutTimes = ({ cuts }: Measurement): string =>
  cuts.length > 0 && cuts.length <= MOST_CUTS ? ` (at ${joinParts(cuts.map(formatSeconds))} s)` : "";
