import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { isRightToLeft } from "vireo/captions/words";
import { listSceneTexts } from "vireo/slots/storyboard";
import { isCutout } from "#plugins/local/draw/cutout";
import { registerFonts } from "#plugins/local/draw/fonts";
import { iconFor } from "#plugins/local/draw/icons";
import { chooseMood, findStyle } from "#plugins/local/draw/moods";
import { paletteFor } from "#plugins/local/draw/palette";
import type { Photo } from "#plugins/local/draw/photo";
import { hash, random } from "#plugins/local/draw/random";
import { type BrandFaces, pickType, withBrandFaces } from "#plugins/local/draw/typography";
import { checkLetters } from "#plugins/local/fonts/letters";
import { type ParseInput, type PosterText, writePoster } from "#plugins/local/storyboard/index";
import { type Scene, safeArea, type Template } from "./scene";
import type { Box, Placed } from "./stack";
import { banded } from "./templates/banded";
import { corner } from "./templates/corner";
import { hero } from "./templates/hero";
import { product } from "./templates/product";
import { quote } from "./templates/quote";
import { sale } from "./templates/sale";
import { split } from "./templates/split";
import { typeLed } from "./templates/type";

export type AspectRatio = "1:1" | "9:16" | "16:9" | "4:5" | "3:4";

/** Size of an image in pixels, by aspect ratio. */
export const sizes: Readonly<Record<AspectRatio, readonly [width: number, height: number]>> = {
  "1:1": [1080, 1080],
  "9:16": [1080, 1920],
  "16:9": [1920, 1080],
  "4:5": [1080, 1350],
  "3:4": [1080, 1440],
};

export const templates: readonly Template[] = [typeLed, hero, split, sale, quote, product, corner, banded];

export interface PosterInput {
  brief: ParseInput;
  aspectRatio: AspectRatio;
  /** The same seed gives the same poster. Defaults to the prompt's hash. */
  seed?: number;
  photos: readonly Photo[];
  /** The brand's logo. */
  logo?: Photo;
  /** The brand's fonts. */
  faces?: BrandFaces;
  /** Name of the template. Without it, or if it does not fit, one that suits the brief is chosen. */
  template?: string;
}

export interface Poster {
  canvas: Canvas;
  template: string;
  /** Positions of the blocks. */
  blocks: (Box & { kind: string })[];
}

/** Designs and draws a poster. */
export function drawPoster(input: PosterInput): Poster {
  registerFonts();
  const brief = writePoster(input.brief);
  const { hook, author, points, cards, cta, brand, offer } = brief;
  const text = [hook, author, ...points, ...cards.flatMap(listSceneTexts), cta, brand, offer].join(" ");
  checkLetters(text);
  const next = random(input.seed ?? hash(input.brief.prompt));
  const [width, height] = sizes[input.aspectRatio];
  const canvas = createCanvas(width, height);
  const [photo] = input.photos;
  const mood = brief.quote ? (findStyle(brief.content.look) ?? "calm") : chooseMood(brief.content, next);
  const scene: Scene = {
    ctx: canvas.getContext("2d"),
    width,
    height,
    safe: safeArea(width, height),
    brief,
    palette: paletteFor({ ...brief.content, mood }, next),
    type: withBrandFaces(pickType(mood, next, text), input.faces ?? {}),
    logo: input.logo,
    cutout: photo !== undefined && isCutout(photo.canvas),
    photos: input.photos,
    icon: iconFor(brief.content.subject),
    random: next,
    rtl: isRightToLeft(brief.hook),
  };
  // Fill the background, because images may have transparent parts.
  scene.ctx.fillStyle = scene.palette.base;
  scene.ctx.fillRect(0, 0, width, height);
  const template = templates.find((t) => t.name === input.template && t.weight(scene) > 0) ?? choose(scene);
  const placed = template.compose(template.showsOffer ? scene : { ...scene, brief: withOffer(brief) });
  for (const block of placed) block.draw(scene.ctx);
  return { canvas, template: template.name, blocks: placed.map(bounds) };
}

/** The offer as a separate line, for designs without a badge. */
function withOffer(brief: PosterText): PosterText {
  const { offer, offerDetail: detail, hook, points } = brief;
  if (offer === "" || [hook, ...points].some((text) => text.includes(offer))) return brief;
  // "30% off" and "Sneakers" belong on one line.
  const line = [offer, detail.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())]
    .filter(Boolean)
    .join(" ");
  return { ...brief, points: [line, ...points.filter((point) => point !== detail)] };
}

function choose(scene: Scene): Template {
  const weights = templates.map((template) => template.weight(scene));
  let at = scene.random() * weights.reduce((a, b) => a + b, 0);
  const index = weights.findIndex((weight) => {
    at -= weight;
    return at < 0;
  });
  return templates[index] ?? typeLed;
}

function bounds({ kind, x, y, width, height }: Placed): Box & { kind: string } {
  return { kind, x, y, width, height };
}
