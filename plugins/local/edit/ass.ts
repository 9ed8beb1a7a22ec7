import { readFont } from "../fonts/font-file";
import { isEmojiFont, splitFontRuns } from "../fonts/runs";
import { parseColor } from "./color";

/** Opacity of the shadow. */
const SHADOW = "&H60&";

/** An event line of an ASS script. Times are in seconds. */
export interface AssEvent {
  layer: number;
  start: number;
  end: number;
  /** Text with override tags. User text in it is escaped by `drawText`. */
  text: string;
}

export interface AssLook {
  color: string;
  secondaryColor: string;
  outlineColor: string;
  /** Size in pixels. */
  outline: number;
  shadow: number;
  blur: number;
}

/** Builds ASS text that draws `text`, each run in its face. `size` is in pixels per em. Emoji can be left blank. */
export function drawText(text: string, family: string, weight: number, size: number, blankEmoji = false): string {
  return splitFontRuns(text, family, weight)
    .map(({ text, font }) => {
      const { ascent, descent } = readFont(font.file);
      const height = (size * (ascent + descent)).toFixed(1);
      const face = `{\\b${font.weight}\\fn${font.family}\\fs${height}}`;
      const [hide, show] =
        blankEmoji && isEmojiFont(font) ? ["{\\alpha&HFF&}", `{\\alpha&H00&\\4a${SHADOW}}`] : ["", ""];
      return `${face}${hide}${escapeText(text)}${show}`;
    })
    .join("");
}

/** Height of the centre of libass's line box above the baseline, in ems. */
export function getLineMiddle(text: string, family: string, weight: number): number {
  const fonts = splitFontRuns(text, family, weight).map(({ font }) => readFont(font.file));
  const ascent = Math.max(...fonts.map((font) => font.ascent));
  return (ascent - Math.max(...fonts.map((font) => font.descent))) / 2;
}

/** Escapes text: a backslash followed by an invisible joiner starts no command. */
export function escapeText(text: string): string {
  return text
    .replace(/[\r\n]+/g, " ")
    .replace(/\\/g, "\\\u2060")
    .replace(/\{/g, "\\{")
    .replace(/\}/g, "\\}");
}

/** Formats a colour as `&HBBGGRR&`, for `\1c` to `\4c`. */
export function formatColor(color: string): string {
  const { rgb } = parseColor(color);
  return `&H${rgb.slice(4, 6)}${rgb.slice(2, 4)}${rgb.slice(0, 2)}&`.toUpperCase();
}

/** Formats an opacity as `&HAA&`, for `\1a` to `\4a`: 00 is opaque. */
export function formatAlpha(opacity: number): string {
  const transparency = Math.round((1 - Math.min(1, Math.max(0, opacity))) * 255);
  return `&H${transparency.toString(16).padStart(2, "0").toUpperCase()}&`;
}

/** Draws a box with rounded corners, in pixels. */
export function drawRoundedBox(x: number, y: number, width: number, height: number, radius: number): string {
  const [r, x2, y2] = [Math.min(radius, width / 2, height / 2), x + width, y + height];
  const k = r * 0.45;
  const path = [
    ["m", x + r, y, "l", x2 - r, y, "b", x2 - k, y, x2, y + k, x2, y + r],
    ["l", x2, y2 - r, "b", x2, y2 - k, x2 - k, y2, x2 - r, y2],
    ["l", x + r, y2, "b", x + k, y2, x, y2 - k, x, y2 - r],
    ["l", x, y + r, "b", x, y + k, x + k, y, x + r, y],
  ].flat();
  return path.map((part) => (typeof part === "number" ? Math.round(part) : part)).join(" ");
}

/** Builds a complete script in the pixels of a frame. `language` selects the national forms of Han characters. */
export function formatScript(
  frame: { width: number; height: number },
  look: AssLook,
  language: string | undefined,
  events: readonly AssEvent[],
): string {
  const style = (color: string) => formatColor(color).replace("&H", "&H00").slice(0, -1);
  const [color, secondary, outline] = [look.color, look.secondaryColor, look.outlineColor].map(style);
  // Without a matrix, colors are interpreted as BT.601, which is wrong. Lines are measured with kerning. With encoding
  // -1, the first letter of a line decides its direction.
  return `[Script Info]
ScriptType: v4.00+
YCbCr Matrix: None
PlayResX: ${frame.width}
PlayResY: ${frame.height}
WrapStyle: 2
ScaledBorderAndShadow: yes
Kerning: yes
${language ? `Language: ${language}\n` : ""}
[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Text,Inter,60,${color},${secondary},${outline},&H60000000,0,0,0,0,100,100,0,0,1,${look.outline.toFixed(1)},${look.shadow.toFixed(1)},5,0,0,0,-1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
${events.map((event) => writeEvent(event, look.blur)).join("\n")}
`;
}

function writeEvent({ layer, start, end, text }: AssEvent, blur: number): string {
  const soft = blur > 0 ? `{\\blur${blur.toFixed(1)}}` : "";
  return `Dialogue: ${layer},${clock(start)},${clock(end)},Text,,0,0,0,,${soft}${text}`;
}

function clock(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const [minutes, rest] = [(hundredths / 6000) % 60, (hundredths / 100) % 60];
  return `${Math.floor(hundredths / 360_000)}:${two(minutes)}:${two(rest)}.${two(hundredths % 100)}`;
}
