/**
 * Cuts the pictures of a video without encoding them again: the packets from the first key frame are copied as long as no
 * picture that is left out is stored among them. Only the pictures before and after them are encoded.
 *
 * One stream has one set of parameters, so the encoded pictures must have those of the copied ones, to the byte. This
 * holds for files of our own encoder. All others are encoded, and so are those whose pictures do not come at a constant
 * rate, are turned or refer across a key frame.
 */
import { join } from "node:path";
import type { Packet } from "node-av/lib";
import { NO_TIME, toSeconds } from "../codec/av";
import { BT709, FASTEST, h264 } from "../codec/formats";
import { preparePictures } from "../codec/prepare";
import { run } from "../codec/run";
import { Source as MediaSource, type Track } from "../codec/source";
import { type Encoding, type Target, Writer } from "../codec/writer";

/** Settings that our own files are encoded with: generated videos, edits, and originals beside their layers. */
const SETTINGS: readonly Encoding[] = [h264(17, BT709), h264(18, BT709), h264(22, BT709, FASTEST)];
/** Share of the pictures that must be copied, for the cut to be worth the effort. */
const LEAST_COPIED = 0.4;
/** Largest distance of a picture from its place at a constant rate, in pictures. */
const JITTER = 0.1;

/** A temporary file. Its index may stay at the end. */
const toFile = (path: string): Target => ({ path, format: "mp4" });

/** Pictures to keep, by their place in the file: `end` is the first one that is left out. */
interface Range {
  start: number;
  end: number;
}

/** A packet of a video, in the order of the file. */
interface Sample {
  /** Place of its picture in the order of display. */
  place: number;
  isKey: boolean;
  /** True if exactly the pictures that are shown before it are stored before it. */
  isBoundary: boolean;
}

/** Pictures of a file, which follow those of another one. */
interface Part {
  path: string;
  range: Range;
  samples: readonly Sample[];
}

interface File {
  path: string;
  /** Pictures per second. */
  rate: number;
  /** Filter to that rate. */
  pace: string;
}

/**
 * Writes the pictures of a file between two seconds to an MP4 in the run's folder. Returns its path, or undefined if they
 * have to be encoded.
 */
export async function copyCut(
  file: File,
  { start, end }: { start: number; end: number },
  folder: string,
): Promise<string | undefined> {
  const read = await readSamples(file);
  if (!read) return undefined;
  const { samples, parameters } = read;
  const range = { start: Math.round(start * file.rate), end: Math.min(samples.length, Math.round(end * file.rate)) };
  const copied = findCopied(samples, range);
  if (!copied || copied.end - copied.start < LEAST_COPIED * (range.end - range.start)) return undefined;
  const parts: Part[] = [{ path: file.path, range: copied, samples }];
  const before = { start: range.start, end: copied.start };
  const after = { start: copied.end, end: range.end };
  const edges = [before, after].filter((part) => part.end > part.start);
  if (edges.length > 0) {
    const encode = createEncoder(file, parameters, folder);
    const encoded = await encode(edges);
    if (!encoded) return undefined;
    if (before.end > before.start) parts.unshift(encoded[0]!);
    if (after.end > after.start) parts.push(encoded.at(-1)!);
  }
  return joinParts(parts, file.rate, join(folder, "cut.mp4"));
}

const SLICE = { first: 1, last: 5, key: 5, parameters: [7, 8] } as const;

/** Lists the types of the units in a packet, up to the first one with a part of the picture. */
function listUnits(bytes: Buffer): number[] {
  const types: number[] = [];
  for (let at = 0; at + 4 < bytes.length; at += 4 + bytes.readUInt32BE(at)) {
    const type = bytes[at + 4]! & 31;
    types.push(type);
    if (type >= SLICE.first && type <= SLICE.last) break;
  }
  return types;
}

/** Yields the packets of a track. Each is valid until the next. */
async function* readPackets(source: MediaSource, track: Track): AsyncGenerator<Packet> {
  source.use(track);
  // Packets of other tracks may have been read when the file was opened.
  for (let packet = await source.read(); packet; packet = await source.read())
    if (packet.streamIndex === track.stream.index) yield packet;
}

