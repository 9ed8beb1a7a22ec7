import { type Canvas, createCanvas } from "@napi-rs/canvas";

/** A part of a picture, from 0 to 1 each way. */
export interface Part {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const SIDE = 64;
/** How far the edge of a picture may differ from a smooth ground, and how far a subject has to, of 255. */
const SMOOTH = 26;
const APART = 44;
/** Share of the pixels that a subject covers: less is a speck, more is a texture. */
const LEAST = 0.03;
const MOST = 0.9;

/**
 * What stands on a plain ground, such as a product on white: the bounds of all that differs from the ground, which may
 * change from its top to its foot. Undefined for pictures whose edges are not plain, or cut what they show.
 */
export function findSubject(picture: Canvas): Part | undefined {
  const small = createCanvas(SIDE, SIDE);
  const ctx = small.getContext("2d");
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(picture, 0, 0, SIDE, SIDE);
  const { data } = ctx.getImageData(0, 0, SIDE, SIDE);
  const get = (x: number, y: number, channel: number) => data[(y * SIDE + x) * 4 + channel]!;
  // The ground of each row, from both of its ends.
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
  // A subject that an edge cuts is a person or a place, and the photographer has chosen the frame.
  const isCut = bounds.left <= 1 || bounds.top <= 1 || bounds.right >= SIDE - 2 || bounds.bottom >= SIDE - 2;
  if (isCut || share < LEAST || share > MOST) return undefined;
  return {
    left: bounds.left / SIDE,
    top: bounds.top / SIDE,
    right: (bounds.right + 1) / SIDE,
    bottom: (bounds.bottom + 1) / SIDE,
  };
}

/** True if the two ends of each row are alike, rows change slowly, and the top edge is one colour. */
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
