import { toRgb } from "#plugins/local/draw/colors";
import type { Pixels } from "./pixels";

/** Maximum distance of a color from the background's, in RGB. */
const NEAR = 44;
/** Fraction of the edge that must have the background's color. */
const PLAIN = 0.85;

/**
 * Removes a plain background: all pixels of its color that are connected to the edge, so that the same color inside the
 * subject stays. The background becomes transparent, or `fill`. Undefined if the background is not plain.
 */
export function replaceBackground(picture: Pixels, fill?: string): Pixels | undefined {
  const edge = listEdge(picture);
  const ground = findMedian(picture, edge);
  const distance = (pixel: number) => {
    const at = pixel * 4;
    const [red, green, blue] = [0, 1, 2].map((i) => picture.data[at + i]! - ground[i]!) as [number, number, number];
    return Math.hypot(red, green, blue);
  };
  if (edge.filter((pixel) => distance(pixel) < NEAR).length < edge.length * PLAIN) return undefined;
  const outside = flood(picture, edge, (pixel) => distance(pixel) < NEAR);
  const data = picture.data.slice();
  const color = fill ? toRgb(fill) : undefined;
  for (let pixel = 0; pixel < outside.length; pixel++) {
    const opacity = outside[pixel] ? 0 : touches(outside, pixel, picture.width) ? soften(distance(pixel)) : 1;
    if (opacity === 1) continue;
    if (!color) data[pixel * 4 + 3]! *= opacity;
    else for (const i of [0, 1, 2]) data[pixel * 4 + i] = data[pixel * 4 + i]! * opacity + color[i]! * (1 - opacity);
  }
  return { ...picture, data };
}

/** Pixels at the border of the subject are mixed with the background. */
const soften = (distance: number): number => Math.min(1, Math.max(0.25, (distance - NEAR / 2) / (2 * NEAR)));

function listEdge({ width, height }: Pixels): number[] {
  const edge: number[] = [];
  for (let x = 0; x < width; x++) edge.push(x, (height - 1) * width + x);
  for (let y = 0; y < height; y++) edge.push(y * width, y * width + width - 1);
  return edge;
}

const findMedian = ({ data }: Pixels, pixels: readonly number[]): number[] =>
  [0, 1, 2].map((i) => pixels.map((pixel) => data[pixel * 4 + i]!).sort((a, b) => a - b)[pixels.length >> 1]!);

/** Marks the pixels that are connected to the edge by similar ones. */
function flood({ width, height }: Pixels, edge: readonly number[], isAlike: (pixel: number) => boolean): Uint8Array {
  const reached = new Uint8Array(width * height);
  const queue = new Int32Array(width * height);
  let end = 0;
  const visit = (pixel: number) => {
    if (reached[pixel] || !isAlike(pixel)) return;
    reached[pixel] = 1;
    queue[end++] = pixel;
  };
  for (const pixel of edge) visit(pixel);
  for (let at = 0; at < end; at++) {
    const pixel = queue[at]!;
    const x = pixel % width;
    if (x > 0) visit(pixel - 1);
    if (x < width - 1) visit(pixel + 1);
    if (pixel >= width) visit(pixel - width);
    if (pixel < width * (height - 1)) visit(pixel + width);
  }
  return reached;
}

const touches = (marked: Uint8Array, pixel: number, width: number): boolean =>
  marked[pixel - 1] === 1 || marked[pixel + 1] === 1 || marked[pixel - width] === 1 || marked[pixel + width] === 1;
