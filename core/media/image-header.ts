import { type FileHandle, open } from "node:fs/promises";
import type { Extension } from "#core/storage/storage";

interface ImageHeader {
  /** Pixels as displayed, after rotation. */
  width: number;
  height: number;
  /** Clockwise rotation of the stored pixels for display, in degrees. Missing if there is none. */
  rotation?: number;
  /** True if left and right are swapped for display, after the rotation. */
  isMirrored?: true;
}

/** Reads size and orientation from the header of an image file. Undefined if it has none. */
export async function readImageHeader(path: string, format: Extension): Promise<ImageHeader | undefined> {
  const file = await open(path, "r");
  try {
    const header = await parsers[format]?.(file);
    return header && header.width > 0 && header.height > 0 ? header : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    await file.close();
  }
}

/** Returns up to `length` bytes from `at`. Reading beyond them throws a RangeError. */
async function readView(file: FileHandle, at: number, length: number): Promise<DataView> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  return new DataView(bytes.buffer, 0, bytesRead);
}

/** Clockwise degrees by Exif orientation. */
const ROTATIONS = [0, 0, 0, 180, 180, 90, 90, 270, 270];
const MIRRORED: ReadonlySet<number> = new Set([2, 4, 5, 7]);

/** Builds the header from the size of the stored pixels and their Exif orientation. */
function toHeader(width: number, height: number, orientation = 1): ImageHeader {
  const rotation = ROTATIONS[orientation] ?? 0;
  return {
    ...(rotation % 180 ? { width: height, height: width } : { width, height }),
    ...(rotation && { rotation }),
    ...(MIRRORED.has(orientation) && { isMirrored: true }),
  };
}

const uint24 = (data: DataView, at: number) => data.getUint16(at, true) | (data.getUint8(at + 2) << 16);

const parsers: Partial<Record<Extension, (file: FileHandle) => Promise<ImageHeader | undefined>>> = {
  jpg: jpeg,
  async png(file) {
    const data = await readView(file, 0, 24);
    return toHeader(data.getUint32(16), data.getUint32(20), readOrientation(await findChunk(file, 8, "eXIf")));
  },
  async gif(file) {
    const data = await readView(file, 0, 10);
    return toHeader(data.getUint16(6, true), data.getUint16(8, true));
  },
  async webp(file) {
    const data = await readView(file, 0, 32);
    // "VP8 " is lossy, "VP8L" lossless, "VP8X" extended.
    switch (String.fromCharCode(data.getUint8(15))) {
      case " ":
        return toHeader(data.getUint16(26, true) & 0x3fff, data.getUint16(28, true) & 0x3fff);
      case "L": {
        const bits = data.getUint32(21, true);
        return toHeader((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
      }
      case "X": {
        const exif = data.getUint8(20) & HAS_EXIF ? await findChunk(file, 12, "EXIF") : undefined;
        return toHeader(uint24(data, 24) + 1, uint24(data, 27) + 1, readOrientation(exif));
      }
    }
  },
};

/** Flag of a WebP file. */
const HAS_EXIF = 0x08;
const MAX_SEGMENTS = 1000;
/** A PNG of 100 MB in chunks of 8 KB. Its Exif data may be at the end. */
const MAX_CHUNKS = 12_500;
const MAX_EXIF = 64 * 1024;

/** Finds the data of a chunk in a PNG or WebP (RIFF) file whose chunks start at `at`. */
async function findChunk(file: FileHandle, at: number, name: "eXIf" | "EXIF"): Promise<DataView | undefined> {
  const isRiff = name === "EXIF";
  for (let seen = 0; seen < MAX_CHUNKS; seen++) {
    const head = await readView(file, at, 8);
    if (head.byteLength < 8) return undefined;
    const length = head.getUint32(isRiff ? 4 : 0, isRiff);
    const type = Buffer.from(head.buffer, isRiff ? 0 : 4, 4).toString("latin1");
    if (type === name) return readView(file, at + 8, Math.min(length, MAX_EXIF));
    at += isRiff ? 8 + length + (length % 2) : 12 + length;
  }
  return undefined;
}

/**
 * Reads segments up to the frame header, which contains the size. The Exif segment before it contains the orientation.
 */
async function jpeg(file: FileHandle): Promise<ImageHeader | undefined> {
  let orientation = 1;
  for (let at = 2, seen = 0; seen < MAX_SEGMENTS; seen++) {
    const head = await readView(file, at, 10);
    const marker = head.getUint8(1);
    if (head.getUint8(0) !== 0xff) return undefined;
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = head.getUint16(2);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return toHeader(head.getUint16(7), head.getUint16(5), orientation);
    if (marker === 0xd9 || marker === 0xda || length < 2) return undefined;
    if (marker === 0xe1 && head.getUint32(4) === EXIF)
      orientation = readOrientation(await readView(file, at + 4, length - 2));
    at += 2 + length;
  }
  return undefined;
}

/** "Exif", which begins the data in JPEG files, and in WebP files of some programs. Two zeros follow. */
const EXIF = 0x45786966;

/** Reads the orientation, 1 to 8, from Exif data (a small TIFF file). 1 if there are none, or they are damaged. */
function readOrientation(exif: DataView | undefined): number {
  try {
    if (!exif) return 1;
    const start = exif.getUint32(0) === EXIF ? 6 : 0;
    const data = new DataView(exif.buffer, exif.byteOffset + start, exif.byteLength - start);
    const little = data.getUint16(0) === 0x4949;
    const directory = data.getUint32(4, little);
    for (let entry = 0; entry < data.getUint16(directory, little); entry++) {
      const at = directory + 2 + entry * 12;
      if (data.getUint16(at, little) === 0x0112) return data.getUint16(at + 8, little);
    }
  } catch {
    // The directory points outside the data.
  }
  return 1;
}
