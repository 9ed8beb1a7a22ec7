import type { Canvas } from "@napi-rs/canvas";

/** True if the image's corners are transparent. */
export function isCutout(canvas: Canvas): boolean {
  const { width, height } = canvas;
  const ctx = canvas.getContext("2d");
  const corners = [
    [0, 0],
    [width - 1, 0],
    [0, height - 1],
    [width - 1, height - 1],
  ] as const;
  return corners.filter(([x, y]) => ctx.getImageData(x, y, 1, 1).data[3]! < 20).length >= 3;
}
