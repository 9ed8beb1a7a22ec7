import { join } from "node:path";
import { alignWords, type Interval } from "vireo/captions/align";
import type { Frame } from "vireo/captions/layout";
import { type PlacedPage, placeCaptions } from "vireo/captions/placement";
import { explainTooLong } from "vireo/captions/reading";
import { type CaptionStyle, captionStyles, changeStyle, type Position, type StyleName } from "vireo/captions/styles";
import { type Cue, readSubtitles } from "vireo/captions/subtitles";
import type { TextRows } from "vireo/captions/text-rows";
import { type TranscriptCue, timeWords, type Word } from "vireo/captions/words";
import { lineText } from "vireo/captions/wrap";
import { escapePath } from "../codec/graph";
import { fontFolder } from "../fonts/index";
import { checkLetters } from "../fonts/letters";
import { fontRuns } from "../fonts/runs";
import { RenderError } from "../render";
import { assScript } from "./ass";
import type { Composition } from "./composition";
import { drawEmoji } from "./emoji";
import { chosenFont } from "./font-choice";
import { textMeasure } from "./measure";
import { pageEvents } from "./page-events";

/** Caption text in one of three formats, and its style. */
export interface CaptionInput {
  /** Cues in seconds. If a cue has no word times, its words are spread over it. */
  transcript?: readonly TranscriptCue[];
  /** Plain transcript, spread over the detected speech. */
  text?: string;
  /** Contents of an SRT, WebVTT, SBV or ASS file. */
  subtitles?: string;
  style: StyleName;
  position: Position;
  fontFamily?: string;
  /** Size in pixels, for a frame with a shorter side of 1080. */
  fontSize?: number;
  /** Colours are `#rrggbb`. */
  color?: string;
  highlightColor?: string;
  outlineColor?: string;
  /** From 1 to 10. */
  maxWordsPerLine?: number;
  uppercase?: boolean;
  /** Language of the text (BCP 47). */
  language?: string;
  /** Avoid the video's own text, or only that of some stretches. Default true. */
  avoidText?: boolean | readonly Interval[];
}

/**
 * Burns captions into a video. Returns the number of captions shown. RenderErrors: subtitles_unreadable,
 * captions_empty, captions_too_long, letters_unsupported, font_unknown, color_invalid.
 */
export async function addCaptions(input: CaptionInput, video: Composition): Promise<{ cues: number }> {
  const style = changeStyle(input.style, input, chosenFont(input.fontFamily, captionStyles[input.style]));
  const [cues, text] = await Promise.all([readCues(input, video), findText(input, video)]);
  const measure = textMeasure(style.family, style.weight);
  const placed = placeCaptions(cues, { style, position: input.position, frame: video, measure, text });
  if (placed.length === 0) throw new RenderError("captions_empty", "No captions fall within the video.");
  checkLetters(placed.flatMap(({ layout }) => layout.lines.map(lineText)).join(" "));
  const folder = join(video.tools.folder, `captions-${crypto.randomUUID()}`);
  await writeScript(placed, style, video, folder);
  const [script, faces] = ["captions.ass", "fonts"].map((name) => escapePath(join(folder, name)));
  video.addVideo(`ass=filename=${script}:fontsdir=${faces}`);
  const emoji = drawEmoji(placed, video, style, measure, video.duration);
  if (emoji)
    video.addVideo(
      `overlay=${emoji.x}:${emoji.y}:shortest=1`,
      video.addPicture(async () => emoji.drawing, "format=rgba"),
    );
  return { cues: new Set(placed.map(({ layout }) => layout.page.words)).size };
}

/** Finds regions that captions must avoid. Undefined if they may be anywhere. */
async function findText({ avoidText = true }: CaptionInput, video: Composition): Promise<TextRows | undefined> {
  if (avoidText === false || (avoidText !== true && avoidText.length === 0)) return undefined;
  const { cuts, between } = await video.findText();
  if (avoidText === true) return { cuts, between };
  const isFree = (start: number, end: number) =>
    !avoidText.some((interval) => start < interval.end && end > interval.start);
  return { cuts, between: (start, end) => (isFree(start, end) ? between(start, end).fill(0) : between(start, end)) };
}

/** Refuses more text than can be read while it is shown. */
function checkReadable(cues: readonly (readonly Word[])[]): void {
  const shown = cues.flat();
  const seconds = cues.reduce((sum, words) => sum + measureSpan(words), 0);
  const problem = explainTooLong(shown.map(({ text }) => text).join(" "), seconds);
  if (problem) throw new RenderError("captions_too_long", problem);
}

const measureSpan = (words: readonly Word[]) => (words.at(-1)?.end ?? 0) - (words[0]?.start ?? 0);

async function readCues(input: CaptionInput, video: Composition): Promise<Word[][]> {
  const cues = await timeCues(input, video);
  checkReadable(cues);
  return cues;
}

async function timeCues(input: CaptionInput, video: Composition): Promise<Word[][]> {
  if (input.subtitles !== undefined) return timeWords(parseSubtitles(input.subtitles), video.duration);
  if (input.transcript !== undefined) return timeWords(input.transcript, video.duration);
  return [alignWords(input.text ?? "", await video.findSpeech())];
}

/** Writes captions.ass and fonts/ into the folder. */
async function writeScript(placed: readonly PlacedPage[], style: CaptionStyle, frame: Frame, folder: string) {
  const { width, height } = frame;
  const events = placed.flatMap(({ layout, place }) => pageEvents(layout, place, frame, style));
  const size = (style.size * Math.min(width, height)) / 1080;
  const look = {
    // Karaoke fills from the second colour to the first.
    color: style.highlight === "sweep" ? style.highlightColor : style.color,
    secondaryColor: style.color,
    outlineColor: style.outlineColor,
    outline: style.outline * size,
    shadow: style.shadow * size,
    blur: style.blur * size,
  };
  const text = placed.flatMap(({ layout }) => layout.lines.map(lineText)).join(" ");
  const families = new Set(fontRuns(text, style.family, style.weight).map(({ font }) => font.family));
  await fontFolder(join(folder, "fonts"), families.add(style.family));
  await Bun.write(join(folder, "captions.ass"), assScript(frame, look, detectLanguage(text), events));
}

function detectLanguage(text: string): string | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  if (/\p{Script=Hangul}/u.test(text)) return "ko";
  return /\p{Script=Han}/u.test(text) ? "zh-Hans" : undefined;
}

/** Parses subtitles. Throws RenderError "subtitles_unreadable" for text without a timed cue. */
export function parseSubtitles(file: string): Cue[] {
  const cues = readSubtitles(file);
  if (cues) return cues;
  throw new RenderError(
    "subtitles_unreadable",
    "The subtitles are not an SRT, WebVTT, SBV or ASS file: no cue with times was found.",
  );
}
