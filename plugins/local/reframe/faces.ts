/**
 * Finds faces with BlazeFace, a small network. It sees squares of 256 pixels, in which it finds faces of 12 pixels and
 * more. So it looks at the whole picture, and at squares as tall as a wide picture (or as wide as a tall one), in which
 * faces are larger.
 */
import type { InferenceSession } from "onnxruntime-node";
import { setNativeEnv } from "vireo/process";
import modelPath from "./model/faces.onnx" with { type: "file" };
import { measureMouth } from "./mouth";
import { type Bitmap, copySquare, scale } from "./scale";

/** A face, as fractions of the picture's width and height. */
export interface Face {
  /** Confidence, 0 to 1. */
  score: number;
  /** Centre. */
  x: number;
  y: number;
  /** From ear to ear. Can reach beyond the picture. */
  width: number;
  /** From the eyebrows to the chin. */
  height: number;
  /**
   * Luma of the mouth's area, in 10 rows of 16 values, to measure how it moves. 1 is the mean of the face. So neither
   * the size of the face nor changing light make a difference.
   */
  mouth: Float32Array;
}

export interface FaceFinder {
  /**
   * Finds faces in a picture of RGB bytes, best first. Scale the picture to a shorter side of 360 pixels: larger ones
   * show no more faces, and in smaller ones the mouths of small faces are unclear.
   */
  find(rgb: Uint8Array, width: number, height: number): Promise<Face[]>;
  close(): Promise<void>;
}

/** A face in pixels. */
interface Found {
  score: number;
  x: number;
  y: number;
  size: number;
  /** As x and y: eyes, nose, mouth, ears. */
  points: number[];
}

/** A square that the network looks at. */
interface Look {
  picture: Bitmap;
  left: number;
  top: number;
  /** How many pixels of `picture` are one of the original. */
  ratio: number;
}

/** Side of the network's input. */
const SIDE = 256;
/** Above most drawn faces and patterns. Most faces of 12 pixels score 0.8 to 0.95. */
const LEAST_SCORE = 0.75;
const LEAST_LOGIT = Math.log(LEAST_SCORE / (1 - LEAST_SCORE));
/** Pixels that neighbouring squares share at least. Faces that are larger are found in the whole picture. */
const SHARED = 48;
/** Limits the time for very long pictures. */
const MOST_SQUARES = 6;
/** Two boxes are of the same face if they share this part of the smaller one. */
const SAME_FACE = 0.4;

/** Outputs of the network: a grid of cells, each with some boxes. */
const GRIDS = [
  { scores: "Identity:0", boxes: "Identity_2:0", cells: 16, each: 2 },
  { scores: "Identity_1:0", boxes: "Identity_3:0", cells: 8, each: 6 },
] as const;
/** Centre, width and height, then six points. */
const VALUES_PER_BOX = 16;

/** Opens the network, which takes a tenth of a second and 60 MB. Throws on a platform without ONNX Runtime. */
export async function openFaceFinder(): Promise<FaceFinder> {
  process.env.ORT_DISABLE_TELEMETRY = "1";
  setNativeEnv("ORT_DISABLE_TELEMETRY", "1");
  const { InferenceSession, Tensor } = await import("onnxruntime-node");
  const session = await InferenceSession.create(await Bun.file(modelPath).bytes(), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3, // Without warnings of unused weights.
  });
  const values = new Float32Array(SIDE * SIDE * 3);

  async function look({ picture, left, top, ratio }: Look): Promise<Found[]> {
    copySquare(picture, left, top, values);
    const outputs = await session.run({ "input:0": new Tensor("float32", values, [1, SIDE, SIDE, 3]) });
    return readFaces(outputs).map((face) => ({
      score: face.score,
      x: (face.x + left) / ratio,
      y: (face.y + top) / ratio,
      size: face.size / ratio,
      points: face.points.map((value, i) => (value + (i % 2 === 0 ? left : top)) / ratio),
    }));
  }

  return {
    async find(rgb, width, height) {
      const picture = { rgb, width, height };
      const found: Found[] = [];
      for (const square of planLooks(picture)) found.push(...(await look(square)));
      const isInside = ({ x, y }: Found) => x >= 0 && y >= 0 && x < width && y < height;
      return mergeBoxes(found)
        .filter(isInside)
        .map((face) => ({
          score: face.score,
          x: face.x / width,
          y: face.y / height,
          width: face.size / width,
          height: face.size / height,
          mouth: measureMouth(picture, face),
        }));
    },
    close: () => session.release(),
  };
}

