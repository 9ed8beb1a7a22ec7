import { clampFinite, describeSpread, round2 } from "../numbers";
import { LEAD, TAIL } from "./boundaries";
import { type Candidate, chooseCandidates, spreadScores } from "./choose";
import { createLoudnessScale, createMotionScale } from "./energy";
import { writeSeconds } from "./reason";
import type { ContentKind, Factors, Limits, Moment, Reading } from "./types";
import { isClear, measureVoice, type Voice } from "./voice";

interface Stretch extends Candidate {
  factors: Factors;
  reason: string;
}

/** A time at which a moment may start or end, and how strong the break is, 0 to 1. */
interface Boundary {
  start: number;
  end: number;
  strength: number;
  /** The reason names it. */
  name: string;
}

/** Shorter pauses are within a phrase, in seconds. */
const MIN_PAUSE = 0.3;
const LONG_PAUSE = 1.5;
/** Lengths in seconds that suit most viewers. */
const IDEAL = { least: 25, most: 50 };
/** Without words or voice, only what is livelier than the average (0.5) is worth a clip. */
const LIVELY = 0.501;
/** Without pauses and cuts, a moment may start once in this many seconds. */
const GRID = 5;
/** Boundaries closer than this are one, in seconds. */
const MIN_DISTANCE = 0.5;

/** Finds moments without words: periods of voice between pauses, or the liveliest periods between pauses and cuts. */
export function findHeardMoments(
  reading: Reading,
  voice: Voice | undefined,
  limits: Limits,
  content: ContentKind,
): Moment[] {
  const spoken = voice && content !== "action" ? rateStretches(listPauses(voice, limits), reading, voice, limits) : [];
  const stretches =
    spoken.length > 0 ? spoken : rateStretches(listBreaks(reading, voice, limits), reading, undefined, limits);
  const chosen = chooseCandidates(stretches);
  const scores = spreadScores(chosen.map(({ value }) => value));
  return chosen.map(({ start, end, factors, reason }, i) => ({
    start: roundTime(start),
    end: roundTime(end),
    title: `${writeClock(start)} – ${writeClock(end)}`,
    hook: "",
    reason,
    score: scores[i]!,
    factors,
  }));
}

/** Boundaries in the pauses of the voice. A moment starts late in a pause and ends early in it. */
function listPauses({ stretches }: Voice, limits: Limits): Boundary[] {
  const boundaries: Boundary[] = [];
  for (let i = 0; i <= stretches.length; i++) {
    const [from, to] = [stretches[i - 1]?.end ?? 0, stretches[i]?.start ?? limits.end];
    const isInner = i > 0 && i < stretches.length;
    if (stretches.length === 0 || (isInner && to - from < MIN_PAUSE)) continue;
    const room = (to - from) * (isInner ? 0.5 : 1);
    boundaries.push({
      start: to - Math.min(LEAD, room),
      end: from + Math.min(TAIL, room),
      strength: isInner ? clampFinite((to - from) / LONG_PAUSE) : 1,
      name: isInner ? `a pause of ${writeSeconds(to - from)}` : i === 0 ? "the start" : "the end",
    });
  }
  return boundaries;
}

/** Boundaries at pauses and hard cuts, and at the calmest second of periods without either. */
function listBreaks(reading: Reading, voice: Voice | undefined, limits: Limits): Boundary[] {
  const mark = (time: number, strength: number, name: string): Boundary => ({ start: time, end: time, strength, name });
  const cuts = reading.cuts.filter((time) => time > limits.start && time < limits.end);
  const quietCuts = voice ? cuts.filter((time) => isClear(voice, time)) : cuts;
  // Under a commentator or a crowd, no cut is silent.
  const usedCuts = quietCuts.length * 4 < cuts.length ? cuts : quietCuts;
  const known = [
    mark(limits.start, 0.8, "the start"),
    ...usedCuts.map((time) => mark(time, 1, "a cut")),
    ...(voice ? listPauses(voice, limits).filter(({ name }) => name.startsWith("a pause")) : []),
    mark(limits.end, 0.8, "the end"),
  ].sort((a, b) => a.start - b.start);
  const isMeasured = reading.levels.length + reading.motion.length > 0;
  const boundaries: Boundary[] = [];
  for (const boundary of known) {
    const last = boundaries.at(-1);
    if (last && boundary.start - last.start < MIN_DISTANCE && boundary.name !== "the end") continue;
    for (let time = (last?.start ?? limits.end) + GRID; time + GRID < boundary.start; time += GRID)
      boundaries.push(mark(findCalm(reading, time), 0.2, isMeasured ? "a calm second" : "a second without a cut"));
    boundaries.push(boundary);
  }
  return boundaries;
}

