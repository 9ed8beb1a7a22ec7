import { type Canvas, createCanvas } from "@napi-rs/canvas";
import type { Face, FaceFinder } from "#plugins/local/reframe/faces";
import { isCutout } from "./cutout";
import { findSubject, type Part } from "./subject";

/** What a picture shows, and where: the part that stays visible, and that text keeps off. */
export interface Focus extends Part {
  /**
   * `faces`: heads, from hair to chin. `product`: everything on a plain ground, or cut out. `thing`: what stands out in a
   * picture of few colours. `graphic`: a screenshot or a chart, which is shown whole. `detail`: the most striking part of
   * any other picture.
   */
  kind: "faces" | "product" | "thing" | "graphic" | "detail";
}

const SIDE = 48;
/** Shorter side of the picture in which faces are looked for. */
const FACE_SIDE = 360;
/** Faces smaller than this fraction of the largest are bystanders. */
const BYSTANDER = 0.4;
/** Faces that are smaller, as a fraction of the shorter side, are part of a scene or a screenshot. */
const LEAST_FACE = 0.07;
/** Smaller heads in a drawn picture are icons of a screenshot. */
const PORTRAIT = 0.25;
/** Hair and chin, as fractions of a face, which the finder measures from the eyebrows to the chin. */
const HEAD = { above: 0.65, below: 0.2, beside: 0.15 } as const;
/** Fraction of neighbouring pixels that are equal in a picture that was drawn. */
const DRAWN = 0.55;
/** Maximum area of a thing in a picture of few colours. */
const THING = 0.42;
const WHOLE: Part = { left: 0, top: 0, right: 1, bottom: 1 };
/** Fraction of the weights on either side of the striking part. */
const TAIL = 0.17;
/** The same for things, of which nothing is cut. */
const THIN_TAIL = 0.012;

/** Looks at a picture once. Without a finder, for example on a machine that cannot load it, no faces are found. */
export async function lookAt(picture: Canvas, finder?: FaceFinder): Promise<Focus> {
  const focus = findFocus(picture);
  const heads = finder && !isCutout(picture) && (await findHeads(picture, finder));
  return !heads || (focus.kind === "graphic" && heads.bottom - heads.top < PORTRAIT)
    ? focus
    : { kind: "faces", ...heads };
}

/** Looks for everything but faces. */
export function findFocus(picture: Canvas): Focus {
  if (isCutout(picture)) return { kind: "product", ...WHOLE };
  const product = findSubject(picture);
  if (product) return { kind: "product", ...product };
  if (measureFlatness(picture) <= DRAWN) return { kind: "detail", ...findDetail(picture) };
  // A screenshot has details everywhere; a thing in front of a wall only where it is.
  const thing = findCores(picture, THIN_TAIL, weighEdges);
  const isThing = (thing.right - thing.left) * (thing.bottom - thing.top) < THING;
  return isThing ? { kind: "thing", ...thing } : { kind: "graphic", ...WHOLE };
}

export const getMiddle = ({ left, top, right, bottom }: Part): { x: number; y: number } => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

