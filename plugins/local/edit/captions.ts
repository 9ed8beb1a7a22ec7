import { join } from "node:path";
import { type Page, paginate } from "vireo/captions/pages";
import { type CaptionStyle, captionStyles, type StyleName } from "vireo/captions/styles";
import { spreadWords, type TranscriptCue, timeWords, type Word } from "vireo/captions/words";
import { escapePath } from "../codec/graph";
import { fontFolder } from "../fonts/index";
import { fontRuns } from "../fonts/runs";
import { RenderError } from "../render";
import { assScript } from "./ass";
import type { Composition } from "./composition";
import { chosenFont } from "./font-choice";
import { textMeasure } from "./measure";
import { type Position, pageEvents, uppercase } from "./page-events";
import { parseSubtitles } from "./subtitles";

/** Caption text in one of three forms, and its style. */
export interface CaptionInput {
  /** Cues in seconds; where a cue has no words with times, they are spread over it. */
  transcript?: readonly TranscriptCue[];
  /** Plain transcript. It is spread over the detected speech. */
  text?: string;
  /** The contents of an SRT or WebVTT file. */
  subtitles?: string;
  style: StyleName;
  position: Position;
  fontFamily?: string;
  /** Pixels in a frame whose short side is 1080. */
  fontSize?: number;
  /** Colours are `#rrggbb`. */
  color?: string;
  highlightColor?: string;
  outlineColor?: string;
  /** 1 to 10. */
  maxWordsPerLine?: number;
  uppercase?: boolean;
}

/**
 * Burns captions into a video. Returns how many it shows.
 * RenderErrors: subtitles_unreadable, captions_empty, font_unknown, color_invalid.
 */
export async function addCaptions(input: CaptionInput, video: Composition): Promise<{ cues: number }> {
  const style = getStyle(input);
  const pages = paginate(await readCues(input, video), style.maxWords, video.duration);
  if (pages.length === 0) throw new RenderError("captions_empty", "No captions fall within the video.");
  const folder = join(video.tools.folder, `captions-${crypto.randomUUID()}`);
  await writeScript(pages, style, input.position, video, folder);
  const [script, faces] = ["captions.ass", "fonts"].map((name) => escapePath(join(folder, name)));
  video.addVideo(`ass=filename=${script}:fontsdir=${faces}`);
  return { cues: pages.length };
}

function getStyle(input: CaptionInput): CaptionStyle {
  const style = captionStyles[input.style];
  return {
    ...style,
    ...chosenFont(input.fontFamily, style),
    size: input.fontSize ?? style.size,
    maxWords: input.maxWordsPerLine ?? style.maxWords,
    uppercase: input.uppercase ?? style.uppercase,
    color: input.color ?? style.color,
    outlineColor: input.outlineColor ?? style.outlineColor,
    highlightColor: input.highlightColor ?? style.highlightColor,
    // A highlight colour gives a style without a highlight a subtle one.
    highlight: input.highlightColor !== undefined && style.highlight === "none" ? "color" : style.highlight,
  };
}

async function readCues(input: CaptionInput, video: Composition): Promise<Word[][]> {
  if (input.subtitles !== undefined) return timeWords(parseSubtitles(input.subtitles), video.duration);
  if (input.transcript !== undefined) return timeWords(input.transcript, video.duration);
  return [spreadWords(input.text ?? "", await video.findSpeech())];
}

/** Writes captions.ass and fonts/ into the folder. */
async function writeScript(
  pages: readonly Page[],
  style: CaptionStyle,
  position: Position,
  frame: { width: number; height: number },
  folder: string,
) {
  const { width, height } = frame;
  const measure = textMeasure(style.family, style.weight);
  const events = pages.flatMap((page) => pageEvents(page, { frame, position, style, measure }));
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
  const text = pages.flatMap((page) => page.words.map((word) => word.text)).join(" ");
  const families = new Set(
    fontRuns(style.uppercase ? `${text} ${uppercase(text)}` : text, style.family, style.weight).map(
      ({ font }) => font.family,
    ),
  );
  await fontFolder(join(folder, "fonts"), families.add(style.family));
  await Bun.write(join(folder, "captions.ass"), assScript(frame, look, detectLanguage(text), events));
}

function detectLanguage(text: string): string | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  if (/\p{Script=Hangul}/u.test(text)) return "ko";
  return /\p{Script=Han}/u.test(text) ? "zh-Hans" : undefined;
}
