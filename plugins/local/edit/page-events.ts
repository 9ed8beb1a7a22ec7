import { type Frame, getBaseline, getBox, hasColorEmoji, type PageLayout, type Place } from "vireo/captions/layout";
import { hundredths, type Page } from "vireo/captions/pages";
import type { CaptionStyle } from "vireo/captions/styles";
import { isRightToLeft, RIGHT_TO_LEFT, type Word } from "vireo/captions/words";
import { lineText } from "vireo/captions/wrap";
import { type AssEvent, drawRoundedBox, drawText, formatAlpha, formatColor, getLineMiddle } from "./ass";

const POP_IN = "{\\fscx84\\fscy84\\t(0,110,\\fscx105\\fscy105)\\t(110,190,\\fscx100\\fscy100)}";
const POP_WORD = "\\fscx88\\fscy88\\t(0,90,\\fscx110\\fscy110)\\t(90,170,\\fscx104\\fscy104)";

/** Creates the events that draw one page: the box, the lines and the highlighted word. */
export function writePageEvents(layout: PageLayout, place: Place, frame: Frame, style: CaptionStyle): AssEvent[] {
  const { page, lines, size } = layout;
  const words = lines.flat();
  const direction = markDirection(words);
  let first = 0;
  const events = lines.flatMap((line, i) => {
    const y = getBaseline(layout, place, i) - size * getLineMiddle(lineText(line), style.family, style.weight);
    const at = `{\\pos(${(frame.width / 2).toFixed(0)},${y.toFixed(1)})}`;
    const drawn = writeLineEvents(line, first, words, page, style, size);
    first += line.length;
    return drawn.map((event) => ({ ...event, text: at + direction + event.text }));
  });
  const box = drawBox(layout, place, frame, style);
  return box ? [box, ...events] : events;
}

const [LEFT_TO_RIGHT_MARK, RIGHT_TO_LEFT_MARK] = ["\u200e", "\u200f"];

/** Returns the mark that gives each line the direction of the whole page: that of its first letter. */
function markDirection(words: readonly Word[]): string {
  const text = words.map((word) => word.text).join(" ");
  if (!RIGHT_TO_LEFT.test(text)) return "";
  return isRightToLeft(text) ? RIGHT_TO_LEFT_MARK : LEFT_TO_RIGHT_MARK;
}

function drawBox(layout: PageLayout, place: Place, frame: Frame, style: CaptionStyle): AssEvent | undefined {
  const { x, y, width, height, radius, opacity } = getBox(layout, place, frame, style);
  if (opacity === 0) return undefined;
  const { start, end } = layout.page;
  const paint = `\\1c${formatColor(style.outlineColor)}\\1a${formatAlpha(opacity)}`;
  const box = drawRoundedBox(x, y, width, height, radius);
  return { layer: 0, start, end, text: `{\\an7\\pos(0,0)\\bord0\\shad0${paint}\\p1}${box}` };
}

/** Creates one line for the duration of the page. `first` is the index of its first word within the page. */
function writeLineEvents(
  line: readonly Word[],
  first: number,
  words: readonly Word[],
  page: Page,
  style: CaptionStyle,
  size: number,
) {
  const blankEmoji = hasColorEmoji(lineText(line));
  const draw = (text: string) => drawText(text, style.family, style.weight, size, blankEmoji);
  const event = (start: number, end: number, text: string): AssEvent => {
    const fade = `{\\fad(${start === page.start ? 140 : 0},${end === page.end ? 100 : 0})}`;
    const entrance = { none: "", pop: start === page.start ? POP_IN : "", fade }[style.entrance];
    return { layer: 1, start, end, text: entrance + text };
  };
  if (style.highlight === "none") return [event(page.start, page.end, draw(lineText(line)))];
  if (style.highlight === "sweep") return [event(page.start, page.end, sweep(line, page, draw))];

  const starts = words.map((word, i) => (i === 0 ? page.start : word.start));
  // Round like the file format, so that the line does not disappear for a frame between two slices.
  const getStart = (i: number) => hundredths(Math.max(page.start, Math.min(starts[i] ?? page.end, page.end)));
  const plain = draw(lineText(line));
  const mark = `\\1c${formatColor(style.highlightColor)}${style.highlight === "pop" ? POP_WORD : ""}`;
  const unmark = `\\1c${formatColor(style.color)}\\fscx100\\fscy100`;
  const marked = line.map((word, i) => {
    const before = lineText(line.slice(0, i)) + (i > 0 && !word.joined ? " " : "");
    const after = line.slice(i + 1);
    const rest = after.length > 0 ? (after[0]!.joined ? "" : " ") + lineText(after) : "";
    const text = `${before && draw(before)}{${mark}}${draw(word.text)}{${unmark}}${rest && draw(rest)}`;
    return event(getStart(first + i), getStart(first + i + 1), text);
  });
  const last = first + line.length;
  return [event(page.start, getStart(first), plain), ...marked, event(getStart(last), page.end, plain)].filter(
    ({ start, end }) => end > start,
  );
}

/** Builds karaoke tags: each word fills up while it is spoken. Right-to-left words change colour at once. */
function sweep(line: readonly Word[], page: Page, draw: (text: string) => string): string {
  let now = page.start;
  const until = (time: number) => {
    const hundredths = Math.max(0, Math.round((time - now) * 100));
    now += hundredths / 100;
    return hundredths;
  };
  return line
    .map(({ text, start, end, joined }, i) => {
      const wait = `{\\k${until(start)}}`;
      const fill = RIGHT_TO_LEFT.test(text) ? "k" : "kf";
      return `${wait}{\\${fill}${until(end)}}${draw(i > 0 && !joined ? ` ${text}` : text)}`;
    })
    .join("");
}
