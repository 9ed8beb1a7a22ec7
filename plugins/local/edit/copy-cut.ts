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
import { runMediaJob } from "../codec/media-job";
import { preparePictures } from "../codec/prepare";
import { MediaSource, type Track } from "../codec/source";
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
  const wanted = { start: Math.round(start * file.rate), end: Math.round(end * file.rate) };
  const read = await readSamples(file, wanted);
  if (!read) return undefined;
  const { samples, parameters, last } = read;
  const range = { start: wanted.start, end: Math.min(last, wanted.end) };
  const copied = findCopied(read, range);
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

/** The pictures of a part of a file, from a key frame on. */
interface Read {
  samples: Sample[];
  parameters: Buffer;
  /** Number of pictures in the file up to the end of the part or of the file. */
  last: number;
}

/**
 * Reads where the pictures of a range are, from the last key frame before it to the first picture behind it. Undefined if
 * they are not H.264, upright and at a constant rate.
 */
async function readSamples({ path, rate }: File, { start, end }: Range): Promise<Read | undefined> {
  const source = await MediaSource.open(path, { from: start / rate });
  try {
    const { video } = source;
    const parameters = video?.stream.codecpar.extradata;
    if (!video || !parameters || video.codec !== "h264" || video.isInterlaced || preparePictures(video).length > 0)
      return undefined;
    const samples: Sample[] = [];
    let first = 0;
    /** Behind the pictures so far. */
    let next = 0;
    for await (const packet of readPackets(source, video)) {
      if (packet.pts === NO_TIME || !packet.data) return undefined;
      const exact = toSeconds(packet.pts, video.timeBase) * rate + start;
      const place = Math.round(exact);
      const units = packet.isKeyframe ? listUnits(packet.data) : [];
      if (Math.abs(exact - place) > JITTER) return undefined;
      if (units.some((unit) => SLICE.parameters.includes(unit as 7))) return undefined;
      if (samples.length === 0) first = next = place;
      const isBoundary = next === first + samples.length;
      if (isBoundary && next > end) break;
      samples.push({ place, isKey: units.includes(SLICE.key), isBoundary });
      next = Math.max(next, place + 1);
    }
    const places = samples.map(({ place }) => place).sort((a, b) => a - b);
    const isComplete = first <= start && places.every((place, at) => place === first + at);
    return isComplete ? { samples, parameters, last: next } : undefined;
  } finally {
    await source.close();
  }
}

/**
 * Finds the pictures from the first key frame of a range that need no others. The last one is not a key frame, because two
 * in a row, of two files, can have the same number.
 */
function findCopied({ samples, last }: Read, range: Range): Range | undefined {
  const first = last - samples.length;
  const begin = samples.findIndex(({ isKey, isBoundary }, at) => isKey && isBoundary && first + at >= range.start);
  if (begin < 0) return undefined;
  const start = first + begin;
  if (range.end === last) return { start, end: last };
  const at = samples.findLastIndex(
    ({ isBoundary }, at) => isBoundary && first + at <= range.end && !samples[at - 1]?.isKey,
  );
  return at > begin ? { start, end: first + at } : undefined;
}

/** Creates a function that encodes parts of a file with given parameters. It returns undefined if no settings have them. */
function createEncoder(file: File, parameters: Buffer, folder: string) {
  async function encode(range: Range, encoding: Encoding): Promise<Part | undefined> {
    const { start, end } = range;
    const path = join(folder, `cut-${start}-${end}.mp4`);
    const count = end - start;
    const [first, last] = [-1 / 4, count - 3 / 4].map((place) => (place / file.rate).toFixed(6));
    await runMediaJob({
      inputs: [await MediaSource.open(file.path, { from: start / file.rate })],
      filters: `[0v]trim=start=${first}:end=${last},setpts=round(N*${(1 / file.rate).toFixed(9)}/TB),${file.pace}[v]`,
      v: encoding,
      target: toFile(path),
    });
    const all = { start: 0, end: count };
    const made = await readSamples({ ...file, path }, all);
    const isSame = made?.parameters.equals(parameters) && made.samples.length === count;
    return made && isSame ? { path, range: all, samples: made.samples } : undefined;
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
      const source = await MediaSource.open(from, { from: range.start / rate });
      const end = at + range.end - range.start;
      try {
        const track = source.video!;
        if (!copier) {
          copier = writer.addCopy(track);
          writer.start();
        }
        const { num, den } = track.timeBase;
        const toTime = (place: number) => BigInt(Math.round((place * den) / (rate * num)));
        for await (const packet of readPackets(source, track)) {
          if (at === end) break;
          if (!isInside(Math.round(toSeconds(packet.pts, track.timeBase) * rate) + range.start, range)) continue;
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
