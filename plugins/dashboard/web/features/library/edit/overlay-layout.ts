import { splitWords } from "vireo/captions/words";
import { lineWidth, wrapWords } from "vireo/captions/wrap";
import type { TextMeasure } from "./fonts/index";
import type { OverlayDraft } from "./overlay";
import type { Frame } from "./use-playback";

/** Must match how the built-in engine renders overlays. */
const [MARGIN, TEXT_WIDTH, IMAGE_WIDTH] = [0.05, 0.8, 0.3];
export const LINE_HEIGHT = 1.3;
export const OVERLAY_FACE = { family: "Montserrat", weight: 700 } as const;
export const OVERLAY_SIZE = 64;

export interface Size {
  width: number;
  height: number;
}

/** Wraps a text and computes its box. Shrinks the text until it fits. */
export function layoutText(draft: OverlayDraft, frame: Frame, measure: TextMeasure) {
  const short = Math.min(frame.width, frame.height);
  const margin = Math.round(short * MARGIN);
  const room = {
    width: Math.min(frame.width - 2 * margin, frame.width * (draft.width || TEXT_WIDTH)),
    height: frame.height - 2 * margin,
  };
  const padding = draft.backgroundColor ? 0.5 : 0.2;
  const paragraphs = draft.text.split(/\r\n?|\n/).map(splitWords);
  const at = (size: number, scale: number) => {
    const width = Math.max(1, room.width / size - 2 * padding);
    return paragraphs.map((words) =>
      wrapWords(words, { width, lines: Number.POSITIVE_INFINITY, scale }, measure.width),
    );
  };
  let size = ((Number(draft.fontSize) || OVERLAY_SIZE) * short) / 1080;
  size *= Math.min(...at(size, 0.5).map(({ scale }) => scale));
  const linesAt = () => at(size, 1).flatMap(({ lines }) => (lines.length ? lines : [[]]));
  let lines = linesAt();
  while ((lines.length * LINE_HEIGHT + 2 * padding) * size > room.height) {
    size *= 0.92;
    lines = linesAt();
  }
  const width = Math.max(...lines.map((line) => lineWidth(line, measure.width))) * size + 2 * padding * size;
  return { lines, size, padding, width, height: (lines.length * LINE_HEIGHT + 2 * padding) * size };
}

/** Computes the top left corner of an overlay. Keeps an overlay placed by its center inside the frame. */
export function placeOverlay(position: OverlayDraft["position"], size: Size, frame: Frame) {
  const margin = Math.round(Math.min(frame.width, frame.height) * MARGIN);
  if (typeof position === "object") {
    const along = (whole: number, part: number, at: number) =>
      Math.min(Math.max(0, whole * at - part / 2), Math.max(0, whole - part));
    return { x: along(frame.width, size.width, position.x), y: along(frame.height, size.height, position.y) };
  }
  const edge = (whole: number, part: number, low: string, high: string) => {
    if (position.includes(low)) return Math.min(margin, Math.max(0, whole - part));
    if (position.includes(high)) return Math.max(0, whole - part - margin);
    return (whole - part) / 2;
  };
  return { x: edge(frame.width, size.width, "left", "right"), y: edge(frame.height, size.height, "top", "bottom") };
}

/** Computes the largest size that fits, keeping the aspect ratio. */
export function fitImage(image: Size | undefined, draft: OverlayDraft, frame: Frame): Size {
  const width = frame.width * (draft.width || IMAGE_WIDTH);
  const height = draft.width
    ? frame.height
    : frame.height - 2 * Math.round(Math.min(frame.width, frame.height) * MARGIN);
  if (!image) return { width, height: width };
  const scale = Math.min(width / image.width, height / image.height);
  return { width: image.width * scale, height: image.height * scale };
}
