import type { PromptPart, Scene, Storyboard, Warning } from "vireo/slots/storyboard";
import { isShown, type Part } from "../prompt/parts";
import { compose } from "./compose";
import { type Content, type ParseInput, parsePrompt } from "./parse";
import { countWords, splitClauses, toLine, trimEnd } from "./text";
import { addSeconds } from "./timing";

export type { Content, ParseInput } from "./parse";
export { parsePrompt } from "./parse";
export { addSeconds } from "./timing";

/** Writes a storyboard verbatim from the prompt. The same request always gives the same storyboard. */
export const writeLiteralStoryboard = (input: ParseInput, options: MediaOptions & { duration: number }): Storyboard =>
  toStoryboard(input.prompt, parsePrompt(input), options);

/** Writes a storyboard from a prompt that is parsed. */
export function toStoryboard(
  prompt: string,
  content: Content,
  { duration, media, productPhotos }: MediaOptions & { duration: number },
): Storyboard {
  const { scenes, warnings } = compose(content, duration);
  const placed = placeMedia(scenes, { media, productPhotos: productPhotos ?? 0 });
  const timed = addSeconds(placed.scenes, duration);
  return {
    scenes: timed.scenes,
    warnings: [...warnings, ...placed.warnings, ...timed.warnings],
    parts: content.parts.map((part) => toPromptPart(prompt, part)),
  };
}

/** Describes a part as the API does, before it is known which scene shows it. */
function toPromptPart(prompt: string, { label, start, end, certain }: Part): PromptPart {
  const text = prompt.slice(start, end);
  if (isShown(label)) return { text, use: "shown", ...(certain ? {} : { code: "unclear" }) };
  if (label === "shot") return { text, use: "left_out", code: "not_filmable" };
  return { text, use: "instruction", code: label === "heading" ? "format" : label };
}

/** Completes given scenes with missing seconds and images. */
export function keepScenes(
  scenes: readonly Scene[],
  { duration, media, productPhotos = 0 }: MediaOptions & { duration: number },
): Storyboard {
  const own = new Set(scenes.flatMap(({ mediaUrl }) => mediaUrl ?? []));
  const unused = media.filter((url) => !own.has(url));
  const placed =
    own.size === 0
      ? placeMedia(scenes, { media, productPhotos })
      : { scenes, warnings: unused.length > 0 ? [notInScenes(unused)] : [] };
  const timed = addSeconds(placed.scenes, duration);
  return { ...timed, warnings: [...placed.warnings, ...timed.warnings] };
}

interface MediaOptions {
  media: readonly string[];
  /** How many of them show the product. */
  productPhotos?: number;
}

/** Maximum number of images in a storyboard. */
const MOST_MEDIA = 12;
/** Rows of a list that leave no room for a picture. */
const MOST_ROWS = 4;

/**
 * Assigns images to scenes. A single one, or those of one product, are shown with most scenes. Several are matched to
 * scenes only if there are as many: otherwise the first is shown with the hook, and the others between the scenes, without
 * text that may not be about them.
 */
function placeMedia(
  scenes: readonly Scene[],
  { media, productPhotos = 0 }: MediaOptions,
): { scenes: Scene[]; warnings: Warning[] } {
  const all = [...new Set(media)];
  const shown = all.slice(0, MOST_MEDIA);
  const open = scenes.filter(takesMedia);
  const points = open.filter(({ kind }) => kind !== "hook");
  const isOneSubject = shown.length === 1 || (shown.length > 0 && shown.length <= productPhotos);
  const cycled = (list: readonly Scene[]) => new Map(list.map((scene, i) => [scene, shown[i % shown.length]!]));
  const isMatched = shown.length === open.length || (isOneSubject && shown.length < open.length);
  const byScene = isMatched
    ? cycled(open)
    : shown.length > 1 && shown.length === points.length
      ? new Map([...open.slice(0, 1).map((scene) => [scene, shown[0]!] as const), ...cycled(points)])
      : new Map(open.slice(0, 1).map((scene) => [scene, shown[0]!]));
  const used = new Set(byScene.values());
  const placed = scenes.map((scene) => {
    const mediaUrl = byScene.get(scene);
    return mediaUrl ? { ...scene, mediaUrl } : scene;
  });
  const between = shown.filter((url) => !used.has(url)).map((mediaUrl): Scene => ({ kind: "media", mediaUrl }));
  const warnings = all.length > MOST_MEDIA ? [tooManyMedia(all.slice(MOST_MEDIA))] : [];
  return { scenes: spread(placed, between), warnings };
}

const takesMedia = ({ kind, text = "", subtext = "", mediaUrl }: Scene): boolean =>
  kind !== "cta" && mediaUrl === undefined && `${text}\n${subtext}`.split("\n").length <= MOST_ROWS + 1;

