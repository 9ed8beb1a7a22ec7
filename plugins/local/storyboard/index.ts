import type { PromptPart, Scene, Storyboard } from "vireo/slots/storyboard";
import { isShown, type Part } from "../prompt/parts";
import { compose } from "./compose";
import { type Content, type ParseInput, parsePrompt } from "./parse";
import { countWords, splitClauses, toLine, trimEnd } from "./text";
import { addSeconds } from "./timing";

export type { Content, ParseInput } from "./parse";
export { parsePrompt } from "./parse";
export { addSeconds } from "./timing";

/** Writes a storyboard verbatim from the prompt. The same request always gives the same storyboard. */
export function writeStoryboard(
  input: ParseInput,
  { duration, media }: { duration: number; media: readonly string[] },
): Storyboard {
  const content = parsePrompt(input);
  const { scenes, warnings } = compose(content, duration);
  const timed = addSeconds(placeMedia(scenes, media), duration);
  return {
    scenes: timed.scenes,
    warnings: [...warnings, ...timed.warnings],
    parts: content.parts.map((part) => toPromptPart(input.prompt, part)),
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
  { duration, media }: { duration: number; media: readonly string[] },
): Storyboard {
  return addSeconds(scenes.some(({ mediaUrl }) => mediaUrl) ? scenes : placeMedia(scenes, media), duration);
}

/** Maximum number of images in a storyboard. */
const MOST_MEDIA = 12;

/**
 * Assigns images to scenes in order: to the hook first, then to the points. Remaining images get separate scenes before
 * the call to action.
 */
function placeMedia(scenes: readonly Scene[], media: readonly string[]): Scene[] {
  const left = [...new Set(media)].slice(0, MOST_MEDIA);
  const placed = scenes.map((scene): Scene => {
    const mediaUrl = scene.mediaUrl ?? (takesMedia(scene) ? left.shift() : undefined);
    return mediaUrl ? { ...scene, mediaUrl } : scene;
  });
  const own = left.map((mediaUrl): Scene => ({ kind: "media", mediaUrl }));
  const end = placed.at(-1)?.kind === "cta" ? placed.length - 1 : placed.length;
  return [...placed.slice(0, end), ...own, ...placed.slice(end)];
}

/** Lists, quotations, prices and calls to action have special designs. */
const takesMedia = ({ kind, text, subtext }: Scene): boolean =>
  (kind === "hook" || kind === "point" || kind === "media") && !/\n/.test(`${text} ${subtext}`);

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
  /** Empty unless the prompt asks for an action. */
  cta: string;
  brand: string;
  /** A price or a discount, as written. */
  offer: string;
  /** Offered product: one of the points. */
  offerDetail: string;
  content: Content;
}

/** Longer than any poster, so that no points are grouped for lack of time. */
const NO_HURRY = 600;

/** Parses a prompt as the texts of a poster. Nothing is left out. */
export function writePoster(input: ParseInput): PosterText {
  const content = parsePrompt(input);
  const { scenes, called } = compose(content, NO_HURRY);
  const [first, ...others] = scenes.filter(({ kind }) => kind !== "cta");
  const closing = scenes.find(({ kind }) => kind === "cta");
  const price = scenes.find(({ kind }) => kind === "price");
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
  const cta = called ? (closing?.text ?? "") : "";
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
    cta,
    brand: content.brand,
    offer: price?.text ?? "",
    offerDetail: price?.subtext ?? "",
    content,
  };
}
