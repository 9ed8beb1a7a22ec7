import { useLayoutEffect, useRef } from "react";
import { drawCaptions } from "vireo/captions/draw";
import type { PlacedPage } from "vireo/captions/placement";
import type { CaptionStyle } from "vireo/captions/styles";
import type { Face } from "./fonts/index";
import type { Frame, Playback } from "./use-playback";

interface Props {
  pages: readonly PlacedPage[];
  style: CaptionStyle;
  face: Face;
  /** True once the video is measured and the fonts are loaded: the captions no longer move. */
  isPlaced: boolean;
  playback: Playback;
  frame: Frame;
  /** CSS pixels per pixel of the frame. */
  scale: number;
}

/** Draws the captions at the current time as the exported file shows them. */
export function CaptionPreview({ pages, style, face, isPlaced, playback: { time, isPlaying }, frame, scale }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLCanvasElement>(undefined);
  const ratio = scale * window.devicePixelRatio;
  const size = { width: Math.round(frame.width * ratio), height: Math.round(frame.height * ratio) };
  // Drawn before the browser paints, so that the captions match the displayed time.
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    layer.current ??= document.createElement("canvas");
    const layerContext = layer.current.getContext("2d");
    if (!canvas.current || !context || !layerContext) return;
    // Setting a size also clears a canvas.
    Object.assign(canvas.current, size);
    Object.assign(layer.current, size);
    drawCaptions(context, pages, time, {
      style,
      frame,
      ratio,
      face,
      layer: { context: layerContext, image: layer.current },
      // No animation while paused: at the start of a page it would hide the text.
      settled: !isPlaying,
    });
  });
  return (
    <canvas
      ref={canvas}
      aria-hidden
      data-captions={isPlaced ? "placed" : "as asked"}
      style={{ position: "absolute", inset: 0, ...frame }}
    />
  );
}
