/** FFmpeg filters that show parts of a picture in another shape. */
import type { PicturePoint, ReframeShot } from "vireo/slots/edit";

interface Size {
  width: number;
  height: number;
}

interface Plan {
  /** Labels with brackets. */
  from: string;
  to: string;
  source: Size & { frameSeconds: number; pace: string };
  /** Size of the result. */
  size: Size;
}

/** Strength of the blur behind a picture that is shown whole, and how much darker it is. */
const BLUR = "gblur=sigma=12,eq=brightness=-0.12:saturation=0.9";
/** The ground is blurred at this fraction of its size, which looks the same. */
const BLUR_SCALE = 1 / 4;

/** Returns how much before a picture its time is compared, in seconds, because times of pictures are rounded. */
const getSlack = ({ frameSeconds }: Plan["source"]): number => 0.4 * frameSeconds;

/** Writes the filters for shots, which cover the whole video in order. */
export function writeShots(shots: readonly ReframeShot[], plan: Plan): string[] {
  const groups = groupShots(shots);
  const { from, to } = plan;
  const [first] = groups;
  if (groups.length === 1 && first) return writeGroup(first, plan);
  const name = (kind: string, at: number) => to.replace("[", `[${kind}${at}`);
  const [inputs, parts, outputs] = ["in", "part", "out"].map((kind) => groups.map((_, at) => name(kind, at)));
  const cuts = groups.map((group) => (group[0]!.start - getSlack(plan.source)).toFixed(4));
  return [
    `${from}split=${groups.length}${inputs!.join("")}`,
    ...groups.flatMap((group, at) => {
      const range = [...(at > 0 ? [`start=${cuts[at]}`] : []), ...(cuts[at + 1] ? [`end=${cuts[at + 1]}`] : [])];
      return [
        `${inputs![at]}trim=${range.join(":")}${parts![at]}`,
        ...writeGroup(group, { ...plan, from: parts![at]!, to: outputs![at]! }),
      ];
    }),
    `${outputs!.join("")}concat=n=${groups.length}:v=1:a=0,${plan.source.pace}${to}`,
  ];
}

/** Groups neighbours of the same mode. */
function groupShots(shots: readonly ReframeShot[]): ReframeShot[][] {
  const groups: ReframeShot[][] = [];
  for (const shot of shots) {
    const last = groups.at(-1);
    if (last?.[0]?.mode === shot.mode) last.push(shot);
    else groups.push([shot]);
  }
  return groups;
}

function writeGroup(group: readonly ReframeShot[], plan: Plan): string[] {
  const { from, to, size, source } = plan;
  const [a, b, c, d] = ["a", "b", "c", "d"].map((letter) => to.replace("[", `[${letter}`));
  const end = "setsar=1,setpts=PTS-STARTPTS";
  const { width, height } = size;
  switch (group[0]!.mode) {
    case "fill":
      return [`${from}${writeCrop(group, source, size, false)},${end}${to}`];
    case "split": {
      const panel = { width, height: height / 2 };
      return [
        `${from}split=2${a}${b}`,
        `${a}${writeCrop(group, source, panel, false)}${c}`,
        `${b}${writeCrop(group, source, panel, true)}${d}`,
        `${c}${d}vstack,scale=${width}:${height},${end}${to}`,
      ];
    }
    case "fit": {
      const [w, h] = [width, height].map((pixels) => Math.max(2, 2 * Math.round((pixels * BLUR_SCALE) / 2)));
      const cover = `scale=${w}:${h}:force_original_aspect_ratio=increase,crop=${w}:${h}`;
      const whole = `scale=${width}:${height}:force_original_aspect_ratio=decrease:force_divisible_by=2:flags=bicubic`;
      return [
        `${from}split=2${a}${b}`,
        `${a}${cover},${BLUR},scale=${width}:${height}:flags=bicubic${c}`,
        `${b}${whole}${d}`,
        `${c}${d}overlay=(W-w)/2:(H-h)/2,${end}${to}`,
      ];
    }
  }
}

/** Writes the filters that cut a moving part out of the picture, as large as possible. */
function writeCrop(shots: readonly ReframeShot[], source: Plan["source"], target: Size, isSecond: boolean): string {
  const ratio = target.width / target.height;
  const isWide = source.width / source.height > ratio;
  const width = isWide ? toEven(source.height * ratio, source.width) : source.width;
  const height = isWide ? source.height : toEven(source.width / ratio, source.height);
  const pieces = shots.flatMap((shot) => listPieces(shot, isSecond));
  const write = (axis: "x" | "y", room: number, whole: number, part: number) =>
    room <= 0
      ? "0"
      : writePieces(
          pieces.map(({ time, from, to, until }) => {
            const [start, end] = [from, to].map((point) => Math.max(0, Math.min(room, point[axis] * whole - part / 2)));
            return {
              time: time - getSlack(source),
              at: start!,
              slope: until > time ? (end! - start!) / (until - time) : 0,
            };
          }),
        );
  const x = write("x", source.width - width, source.width, width);
  const y = write("y", source.height - height, source.height, height);
  const to = `${target.width}:${2 * Math.round(target.height / 2)}`;
  return `crop=${width}:${height}:x='${x}':y='${y}':exact=1,scale=${to}:flags=bicubic`;
}

const toEven = (pixels: number, most: number): number => Math.min(most, Math.max(2, 2 * Math.round(pixels / 2)));

/** A straight movement of a centre. */
interface Piece {
  time: number;
  until: number;
  from: PicturePoint;
  to: PicturePoint;
}

export const CENTRE: PicturePoint = { x: 0.5, y: 0.5 };

function listPieces({ start, end, focus = CENTRE, second = CENTRE, path }: ReframeShot, isSecond: boolean): Piece[] {
  const [first, ...others] = isSecond ? [] : (path ?? []);
  if (!first) {
    const point = isSecond ? second : focus;
    return [{ time: start, until: end, from: point, to: point }];
  }
  const points = [first, ...others];
  const last = points.at(-1)!;
  const moves = others.map((to, at) => ({ time: points[at]!.time, until: to.time, from: points[at]!, to }));
  return [
    ...(first.time > start ? [{ time: start, until: first.time, from: first, to: first }] : []),
    ...moves,
    ...(last.time < end ? [{ time: last.time, until: end, from: last, to: last }] : []),
  ];
}

interface Line {
  time: number;
  at: number;
  slope: number;
}

/** Writes lines that follow each other as one expression of the time `t`. A tree, because it is evaluated per picture. */
function writePieces(lines: readonly Line[]): string {
  const [first] = lines;
  if (!first) return "0";
  if (lines.length > 1) {
    const middle = Math.ceil(lines.length / 2);
    const [before, after] = [lines.slice(0, middle), lines.slice(middle)];
    return `if(lt(t,${after[0]!.time.toFixed(4)}),${writePieces(before)},${writePieces(after)})`;
  }
  const { time, at, slope } = first;
  if (Math.abs(slope) < 0.01) return at.toFixed(2);
  return `${at.toFixed(2)}+${slope.toFixed(3)}*(t-${time.toFixed(4)})`;
}
