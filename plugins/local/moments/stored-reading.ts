/** Readings as they are kept, so that another search of the same video need not read the file again. */
import { gunzipSync, gzipSync } from "node:zlib";
import type { Interval } from "vireo/captions/align";
import { clampFinite } from "../numbers";
import type { Reading, Wanted } from "./types";

/** What was read, and how. */
export interface StoredReading {
  reading: Reading;
  /** The part that was read, in seconds. */
  part: Interval;
  /** True if motion was measured in most pictures, and not only in key frames. */
  hasMotion: boolean;
}

/** Increase it when the code would read something else in the same file. */
const VERSION = 2;
/** Maximum length of a stored reading, in characters. Three hours take about a million. */
const MAX_LENGTH = 4_000_000;
/** Maximum size of an unpacked reading, in bytes: one day. */
const MAX_BYTES = 12_000_000;
/** Levels are stored in steps of half a decibel above this one. */
const LOWEST = -90;
const STEPS = 2;
const HEADER_LENGTH = 4;
/** Pitches are stored in steps of a half of a semitone above this one, in octaves above 1 Hz. 0 is none. */
const LOWEST_PITCH = 6;
const PITCH_STEPS = 24;

/** Rounds what is measured to what is kept, so that a kept reading gives the same moments. */
export function roundReading(reading: Reading): Reading {
  return {
    ...reading,
    levels: decodeLevels(encodeLevels(reading.levels)),
    pitches: decodePitches(encodePitches(reading.pitches)),
    cuts: reading.cuts.map((time) => round(time, 100)),
    motion: reading.motion.map((change) => round(change, 1000)),
    looks: reading.looks.map(({ time, layout }) => ({ time: round(time, 100), layout })),
  };
}

const round = (value: number, steps: number) => Math.round(value * steps) / steps;
const encodeLevels = (levels: readonly number[]) =>
  Uint8Array.from(levels, (level) => Math.round(STEPS * (clampFinite(level, LOWEST, 20) - LOWEST)));
const decodeLevels = (steps: Uint8Array) => Array.from(steps, (step) => LOWEST + step / STEPS);
const encodePitches = (pitches: readonly number[]) =>
  Uint8Array.from(pitches, (pitch) =>
    pitch > 0 ? Math.round(PITCH_STEPS * (clampFinite(pitch, LOWEST_PITCH, 12) - LOWEST_PITCH)) : 0,
  );
const decodePitches = (steps: Uint8Array) =>
  Array.from(steps, (step) => (step > 0 ? LOWEST_PITCH + step / PITCH_STEPS : 0));

/** Packs a rounded reading as text. Returns undefined if it is too long to be kept. */
export function packReading({ reading, part, hasMotion }: StoredReading): string | undefined {
  const { levels, pitches, ...others } = reading;
  const header = Buffer.from(JSON.stringify({ version: VERSION, part, hasMotion, levels: levels.length, others }));
  const length = Buffer.alloc(HEADER_LENGTH);
  length.writeUInt32LE(header.length);
  const packed = gzipSync(Buffer.concat([length, header, encodeLevels(levels), encodePitches(pitches)])).toString(
    "base64",
  );
  return packed.length <= MAX_LENGTH ? packed : undefined;
}

/** Unpacks a kept reading. Returns undefined if it is of another version of this code, damaged, or not enough for a search. */
export function unpackReading(
  packed: string | undefined,
  { range, content }: Pick<Wanted, "range" | "content">,
): StoredReading | undefined {
  if (packed === undefined) return undefined;
  try {
    const bytes = gunzipSync(Buffer.from(packed, "base64"), { maxOutputLength: MAX_BYTES });
    const end = HEADER_LENGTH + bytes.readUInt32LE(0);
    const header = JSON.parse(bytes.toString("utf8", HEADER_LENGTH, end));
    if (header.version !== VERSION) return undefined;
    const { part, hasMotion, others } = header;
    const levels = decodeLevels(bytes.subarray(end, end + header.levels));
    const pitches = decodePitches(bytes.subarray(end + header.levels));
    const stored: StoredReading = { part, hasMotion, reading: { ...others, levels, pitches } };
    return covers(stored, range) && (hasMotion || content !== "action") ? stored : undefined;
  } catch {
    return undefined;
  }
}

function covers({ part, reading }: StoredReading, range: Wanted["range"]): boolean {
  const { start, end } = range ?? { start: 0, end: reading.duration };
  return part.start <= start && part.end >= Math.min(end, reading.duration);
}
