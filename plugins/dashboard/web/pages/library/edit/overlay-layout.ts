import { splitWords } from "vireo/captions/words";
import { lineWidth, wrapWords } from "vireo/captions/wrap";
import type { Frame } from "./caption-layer";
import type { OverlayDraft } from "./drafts";
import type { Measure } from "./fonts/index";

/** As the built-in editor draws overlays. */
const [MARGIN, TEXT_WIDTH, IMAGE_WIDTH] = [0.05, 0.8, 0.3];
export const LINE_HEIGHT = 1.3;
export const OVERLAY_FACE = { family: "Montserrat", weight: 700 } as const;
export const OVERLAY_SIZE = 64;

export interface Size {
  width: number;
  height: number;
}

/** The lines of a text and the box around them; smaller where it does not fit. */
export function layoutText(draft: OverlayDraft, frame: Frame, measure: Measure) {
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
  let size = ((draft.fontSize || OVERLAY_SIZE) * short) / 1080;
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

/** The top left corner. An overlay placed by its centre is moved to lie inside the frame. */
export function place(position: OverlayDraft["position"], size: Size, frame: Frame) {
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

/** As large as fits into the box, keeping its ratio. */
export function fit(picture: Size | undefined, draft: OverlayDraft, frame: Frame): Size {
  const width = frame.width * (draft.width || IMAGE_WIDTH);
  const height = draft.width
    ? frame.height
    : frame.height - 2 * Math.round(Math.min(frame.width, frame.height) * MARGIN);
  if (!picture) return { width, height: width };
  const scale = Math.min(width / picture.width, height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}
