import { deflateSync } from "node:zlib";
import { type Canvas, createCanvas, ImageData, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import { writePng } from "./png";

interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/**
 * Decodes the main picture of a HEIC file to sRGB, turned as the file says. WebAssembly, so a hostile file cannot leave it.
 * Undefined if it cannot be decoded.
 *
 * @param checkSize throws if a picture of this size must not be decoded
 */
export async function decodeHeic(
  bytes: Buffer,
  checkSize: (width: number, height: number) => void,
): Promise<Canvas | undefined> {
  const { default: libheif } = await import("libheif-js/wasm-bundle");
  const images = new libheif.HeifDecoder().decode(bytes);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) return undefined;
  const [width, height] = [image.get_width(), image.get_height()];
  checkSize(width, height);
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const { promise, resolve } = Promise.withResolvers<Pixels | null>();
  image.display(target, resolve);
  const pixels = await promise;
  for (const one of images) one.free();
  return pixels ? draw(pixels, bytes) : undefined;
}

/** Rows that are converted at a time. */
const STRIP = 256;

/** Draws pixels on a canvas of sRGB, with the colour space that the file declares. */
async function draw({ data, width, height }: Pixels, bytes: Buffer): Promise<Canvas> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const profile = findProfile(bytes);
  for (let top = 0; top < height; top += STRIP) {
    const rows = Math.min(STRIP, height - top);
    const strip = data.subarray(top * width * 4, (top + rows) * width * 4);
    if (profile) context.drawImage(await loadImage(toPng(strip, width, rows, profile)), 0, top);
    else if (isDisplayP3(bytes)) drawDisplayP3(context, strip, width, top);
    else context.putImageData(new ImageData(strip, width, rows), 0, top);
  }
  return canvas;
}

function drawDisplayP3(context: SKRSContext2D, strip: Pixels["data"], width: number, top: number): void {
  const rows = strip.length / 4 / width;
  const wide = createCanvas(width, rows);
  const space = { colorSpace: "display-p3" } as const;
  wide.getContext("2d", space).putImageData(new ImageData(strip, width, rows, space), 0, 0);
  context.drawImage(wide, 0, top);
}

/** Finds the ICC profile of a picture in colour. */
function findProfile(bytes: Buffer): Buffer | undefined {
  for (let at = bytes.indexOf("colrprof"); at >= 4; at = bytes.indexOf("colrprof", at + 8)) {
    const profile = bytes.subarray(at + 8, at - 4 + bytes.readUInt32BE(at - 4));
    if (profile.toString("latin1", 16, 20) === "RGB ") return profile;
  }
  return undefined;
}

const DISPLAY_P3 = 12;
const isDisplayP3 = (bytes: Buffer): boolean => {
  const at = bytes.indexOf("colrnclx");
  return at >= 0 && bytes.readUInt16BE(at + 8) === DISPLAY_P3;
};

/** Writes pixels as a PNG with a profile, without compression, because canvases convert the colours of files only. */
function toPng(pixels: Uint8ClampedArray, width: number, height: number, profile: Buffer): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 4));
  for (let row = 0; row < height; row++) {
    rows.set(pixels.subarray(row * width * 4, (row + 1) * width * 4), row * (1 + width * 4) + 1);
  }
  return writePng({ width, height, channels: 4 }, [
    ["iCCP", Buffer.concat([Buffer.from("icc\0\0", "latin1"), deflateSync(profile)])],
    ["IDAT", deflateSync(rows, { level: 0 })],
  ]);
}