/** Lends a face finder to some work: none on a machine that cannot load it. */
export async function withFaceFinder<Result>(work: (finder?: FaceFinder) => Promise<Result>): Promise<Result> {
  const finder = await openFaceFinder().catch(() => undefined);
  try {
    return await work(finder);
  } finally {
    await finder?.close();
  }
}

/** Plans where to look: at the whole picture, and at squares along its longer side. */
function planLooks(picture: Bitmap): Look[] {
  const { width, height } = picture;
  const shrink = (from: Bitmap, ratio: number): Bitmap => {
    const [wide, tall] = [width, height].map((side) => Math.max(1, Math.round(side * ratio)));
    return scale(from, wide!, tall!);
  };
  const near = SIDE / Math.min(width, height);
  const far = SIDE / Math.max(width, height);
  const large = shrink(picture, near);
  const small = shrink(large, far);
  const whole = { picture: small, left: (small.width - SIDE) >> 1, top: (small.height - SIDE) >> 1, ratio: far };
  const length = Math.max(large.width, large.height);
  const count = Math.min(MOST_SQUARES, Math.ceil((length - SHARED) / (SIDE - SHARED)));
  if (count < 2) return [whole];
  const starts = Array.from({ length: count }, (_, i) => Math.round((i * (length - SIDE)) / (count - 1)));
  const isWide = width > height;
  return [
    whole,
    ...starts.map((start) => ({ picture: large, left: isWide ? start : 0, top: isWide ? 0 : start, ratio: near })),
  ];
}

/** Reads the network's outputs, in pixels of its input. */
function readFaces(outputs: InferenceSession.OnnxValueMapType): Found[] {
  return GRIDS.flatMap(({ scores, boxes, cells, each }) => {
    const values = outputs[boxes]!.data as Float32Array;
    return Array.from(outputs[scores]!.data as Float32Array).flatMap((logit, i) => {
      if (logit < LEAST_LOGIT) return [];
      const cell = Math.floor(i / each);
      const anchor = [cell % cells, Math.floor(cell / cells)].map((at) => ((at + 0.5) / cells) * SIDE);
      const [x = 0, y = 0, width = 0, height = 0, ...points] = values.subarray(
        i * VALUES_PER_BOX,
        (i + 1) * VALUES_PER_BOX,
      );
      return {
        score: 1 / (1 + Math.exp(-logit)),
        x: x + anchor[0]!,
        y: y + anchor[1]!,
        size: (width + height) / 2,
        points: points.map((value, at) => value + anchor[at % 2]!),
      };
    });
  });
}

/** Merges the boxes of each face. Their mean moves half as much between pictures as the best box. */
function mergeBoxes(found: readonly Found[]): Found[] {
  const groups: [Found, ...Found[]][] = [];
  for (const face of found.toSorted((a, b) => b.score - a.score)) {
    const group = groups.find(([best]) => isSame(face, best));
    if (group) group.push(face);
    else groups.push([face]);
  }
  return groups.map((group) => {
    const [{ score, points }] = group;
    const weight = group.reduce((sum, face) => sum + face.score, 0);
    const mean = (get: (face: Found) => number) =>
      group.reduce((sum, face) => sum + face.score * get(face), 0) / weight;
    return {
      score,
      x: mean(({ x }) => x),
      y: mean(({ y }) => y),
      size: mean(({ size }) => size),
      points: points.map((_, i) => mean((face) => face.points[i]!)),
    };
  });
}

function isSame(a: Found, b: Found): boolean {
  const reach = (a.size + b.size) / 2;
  const least = Math.min(a.size, b.size);
  const across = Math.min(least, reach - Math.abs(a.x - b.x));
  const down = Math.min(least, reach - Math.abs(a.y - b.y));
  return across > 0 && down > 0 && across * down > SAME_FACE * least ** 2;
}
