import type { SKRSContext2D } from "@napi-rs/canvas";
import { inOutCubic, mix } from "./ease";
import type { Stage } from "./stage";

/** Draws the change from one scene to the next; `amount` runs from 0 (only the old) to 1 (only the new). */
export type Transition = (ctx: SKRSContext2D, stage: Stage, from: () => void, to: () => void, amount: number) => void;

/** Short enough that both scenes are in the picture all the time and no frame looks empty. */
export const TRANSITION_FRAMES = 5;

export const transitions: Record<string, Transition> = {
  pushUp: push(0, 1),
  pushLeft: push(1, 0),
  pushRight: push(-1, 0),

  /** The new scene slides over the old one, which steps back. */
  cover(ctx, stage, from, to, amount) {
    const k = inOutCubic(amount);
    scaled(ctx, stage, mix(1, 1.08, k), from);
    ctx.fillStyle = `rgba(0, 0, 0, ${0.35 * k})`;
    ctx.fillRect(0, 0, stage.width, stage.height);
    shifted(ctx, stage, 0, (1 - k) * stage.height, to);
  },

  /** The new scene opens in a growing circle. */
  iris(ctx, stage, from, to, amount) {
    from();
    ctx.save();
    ctx.beginPath();
    const reach = Math.hypot(stage.width, stage.height) / 2;
    ctx.arc(stage.width / 2, stage.height / 2, Math.max(1, reach * inOutCubic(amount) * 1.02), 0, Math.PI * 2);
    ctx.clip();
    scaled(ctx, stage, mix(1.12, 1, amount), to);
    ctx.restore();
  },

  /** The new scene follows a slanted edge across the picture. */
  wipe(ctx, stage, from, to, amount) {
    const slant = stage.height * 0.22;
    const edge = mix(-slant, stage.width + slant, inOutCubic(amount));
    from();
    ctx.save();
    ctx.beginPath();
    ctx.moveTo(-slant * 2, 0);
    ctx.lineTo(edge + slant, 0);
    ctx.lineTo(edge - slant, stage.height);
    ctx.lineTo(-slant * 2, stage.height);
    ctx.clip();
    to();
    ctx.restore();
  },

  /** Through the old scene into the new one. */
  zoom(ctx, stage, from, to, amount) {
    const k = inOutCubic(amount);
    scaled(ctx, stage, mix(1.25, 1, k), to);
    ctx.globalAlpha = 1;
    if (k >= 0.5) return;
    scaled(ctx, stage, mix(1, 1.5, k), from);
  },
};

function push(right: number, down: number): Transition {
  return (ctx, stage, from, to, amount) => {
    const k = inOutCubic(amount);
    const x = right * stage.width;
    const y = down * stage.height;
    shifted(ctx, stage, -x * k, -y * k, from);
    shifted(ctx, stage, x * (1 - k), y * (1 - k), to);
  };
}

function shifted(ctx: SKRSContext2D, stage: Stage, x: number, y: number, draw: () => void): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.beginPath();
  ctx.rect(0, 0, stage.width, stage.height);
  ctx.clip();
  draw();
  ctx.restore();
}

function scaled(ctx: SKRSContext2D, stage: Stage, scale: number, draw: () => void): void {
  ctx.save();
  ctx.translate(stage.width / 2, stage.height / 2);
  ctx.scale(scale, scale);
  ctx.translate(-stage.width / 2, -stage.height / 2);
  draw();
  ctx.restore();
}
