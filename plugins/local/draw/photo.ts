import { readFile } from "node:fs/promises";
import { type Canvas, createCanvas, type Image, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import { type Probed, probe, sniff } from "vireo/media";
import type { FaceFinder } from "#plugins/local/reframe/faces";
import { RenderError } from "#plugins/local/render-tools";
import { clamp } from "../numbers";
import { toHex, toHsl } from "./colors";
import { isCutout } from "./cutout";
import { type Focus, getMiddle, lookAt } from "./focus";
import { decodeHeic } from "./heic";
import { readImageSize } from "./imagesize";

/** A decoded image, upright. */
export interface Photo {
  canvas: Canvas;
  width: number;
  height: number;
  /** What must stay visible when it is cropped. */
  focus: Focus;
  /** Current frame of a video: the canvas changes from frame to frame. */
  moving?: true;
}

const MAX_PIXELS = 50_000_000;
/** Maximum side in pixels. Larger images are scaled down when loaded. */
const MAX_SIDE = 4096;

/**
 * Loads an image (PNG, JPEG, WebP, HEIC, AVIF, first frame of a GIF, BMP), rotated according to its EXIF data. `maxSide`
 * scales it down while loading.
 * @throws RenderError `image_too_large` above 50 megapixels, `image_unreadable` if it cannot be decoded.
 */
export async function loadPicture(file: string, maxSide = MAX_SIDE): Promise<Canvas> {
  const bytes = await readFile(file);
  // Read the size from the header first, because decoding a hostile image can take gigabytes.
  const size = readImageSize(bytes);
  if (size) checkSize(size.width, size.height);
  // Reject unknown headers, because an SVG could reference other files.
  const image = size && (await decode(bytes).catch(rethrowRefusal));
  if (!image || image.width < 1 || image.height < 1) {
    throw new RenderError("image_unreadable", "The image could not be read. Use a PNG, JPEG, WebP, HEIC or AVIF file.");
  }
  checkSize(image.width, image.height);
  // The decoder turns JPEG and WebP images itself.
  const turn = bytes.toString("latin1", 1, 4) === "PNG" ? await probe(file) : undefined;
  return scaled(image, Math.min(1, maxSide / Math.max(image.width, image.height)), turn);
}

const decode = (bytes: Buffer): Promise<Image | Canvas | undefined> =>
  sniff(bytes)?.extension === "heic" ? decodeHeic(bytes, checkSize) : loadImage(exposeExif(bytes));

/** Decoders throw all sorts of errors about damaged files. */
function rethrowRefusal(error: unknown): undefined {
  if (error instanceof RenderError) throw error;
}

/** Loads an image, without its transparent margins, and looks at it. Throws the errors of `loadPicture`. */
export async function loadPhoto(file: string, maxSide = MAX_SIDE, finder?: FaceFinder): Promise<Photo> {
  const canvas = trimMargins(await loadPicture(file, maxSide));
  return { canvas, width: canvas.width, height: canvas.height, focus: await lookAt(canvas, finder) };
}

/**
 * Returns the crop with which an image of `width` × `height` fills a box of this shape while its focus stays visible.
 */
export function getCoverCrop(
  photo: Pick<Photo, "width" | "height" | "focus">,
  boxWidth: number,
  boxHeight: number,
): { x: number; y: number; width: number; height: number } {
  const scale = Math.max(boxWidth / photo.width, boxHeight / photo.height);
  const width = Math.min(photo.width, boxWidth / scale);
  const height = Math.min(photo.height, boxHeight / scale);
  const { x, y } = getMiddle(photo.focus);
  return {
    x: clamp(x * photo.width - width / 2, 0, photo.width - width),
    y: clamp(y * photo.height - height / 2, 0, photo.height - height),
    width,
    height,
  };
}

/** Draws a photo so that it fills the box, cropped around its focus. */
export function drawCover(ctx: SKRSContext2D, photo: Photo, x: number, y: number, width: number, height: number): void {
  const crop = getCoverCrop(photo, width, height);
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(photo.canvas, crop.x, crop.y, crop.width, crop.height, x, y, width, height);
}

/** Samples per side, and hues that are told apart, for the hue of a photo. */
const HUE = { side: 40, bins: 24, least: 0.006 } as const;

/** Returns the hue that stands out in photos, from 0 to 360. Undefined for people, and without a vivid color. */
export function findHue(photos: readonly Photo[]): number | undefined {
  const weights = new Float64Array(HUE.bins);
  for (const { canvas, focus } of photos) {
    if (focus.kind === "faces") continue;
    const ctx = createCanvas(HUE.side, HUE.side).getContext("2d");
    ctx.drawImage(canvas, 0, 0, HUE.side, HUE.side);
    const { data } = ctx.getImageData(0, 0, HUE.side, HUE.side);
    for (let at = 0; at < data.length; at += 4) {
      const [hue, saturation, lightness] = toHsl(toHex([data[at]!, data[at + 1]!, data[at + 2]!]));
      const vivid = saturation * (1 - Math.abs(2 * lightness - 1)) * (data[at + 3]! / 255);
      weights[Math.floor((hue / 360) * HUE.bins) % HUE.bins]! += vivid ** 2 / (data.length / 4);
    }
  }
  const best = weights.indexOf(Math.max(...weights));
  return weights[best]! < HUE.least ? undefined : ((best + 0.5) / HUE.bins) * 360;
}

/** Some programs begin the Exif data of a WebP file with "Exif" as in a JPEG. The decoder only reads them without it. */
function exposeExif(bytes: Buffer): Buffer {
  const at = bytes.toString("latin1", 8, 12) === "WEBP" ? bytes.lastIndexOf("Exif\0\0") : -1;
  if (at >= 8 && bytes.toString("latin1", at - 8, at - 4) === "EXIF") bytes.copyWithin(at, at + 6);
  return bytes;
}

/** Draws an image smaller, turned and mirrored as its Exif data say. */
function scaled(
  image: Image | Canvas,
  scale: number,
  { rotation = 0, isMirrored }: Pick<Probed, "rotation" | "isMirrored"> = {},
): Canvas {
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = rotation % 180 ? createCanvas(height, width) : createCanvas(width, height);
  const ctx = canvas.getContext("2d");
  ctx.imageSmoothingQuality = "high";
  ctx.translate(canvas.width / 2, canvas.height / 2);
  if (isMirrored) ctx.scale(-1, 1);
  const [cos = 1, sin = 0] = [Math.cos, Math.sin].map((of) => Math.round(of((rotation * Math.PI) / 180)));
  ctx.transform(cos, sin, -sin, cos, 0, 0);
  ctx.drawImage(image, -width / 2, -height / 2, width, height);
  return canvas;
}

/** Opacity from which a pixel can be seen, of 255. */
const VISIBLE = 8;

/** True if nothing of an image can be seen. */
export const isEmpty = ({ canvas, width, height }: Photo): boolean =>
  isCutout(canvas) &&
  canvas
    .getContext("2d")
    .getImageData(0, 0, width, height)
    .data.every((value, i) => i % 4 < 3 || value < VISIBLE);

/** Cuts off what is transparent all around an image. An image without anything else stays as it is. */
function trimMargins(picture: Canvas): Canvas {
  const { width, height } = picture;
  const ctx = picture.getContext("2d");
  if (ctx.getImageData(0, 0, 1, 1).data[3]! >= VISIBLE) return picture;
  const { data } = ctx.getImageData(0, 0, width, height);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 3, i = 0; at < data.length; at += 4, i++) {
    if (data[at]! < VISIBLE) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  if (right < 0 || (right - left + 1 === width && bottom - top + 1 === height)) return picture;
  const trimmed = createCanvas(right - left + 1, bottom - top + 1);
  trimmed.getContext("2d").drawImage(picture, -left, -top);
  return trimmed;
}

function checkSize(width: number, height: number): void {
  if (width * height > MAX_PIXELS)
    throw new RenderError("image_too_large", `The image is ${width} × ${height}; the limit is 50 megapixels.`);
}
