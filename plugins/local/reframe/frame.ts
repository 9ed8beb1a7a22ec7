import { clampFinite } from "../numbers";
import type { Head } from "./track";

/** The largest crop of a shape: it spans the picture in one direction and can move along the other. */
export interface Crop {
  axis: "x" | "y";
  /** Size along the axis, as a fraction of the picture. */
  size: number;
}

/** Where the centre of the crop is along its axis: best, and within which no head is cut. */
export interface Aim {
  best: number;
  least: number;
  most: number;
}

/** Share of the crop's height above the eyes. */
const EYES = 1 / 3;
/** Least share of the crop's height above the head. */
const HEADROOM = 0.08;
/** Share of the crop that a group fills at most: without any room to move, the crop would tremble. */
const FULL = 0.92;

/** Least freedom on each side, as a share of the crop: without, those who fill it would make it tremble. */
const SLACK = 0.04;

export function sizeCrop({ width, height }: { width: number; height: number }, ratio: number): Crop {
  const source = width / height;
  return ratio < source ? { axis: "x", size: ratio / source } : { axis: "y", size: source / ratio };
}

const list = (heads: readonly Head[], key: keyof Head) => heads.map((head) => head[key]);

/** Returns what heads take along the axis, as far as it lies in the picture, with so much of the crop above them. */
function measureHeads(heads: readonly Head[], { axis, size }: Crop, room: number): { from: number; to: number } {
  const [from, to] =
    axis === "x"
      ? [Math.min(...list(heads, "left")), Math.max(...list(heads, "right"))]
      : [Math.min(...list(heads, "top")) - room * size, Math.max(...list(heads, "bottom"))];
  return { from: clampFinite(from, 0, 1), to: clampFinite(to, 0, 1) };
}

export function fitsTogether(heads: readonly Head[], crop: Crop): boolean {
  const { from, to } = measureHeads(heads, crop, HEADROOM);
  return to - from <= FULL * crop.size;
}

/** Returns where the crop shows these heads best. */
export function aimAt(heads: readonly Head[], crop: Crop): Aim {
  const { axis, size } = crop;
  const inPicture = (at: number) => clampFinite(at, size / 2, 1 - size / 2);
  const { from, to } = measureHeads(heads, crop, 0);
  // A crop that is too small for the heads shows as much of them as it can.
  const ends = [to - size / 2, from + size / 2] as const;
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const eyes = list(heads, "eyes").reduce((sum, at) => sum + at, 0) / heads.length;
  const roomy = measureHeads(heads, crop, HEADROOM).from + size / 2;
  const wish = axis === "x" ? (from + to) / 2 : Math.min(eyes + (0.5 - EYES) * size, roomy);
  const best = inPicture(clampFinite(wish, low, high));
  return {
    best,
    least: inPicture(Math.min(low, best - SLACK * size)),
    most: inPicture(Math.max(high, best + SLACK * size)),
  };
}
