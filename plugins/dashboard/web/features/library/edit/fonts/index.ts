import type { Font } from "vireo/client";
import { toLocalUrl } from "../../../../ui/media";
import anton from "./anton-400.woff2";
import bebasNeue from "./bebas-neue-400.woff2";
import inter500 from "./inter-500.woff2";
import inter800 from "./inter-800.woff2";
import montserrat700 from "./montserrat-700.woff2";
import montserrat900 from "./montserrat-900.woff2";

/** Windows ascent and descent in ems. The built-in engine centers lines by them. */
const metrics = {
  anton: { ascent: 2876 / 2048, descent: 674 / 2048 },
  bebasNeue: { ascent: 0.95, descent: 0.35 },
  inter: { ascent: 2728 / 2816, descent: 680 / 2816 },
  montserrat: { ascent: 1.109, descent: 0.453 },
} as const;

/** Latin subsets of the fonts that the built-in engine renders with. Other scripts use the browser's fonts. */
const faces = [
  { family: "Anton", weight: 400, url: anton, ...metrics.anton },
  { family: "Bebas Neue", weight: 400, url: bebasNeue, ...metrics.bebasNeue },
  { family: "Inter", weight: 500, url: inter500, ...metrics.inter },
  { family: "Inter", weight: 800, url: inter800, ...metrics.inter },
  { family: "Montserrat", weight: 700, url: montserrat700, ...metrics.montserrat },
  { family: "Montserrat", weight: 900, url: montserrat900, ...metrics.montserrat },
] as const;

export const families: readonly string[] = [...new Set(faces.map(({ family }) => family))];

export interface Face {
  /** CSS font-family. Our fonts are prefixed, so they can't affect the page's own text. */
  css: string;
  weight: number;
  /** In ems. */
  ascent: number;
  descent: number;
}

/** Returns the face of an uploaded font. Characters that it lacks use `standIn`. */
const toOwnFace = ({ fontId, weight, ascent, descent }: Font, standIn: string): Face => ({
  css: `"${fontId}", "Vireo ${standIn}", "Noto Sans", sans-serif`,
  weight,
  ascent,
  descent,
});

/** Finds an uploaded font by its ID or name. */
export const findFont = (fonts: readonly Font[], name: string): Font | undefined =>
  fonts.find(({ fontId, name: own }) => fontId === name || own.toLowerCase() === name.trim().toLowerCase());

/** An uploaded font, or one of the engine's. */
export interface FontChoice {
  /** A family, or the ID or name of an uploaded font. */
  family: string;
  weight: number;
  /** Family for characters that an uploaded font lacks. */
  standIn?: string;
}

/** Selects a face as the engine does: the uploaded font, or ours with the nearest weight. */
export function getFace({ family, weight, standIn = "Inter" }: FontChoice, fonts: readonly Font[] = []): Face {
  const own = findFont(fonts, family);
  if (own) return toOwnFace(own, standIn);
  const [nearest] = faces
    .filter((face) => face.family === family)
    .toSorted((a, b) => Math.abs(a.weight - weight) - Math.abs(b.weight - weight));
  const { ascent, descent } = nearest ?? metrics.inter;
  const css = `"Vireo ${family}", "${family}", "Noto Sans", sans-serif`;
  return { css, weight: nearest?.weight ?? weight, ascent, descent };
}

let loading: Promise<unknown> | undefined;

/** Loads all faces once. Text in a face that fails to load uses the browser's fonts. */
export function loadFaces(): Promise<unknown> {
  loading ??= Promise.allSettled(
    faces.map(async ({ family, weight, url }) => {
      const face = new FontFace(`Vireo ${family}`, `url(${url})`, { weight: String(weight) });
      document.fonts.add(await face.load());
    }),
  );
  return loading;
}

const loadingOwn = new Map<string, Promise<unknown>>();

/** Loads uploaded fonts, each once. */
export const loadOwnFaces = (fonts: readonly Font[]): Promise<unknown> =>
  Promise.allSettled(
    fonts.map(({ fontId, weight, url }) => {
      const load = async () => {
        const face = new FontFace(fontId, `url(${toLocalUrl(url)})`, { weight: String(weight) });
        document.fonts.add(await face.load());
      };
      const loaded = loadingOwn.get(fontId) ?? load();
      loadingOwn.set(fontId, loaded);
      return loaded;
    }),
  );

export interface TextMeasure {
  /** Width of a text in ems. */
  width(text: string): number;
  /** Distance from the baseline to the middle of the browser's line box, in ems. */
  middle: number;
}

const SIZE = 100;

/** Measures text in a face. */
export function createTextMeasure({ css, weight }: Face): TextMeasure {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return { width: (text) => text.length * 0.55, middle: 0.36 };
  context.font = `${weight} ${SIZE}px ${css}`;
  const cache = new Map<string, number>();
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText("Hx");
  return {
    width(text) {
      const width = cache.get(text) ?? context.measureText(text).width / SIZE;
      cache.set(text, width);
      return width;
    },
    middle: (ascent - descent) / 2 / SIZE,
  };
}
