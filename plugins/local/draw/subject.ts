import { type Canvas, createCanvas } from "@napi-rs/canvas";

/** A region of an image, from 0 to 1 in each direction. */
export interface Part {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const SIDE = 64;
/** Maximum deviation of an image's edge from a smooth background, and minimum deviation of a subject, out of 255. */
const SMOOTH = 26;
const APART = 44;
/** Range of the fraction of pixels that a subject covers: less is a speck, more is a texture. */
const LEAST = 0.03;
const MOST = 0.9;

/**
 * Finds the subject on a plain background, such as a product on white: the bounds of everything that differs from the
 * background, which may change from top to bottom. Undefined for images whose edges are not plain or crop the subject.
 */
export function findSubject(picture: Canvas): Part | undefined {
  const small = createCanvas(SIDE, SIDE);
  const ctx = small.getContext("2d");
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(picture, 0, 0, SIDE, SIDE);
  const { data } = ctx.getImageData(0, 0, SIDE, SIDE);
  const get = (x: number, y: number, channel: number) => data[(y * SIDE + x) * 4 + channel]!;
  // Background of each row, from both of its ends.
  const ground = Array.from({ length: SIDE }, (_, y) => [0, 1, 2].map((k) => (get(1, y, k) + get(SIDE - 2, y, k)) / 2));
  const differ = (x: number, y: number) => Math.max(...[0, 1, 2].map((k) => Math.abs(get(x, y, k) - ground[y]![k]!)));
  if (!isPlain(ground, differ)) return undefined;
  const bounds = { left: SIDE, top: SIDE, right: -1, bottom: -1 };
  let count = 0;
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      if (differ(x, y) < APART) continue;
      count++;
      bounds.left = Math.min(bounds.left, x);
      bounds.right = Math.max(bounds.right, x);
      bounds.top = Math.min(bounds.top, y);
      bounds.bottom = Math.max(bounds.bottom, y);
    }
  }
  const share = count / SIDE ** 2;
  // A subject that is cut by an edge is usually a person or a place, framed on purpose by the photographer.
  const isCut = bounds.left <= 1 || bounds.top <= 1 || bounds.right >= SIDE - 2 || bounds.bottom >= SIDE - 2;
  if (isCut || share < LEAST || share > MOST) return undefined;
  return {
    left: bounds.left / SIDE,
    top: bounds.top / SIDE,
    right: (bounds.right + 1) / SIDE,
    bottom: (bounds.bottom + 1) / SIDE,
  };
}

/** True if both ends of each row are similar, rows change slowly, and the top edge has one colour. */
function isPlain(ground: readonly (readonly number[])[], differ: (x: number, y: number) => number): boolean {
  let rough = 0;
  for (let y = 0; y < SIDE; y++) {
    const before = ground[Math.max(0, y - 1)]!;
    const jump = Math.max(...ground[y]!.map((value, k) => Math.abs(value - before[k]!)));
    if (differ(0, y) > SMOOTH || differ(SIDE - 1, y) > SMOOTH || jump > SMOOTH) rough++;
  }
  let top = 0;
  for (let x = 0; x < SIDE; x++) if (differ(x, 0) > SMOOTH) top++;
  return rough <= 2 && top <= SIDE * 0.06;
}