/** The second with the least movement and sound within a part of the grid. */
function findCalm({ motion, levels }: Reading, from: number): number {
  let best = { time: from, value: Number.POSITIVE_INFINITY };
  for (let time = Math.ceil(from); time < from + GRID - 1; time++) {
    const level = levels.length === 0 ? 0 : clampFinite(((levels[time * 100] ?? -90) + 90) / 90);
    const value = clampFinite(motion[time] ?? 0) + level;
    if (value < best.value) best = { time, value };
  }
  return best.time;
}

/** Rates the periods between boundaries. `voice` is given if the periods consist of speech. */
function rateStretches(
  boundaries: readonly Boundary[],
  reading: Reading,
  voice: Voice | undefined,
  limits: Limits,
): Stretch[] {
  const loudness = createLoudnessScale(reading.levels);
  const motion = createMotionScale(reading);
  if (!loudness && !motion) return [];
  const scales = [loudness, motion].filter((scale) => scale !== undefined);
  const getEnergy = (start: number, end: number) =>
    scales.reduce((sum, scale) => sum + scale(start, end), 0) / scales.length;
  const stretches: Stretch[] = [];
  for (const [i, opening] of boundaries.entries()) {
    const { start } = opening;
    if (start < limits.start || (voice && !isClear(voice, start))) continue;
    let best: Stretch | undefined;
    for (let k = i + 1; k < boundaries.length; k++) {
      const closing = boundaries[k]!;
      const { end } = closing;
      if (end > limits.end || end - start > limits.most) break;
      if (end - start < limits.least || (voice && !isClear(voice, end))) continue;
      const energy = getEnergy(start, end);
      if (!voice && energy < LIVELY) continue;
      const share = voice ? clampFinite(measureVoice(voice, start, end) / (end - start)) : energy;
      const complete = 0.45 * opening.strength + 0.55 * closing.strength;
      const hook = getEnergy(start, Math.min(end, start + 3));
      const value = voice
        ? (0.35 * complete + 0.25 * share + 0.25 * energy + 0.15 * hook) * prefer(end - start)
        : (0.6 * energy + 0.2 * hook + 0.2 * complete) * prefer(end - start);
      if (best && value <= best.value) continue;
      const factors = { hook, complete, clarity: voice ? share : complete, density: share, energy };
      best = {
        start,
        end,
        value,
        quality: value,
        factors,
        reason: explain(opening, closing, start, end, share, voice !== undefined),
      };
    }
    if (best) stretches.push(best);
  }
  const spread = describeSpread(stretches.map(({ factors }) => factors.energy));
  return stretches.map((stretch) => ({
    ...stretch,
    factors: roundFactors(stretch.factors),
    reason: `${stretch.reason}; ${nameEnergy(stretch.factors.energy, spread, loudness !== undefined, motion !== undefined)}.`,
  }));
}

/** Whole milliseconds. Longer fractions say nothing. */
const roundTime = (seconds: number) => Math.round(seconds * 1000) / 1000;

const roundFactors = (factors: Factors): Factors => ({
  hook: round2(factors.hook),
  complete: round2(factors.complete),
  clarity: round2(factors.clarity),
  density: round2(factors.density),
  energy: round2(factors.energy),
});

function prefer(seconds: number): number {
  if (seconds < IDEAL.least) return 0.9 + (0.1 * seconds) / IDEAL.least;
  return 1 - 0.1 * clampFinite((seconds - IDEAL.most) / IDEAL.most);
}

function explain(
  opening: Boundary,
  closing: Boundary,
  start: number,
  end: number,
  share: number,
  isVoice: boolean,
): string {
  const length = `${Math.round(end - start)} s`;
  const period = isVoice ? `${length} with voice in ${Math.round(share * 100)}%` : length;
  return `${period}, from ${opening.name} to ${closing.name}`;
}

function nameEnergy(energy: number, spread: { mean: number; deviation: number }, hasSound: boolean, moves: boolean) {
  const what = hasSound && moves ? "sound and picture" : hasSound ? "the sound" : "the picture";
  const degree =
    energy > spread.mean + spread.deviation ? "much livelier" : energy > spread.mean ? "livelier" : "calmer";
  return `${what} ${hasSound && moves ? "are" : "is"} ${degree} than in the average passage`;
}

/** Writes a time as "12:30" or "1:02:03". */
function writeClock(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
