import {
  chooseTop,
  type Frame,
  findCapitalRules,
  layoutPage,
  type PageLayout,
  type Place,
  safeMargins,
} from "./layout";
import { hundredths, type Page, paginate } from "./pages";
import type { CaptionStyle, Position } from "./styles";
import type { TextRows } from "./text-rows";
import type { Word } from "./words";

/** Number of positions to try, from top to bottom. */
const STEPS = 48;
const COST = {
  /** The whole caption covers text of the video. */
  overlap: 4,
  /** The whole caption is below the apps' controls. */
  controls: 1.4,
  /** The caption is as far as possible from the requested position. */
  distance: 0.4,
  /** The caption is not where the previous one was. */
  move: 0.08,
  /** The caption is a whole frame away from the previous one. A long jump is hard to follow. */
  jump: 1,
};
/** After a gap of this many seconds, a caption may move without penalty. */
const APART = 2;
/** Free space above and below a caption, in ems. */
const PADDING = 0.25;
/** Margin that always stays free, as a share of the frame's height. */
const LEAST_MARGIN = 0.07;
/** Quantile of the rows that counts as the background level. */
const FREE = 0.25;
/** From this background level on, a picture is too detailed for text to stand out. */
const BUSY = 0.4;
/** A caption gets an opaque background if more than this share of it covers text. */
const COVERED = 0.12;

/** Shortest part of a split page, in seconds. */
const SHORTEST = 0.3;

interface Choice {
  top: number;
  overlap: number;
  /** Lowest total cost of this caption and all previous ones. */
  cost: number;
  from: number;
}

/** Splits a page at the video's cuts, because captions may move there unnoticed. */
const splitAtCuts = (page: Page, cuts: readonly number[]): Page[] => {
  const inside = cuts.filter((cut) => cut > page.start + SHORTEST && cut < page.end - SHORTEST).map(hundredths);
  const edges = [page.start, ...inside, page.end];
  return edges.slice(1).map((end, i) => ({ ...page, start: edges[i]!, end }));
};

/** Places all captions exactly at the requested position. */
const placeAsAsked = (layouts: readonly PageLayout[], frame: Frame, position: Position): Place[] =>
  layouts.map(({ height }) => ({ top: chooseTop(height, frame, position), covers: false }));

/** Places captions near the requested position, but not over the video's text, and moves them as rarely as possible. */
function placeOffText(layouts: readonly PageLayout[], frame: Frame, position: Position, text: TextRows): Place[] {
  const chains: Choice[][] = [];
  for (const [i, layout] of layouts.entries()) {
    const before = layouts[i - 1];
    const isNear = before !== undefined && layout.page.start - before.page.end < APART;
    chains.push(rate(layout, frame, position, text, isNear ? chains[i - 1] : undefined, chains[i - 1]));
  }
  const places: Place[] = [];
  let at = cheapest(chains.at(-1) ?? []);
  for (let i = chains.length - 1; i >= 0; i--) {
    const { top, overlap, from } = chains[i]![at]!;
    places.unshift({ top, covers: overlap > COVERED });
    at = from;
  }
  return places;
}

/** Computes the cost of each position of a caption, given the costs of the previous caption. */
function rate(
  layout: PageLayout,
  frame: Frame,
  position: Position,
  text: TextRows,
  near: readonly Choice[] | undefined,
  before: readonly Choice[] | undefined,
): Choice[] {
  const { height, size, page } = layout;
  const rows = standOut(text.between(...trimAtCuts(page, text.cuts)));
  const margins = safeMargins(frame);
  const requested = chooseTop(height, frame, position);
  const [ceiling, ground] = [frame.height * margins.top, frame.height * (1 - margins.bottom)];
  const first = Math.min(requested, frame.height * LEAST_MARGIN);
  const last = Math.max(requested, frame.height * (1 - LEAST_MARGIN) - height);
  const free = before ? cheapest(before) : 0;
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    // The nearest step is replaced by the exact requested position.
    const stepped = first + ((last - first) * step) / STEPS;
    const top = Math.abs(stepped - requested) < (last - first) / STEPS / 2 ? requested : stepped;
    const overlap = measureOverlap(
      rows,
      (top - PADDING * size) / frame.height,
      (top + height + PADDING * size) / frame.height,
    );
    const outside = Math.min(height, Math.max(0, ceiling - top, top + height - ground)) / height;
    const distance = Math.abs(top - requested) / Math.max(1, last - first);
    const own = COST.overlap * overlap + COST.controls * outside + COST.distance * distance;
    const from = near ? cheapestFrom(near, top, frame) : free;
    const moved = near ? rateMove(near[from]!.top, top, frame) : 0;
    return { top, overlap, cost: own + moved + (before?.[from]?.cost ?? 0), from };
  });
}

