import type { SKRSContext2D } from "@napi-rs/canvas";
import type { CoverPalette } from "#plugins/local/music/art/palette";

const COLUMNS = 4;
const ROWS = 3;

/** Quarter circles, discs and bars on a grid, like paper cut-outs. */
export function blocks(ctx: SKRSContext2D, size: number, p: CoverPalette, choose: () => number): void {
  const cell = size / COLUMNS;
  const tones = [p.ground2, ...p.tones];
  let last = -1;
  const pick = () => {
    let k = Math.floor(choose() * tones.length);
    if (k === last) k = (k + 1 + Math.floor(choose() * (tones.length - 1))) % tones.length;
    last = k;
    return tones[k]!;
  };
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      ctx.save();
      ctx.translate((column + 0.5) * cell, (row + 0.5) * cell);
      ctx.rotate((Math.floor(choose() * 4) * Math.PI) / 2);
      ctx.fillStyle = pick();
      // Cells overlap by a pixel to hide the seams.
      ctx.fillRect(-cell / 2 - 0.5, -cell / 2 - 0.5, cell + 1, cell + 1);
      ctx.fillStyle = pick();
      shape(ctx, cell, Math.floor(choose() * 5), pick);
      ctx.restore();
    }
  }
}

function shape(ctx: SKRSContext2D, cell: number, kind: number, pick: () => string): void {
  const h = cell / 2;
  ctx.beginPath();
  if (kind === 0) {
    ctx.moveTo(-h, -h);
    ctx.arc(-h, -h, cell, 0, Math.PI / 2);
  } else if (kind === 1) {
    ctx.arc(0, 0, h * 0.72, 0, Math.PI * 2);
  } else if (kind === 2) {
    ctx.arc(-h, 0, h, -Math.PI / 2, Math.PI / 2);
    ctx.moveTo(0, -h);
    ctx.arc(0, 0, h, -Math.PI / 2, Math.PI / 2);
  } else if (kind === 3) {
    for (let k = 0; k < 4; k++) ctx.rect(-h, -h + (k * cell) / 4, cell, cell / 8);
  } else {
    ctx.moveTo(-h, -h);
    ctx.arc(-h, -h, cell, 0, Math.PI / 2);
    ctx.closePath();
    ctx.fill();
    ctx.fillStyle = pick();
    ctx.beginPath();
    ctx.moveTo(-h, -h);
    ctx.arc(-h, -h, h, 0, Math.PI / 2);
  }
  ctx.fill();
}
