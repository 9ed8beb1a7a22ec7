import { join } from "node:path";
import { alignWords, type Interval } from "vireo/captions/align";
import type { Frame } from "vireo/captions/layout";
import { type PlacedPage, placeCaptions } from "vireo/captions/placement";
import { explainTooLong } from "vireo/captions/reading";
import { type CaptionStyle, captionStyles, changeStyle, type Position, type StyleName } from "vireo/captions/styles";
import type { TextRows } from "vireo/captions/text-rows";
import { timeWords, type Word } from "vireo/captions/words";
import { lineText } from "vireo/captions/wrap";
import type { Cue } from "vireo/slots/transcribe";
import { escapePath } from "../codec/graph";
import { createFontFolder } from "../fonts/index";
import { checkLetters } from "../fonts/letters";
import { splitFontRuns } from "../fonts/runs";
import { RenderError } from "../render-tools";
import { formatScript } from "./ass";
import type { Composition } from "./composition";
import { drawEmoji } from "./emoji";
import { chooseFont } from "./font-choice";
import { createTextMeasure } from "./measure";
import { writePageEvents } from "./page-events";

/** Caption text, with or without times, and its style. */
export interface CaptionInput {
  /** Cues in seconds. If a cue has no word times, its words are spread over it. */
  transcript?: readonly Cue[];
  /** Plain transcript, spread over the detected speech. */
  text?: string;
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

/** Facts about the captions of a video. */
export interface Captioned {
  /** Number of captions shown. */
  cues: number;
  /** The cues of a text without times, as aligned to the speech. */
  transcript?: readonly Cue[];
}

/**
 * Burns captions into a video. RenderErrors: captions_empty, captions_too_long, letters_unsupported, font_unknown, color_invalid.
 */
export async function addCaptions(input: CaptionInput, video: Composition): Promise<Captioned> {
  const style = changeStyle(input.style, input, chooseFont(input.fontFamily, captionStyles[input.style]));
  const [transcript, text] = await Promise.all([
    input.transcript ?? alignText(input.text ?? "", video),
    findText(input, video),
  ]);
  const cues = timeWords(transcript, video.duration);
  checkReadable(cues);
  const measure = createTextMeasure(style.family, style.weight);
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
  const shown = new Set(placed.map(({ layout }) => layout.page.words)).size;
  return { cues: shown, transcript: input.transcript ? undefined : transcript };
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

/** Returns the text as one cue, whose words follow the speech. */
async function alignText(text: string, video: Composition): Promise<Cue[]> {
  const words = alignWords(text, await video.findSpeech());
  const [first] = words;
  if (!first) return [];
  return [
    {
      start: first.start,
      end: words.at(-1)!.end,
      text: words
        .map((word) => `${word.joined ? "" : " "}${word.text}`)
        .join("")
        .trim(),
      words: words.map((word) => ({ word: word.text, start: word.start, end: word.end })),
    },
  ];
}

/** Writes captions.ass and fonts/ into the folder. */
async function writeScript(placed: readonly PlacedPage[], style: CaptionStyle, frame: Frame, folder: string) {
  const { width, height } = frame;
  const events = placed.flatMap(({ layout, place }) => writePageEvents(layout, place, frame, style));
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
  const families = new Set(splitFontRuns(text, style.family, style.weight).map(({ font }) => font.family));
  await createFontFolder(join(folder, "fonts"), families.add(style.family));
  await Bun.write(join(folder, "captions.ass"), formatScript(frame, look, detectLanguage(text), events));
}

function detectLanguage(text: string): string | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  if (/\p{Script=Hangul}/u.test(text)) return "ko";
  return /\p{Script=Han}/u.test(text) ? "zh-Hans" : undefined;
}
