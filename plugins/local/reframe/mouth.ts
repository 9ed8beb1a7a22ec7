import { clamp } from "../numbers";
import type { Bitmap } from "./scale";

/** Cells of the picture of a mouth. */
export const MOUTH = { columns: 16, rows: 10 } as const;
const { columns: COLUMNS, rows: ROWS } = MOUTH;
/** Width of the mouth's area, as a part of the face's. It is as wide as the mouth with some cheek. */
const WIDTH = 0.5;
/** A face whose eyes are nearer to each other than this part of its width is seen from the side. */
const LEAST_EYES = 0.15;
/** Samples per cell in each direction, at most. */
const MOST_SAMPLES = 4;
/** Samples of the face's mean, in each direction. */
const FACE_SAMPLES = 24;
/** Below this luma, of 255, a face is too dark to measure. Avoids a division by 0. */
const DARK = 8;

type Point = readonly [x: number, y: number];

interface FaceArea {
  x: number;
  y: number;
  /** Width and height, in pixels. */
  size: number;
  /** As x and y: eyes, nose, mouth, ears. */
  points: readonly number[];
}

/** Returns the luma of the mouth's area, in rows from eye to eye and down, relative to the mean of the face. */
export function measureMouth(picture: Bitmap, { x, y, size, points }: FaceArea): Float32Array {
  const [leftX = 0, leftY = 0, rightX = 0, rightY = 0, , , mouthX = x, mouthY = y] = points;
  const eyes = Math.hypot(rightX - leftX, rightY - leftY);
  const [alongX, alongY]: Point =
    eyes < LEAST_EYES * size ? [1, 0] : [(rightX - leftX) / eyes, (rightY - leftY) / eyes];
  const step = (WIDTH * size) / COLUMNS;
  const mean = Math.max(DARK, measure(picture, [x, y], [1, 0], size / FACE_SAMPLES, FACE_SAMPLES, FACE_SAMPLES));
  const mouth = new Float32Array(COLUMNS * ROWS);
  const samples = Math.max(1, Math.min(MOST_SAMPLES, Math.ceil(step)));
  for (let i = 0; i < mouth.length; i++) {
    const across = ((i % COLUMNS) + 0.5 - COLUMNS / 2) * step;
    const down = (Math.floor(i / COLUMNS) + 0.5 - ROWS / 2) * step;
    const centre = [mouthX + across * alongX - down * alongY, mouthY + across * alongY + down * alongX] as const;
    mouth[i] = measure(picture, centre, [alongX, alongY], step / samples, samples, samples) / mean;
  }
  return mouth;
}

/** Returns the mean luma of a rectangle of samples. `along`: direction of its rows. */
function measure(picture: Bitmap, centre: Point, along: Point, step: number, columns: number, rows: number): number {
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const across = (column + 0.5 - columns / 2) * step;
      const down = (row + 0.5 - rows / 2) * step;
      sum += readLuma(
        picture,
        centre[0] + across * along[0] - down * along[1],
        centre[1] + across * along[1] + down * along[0],
      );
    }
  }
  return sum / (columns * rows);
}

/** Returns the luma between pixels, 0 to 255. Outside the picture it is that of the edge. */
function readLuma({ rgb, width, height }: Bitmap, x: number, y: number): number {
  const column = clamp(x - 0.5, 0, width - 1);
  const row = clamp(y - 0.5, 0, height - 1);
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const luma = (atX: number, atY: number) => {
    const i = (atY * width + atX) * 3;
    return 0.299 * rgb[i]! + 0.587 * rgb[i + 1]! + 0.114 * rgb[i + 2]!;
  };
  const mix = (a: number, b: number, part: number) => a + (b - a) * part;
  return mix(
    mix(luma(left, top), luma(right, top), column - left),
    mix(luma(left, bottom), luma(right, bottom), column - left),
    row - top,
  );
}
