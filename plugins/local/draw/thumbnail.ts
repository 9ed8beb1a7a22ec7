import { join } from "node:path";
import { type Canvas, createCanvas, type Image } from "@napi-rs/canvas";

/** 270 × 480: twice the size at which lists show thumbnails. */
const PIXELS = 129_600;
const QUALITY = 70;

/** Creates a small copy of an image as WebP. Most have about 10 kB. Small images keep their size. */
export function drawThumbnail(picture: Canvas | Image): Buffer {
  const scale = Math.min(1, Math.sqrt(PIXELS / (picture.width * picture.height)));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return canvas.toBuffer("image/webp", QUALITY);
}

/** Writes a thumbnail into a folder. Returns its path. */
export async function writeThumbnail(picture: Canvas | Image, folder: string): Promise<string> {
  const path = join(folder, `thumbnail-${crypto.randomUUID()}.webp`);
  await Bun.write(path, drawThumbnail(picture));
  return path;
}
