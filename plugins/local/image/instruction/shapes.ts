import type { Canvas } from "@napi-rs/canvas";
import { findNamedColor } from "#plugins/local/draw/colorwords";
import { RenderError } from "#plugins/local/render-tools";
import { addBorder, cropTo, flip, resizeTo, rotate, roundCorners } from "../geometry";
import type { Rule } from "./operation";
import { amount, color, matchWholeWords, parseAmount, picture } from "./patterns";

const MAX_SIDE = 4096;
const MAX_PIXELS = 16_777_216;

const formats: readonly (readonly [words: string, width: number, height: number])[] = [
  ["square|quadratisch|quadrat|carrée?|cuadrad[oa]|quadrat[oa]", 1, 1],
  ["vertical|story|stories|reels?|tiktok", 9, 16],
  ["portrait|hochformat|retrato", 4, 5],
  ["landscape|horizontal|widescreen|wide ?screen|querformat|paysage", 16, 9],
];

const shapeVerb = `(?:crop|cropped|cut|trim|convert|change|make|set|turn|resize|reframe|zuschneiden|schneide|recadre[rz]?|recorta[r]?)\\s+(?:(?:${picture}|to|into|as|a|an|in|for|auf|en|als|aspect|ratio|zu)\\s+)*`;
const shapeTail = "(?:\\s+(?:aspect|ratio|format|orientation|crop|shape|image|picture|photo|seitenverhältnis))*";
const turned = `(?:\\s+(?:${picture}))*`;

export const shapeRules: readonly Rule[] = [
  {
    pattern: matchWholeWords(
      `(?:flip|mirror|spiegel[en]?|spiegle|reflect)(?:ped|ed)?${turned}(?:\\s+(?:(?<vertical>vertical(?:ly)?|upside down|top to bottom)|horizontal(?:ly)?|left[ -]to[ -]right|sideways))?(?:\\s+(?:image|picture|photo))?`,
    ),
    make({ vertical }) {
      const axis = vertical ? "vertical" : "horizontal";
      return { kind: "canvas", phase: "shape", label: `flip ${axis}`, run: (canvas) => flip(canvas, axis) };
    },
  },
  {
    pattern: matchWholeWords(
      `(?:(?:turn|rotate)${turned}\\s+)?(?<down>upside down)|(?:rotate|turn|drehe?)${turned}\\s+(?:(?:by|um)\\s+)?(?<degrees>[+-]?\\d{1,3}(?:\\.\\d+)?)\\s*(?:degrees?|deg|°|grad)?(?:\\s+(?:to the\\s+)?(?<way>left|right|clockwise|counter[ -]?clockwise|anti[ -]?clockwise|ccw|cw))?|rotate${turned}(?:\\s+(?:to the\\s+)?(?<side>left|right|clockwise|counter[ -]?clockwise|anti[ -]?clockwise|ccw|cw))?`,
    ),
    make({ down, degrees, way, side }) {
      const back = /^(?:left|counter|anti|ccw)/i.test(way ?? side ?? "");
      const angle = (down ? 180 : Number(degrees ?? 90)) * (back ? -1 : 1);
      const turn = ((angle % 360) + 360) % 360;
      return { kind: "canvas", phase: "shape", label: `rotate ${angle}°`, run: (canvas) => rotate(canvas, turn) };
    },
  },
  {
    pattern: matchWholeWords(`(?:(?:${shapeVerb}))?(?<width>\\d{1,2})\\s?[:x×/]\\s?(?<height>\\d{1,2})${shapeTail}`),
    make: ({ width, height }) => cropOperation(Number(width), Number(height)),
  },
  ...formats.map(
    ([words, width, height]): Rule => ({
      // "the portrait" and "this landscape" name the subject, not a shape.
      pattern: matchWholeWords(`(?:${shapeVerb})?(?<!(?:the|this|my|her|his)\\s+)(?:${words})${shapeTail}`),
      make: () => cropOperation(width, height),
    }),
  ),
  {
    pattern: matchWholeWords(
      `(?:(?:resize|scale|shrink|enlarge|crop)${turned}\\s+(?:to\\s+)?)?(?<width>\\d{2,5})\\s*(?:px|pixels?)?\\s?[x×]\\s?(?<height>\\d{2,5})\\s*(?:px|pixels?)?`,
    ),
    make: ({ width, height }) => resizeOperation(`${width} × ${height}`, () => [Number(width), Number(height)]),
  },
  {
    pattern: matchWholeWords(
      `(?:(?:resize|scale|shrink|enlarge|make|set)${turned}\\s+(?:to\\s+)?(?:(?:a|the)\\s+)?)?(?:(?<value>\\d{2,5})\\s*(?:px|pixels?)?\\s+(?:in\\s+)?(?<side>wide|width|tall|high|height)|(?<named>width|height)\\s*(?:of|to|=|:)?\\s*(?<size>\\d{2,5})\\s*(?:px|pixels?)?)`,
    ),
    make({ value, side, named, size }) {
      const pixels = Number(value ?? size);
      const byWidth = /^wid/i.test(side ?? named ?? "");
      return resizeOperation(`${pixels} px ${byWidth ? "wide" : "high"}`, ({ width, height }) =>
        byWidth ? [pixels, (height * pixels) / width] : [(width * pixels) / height, pixels],
      );
    },
  },
  {
    pattern: matchWholeWords(
      `(?:resize|scale|shrink|enlarge|upscale|downscale)${turned}\\s+(?:down\\s+|up\\s+)?(?:(?:to|by)\\s+)?(?:(?<percent>\\d{1,3})\\s*(?:%|percent)|(?<times>\\d)\\s?x)|(?:(?:resize|scale|shrink)${turned}\\s+(?:to\\s+)?)?(?<half>half (?:(?:the|its) )?(?:original )?size|half as (?:big|large))|(?:make${turned}\\s+)?(?<double>(?:double|twice) (?:(?:the|its) )?size|twice as (?:big|large))`,
    ),
    make({ percent, times, half, double }) {
      const factor = half ? 0.5 : double ? 2 : percent ? Number(percent) / 100 : Number(times);
      return resizeOperation(`${Math.round(factor * 100)}%`, ({ width, height }) => [width * factor, height * factor]);
    },
  },
  {
    pattern: matchWholeWords(
      `(?:upscale|up-scale|resize|scale|enlarge|export|hochskalieren|vergrößere?)${turned}\\s+(?:up\\s+)?(?:(?:to|in|at|auf)\\s+)?(?<name>[24]k|uhd|full hd|hd)(?:\\s+(?:resolution|quality|auflösung))?`,
    ),
    make: ({ name }) => longSideOperation(name!),
  },
  {
    pattern: matchWholeWords(
      `(?:(?<before>${amount})\\s+)?round(?:ed)?\\s+(?:off\\s+)?(?:the\\s+)?(?:corners?|edges)(?:\\s+(?:(?:of|by|with)\\s+)?(?<size>\\d+)\\s*(?<unit>px|pixels?|%))?|abgerundete ecken`,
    ),
    make({ before, size, unit }) {
      const { factor } = parseAmount(before);
      const radius = ({ width, height }: Canvas) => {
        const side = Math.min(width, height);
        return size ? (unit === "%" ? (side * Number(size)) / 100 : Number(size)) : side * 0.06 * factor;
      };
      return {
        kind: "canvas",
        phase: "corners",
        label: "rounded corners",
        run: (canvas) => roundCorners(canvas, radius(canvas)),
      };
    },
  },
  {
    pattern: matchWholeWords(
      `(?:(?<before>thin|thick|wide|small|big|large)\\s+)?(?:(?<px>\\d+)\\s*(?:px|pixels?)\\s+)?(?:(?<color>${color})\\s+)?(?:(?<after>thin|thick|wide)\\s+)?(?:border|frame|rahmen|bordure|cadre|borde|marco)(?:\\s+(?:of\\s+)?(?<px2>\\d+)\\s*(?:px|pixels?))?(?:\\s+in\\s+(?<color2>${color}))?`,
    ),
    make({ before, after, px, px2, color: first, color2 }) {
      const name = color2 ?? first ?? "white";
      const share = /thin|small/i.test(before ?? after ?? "") ? 0.012 : before || after ? 0.055 : 0.03;
      const pixels = px ?? px2;
      const thickness = ({ width, height }: Canvas) => (pixels ? Number(pixels) : Math.min(width, height) * share);
      return {
        kind: "canvas",
        phase: "border",
        label: `${name} border`,
        run: (canvas) => addBorder(canvas, findNamedColor(name)!, Math.max(1, Math.round(thickness(canvas)))),
      };
    },
  },
];