/** Returns the bounds of the heads of the people a picture is about. */
async function findHeads(picture: Canvas, finder: FaceFinder): Promise<Part | undefined> {
  const scale = Math.min(1, FACE_SIDE / Math.min(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
  const faces = await finder.find(readRgb(picture, width!, height!), width!, height!);
  const size = (face: Face) => (face.height * height!) / Math.min(width!, height!);
  const largest = Math.max(...faces.map(size), 0);
  if (largest < LEAST_FACE) return undefined;
  return join(faces.filter((face) => size(face) >= largest * BYSTANDER).map(toHead));
}

function readRgb(picture: Canvas, width: number, height: number): Uint8Array {
  const data = readSmall(picture, width, height);
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < data.length; from += 4) {
    rgb[to++] = data[from]!;
    rgb[to++] = data[from + 1]!;
    rgb[to++] = data[from + 2]!;
  }
  return rgb;
}

function readSmall(picture: Canvas, width: number, height: number): Uint8ClampedArray {
  const ctx = createCanvas(width, height).getContext("2d");
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(picture, 0, 0, width, height);
  return ctx.getImageData(0, 0, width, height).data;
}

/** Rounded, so that the last bits of the network's results make no difference. */
const round = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;

function toHead({ x, y, width, height }: Face): Part {
  const across = width * (0.5 + HEAD.beside);
  return {
    left: round(x - across),
    right: round(x + across),
    top: round(y - height * (0.5 + HEAD.above)),
    bottom: round(y + height * (0.5 + HEAD.below)),
  };
}

const join = (parts: readonly Part[]): Part => ({
  left: Math.min(...parts.map(({ left }) => left)),
  top: Math.min(...parts.map(({ top }) => top)),
  right: Math.max(...parts.map(({ right }) => right)),
  bottom: Math.max(...parts.map(({ bottom }) => bottom)),
});

/** Rows and columns in which neighbouring pixels are compared, at full size: scaling would even out a photo's noise. */
const SAMPLES = 40;

/** Returns the fraction of neighbouring pixels that are equal. Photos have noise and gradients everywhere. */
function measureFlatness(picture: Canvas): number {
  const { width, height } = picture;
  const ctx = picture.getContext("2d");
  let equal = 0;
  let count = 0;
  for (let i = 0; i < SAMPLES; i++) {
    const { data } = ctx.getImageData(0, Math.floor(((i + 0.5) / SAMPLES) * height), width, 1);
    for (let at = 4; at < data.length; at += 4, count++)
      if (data[at] === data[at - 4] && data[at + 1] === data[at - 3] && data[at + 2] === data[at - 2]) equal++;
  }
  return count === 0 ? 0 : equal / count;
}

/** Returns the bounds of the part with the most detail, unusual colour and skin. */
const findDetail = (picture: Canvas): Part => findCores(picture, TAIL, weighInterest);

/** Returns the bounds of the pixels with the most weight, without the tails in each direction. */
function findCores(picture: Canvas, tail: number, weigh: (data: Uint8ClampedArray) => Weigh): Part {
  const weights = computeWeights(readSmall(picture, SIDE, SIDE), weigh);
  const columns = new Float64Array(SIDE);
  const rows = new Float64Array(SIDE);
  weights.forEach((weight, at) => {
    columns[at % SIDE]! += weight;
    rows[Math.floor(at / SIDE)]! += weight;
  });
  const [left, right] = findCore(columns, tail);
  const [top, bottom] = findCore(rows, tail);
  return { left, top, right, bottom };
}

/** Returns between which fractions of a line its weight is, without its tails. */
function findCore(weights: Float64Array, tail: number): [number, number] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return [0.25, 0.75];
  const reach = (share: number): number => {
    let sum = 0;
    const at = weights.findIndex((weight) => {
      sum += weight;
      return sum >= total * share;
    });
    return (at + 1 - (sum - total * share) / weights[at]!) / SIDE;
  };
  return [reach(tail), reach(1 - tail)];
}

/** Returns the weight of the pixel at a column and a row. */
type Weigh = (x: number, y: number) => number;

function computeWeights(data: Uint8ClampedArray, weigh: (data: Uint8ClampedArray) => Weigh): Float64Array {
  const weights = new Float64Array(SIDE * SIDE);
  const weighPixel = weigh(data);
  for (let y = 1; y < SIDE - 1; y++) {
    for (let x = 1; x < SIDE - 1; x++) weights[y * SIDE + x] = weighPixel(x, y);
  }
  return weights;
}

/** Detail, unusual colour and skin, most in the middle. Squared, so that a few strong spots outweigh a texture. */
function weighInterest(data: Uint8ClampedArray): Weigh {
  const mean = computeMean(data);
  return (x, y) => {
    const at = (y * SIDE + x) * 4;
    const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
    const unlike = Math.abs(r - mean[0]!) + Math.abs(g - mean[1]!) + Math.abs(b - mean[2]!);
    const skin = r > 80 && r > g && g > b && r - g > 12 && r - b > 25 && r - b < 110 ? 40 : 0;
    return ((measureEdge(data, at) + unlike * 0.15 + skin) * data[at + 3]!) ** 2 * centrality(x / SIDE, y / SIDE);
  };
}

/** Detail alone: a wall of two colours has one edge only. */
const weighEdges =
  (data: Uint8ClampedArray): Weigh =>
  (x, y) =>
    measureEdge(data, (y * SIDE + x) * 4) ** 2;

/** Returns how much a pixel differs from those to the right and below. */
function measureEdge(data: Uint8ClampedArray, at: number): number {
  let edge = 0;
  for (const next of [at + 4, at + SIDE * 4])
    for (const channel of [0, 1, 2]) edge += Math.abs(data[at + channel]! - data[next + channel]!);
  return edge;
}

function computeMean(data: Uint8ClampedArray): number[] {
  const sums = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i++) sums[i & 3] = sums[i & 3]! + data[i]!;
  return sums.map((sum) => sum / (SIDE * SIDE));
}

function centrality(x: number, y: number): number {
  return Math.exp(-((x - 0.5) ** 2 / 0.18 + (y - 0.45) ** 2 / 0.18));
}
