/** An image engine that draws colour gradients. The same prompt has the same colours. */
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import type { Engine } from "vireo/engine";
import type { ImageRequest } from "vireo/slots/image";

export type Color = [red: number, green: number, blue: number];

const SIZES: Record<string, [width: number, height: number]> = {
  "1:1": [1024, 1024],
  "9:16": [720, 1280],
  "16:9": [1280, 720],
  "4:5": [864, 1080],
  "3:4": [810, 1080],
};

/** Derives two colours from a prompt. */
export function mixColors(prompt: string): [Color, Color] {
  const hash = Bun.hash.xxHash64(prompt);
  const byte = (at: number) => Number((hash >> BigInt(8 * at)) & 255n);
  return [
    [byte(0), byte(1), byte(2)],
    [byte(3), byte(4), byte(5)],
  ];
}

/** Draws a PNG whose rows go from one colour to the other. See https://www.w3.org/TR/png-3/. */
function drawPng(width: number, height: number, [from, to]: [Color, Color]): Uint8Array {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    const share = y / (height - 1);
    const pixel = Buffer.from(from.map((value, at) => Math.round(value + (to[at]! - value) * share)));
    rows.fill(pixel, y * (1 + width * 3) + 1, (y + 1) * (1 + width * 3));
  }
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length);
    framed.set(body, 4);
    framed.writeUInt32BE(Bun.hash.crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

export const engine: Engine<ImageRequest> = {
  name: "gradients",
  models: [{ id: "gradient-1", title: "Gradient", aspectRatios: Object.keys(SIZES) }],
  // Safe to run again after a crash: it costs nothing and leaves nothing behind.
  repeatable: true,
  review: ({ source }): Record<string, string> => (source ? { imageId: "This engine does not edit images." } : {}),
  estimateSeconds: () => 1,
  async create({ prompt, aspectRatio }, run) {
    const [width, height] = SIZES[aspectRatio] ?? [1024, 1024];
    const path = join(run.folder, "gradient.png");
    await Bun.write(path, drawPng(width, height, mixColors(prompt)));
    return { state: "completed", files: { main: { path } } };
  },
};
