import { type CSSProperties, useMemo } from "react";
import type { Page } from "vireo/captions/pages";
import type { CaptionStyle } from "vireo/captions/styles";
import { RIGHT_TO_LEFT, type Word } from "vireo/captions/words";
import { lineWidth, wrapWords } from "vireo/captions/wrap";
import { getFace, type Measure } from "./fonts/index";

export interface Frame {
  width: number;
  height: number;
}
export type Position = "top" | "center" | "bottom";

/** Distances from the frame's edge, sizes in ems: as the built-in editor lays captions out. */
const EDGE = { portrait: { top: 0.13, bottom: 0.22 }, landscape: { top: 0.07, bottom: 0.08 } } as const;
const [MAX_WIDTH, MAX_HEIGHT, LINE_HEIGHT, HALF_CAPITAL] = [0.86, 0.8, 1.28, 0.36];

const upper = (text: string) => text.toLocaleUpperCase(/\p{Script=Greek}/u.test(text) ? "el" : "und");

function layout(page: Page, look: CaptionStyle, position: Position, frame: Frame, measure: Measure) {
  const words = look.uppercase ? page.words.map((word) => ({ ...word, text: upper(word.text) })) : page.words;
  const full = (look.size * Math.min(frame.width, frame.height)) / 1080;
  const upright = frame.height > frame.width;
  const room = { width: (frame.width * MAX_WIDTH) / full - 2 * look.outline, lines: upright ? 3 : 2, scale: 0.45 };
  const { lines, scale } = wrapWords(words, room, measure.width);
  const size = Math.min(full * scale, (frame.height * MAX_HEIGHT) / (lines.length * LINE_HEIGHT));
  const pitch = size * LINE_HEIGHT;
  const height = lines.length * pitch;
  const edge = EDGE[upright ? "portrait" : "landscape"];
  const margin = (frame.height - height) / 2;
  const top =
    position === "center"
      ? margin
      : position === "top"
        ? Math.min(margin, frame.height * edge.top)
        : Math.max(margin, frame.height * (1 - edge.bottom) - height);
  const width = Math.max(...lines.map((line) => lineWidth(line, measure.width))) * size;
  return { lines, words, size, pitch, top, height, width };
}

/** How the spoken word shows at a moment: how much of it is in the highlight's colour, and how large it is. */
function spoken(word: Word, words: readonly Word[], page: Page, look: CaptionStyle, time: number) {
  if (look.highlight === "none") return { part: 0, scale: 1 };
  const at = words.findIndex(({ start, end, text }) => start === word.start && end === word.end && text === word.text);
  if (look.highlight === "sweep") {
    const part = Math.min(1, Math.max(0, (time - word.start) / Math.max(0.01, word.end - word.start)));
    return { part: RIGHT_TO_LEFT.test(word.text) ? Math.ceil(part) : part, scale: 1 };
  }
  const from = at === 0 ? page.start : word.start;
  const until = words[at + 1]?.start ?? page.end;
  const now = time >= from && time < until;
  return { part: now ? 1 : 0, scale: now && look.highlight === "pop" ? 1.04 : 1 };
}

/** How a page of words comes and goes. */
function entrance(page: Page, look: CaptionStyle, time: number): CSSProperties {
  const [since, left] = [time - page.start, page.end - time];
  if (look.entrance === "fade") return { opacity: Math.min(1, since / 0.14, left / 0.1) };
  if (look.entrance === "none" || since > 0.19) return {};
  const scale = since < 0.11 ? 0.84 + (since / 0.11) * 0.21 : 1.05 - ((since - 0.11) / 0.08) * 0.05;
  return { transform: `scale(${scale})` };
}

interface Props {
  pages: readonly Page[];
  time: number;
  look: CaptionStyle;
  position: Position;
  frame: Frame;
  measure: Measure;
}

/** The captions of a moment, in the pixels of the frame. */
export function CaptionLayer({ pages, time, look, position, frame, measure }: Props) {
  const page = pages.find(({ start, end }) => time >= start && time < end);
  const laid = useMemo(
    () => page && layout(page, look, position, frame, measure),
    [page, look, position, frame, measure],
  );
  if (!page || !laid) return null;
  const { lines, words, size, pitch, top, height, width } = laid;
  const face = getFace(look.family, look.weight);
  const soft = look.blur * size;
  const text: CSSProperties = {
    position: "absolute",
    insetInline: 0,
    textAlign: "center",
    whiteSpace: "pre",
    lineHeight: `${pitch}px`,
    fontFamily: face.css,
    fontWeight: face.weight,
    fontSize: size,
    color: look.color,
    ...(soft > 0
      ? { textShadow: Array(3).fill(`0 0 ${soft}px ${look.outlineColor}`).join(",") }
      : look.outline > 0
        ? { WebkitTextStroke: `${2 * look.outline * size}px ${look.outlineColor}`, paintOrder: "stroke fill" }
        : {}),
    strokeLinejoin: "round",
    ...(look.shadow > 0
      ? { filter: `drop-shadow(${look.shadow * size}px ${look.shadow * size}px 0 rgb(0 0 0 / 0.62))` }
      : {}),
  };
  return (
    <div aria-hidden data-captions style={entrance(page, look, time)}>
      {look.box > 0 && (
        <div
          style={{
            position: "absolute",
            left: (frame.width - width - size * 0.9) / 2,
            top: top - size * 0.16,
            width: width + size * 0.9,
            height: height + size * 0.32,
            borderRadius: size * 0.32,
            background: look.outlineColor,
            opacity: look.box,
          }}
        />
      )}
      {lines.map((line, at) => (
        // The browser's line sits where its font says; captions sit by the height of capitals.
        <div key={line[0]?.start} style={{ ...text, top: top + at * pitch + (HALF_CAPITAL - measure.middle) * size }}>
          {line.map((word, i) => {
            const { part, scale } = spoken(word, words, page, look, time);
            return (
              <span key={`${word.start} ${word.text}`}>
                {i > 0 && !word.joined && " "}
                <span style={{ position: "relative", display: "inline-block", transform: `scale(${scale})` }}>
                  <span style={part === 1 ? { color: look.highlightColor } : undefined}>{word.text}</span>
                  {part > 0 && part < 1 && (
                    <span
                      style={{
                        position: "absolute",
                        inset: 0,
                        color: look.highlightColor,
                        WebkitTextStroke: 0,
                        clipPath: `inset(-20% ${(1 - part) * 100}% -20% 0)`,
                      }}
                    >
                      {word.text}
                    </span>
                  )}
                </span>
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}
