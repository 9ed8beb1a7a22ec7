import { type FileHandle, open } from "node:fs/promises";
import type { Extension } from "#core/storage/storage";

interface ImageHeader {
  /** Pixels as displayed, after rotation. */
  width: number;
  height: number;
  /** Clockwise rotation of the stored pixels for display, in degrees. Missing if there is none. */
  rotation?: number;
}

/** Reads size and rotation from the header of an image file. Undefined if it has none. */
export async function readImageHeader(path: string, format: Extension): Promise<ImageHeader | undefined> {
  const file = await open(path, "r");
  try {
    const header = format === "jpg" ? await jpeg(file) : parsers[format]?.(await readView(file, 0, 32));
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

const size = (width: number, height: number): ImageHeader => ({ width, height });
const uint24 = (data: DataView, at: number) => data.getUint16(at, true) | (data.getUint8(at + 2) << 16);

const parsers: Partial<Record<Extension, (data: DataView) => ImageHeader | undefined>> = {
  png: (data) => size(data.getUint32(16), data.getUint32(20)),
  gif: (data) => size(data.getUint16(6, true), data.getUint16(8, true)),
  webp(data) {
    // "VP8 " is lossy, "VP8L" lossless, "VP8X" extended.
    switch (String.fromCharCode(data.getUint8(15))) {
      case " ":
        return size(data.getUint16(26, true) & 0x3fff, data.getUint16(28, true) & 0x3fff);
      case "L": {
        const bits = data.getUint32(21, true);
        return size((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
      }
      case "X":
        return size(uint24(data, 24) + 1, uint24(data, 27) + 1);
    }
  },
};

const MAX_SEGMENTS = 1000;
/** Clockwise degrees by Exif orientation. Mirrored orientations (2, 4, 5, 7) are rotated alike. */
const ROTATIONS = [0, 0, 0, 180, 180, 90, 90, 270, 270];

/**
 * Reads segments up to the frame header, which contains the size. The Exif segment before it contains the orientation.
 */
async function jpeg(file: FileHandle): Promise<ImageHeader | undefined> {
  let rotation = 0;
  for (let at = 2, seen = 0; seen < MAX_SEGMENTS; seen++) {
    const head = await readView(file, at, 10);
    const marker = head.getUint8(1);
    if (head.getUint8(0) !== 0xff) return undefined;
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = head.getUint16(2);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [head.getUint16(5), head.getUint16(7)];
      return { ...(rotation % 180 ? size(height, width) : size(width, height)), ...(rotation && { rotation }) };
    }
    if (marker === 0xd9 || marker === 0xda || length < 2) return undefined;
    if (marker === 0xe1 && head.getUint32(4) === 0x45786966)
      rotation = readRotation(await readView(file, at + 10, length - 8));
    at += 2 + length;
  }
  return undefined;
}

/** Reads the rotation from Exif data (a small TIFF file). 0 if it is damaged. */
function readRotation(data: DataView): number {
  try {
    const little = data.getUint16(0) === 0x4949;
    const directory = data.getUint32(4, little);
    for (let entry = 0; entry < data.getUint16(directory, little); entry++) {
      const at = directory + 2 + entry * 12;
      if (data.getUint16(at, little) === 0x0112) return ROTATIONS[data.getUint16(at + 8, little)] ?? 0;
    }
  } catch {
    // The directory points outside the data.
  }
  return 0;
}
