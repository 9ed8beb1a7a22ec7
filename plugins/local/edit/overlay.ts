import { safeMargins } from "vireo/captions/layout";
import { loadPicture } from "../draw/photo";
import { RenderError } from "../render-tools";
import type { Composition } from "./composition";
import { drawImageBox, drawTextBox, type TextLook } from "./overlay-picture";

type Anchor =
  | "top-left"
  | "top"
  | "top-right"
  | "left"
  | "center"
  | "right"
  | "bottom-left"
  | "bottom"
  | "bottom-right";

export interface OverlayInput extends TextLook {
  type: "text" | "image";
  text?: string;
  /** Path of an image. The first frame of an animation is used. */
  image?: string;
  /** An edge or corner, or the centre of the overlay as fractions of the frame. */
  position: Anchor | { x: number; y: number };
  /** Fraction of the frame's width, 0 to 1. */
  width?: number;
  /** Opacity, 0 to 1. */
  opacity?: number;
  /** Times in seconds. Default: from the beginning to the end. */
  start?: number;
  end?: number;
}

/** Distance from the frame's edge, as a fraction of its shorter side. */
const MARGIN = 0.05;
/** Duration of the fades, in seconds. */
const FADE = 0.25;
const TEXT_WIDTH = 0.8;
const IMAGE_WIDTH = 0.3;

type Frame = Pick<Composition, "width" | "height">;

/**
 * Adds a text or an image to a video. RenderErrors: overlay_out_of_range, overlay_empty, image_unreadable,
 * image_too_large, letters_unsupported, font_unknown, color_invalid.
 */
export async function addOverlay(input: OverlayInput, video: Composition): Promise<void> {
  const { start, end } = computeTimes(input, video);
  const margin = Math.round(Math.min(video.width, video.height) * MARGIN);
  const room = { width: video.width - 2 * margin, height: video.height - 2 * margin };
  const picture = await drawPicture(input, video, room);
  const { top, bottom } = safeMargins(video);
  const margins = { side: margin, top: Math.round(top * video.height), bottom: Math.round(bottom * video.height) };
  const { x, y } = place(input.position, picture, video, margins);
  const { width, height } = picture;
  // Unlike `data()`, these pixels do not have premultiplied alpha.
  const pixels = new Uint8Array(picture.getContext("2d").getImageData(0, 0, width, height).data.buffer);
  const look = `format=rgba,colorchannelmixer=aa=${(input.opacity ?? 1).toFixed(3)}${fade(start, end, video.duration)}`;
  const frames = Array.from({ length: Math.ceil(video.duration) + 1 }, () => pixels);
  const label = video.addPicture(async () => ({ frames, size: { width, height }, fps: 1 }), look);
  const when = `enable='gte(t,${start.toFixed(3)})*lt(t,${end.toFixed(3)})'`;
  // The image lasts longer than the video, which ends it.
  video.addVideo(`overlay=${x}:${y}:shortest=1:${when}`, label);
}

/** Returns filters that fade an image in and out, unless it is visible from the first frame or to the last. */
function fade(start: number, end: number, duration: number): string {
  const seconds = Math.min(FADE, (end - start) / 2);
  const length = seconds.toFixed(3);
  const fades = [
    ...(start > 0 ? [`fade=t=in:st=${start.toFixed(3)}:d=${length}:alpha=1`] : []),
    ...(end <= duration ? [`fade=t=out:st=${(end - seconds).toFixed(3)}:d=${length}:alpha=1`] : []),
  ];
  return fades.length > 0 ? ["", "fps=30", ...fades].join() : "";
}

function computeTimes({ start = 0, end }: OverlayInput, { duration }: Composition): { start: number; end: number } {
  if (start >= duration || (end !== undefined && end <= start)) {
    const until = end === undefined ? "" : ` to ${end}`;
    const length = `${duration.toFixed(2)} seconds`;
    throw new RenderError("overlay_out_of_range", `${start}${until} is not within the video, which is ${length} long.`);
  }
  // Without an end, it is also shown in the last frame.
  return { start, end: end === undefined || end >= duration ? duration + 1 : end };
}

async function drawPicture(input: OverlayInput, frame: Frame, room: { width: number; height: number }) {
  if (input.type === "text") {
    const width = Math.min(room.width, frame.width * (input.width ?? TEXT_WIDTH));
    return drawTextBox(
      input.text ?? "",
      input,
      { width, height: room.height },
      Math.min(frame.width, frame.height) / 1080,
    );
  }
  // A requested width may fill the frame; a default width stays inside the margins.
  const box =
    input.width === undefined
      ? { ...room, width: frame.width * IMAGE_WIDTH }
      : { width: frame.width * input.width, height: frame.height };
  return drawImageBox(await loadPicture(input.image ?? ""), box);
}

/** Returns the top left corner, in whole pixels. An overlay that is placed by its centre is moved into the frame. */
function place(
  position: OverlayInput["position"],
  size: { width: number; height: number },
  frame: Frame,
  margins: { side: number; top: number; bottom: number },
) {
  const along = (whole: number, part: number, at: number) =>
    Math.round(Math.min(Math.max(0, whole * at - part / 2), Math.max(0, whole - part)));
  if (typeof position === "object") {
    return { x: along(frame.width, size.width, position.x), y: along(frame.height, size.height, position.y) };
  }
  const { width, height } = size;
  const edge = (whole: number, part: number, [low, before]: [string, number], [high, after]: [string, number]) => {
    if (position.includes(low)) return Math.min(before, Math.max(0, whole - part));
    if (position.includes(high)) return Math.max(0, whole - part - after);
    return Math.round((whole - part) / 2);
  };
  return {
    x: edge(frame.width, width, ["left", margins.side], ["right", margins.side]),
    // Avoid the controls that apps show at the top and bottom.
    y: edge(frame.height, height, ["top", margins.top], ["bottom", margins.bottom]),
  };
}
