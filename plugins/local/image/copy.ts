import { body, type FontStack, label, withOwn } from "#plugins/local/draw/fonts";
import { findStress } from "#plugins/local/draw/stress";
import type { Align } from "#plugins/local/draw/text";
import { countSigns } from "#plugins/local/storyboard/timing";
import { brandMark, button, logoMark, textBlock } from "./blocks";
import { cardBlocks } from "./cards";
import { checklist, pills } from "./points";
import { isWide, type Scene } from "./scene";
import { type Block, type Box, type Placed, stack, stackHeight } from "./stack";

export interface CopyStyle {
  font: FontStack;
  caps(text: string): string;
  align: Align;
  /** Maximum size of the headline, in pixels. */
  maxSize: number;
  points: "checks" | "pills" | "none";
  justify: "start" | "center" | "end" | "split";
  ink: string;
  accent: string;
  accentInk: string;
  /** Draw the keyword of the headline in the accent colour. */
  stress?: boolean;
  brand?: boolean;
  gap?: number;
  /** Blocks above the headline. */
  lead?: readonly Block[];
  /** Blocks below the headline. */
  after?: readonly Block[];
}

/** Fraction of the headline's room that stays free. */
const AIR = 0.08;
/** Longer points are set as rows, because they would be tiny in a pill. */
const LONGEST_PILL = 32;
/** Fraction of the height for points, larger in wide images. */
const POINTS_SHARE = { tall: 0.46, wide: 0.62 } as const;
/** Below this size, points are left out to give the headline more room. */
const SMALL_HEADLINE = 76;
/** Points are scaled down to this size before one is left out. */
const POINT_SIZES = [56, 48, 40, 34, 29, 25, 22] as const;

/** Font of brands, buttons and points. The brand's own font comes first. */
const chooseFonts = ({ type }: Scene) => ({ body: withOwn(body, type.body), label: withOwn(label, type.label) });

/** Lays out brand, headline, points and button as one column inside an area. The headline uses the remaining room. */
export function copy(scene: Scene, area: Box, style: CopyStyle): Placed[] {
  const { ctx, brief, rtl } = scene;
  const gap = style.gap ?? 52;
  const { label: font } = chooseFonts(scene);
  const brand: Block[] = scene.logo
    ? [logoMark(scene.logo)]
    : style.brand !== false && brief.brand
      ? [
          brandMark(ctx, brief.brand, {
            color: style.ink,
            accent: style.accent,
            maxWidth: area.width,
            rtl,
            bar: style.align !== "center",
            font,
          }),
        ]
      : [];
  const cta = brief.cta
    ? [button(ctx, brief.cta, { fill: style.accent, ink: style.accentInk, maxWidth: area.width, rtl, font })]
    : [];
  const own = [...brand, ...(style.lead ?? []), ...(style.after ?? []), ...cta];
  const cards = fitCards(scene, area, style, (blocks) => area.height - stackHeight([...own, ...blocks], gap) - gap);
  const fixed = [...own, ...cards];
  const lines = style.points === "none" ? [] : brief.points;
  let count = lines.length;
  let size: number = POINT_SIZES[0];
  for (;;) {
    const points = pointsBlock(scene, area.width, style, count, size);
    const room = (area.height - stackHeight([...fixed, ...points], gap) - gap) * (1 - AIR);
    const headline = headlineBlock(scene, area.width, room, style);
    const tooTight =
      headline.size < SMALL_HEADLINE ||
      headline.height > room ||
      stackHeight(points, 0) > area.height * POINTS_SHARE[isWide(scene) ? "wide" : "tall"];
    const smaller = POINT_SIZES.find((pointSize) => pointSize < size);
    if (count > 0 && tooTight && (smaller !== undefined || headline.height > room)) {
      if (smaller === undefined) count--;
      else size = smaller;
      continue;
    }
    const message = [...(style.lead ?? []), headline, ...(style.after ?? []), ...points, ...cards];
    const options = { gap, align: style.align, rtl };
    if (style.justify !== "split") {
      return stack([...brand, ...message, ...cta], area, { ...options, justify: style.justify });
    }
    return splitColumn(brand, message, cta, area, options);
  }
}

/** Scales in which cards are set, so that the headline keeps its size. */
const CARD_SCALES = [1, 0.85, 0.72, 0.6, 0.5] as const;

function fitCards(scene: Scene, area: Box, style: CopyStyle, getRoom: (blocks: readonly Block[]) => number): Block[] {
  let cards: Block[] = [];
  for (const scale of CARD_SCALES) {
    cards = cardBlocks(scene, { ...area, height: area.height * scale }, style);
    const room = getRoom(cards) * (1 - AIR);
    const headline = headlineBlock(scene, area.width, Math.max(1, room), style);
    if (cards.length === 0 || (headline.size >= SMALL_HEADLINE && headline.height <= room)) break;
  }
  return cards;
}

/** Lays out the brand at the top, the button at the bottom, and the message in the middle of the rest. */
function splitColumn(
  brand: readonly Block[],
  message: readonly Block[],
  cta: readonly Block[],
  area: Box,
  options: { gap: number; align: Align; rtl: boolean },
): Placed[] {
  const head = brand.length > 0 ? stackHeight(brand, 0) + options.gap : 0;
  const foot = cta.length > 0 ? stackHeight(cta, 0) + options.gap : 0;
  const middle = { ...area, y: area.y + head, height: area.height - head - foot };
  return [
    ...stack(brand, area, { ...options, justify: "start" }),
    ...stack(message, middle, { ...options, justify: "center" }),
    ...stack(cta, area, { ...options, justify: "end" }),
  ];
}

function headlineBlock(scene: Scene, maxWidth: number, maxHeight: number, style: CopyStyle) {
  const { hook } = scene.brief;
  return textBlock(scene.ctx, "headline", style.caps(hook), {
    font: style.font,
    color: style.ink,
    maxWidth,
    maxHeight,
    maxSize: style.maxSize,
    minSize: 44,
    align: style.align,
    ...(style.stress ? { keyword: findStress(hook, scene.brief), accent: style.accent } : {}),
  });
}

function pointsBlock(scene: Scene, maxWidth: number, style: CopyStyle, count: number, size: number): Block[] {
  if (count === 0) return [];
  const points = scene.brief.points.slice(0, count);
  const options = {
    color: style.ink,
    accent: style.accent,
    accentInk: style.accentInk,
    fonts: chooseFonts(scene),
    maxWidth,
    align: style.align,
    rtl: scene.rtl,
    size,
  };
  const isShort = points.every((point) => countSigns(point) <= LONGEST_PILL);
  return [
    style.points === "pills" && isShort ? pills(scene.ctx, points, options) : checklist(scene.ctx, points, options),
  ];
}