/** Puts scenes between others, evenly, and before the call to action. */
function spread(scenes: readonly Scene[], between: readonly Scene[]): Scene[] {
  const end = scenes.at(-1)?.kind === "cta" ? scenes.length - 1 : scenes.length;
  const body = scenes.slice(0, end);
  const result: Scene[] = [];
  let used = 0;
  for (const [i, scene] of body.entries()) {
    result.push(scene);
    const due = Math.round((between.length * (i + 1)) / body.length);
    result.push(...between.slice(used, due));
    used = due;
  }
  return [...result, ...between.slice(used), ...scenes.slice(end)];
}

const notInScenes = (left: readonly string[]): Warning => ({
  code: "media_left_out",
  message: `The scenes have their own media, so these images are not shown: ${left.join(", ")}. Add them to scenes.`,
});

const tooManyMedia = (left: readonly string[]): Warning => ({
  code: "media_left_out",
  message: `A storyboard shows up to ${MOST_MEDIA} images. Not shown: ${left.join(", ")}. Send scenes with mediaUrl to show them.`,
});

/** Maximum length of clauses after a headline that are shown below it. */
const ASIDE_WORDS = 6;

/** Splits "Sommerfest am 12. Juli, Eintritt frei" into a headline and the text below it. */
function splitHeadline(text: string, { language }: Content): string[] {
  const [head = "", ...aside] = splitClauses(text, language);
  const parts = aside.every((part) => countWords(part) <= ASIDE_WORDS) && countWords(head) >= 2;
  return parts && !/[?!]$/.test(text) ? [trimEnd(head), ...aside.map(toLine)] : [text];
}

/** Texts of a poster. */
export interface PosterText {
  /** The headline. */
  hook: string;
  /** True if the headline is a quotation. */
  quote: boolean;
  /** Text below the headline of a quotation. */
  author: string;
  points: string[];
  /** Facts that are drawn as in a video: prices, places, ratings, menus, charts. */
  cards: Scene[];
  /** Empty unless the prompt asks for an action. */
  cta: string;
  brand: string;
  /** A price or a discount, as written. */
  offer: string;
  /** Offered product: one of the points. */
  offerDetail: string;
  content: Content;
}

const isCard = ({ kind, price }: Scene): boolean =>
  price !== undefined || ["place", "contact", "rating", "menu", "chart", "comparison"].includes(kind);

/** Longer than any poster, so that no points are grouped for lack of time. */
const NO_HURRY = 600;

/** A menu that takes several scenes of a video is one list on a poster. */
function joinMenus(scenes: readonly Scene[]): Scene[] {
  const joined: Scene[] = [];
  for (const scene of scenes) {
    const last = joined.at(-1);
    const [before, after] = [last?.subtext, scene.subtext];
    const goesOn = last?.kind === "menu" && scene.kind === "menu";
    if (goesOn && before && after && last.text === scene.text)
      joined[joined.length - 1] = { ...last, subtext: `${before}\n${after}` };
    // A list without a heading is all text.
    else if (goesOn && !before && !after) joined[joined.length - 1] = { ...last, text: `${last.text}\n${scene.text}` };
    else joined.push(scene);
  }
  return joined;
}

/** Parses a prompt as the texts of a poster. Nothing is left out. */
export function writePoster(input: ParseInput): PosterText {
  const content = parsePrompt(input);
  const { scenes, called } = compose(content, NO_HURRY);
  const shown = joinMenus(scenes.filter(({ kind }) => kind !== "cta"));
  const plain = shown.filter((scene) => !isCard(scene));
  // A prompt of facts alone has the heading of the first as its headline.
  const headed = plain.length === 0 ? shown.find(({ text, price, subtext }) => text && (price || subtext)) : undefined;
  const cards = shown.filter(isCard).map((card) => (card === headed ? { ...card, text: undefined } : card));
  const [first, ...others] = headed ? [{ kind: "hook" as const, text: headed.text! }] : plain;
  const closing = scenes.find(({ kind }) => kind === "cta");
  const price = plain.find(({ kind }) => kind === "price");
  const lines = (scene: Scene): string[] => {
    // The badge shows the first price.
    if (scene.kind === "price") return [[scene.subtext, scene === price ? "" : scene.text].filter(Boolean).join(" ")];
    const detail = scene.subtext?.split("\n") ?? [];
    return scene.kind === "quote"
      ? [`“${scene.text}”`, ...(scene.subtext ? [`— ${scene.subtext}`] : [])]
      : [...(scene.text ?? "").split("\n"), ...detail];
  };
  const isQuote = first?.kind === "quote";
  const [hook = "", ...aside] = isQuote || !first?.text ? [first?.text ?? ""] : splitHeadline(first.text, content);
  // An action without anything else is the headline.
  const cta = called && hook ? (closing?.text ?? "") : "";
  return {
    hook: hook || (closing?.text ?? content.brand),
    quote: isQuote,
    author: isQuote ? (first.subtext ?? "") : "",
    points: [
      ...aside,
      ...(!isQuote && first?.subtext ? first.subtext.split("\n") : []),
      ...others.flatMap(lines),
      ...(cta && closing?.subtext ? closing.subtext.split("\n") : []),
    ].filter(Boolean),
    cards,
    cta,
    brand: content.brand,
    offer: price?.text ?? "",
    offerDetail: price?.subtext ?? "",
    content,
  };
}
