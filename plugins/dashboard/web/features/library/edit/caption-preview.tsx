import type { UseFormReturnType } from "@mantine/form";
import { type CSSProperties, Fragment, useMemo } from "react";
import { type Page, paginate } from "vireo/captions/pages";
import type { CaptionStyle } from "vireo/captions/styles";
import { RIGHT_TO_LEFT, timeWords, type Word } from "vireo/captions/words";
import { lineWidth, wrapWords } from "vireo/captions/wrap";
import { type CaptionPosition, type CaptionsDraft, resolveCaptionStyle } from "./captions";
import { getFace, type TextMeasure } from "./fonts/index";
import type { Frame, Playback } from "./use-playback";
import { useTextMeasure } from "./use-text-measure";

/** Must match how the built-in engine renders captions: margins as parts of the frame, sizes in ems. */
const MARGIN = { portrait: { top: 0.13, bottom: 0.22 }, landscape: { top: 0.07, bottom: 0.08 } } as const;
const [MAX_WIDTH, MAX_HEIGHT, LINE_HEIGHT, HALF_CAPITAL] = [0.86, 0.8, 1.28, 0.36];

/** Standard deviation of the engine's blur, as a part of its strength: libass uses 2 / sqrt(ln 256). */
const BLUR_SIGMA = 2 / Math.sqrt(Math.log(256));

/** Shown while there is no text, or none is known before the video is transcribed. */
const SAMPLE = "This is how your captions will look.";

const toUpperCase = (text: string) => text.toLocaleUpperCase(/\p{Script=Greek}/u.test(text) ? "el" : "und");

function layoutPage(page: Page, style: CaptionStyle, position: CaptionPosition, frame: Frame, measure: TextMeasure) {
  const words = style.uppercase ? page.words.map((word) => ({ ...word, text: toUpperCase(word.text) })) : page.words;
  const fullSize = (style.size * Math.min(frame.width, frame.height)) / 1080;
  const isPortrait = frame.height > frame.width;
  const width = (frame.width * MAX_WIDTH) / fullSize - 2 * style.outline;
  const { lines, scale } = wrapWords(words, { width, lines: isPortrait ? 3 : 2, scale: 0.45 }, measure.width);
  const size = Math.min(fullSize * scale, (frame.height * MAX_HEIGHT) / (lines.length * LINE_HEIGHT));
  const lineHeight = size * LINE_HEIGHT;
  const height = lines.length * lineHeight;
  const margin = MARGIN[isPortrait ? "portrait" : "landscape"];
  const center = (frame.height - height) / 2;
  const tops = {
    top: Math.min(center, frame.height * margin.top),
    center,
    bottom: Math.max(center, frame.height * (1 - margin.bottom) - height),
  };
  const textWidth = Math.max(...lines.map((line) => lineWidth(line, measure.width))) * size;
  return { lines, words, size, lineHeight, top: tops[position], height, width: textWidth };
}

/** How a word is highlighted at a time: the part of it in the highlight colour, and its scale. */
function getHighlight(word: Word, words: readonly Word[], page: Page, style: CaptionStyle, time: number) {
  if (style.highlight === "none") return { part: 0, scale: 1 };
  if (style.highlight === "sweep") {
    const part = Math.min(1, Math.max(0, (time - word.start) / Math.max(0.01, word.end - word.start)));
    return { part: RIGHT_TO_LEFT.test(word.text) ? Math.ceil(part) : part, scale: 1 };
  }
  const index = words.indexOf(word);
  const from = index === 0 ? page.start : word.start;
  const until = words[index + 1]?.start ?? page.end;
  const isSpoken = time >= from && time < until;
  return { part: isSpoken ? 1 : 0, scale: isSpoken && style.highlight === "pop" ? 1.04 : 1 };
}

/** The animation with which a page of words appears and disappears. `center`: middle of the text, pixels. */
function getEntrance(page: Page, style: CaptionStyle, time: number, center: number): CSSProperties {
  const [since, left] = [time - page.start, page.end - time];
  if (style.entrance === "fade") return { opacity: Math.min(1, since / 0.14, left / 0.1) };
  if (style.entrance === "none" || since > 0.19) return {};
  const scale = since < 0.11 ? 0.84 + (since / 0.11) * 0.21 : 1.05 - ((since - 0.11) / 0.08) * 0.05;
  return { transform: `scale(${scale})`, transformOrigin: `50% ${center}px` };
}

const getOutline = (style: CaptionStyle, size: number): CSSProperties => ({
  WebkitTextStroke: `${2 * style.outline * size}px ${style.outlineColor}`,
  paintOrder: "stroke fill",
});