function cropOperation(width: number, height: number): ReturnType<Rule["make"]> {
  const ratio = width / height;
  if (!(ratio >= 0.2 && ratio <= 5)) return undefined;
  return { kind: "canvas", phase: "shape", label: `crop ${width}:${height}`, run: (canvas) => cropTo(canvas, ratio) };
}

/** Names of sizes, by the longer side in pixels. */
const namedSizes: Readonly<Record<string, number>> = { "2k": 2048, "4k": 3840, uhd: 3840, "full hd": 1920, hd: 1280 };

function longSideOperation(name: string): ReturnType<Rule["make"]> {
  const side = namedSizes[name.toLowerCase()]!;
  return resizeOperation(name.toUpperCase(), ({ width, height }) => {
    const factor = side / Math.max(width, height);
    return [width * factor, height * factor];
  });
}

/** Crops to the aspect ratio of the new size first, so that nothing is stretched. */
function resizeOperation(label: string, getSize: (canvas: Canvas) => [number, number]): ReturnType<Rule["make"]> {
  return {
    kind: "canvas",
    phase: "size",
    label: `resize ${label}`,
    run(canvas) {
      const [width, height] = getSize(canvas).map((side) => Math.max(1, Math.round(side))) as [number, number];
      if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
        throw new RenderError(
          "edit_unsupported",
          `An image can be resized to at most ${MAX_SIDE} × ${MAX_SIDE} pixels.`,
        );
      }
      const sameShape = Math.abs(width / height - canvas.width / canvas.height) < 0.01;
      return resizeTo(sameShape ? canvas : cropTo(canvas, width / height), width, height);
    },
  };
}
