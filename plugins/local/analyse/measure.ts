import { type Change, type Composition, compare, findCuts, measureComposition } from "vireo/captions/changes";
import { COLOURS, countColours, findMainColours } from "./colours";
import { type Band, findTextBands, isSameBand } from "./lettering";
import type { TextReader } from "./read-text";
import { type Pixels, RATE, type Samples } from "./samples";
import { measureSound, type Sound } from "./sound";

/** Measurements of one frame. */
interface Picture extends Omit<Composition, "luma"> {
  /** Fractions of the colours, see `countColours`. */
  colours: Float64Array;
  bands: Band[];
}

/** Maximum number of seconds whose frame is read. Each takes a tenth of a second, or three tenths for a full frame. */
const MOST_READ = 60;
/** At the start and the end of a longer video, every second is read. */
const ENDS = 12;

export type Place = "top" | "middle" | "bottom";

/** Measurements of one second. */
export interface Second {
  /** Mean brightness, 0 to 1. */
  light: number;
  /** Names of the colours, largest fraction first. */
  colours: string[];
  /** Mean change between frames a fifth of a second apart, 0 to 1, excluding cuts. 0.01 is lively. */
  motion: number;
  /** Fraction of the frame that moves, 0 to 1. */
  spread: number;
  /** Area with the most motion. */
  where: Place;
  /** Areas that look like text. */
  text: Place[];
  /** Text that was recognised. */
  read: string;
}

export interface Measurement {
  /** Length in seconds. */
  duration: number;
  width: number;
  height: number;
  /** Hard cuts: the seconds at which the new shot was first seen, at most a fifth of a second late. */
  cuts: number[];
  seconds: Second[];
  colours: string[];
  sound?: Sound;
}

/** A band counts as text if it stays for this many consecutive frames. */
const STAYS = 3;

const getPlace = (at: number): Place => (at < 1 / 3 ? "top" : at < 2 / 3 ? "middle" : "bottom");
const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / Math.max(1, list.length);

/** Measurements kept per frame. */
interface Seen {
  light: number;
  colours: Float64Array;
  bands: Band[];
}

/** Measures a decoded video, and recognises its text with a reader. `progress` receives 0 to 1. */
export async function measure(
  samples: Samples,
  progress: (share: number) => void,
  reader?: TextReader,
): Promise<Measurement> {
  const { frame, duration, seen, width, height } = samples;
  const pictures: Seen[] = [];
  const changes: Change[] = [];
  let last: Picture | undefined;
  const texts = new Map<number, string>();
  const readText = reader && createReading(samples, reader, texts);
  const sound = await samples.decode(
    (rgb, large) => {
      readText?.(pictures.length, rgb, large);
      const picture = measurePicture(rgb, frame.width, frame.height);
      if (last) changes.push(compare(last, picture));
      last = picture;
      pictures.push({ light: picture.light, colours: picture.colours, bands: picture.bands });
      progress(Math.min(1, pictures.length / (seen * RATE)));
    },
    { detail: reader !== undefined },
  );
  const cuts = findCuts(changes.map(({ amount }) => amount));
  const bands = lettering(pictures, frame);
  const count = Math.max(1, Math.min(Math.ceil(seen - 0.05), Math.ceil(pictures.length / RATE)));
  const seconds = Array.from({ length: count }, (_, second): Second => {
    const from = second * RATE;
    const own = pictures.slice(from, from + RATE);
    const moves = changes.slice(from, from + RATE).filter((_, i) => !cuts.includes(from + i));
    const strongest = moves.reduce((sum, { motion }) => sum + motion, 0);
    return {
      light: mean(own.map(({ light }) => light)) / 255,
      colours: findMainColours(added(own.map(({ colours }) => colours))),
      motion: mean(moves.map(({ motion }) => motion)),
      spread: mean(moves.map(({ spread }) => spread)),
      where: getPlace(
        strongest > 0 ? moves.reduce((sum, { motion, height }) => sum + motion * height, 0) / strongest : 0.5,
      ),
      text: [...new Set(bands.slice(from, from + RATE).flat())],
      read: texts.get(second) ?? "",
    };
  });
  return {
    duration,
    width,
    height,
    cuts: cuts.map((i) => (i + 1) / RATE),
    seconds,
    colours: findMainColours(added(pictures.map(({ colours }) => colours))),
    sound: sound && sound.length > 0 ? measureSound(sound) : undefined,
  };
}

/** Time limit of text recognition. Frames full of small shapes take seconds each, and the rest is skipped. */
const MOST_READING_MS = 60_000;

/** Returns a function that reads the frame in the middle of a second, and stores its text in `texts`. */
export function createReading(
  { seen }: Pick<Samples, "seen">,
  reader: TextReader,
  texts: Map<number, string>,
  now: () => number = () => performance.now(),
) {
  const seconds = findSecondsToRead(seen);
  let last: { rgb: Uint8Array; text: string } | undefined;
  let spent = 0;
  function read({ rgb, width, height }: Pixels): string {
    if (spent >= MOST_READING_MS) return "";
    const start = now();
    const text = reader.read(rgb, width, height);
    spent += now() - start;
    return text;
  }
  return (index: number, rgb: Uint8Array, detail: Pixels): void => {
    const second = Math.floor(index / RATE);
    if (index % RATE !== Math.floor(RATE / 2) || !seconds.has(second)) return;
    if (!last || !isSamePicture(last.rgb, rgb)) last = { rgb: rgb.slice(), text: read(detail) };
    texts.set(second, last.text);
  };
}

/** Finds the persistent bands of each frame that probably contain text. */
function lettering(pictures: readonly Seen[], frame: Samples["frame"]): Place[][] {
  const out: Place[][] = pictures.map(() => []);
  for (let i = 0; i + STAYS <= pictures.length; i++) {
    for (const band of pictures[i]!.bands) {
      const stays = (other: Seen) => other.bands.some((candidate) => isSameBand(band, candidate, frame.width));
      const following = pictures.slice(i + 1, i + STAYS);
      if (!following.every(stays)) continue;
      const place = getPlace((band.top + band.bottom) / 2 / frame.height);
      for (let k = i; k < i + STAYS; k++) if (!out[k]!.includes(place)) out[k]!.push(place);
    }
  }
  return out;
}

function added(all: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(COLOURS.length);
  for (const shares of all) for (const [i, share] of shares.entries()) sum[i]! += share / all.length;
  return sum;
}

function findSecondsToRead(duration: number): Set<number> {
  const all = Array.from({ length: Math.ceil(duration) }, (_, second) => second);
  if (all.length <= MOST_READ) return new Set(all);
  const middle = all.slice(ENDS, -ENDS);
  const count = MOST_READ - 2 * ENDS;
  const spread = Array.from({ length: count }, (_, i) => middle[Math.floor(((i + 0.5) * middle.length) / count)]!);
  return new Set([...all.slice(0, ENDS), ...spread, ...all.slice(-ENDS)]);
}

/** Maximum mean difference of two frames with the same content, 0 to 255. */
const SAME = 0.5;

function isSamePicture(a: Uint8Array, b: Uint8Array): boolean {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
  return sum < SAME * a.length;
}

function measurePicture(rgb: Uint8Array, width: number, height: number): Picture {
  const { luma, ...composition } = measureComposition(rgb, 3, width, height);
  return { ...composition, colours: countColours(rgb), bands: findTextBands(luma, width, height) };
}
