import { readSync } from "node:fs";

/** Limits for a forged file. */
const [MOST_BOXES, MOST_BYTES] = [200_000, 4 * 1024 * 1024];

/** A box of an MP4: its type, and where its content begins and ends. */
interface Box {
  type: string;
  from: number;
  to: number;
}

/** What the file says about a track: units per second, and the usual length of a sample in them. */
interface Track {
  timescale: number;
  sampleDuration: number;
}

/**
 * Returns when the last fragment (`moof`) of an open MP4 ends, in seconds. 0 if it has none. The header of such a file
 * may know the length of its first piece only.
 */
export function findFragmentsEnd(fd: number, size: number): number {
  const tracks = new Map<number, Track>();
  const ends = new Map<number, number>();
  for (const { type, from, to } of listFileBoxes(fd, size)) {
    if ((type !== "moov" && type !== "moof") || to - from > MOST_BYTES) continue;
    const bytes = Buffer.alloc(to - from);
    const data = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from));
    if (type === "moov") readTracks(data, tracks);
    else readFragment(data, tracks, ends);
  }
  return Math.max(0, ...[...ends].map(([id, end]) => end / tracks.get(id)!.timescale));
}

function* listFileBoxes(fd: number, size: number): Generator<Box> {
  const header = Buffer.alloc(16);
  for (let at = 0, count = 0; at + 8 <= size && count < MOST_BOXES; count++) {
    const head = header.subarray(0, readSync(fd, header, 0, 16, at));
    const box = readBox(head, 0, size - at);
    if (!box) return;
    yield { type: box.type, from: at + box.from, to: at + box.to };
    at += box.to;
  }
}

/** Reads the header of the box at `at`. Undefined if it does not fit. */
function readBox(data: Buffer, at: number, end: number): Box | undefined {
  if (at + 8 > data.length) return undefined;
  const short = data.readUInt32BE(at);
  if (short === 1 && at + 16 > data.length) return undefined;
  const length = short === 1 ? Number(data.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
  const from = at + (short === 1 ? 16 : 8);
  return at + length < from || at + length > end
    ? undefined
    : { type: data.toString("latin1", at + 4, at + 8), from, to: at + length };
}

function* listBoxes(data: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = 0, box = readBox(data, 0, data.length); box; at = box.to, box = readBox(data, at, data.length)) {
    yield { type: box.type, data: data.subarray(box.from, box.to) };
  }
}

const find = (data: Buffer, type: string): Buffer | undefined => {
  for (const box of listBoxes(data)) if (box.type === type) return box.data;
  return undefined;
};

function readTracks(moov: Buffer, tracks: Map<number, Track>): void {
  const usual = new Map<number, number>();
  for (const { type, data } of listBoxes(find(moov, "mvex") ?? Buffer.alloc(0))) {
    if (type === "trex" && data.length >= 16) usual.set(data.readUInt32BE(4), data.readUInt32BE(12));
  }
  for (const { type, data } of listBoxes(moov)) {
    const header = type === "trak" ? find(data, "tkhd") : undefined;
    const media = find(find(data, "mdia") ?? Buffer.alloc(0), "mdhd");
    if (!header || !media || header.length < 24 || media.length < 24) continue;
    const id = header.readUInt32BE(header[0] === 1 ? 20 : 12);
    const timescale = media.readUInt32BE(media[0] === 1 ? 20 : 12);
    if (timescale > 0) tracks.set(id, { timescale, sampleDuration: usual.get(id) ?? 0 });
  }
}

/** Optional fields of `tfhd` and `trun`, by their flags, and the number of their bytes. */
const HEADER_FIELDS = [
  [0x1, 8],
  [0x2, 4],
] as const;
const RUN_FIELDS = [
  [0x1, 4],
  [0x4, 4],
] as const;
const [DURATION, LATER_SAMPLE_FIELDS] = [0x100, [0x200, 0x400, 0x800]];
const USUAL_DURATION = 0x8;

const skip = (flags: number, fields: readonly (readonly [number, number])[]) =>
  fields.reduce((bytes, [flag, length]) => bytes + (flags & flag ? length : 0), 0);

function readFragment(moof: Buffer, tracks: ReadonlyMap<number, Track>, ends: Map<number, number>): void {
  for (const { type, data } of listBoxes(moof)) {
    const header = type === "traf" ? find(data, "tfhd") : undefined;
    if (!header || header.length < 8) continue;
    const id = header.readUInt32BE(4);
    const track = tracks.get(id);
    if (!track) continue;
    const flags = header.readUIntBE(1, 3);
    const at = 8 + skip(flags, HEADER_FIELDS);
    const usual = flags & USUAL_DURATION && header.length >= at + 4 ? header.readUInt32BE(at) : track.sampleDuration;
    const start = find(data, "tfdt");
    let end = ends.get(id) ?? 0;
    if (start && start.length >= 8) {
      end = start[0] === 1 && start.length >= 12 ? Number(start.readBigUInt64BE(4)) : start.readUInt32BE(4);
    }
    for (const run of listBoxes(data)) if (run.type === "trun") end += measureRun(run.data, usual);
    ends.set(id, Math.max(ends.get(id) ?? 0, end));
  }
}

/** Returns the length of a run of samples, in units of its track. */
function measureRun(run: Buffer, usual: number): number {
  if (run.length < 8) return 0;
  const [flags, count] = [run.readUIntBE(1, 3), run.readUInt32BE(4)];
  if (!(flags & DURATION)) return count * usual;
  const step = 4 + 4 * LATER_SAMPLE_FIELDS.filter((flag) => flags & flag).length;
  let length = 0;
  for (let i = 0, at = 8 + skip(flags, RUN_FIELDS); i < count && at + 4 <= run.length; i++, at += step) {
    length += run.readUInt32BE(at);
  }
  return length;
}
