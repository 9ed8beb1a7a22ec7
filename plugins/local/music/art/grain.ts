import type { SKRSContext2D } from "@napi-rs/canvas";

/** Adds film grain, which hides banding, and a vignette. */
export function grain(ctx: SKRSContext2D, size: number, amount: number, choose: () => number): void {
  const vignette = ctx.createRadialGradient(size / 2, size * 0.45, size * 0.35, size / 2, size / 2, size * 0.78);
  vignette.addColorStop(0, "rgb(0 0 0 / 0)");
  vignette.addColorStop(1, "rgb(0 0 0 / 0.32)");
  ctx.fillStyle = vignette;
  ctx.fillRect(0, 0, size, size);
  const image = ctx.getImageData(0, 0, size, size);
  const data = image.data;
  for (let i = 0; i < data.length; i += 4) {
    const n = (choose() + choose() - 1) * amount;
    data[i] = data[i]! + n;
    data[i + 1] = data[i + 1]! + n;
    data[i + 2] = data[i + 2]! + n;
  }
  ctx.putImageData(image, 0, 0);
}
