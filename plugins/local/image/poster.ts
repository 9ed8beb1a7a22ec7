import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { listSceneTexts } from "vireo/slots/storyboard";
import { isCutout } from "#plugins/local/draw/cutout";
import { registerFonts } from "#plugins/local/draw/fonts";
import { findStyle } from "#plugins/local/draw/moods";
import { findHue, getCoverCrop, type Photo } from "#plugins/local/draw/photo";
import { createRandom, hash } from "#plugins/local/draw/random";
import { findStress } from "#plugins/local/draw/stress";
import { type BrandFaces, withBrandFaces } from "#plugins/local/draw/typography";
import { checkLetters } from "#plugins/local/fonts/letters";
import { type ParseInput, writePoster } from "#plugins/local/storyboard/index";
import type { DesignKit, Shot } from "#plugins/local/video/design";
import type { DesignName } from "#plugins/local/video/design-name";
import { designs } from "#plugins/local/video/designs/index";
import { chooseLook } from "#plugins/local/video/look";
import { loudBackdrops } from "#plugins/local/video/patterns";
import { photoDesigns } from "#plugins/local/video/shots";
import type { Stage } from "#plugins/local/video/stage";
import { type Block, createSetter, SETTLED } from "./content";
import { drawLayout, layouts } from "./layouts";

export type PosterRatio = "1:1" | "9:16" | "16:9" | "4:5" | "3:4";

/** Size of an image in pixels, by aspect ratio. */
export const sizes: Readonly<Record<PosterRatio, readonly [width: number, height: number]>> = {
  "1:1": [1080, 1080],
  "9:16": [1080, 1920],
  "16:9": [1920, 1080],
  "4:5": [1080, 1350],
  "3:4": [1080, 1440],
};

/** Names of the layouts without a picture. */
export const layoutNames = Object.keys(layouts) as (keyof typeof layouts)[];

export interface PosterInput {
  promptContext: ParseInput;
  aspectRatio: PosterRatio;
  /** The same seed gives the same poster. Defaults to the prompt's hash. */
  seed?: number;
  photos: readonly Photo[];
  /** The brand's logo. */
  logo?: Photo;
  /** The brand's fonts. */
  faces?: BrandFaces;
  /** Layout of a poster without photos. Default: one that suits the text. */
  layout?: keyof typeof layouts;
}

export interface Poster {
  canvas: Canvas;
  /** Name of the design. */
  design: string;
  /** Positions of the texts. */
  blocks: Block[];
}

const MARGIN = 84;

/** Text stays inside the margins and, on 9:16, clear of app controls. */
function createStage([width, height]: readonly [number, number]): Stage {
  const tall = height / width > 1.6;
  const [top, bottom] = tall ? [190, 230] : [MARGIN, MARGIN];
  return {
    width,
    height,
    scale: 1,
    shape: tall ? "tall" : width > height ? "wide" : "square",
    safe: { x: MARGIN, y: top, width: width - 2 * MARGIN, height: height - top - bottom },
  };
}

/** Designs and draws a poster. Pictures are placed as in videos. */
export function drawPoster(input: PosterInput): Poster {
  registerFonts();
  const posterText = writePoster(input.promptContext);
  const { hook, author, points, cards, cta, brand, offer, content } = posterText;
  const text = [hook, author, ...points, ...cards.flatMap(listSceneTexts), cta, brand, offer].join(" ");
  checkLetters(text);
  const next = createRandom(input.seed ?? hash(input.promptContext.prompt));
  const stage = createStage(sizes[input.aspectRatio]);
  const canvas = createCanvas(stage.width, stage.height);
  const mood = posterText.quote ? (findStyle(content.look) ?? "calm") : undefined;
  const look = withBrandFaces(
    chooseLook({ ...content, text, hue: findHue(input.photos) }, next, mood),
    input.faces ?? {},
  );
  const photo = joinPhotos(input.photos);
  const { subject } = content;
  const photos = photo ? [photo] : [];
  const kit: DesignKit = { ctx: canvas.getContext("2d"), stage, look, brand: "", subject, photos, random: next };
  const shot: Shot = {
    design: "photoFull",
    text: hook,
    subtext: "",
    lead: true,
    tone: "main",
    photo: 0,
    backdrop: look.backdrops.find((name) => !loudBackdrops.has(name)) ?? "paper",
  };
  const stress = posterText.quote ? "" : findStress(hook, posterText);
  if (!photo) {
    const suited = layoutNames.filter((name) => layouts[name].suits(look, posterText));
    const name = input.layout ?? suited[Math.floor(next() * suited.length)] ?? "centre";
    return { canvas, design: name, blocks: drawLayout(name, { ...kit, logo: input.logo }, shot, posterText, stress) };
  }
  const all = photoDesigns[isCutout(photo.canvas) ? "cutout" : photo.focus.kind](look);
  // A small picture is the last resort.
  const choices = all.filter((name) => name !== "photoCard" || photo.focus.kind === "graphic");
  const [first] = choices.splice(Math.floor(next() ** 1.6 * choices.length), 1);
  const seed = next();
  const draw = (design: DesignName) => {
    const poster = { canvas, design, blocks: [] as Block[], size: 0 };
    const set = createSetter(posterText, {
      logo: input.logo,
      onDraw: (blocks, size) => Object.assign(poster, { blocks, size }),
    });
    designs[design](shot, { ...kit, set, random: createRandom(seed) })(SETTLED);
    return poster;
  };
  let [best, last] = [draw(first!), first!];
  for (const design of choices) {
    if (best.size >= READABLE) break;
    const other = draw(design);
    last = design;
    if (other.size > best.size * LARGER) best = other;
  }
  return last === best.design ? best : draw(best.design);
}

/** Minimum size of the smallest text, converted to that of a headline. Below it, other designs are tried. */
const READABLE = 60;
/** Another design is taken if its smallest text is larger by this factor. */
const LARGER = 1.2;

/** Space between two photos. */
const SEAM = 12;

/** Two photos side by side, as one. */
function joinPhotos([first, second]: readonly Photo[]): Photo | undefined {
  if (!first || !second) return first;
  const side = Math.max(first.height, second.height, 800);
  const width = side * 2 + SEAM;
  const canvas = createCanvas(width, side);
  const ctx = canvas.getContext("2d");
  ctx.imageSmoothingQuality = "high";
  ctx.fillStyle = "#ffffff";
  ctx.fillRect(0, 0, width, side);
  [first, second].forEach((photo, i) => {
    const crop = getCoverCrop(photo, side, side);
    ctx.drawImage(photo.canvas, crop.x, crop.y, crop.width, crop.height, i * (side + SEAM), 0, side, side);
  });
  return { canvas, width, height: side, focus: { kind: "graphic", left: 0, top: 0, right: 1, bottom: 1 } };
}