/** Time of a page, without short parts of another shot at its start or end. */
function trimAtCuts({ start, end }: Page, cuts: readonly number[]): [number, number] {
  const inside = cuts.filter((cut) => cut > start && cut < end);
  const middle = (start + end) / 2;
  return [
    Math.max(start, ...inside.filter((cut) => cut < middle)),
    Math.min(end, ...inside.filter((cut) => cut >= middle)),
  ];
}

/** Subtracts the background level from the rows. In a detailed picture, no row counts as text. */
function standOut(rows: Float32Array): Float32Array {
  const usual = rows.toSorted()[Math.floor(FREE * rows.length)]!;
  return usual >= BUSY ? rows.map(() => 0) : rows.map((value) => Math.max(0, (value - usual) / (1 - usual)));
}

function measureOverlap(rows: Float32Array, from: number, to: number): number {
  const [first, end] = [
    Math.max(0, Math.floor(from * rows.length)),
    Math.min(rows.length, Math.ceil(to * rows.length)),
  ];
  let sum = 0;
  for (let row = first; row < end; row++) sum += rows[row]!;
  return sum / Math.max(1, end - first);
}

const cheapest = (choices: readonly Choice[]) =>
  choices.reduce((best, { cost }, i) => (cost < choices[best]!.cost ? i : best), 0);

function rateMove(before: number, top: number, { height }: Frame): number {
  const distance = Math.abs(before - top);
  return distance > 1 ? COST.move + (COST.jump * distance) / height : 0;
}

function cheapestFrom(choices: readonly Choice[], top: number, frame: Frame): number {
  const cost = (choice: Choice) => choice.cost + rateMove(choice.top, top, frame);
  return choices.reduce((best, choice, i) => (cost(choice) < cost(choices[best]!) ? i : best), 0);
}

/** A page of captions, with its position in the frame. */
export interface PlacedPage {
  layout: PageLayout;
  place: Place;
}

interface Options {
  style: CaptionStyle;
  position: Position;
  /** Size of the video in pixels, and its duration in seconds. */
  frame: Frame & { duration: number };
  /** Returns the width of a text in ems, in the style's font. */
  measure(text: string): number;
  /** Where the video shows text. Without it, captions are placed exactly at `position`. */
  text?: TextRows | undefined;
}

/**
 * Lays out captions: pages, lines and positions. The renderer and the preview both use it, so they look the same.
 * @param cues words with times in seconds, as from `timeWords`
 * @example
 * import { changeStyle } from "vireo/captions/styles";
 * import { timeWords } from "vireo/captions/words";
 * const pages = placeCaptions(timeWords([{ start: 0, end: 2, text: "Cold brew. Order now." }], 8), {
 *   style: changeStyle("bold", { maxWordsPerLine: 2 }),
 *   position: "bottom",
 *   frame: { width: 1080, height: 1920, duration: 8 },
 *   measure: (text) => text.length / 2,
 * });
 * pages.map(({ layout }) => layout.page.words.map(({ text }) => text)); // [["Cold", "brew."], ["Order", "now."]]
 */
export function placeCaptions(
  cues: readonly (readonly Word[])[],
  { style: given, position, frame, measure, text }: Options,
): PlacedPage[] {
  const all = cues.flatMap((words) => words.map((word) => word.text)).join(" ");
  const style = { ...given, language: given.language ?? findCapitalRules(all) };
  const layouts = paginate(cues, style.maxWords, frame.duration)
    .flatMap((page) => splitAtCuts(page, text?.cuts ?? []))
    .map((page) => layoutPage(page, frame, style, measure));
  const places = text ? placeOffText(layouts, frame, position, text) : placeAsAsked(layouts, frame, position);
  return layouts.map((layout, i) => ({ layout, place: places[i]! }));
}