/** The engine blurs only the outline, so a soft one lies below the text. */
const getSoftOutline = (style: CaptionStyle, size: number): CSSProperties => ({
  ...getOutline(style, size),
  color: style.outlineColor,
  filter: `blur(${style.blur * size * BLUR_SIGMA}px)`,
});

function getTextStyle(style: CaptionStyle, size: number, lineHeight: number): CSSProperties {
  const face = getFace(style.family, style.weight);
  const shadow = style.shadow * size;
  return {
    position: "absolute",
    insetInline: 0,
    textAlign: "center",
    whiteSpace: "pre",
    lineHeight: `${lineHeight}px`,
    fontFamily: face.css,
    fontWeight: face.weight,
    fontSize: size,
    color: style.color,
    strokeLinejoin: "round",
    ...(style.blur === 0 && style.outline > 0 ? getOutline(style, size) : {}),
    ...(shadow > 0 ? { filter: `drop-shadow(${shadow}px ${shadow}px 0 rgb(0 0 0 / 0.62))` } : {}),
  };
}

const joinWords = (line: readonly Word[]): string =>
  line.map(({ text, joined }, index) => (index > 0 && !joined ? ` ${text}` : text)).join("");

/** A word, highlighted in whole or in part. */
const WordText = ({ text, part, scale, color }: { text: string; part: number; scale: number; color: string }) => (
  <span
    style={{
      position: "relative",
      display: "inline-block",
      // As in the engine, a larger word stands on the same line and moves its neighbours.
      ...(scale === 1 ? {} : { fontSize: `${scale}em`, lineHeight: 0 }),
    }}
  >
    <span style={part === 1 ? { color } : undefined}>{text}</span>
    {part > 0 && part < 1 && (
      <span
        style={{
          position: "absolute",
          inset: 0,
          color,
          WebkitTextStroke: 0,
          clipPath: `inset(-20% ${(1 - part) * 100}% -20% 0)`,
        }}
      >
        {text}
      </span>
    )}
  </span>
);

/** Splits the draft's text into pages of words with times. */
function usePages({ source, text, cues }: CaptionsDraft, maxWords: number, duration: number, sample: string) {
  return useMemo(() => {
    const content = (source === "text" && text.trim()) || sample;
    const timed = source === "timed" ? cues : [{ start: 0, end: duration, text: content }];
    return paginate(timeWords(timed, duration), maxWords, duration);
  }, [source, text, cues, maxWords, duration, sample]);
}

interface Props {
  form: UseFormReturnType<CaptionsDraft>;
  playback: Playback;
  frame: Frame;
  /** Shows a sample text while there is no other. */
  withSample: boolean;
}

/** The captions at the current time, in pixels of the video's frame. */
export function CaptionPreview({ form: { values }, playback, frame, withSample }: Props) {
  const { time, duration, isPlaying } = playback;
  const style = useMemo(() => resolveCaptionStyle(values), [values]);
  const measure = useTextMeasure(style.family, style.weight);
  const pages = usePages(values, style.maxWords, duration, withSample ? SAMPLE : "");
  const page = pages.find(({ start, end }) => time >= start && time < end);
  const layout = useMemo(
    () => page && layoutPage(page, style, values.position, frame, measure),
    [page, style, values.position, frame, measure],
  );
  if (!page || !layout) return null;
  const { lines, words, size, lineHeight, top, height, width } = layout;
  // A paused video shows the text without its animation, which would hide it at the start of a page.
  const entrance = isPlaying ? getEntrance(page, style, time, top + height / 2) : {};
  const textStyle = getTextStyle(style, size, lineHeight);
  return (
    <div aria-hidden data-captions style={entrance}>
      {style.box > 0 && (
        <div
          style={{
            position: "absolute",
            left: (frame.width - width - size * 0.9) / 2,
            top: top - size * 0.16,
            width: width + size * 0.9,
            height: height + size * 0.32,
            borderRadius: size * 0.32,
            background: style.outlineColor,
            opacity: style.box,
          }}
        />
      )}
      {lines.map((line, index) => {
        // Browsers place a line by its font's metrics, the engine by the height of capitals.
        const lineTop = top + index * lineHeight + (HALF_CAPITAL - measure.middle) * size;
        return (
          <Fragment key={line[0]?.start}>
            {style.blur > 0 && style.outline > 0 && (
              <div style={{ ...textStyle, ...getSoftOutline(style, size), top: lineTop }}>{joinWords(line)}</div>
            )}
            <div style={{ ...textStyle, top: lineTop }}>
              {line.map((word, i) => (
                <span key={`${word.start} ${word.text}`}>
                  {i > 0 && !word.joined && " "}
                  <WordText
                    text={word.text}
                    color={style.highlightColor}
                    {...getHighlight(word, words, page, style, time)}
                  />
                </span>
              ))}
            </div>
          </Fragment>
        );
      })}
    </div>
  );
}