/** Reads where the pictures of a file are. Undefined if it is not H.264, upright and at a constant rate. */
async function readSamples({ path, rate }: File): Promise<{ samples: Sample[]; parameters: Buffer } | undefined> {
  const source = await MediaSource.open(path);
  try {
    const { video } = source;
    const parameters = video?.stream.codecpar.extradata;
    if (!video || !parameters || video.codec !== "h264" || video.isInterlaced || preparePictures(video).length > 0)
      return undefined;
    const samples: Omit<Sample, "isBoundary">[] = [];
    for await (const packet of readPackets(source, video)) {
      if (packet.pts === NO_TIME || !packet.data) return undefined;
      const place = toSeconds(packet.pts, video.timeBase) * rate;
      const units = packet.isKeyframe ? listUnits(packet.data) : [];
      if (Math.abs(place - Math.round(place)) > JITTER) return undefined;
      if (units.some((unit) => SLICE.parameters.includes(unit as 7))) return undefined;
      samples.push({ place: Math.round(place), isKey: units.includes(SLICE.key) });
    }
    const places = samples.map(({ place }) => place).sort((a, b) => a - b);
    return places.every((place, at) => place === at) ? { samples: findBoundaries(samples), parameters } : undefined;
  } finally {
    await source.close();
  }
}

/** Finds the pictures across which no picture is shown in another order than it is stored. */
function findBoundaries(samples: readonly Omit<Sample, "isBoundary">[]): Sample[] {
  let next = 0;
  return samples.map(({ place, isKey }, at) => {
    const isBoundary = next === at;
    next = Math.max(next, place + 1);
    return { place, isKey, isBoundary };
  });
}

/**
 * Finds the pictures from the first key frame of a range that need no others. The last one is not a key frame, because two
 * in a row, of two files, can have the same number.
 */
function findCopied(samples: readonly Sample[], range: Range): Range | undefined {
  const start = samples.findIndex(({ isKey, isBoundary }, at) => isKey && isBoundary && at >= range.start);
  if (start < 0) return undefined;
  if (range.end === samples.length) return { start, end: range.end };
  const end = samples.findLastIndex(({ isBoundary }, at) => isBoundary && at <= range.end && !samples[at - 1]?.isKey);
  return end > start ? { start, end } : undefined;
}

/** Creates a function that encodes parts of a file with given parameters. It returns undefined if no settings have them. */
function createEncoder(file: File, parameters: Buffer, folder: string) {
  async function encode(range: Range, encoding: Encoding): Promise<Part | undefined> {
    const { start, end } = range;
    const path = join(folder, `cut-${start}-${end}.mp4`);
    const count = end - start;
    const [first, last] = [-1 / 4, count - 3 / 4].map((place) => (place / file.rate).toFixed(6));
    await run({
      inputs: [await MediaSource.open(file.path, { from: start / file.rate })],
      filters: `[0v]trim=start=${first}:end=${last},setpts=round(N*${(1 / file.rate).toFixed(9)}/TB),${file.pace}[v]`,
      v: encoding,
      target: toFile(path),
    });
    const made = await readSamples({ ...file, path });
    const isSame = made?.parameters.equals(parameters) && made.samples.length === count;
    return made && isSame ? { path, range: { start: 0, end: count }, samples: made.samples } : undefined;
  }
  return async function encodeAll([first, ...others]: readonly Range[]): Promise<Part[] | undefined> {
    // The first picture is decoded without others.
    const trial = { start: 0, end: 1 };
    for (const encoding of SETTINGS) {
      if (!(await encode(trial, encoding))) continue;
      const parts = [await encode(first!, encoding)];
      for (const range of others) parts.push(await encode(range, encoding));
      return parts.includes(undefined) ? undefined : (parts as Part[]);
    }
    return undefined;
  };
}

/** Writes the packets of parts into one file, at a constant rate. */
async function joinParts(parts: readonly Part[], rate: number, path: string): Promise<string> {
  const places = parts.flatMap(({ range, samples }, at) => {
    const offset = parts.slice(0, at).reduce((sum, one) => sum + one.range.end - one.range.start, 0);
    return samples.flatMap(({ place }) => (isInside(place, range) ? [place - range.start + offset] : []));
  });
  // A picture is decoded before it is shown.
  const delay = places.reduce((most, place, at) => Math.max(most, at - place), 0);
  const writer = new Writer(toFile(path));
  try {
    let at = 0;
    let copier: ReturnType<Writer["addCopy"]> | undefined;
    for (const { path: from, range } of parts) {
      const source = await MediaSource.open(from);
      try {
        const track = source.video!;
        if (!copier) {
          copier = writer.addCopy(track);
          writer.start();
        }
        const { num, den } = track.timeBase;
        const toTime = (place: number) => BigInt(Math.round((place * den) / (rate * num)));
        for await (const packet of readPackets(source, track)) {
          if (!isInside(Math.round(toSeconds(packet.pts, track.timeBase) * rate), range)) continue;
          packet.pts = toTime(places[at]!);
          packet.dts = toTime(at - delay);
          packet.duration = toTime(1);
          copier.write(packet, track.timeBase);
          at++;
        }
      } finally {
        await source.close();
      }
    }
    await writer.finish();
  } finally {
    writer.close();
  }
  return path;
}

const isInside = (place: number, { start, end }: Range): boolean => place >= start && place < end;
