import { crc32, deflateSync } from "node:zlib";
import type { Canvas } from "@napi-rs/canvas";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Compression level that takes a tenth of the time of canvas's own encoder, for files of the same size. */
const LEVEL = 3;
/** PNG filter that stores each byte as the difference from the one above. */
const UP = 2;

/** Encodes a canvas as PNG: RGB, or RGBA if any pixel is transparent. */
export function encodePng(canvas: Canvas): Buffer {
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  const channels = isOpaque(data) ? 3 : 4;
  const body = deflateSync(filteredRows(data, width, height, channels), { level: LEVEL });
  return writePng({ width, height, channels }, [["IDAT", body]]);
}

interface Header {
  width: number;
  height: number;
  /** 3 for RGB, 4 for RGBA, with a byte each. */
  channels: 3 | 4;
}

/** Writes a PNG with these chunks between its header and its end. */
export function writePng({ width, height, channels }: Header, chunks: readonly [type: string, data: Buffer][]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(channels === 3 ? 2 : 6, 9);
  const all = [["IHDR", header] as const, ...chunks, ["IEND", Buffer.alloc(0)] as const];
  return Buffer.concat([SIGNATURE, ...all.map(([type, data]) => chunk(type, data))]);
}

/** True if no pixel of RGBA data is transparent. */
export function isOpaque(data: Uint8ClampedArray): boolean {
  for (let i = 3; i < data.length; i += 4) {
    if (data[i] !== 255) return false;
  }
  return true;
}

function filteredRows(data: Uint8ClampedArray, width: number, height: number, channels: number): Uint8Array {
  const rows = new Uint8Array((width * channels + 1) * height);
  const stride = width * 4;
  let at = 0;
  for (let y = 0; y < height; y++) {
    rows[at++] = y === 0 ? 0 : UP;
    const above = y === 0 ? 0 : stride;
    for (let i = y * stride; i < (y + 1) * stride; i += 4) {
      for (let c = i; c < i + channels; c++) rows[at++] = above ? data[c]! - data[c - above]! : data[c]!;
    }
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(named.length + 8);
  out.writeUInt32BE(data.length, 0);
  named.copy(out, 4);
  out.writeUInt32BE(crc32(named), named.length + 4);
  return out;
}
