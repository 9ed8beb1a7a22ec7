import type { SKRSContext2D } from "@napi-rs/canvas";
import { inOutCubic, mix, outBack } from "./ease";
import type { Stage } from "./stage";

/** Draws the transition between two shots. `amount` is 0 (only the old shot) to 1 (only the new one). */
export type Transition = (ctx: SKRSContext2D, stage: Stage, from: () => void, to: () => void, amount: number) => void;

/** Usual duration in frames, short enough that both shots are always visible and no frame looks empty. */
export const TRANSITION_FRAMES = 7;

export type TransitionName =
  | ("pushUp" | "pushLeft" | "pushRight" | "cover" | "uncover" | "iris" | "wipe" | "zoom" | "doors" | "halves")
  | ("drop" | "spin" | "diamond" | "blinds" | "clock" | "split" | "stairs")
  | ("dissolve" | "veil" | "ripple" | "shutter" | "corner" | "halftone" | "whip");

export const transitions: Record<TransitionName, Transition> = {
  pushUp: push(0, 1),
  pushLeft: push(1, 0),
  pushRight: push(-1, 0),

  dissolve(ctx, stage, from, to, amount) {
    const k = inOutCubic(amount);
    scaled(ctx, stage, mix(1, 1.05, k), from);
    ctx.globalAlpha = k;
    scaled(ctx, stage, mix(1.05, 1, k), to);
  },

  /** Darkens the old shot, then the new one appears. */
  veil(ctx, stage, from, to, amount) {
    const isOld = amount < 0.5;
    if (isOld) from();
    else to();
    ctx.globalAlpha = 1;
    ctx.fillStyle = `rgba(0, 0, 0, ${0.82 * inOutCubic(1 - Math.abs(2 * amount - 1))})`;
    ctx.fillRect(0, 0, stage.width, stage.height);
  },

  /** A push that rushes past, both shots stretched. */
  whip(ctx, stage, from, to, amount) {
    const k = inOutCubic(inOutCubic(amount));
    const stretch = 1 + 1.6 * Math.sin(Math.PI * k);
    for (const [draw, x] of [
      [from, -k * stage.width],
      [to, (1 - k) * stage.width],
    ] as const) {
      ctx.save();
      ctx.translate(x, 0);
      ctx.beginPath();
      ctx.rect(0, 0, stage.width, stage.height);
      ctx.clip();
      ctx.translate(stage.width / 2, 0);
      ctx.scale(stretch, 1);
      ctx.translate(-stage.width / 2, 0);
      draw();
      ctx.restore();
    }
  },

  /** The new shot slides over the old one, which recedes. */
  cover(ctx, stage, from, to, amount) {
    const k = inOutCubic(amount);
    scaled(ctx, stage, mix(1, 1.08, k), from);
    ctx.fillStyle = `rgba(0, 0, 0, ${0.35 * k})`;
    ctx.fillRect(0, 0, stage.width, stage.height);
    shifted(ctx, stage, 0, (1 - k) * stage.height, to);
  },

  /** The new shot opens in a growing circle. */
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

  /** The new shot follows a slanted edge across the picture. */
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

  /** Zooms through the old shot into the new one. */
  zoom(ctx, stage, from, to, amount) {
    const k = inOutCubic(amount);
    scaled(ctx, stage, mix(1.25, 1, k), to);
    ctx.globalAlpha = 1;
    if (k >= 0.5) return;
    scaled(ctx, stage, mix(1, 1.5, k), from);
  },

  /** The old shot slides off the new one, which moves forward. */
  uncover(ctx, stage, from, to, amount) {
    const k = inOutCubic(amount);
    scaled(ctx, stage, mix(1.08, 1, k), to);
    shifted(ctx, stage, 0, -k * stage.height, from);
  },

  /** The old shot opens like a door, to both sides. */
  doors(ctx, stage, from, to, amount) {
    const k = inOutCubic(amount);
    to();
    for (const side of [-1, 1]) {
      ctx.save();
      ctx.translate((side * k * stage.width) / 2, 0);
      ctx.beginPath();
      ctx.rect(side < 0 ? 0 : stage.width / 2, 0, stage.width / 2, stage.height);
      ctx.clip();
      from();
      ctx.restore();
    }
  },

  /** The halves of the new shot come from both sides. */
  halves(ctx, stage, from, to, amount) {
    from();
    const k = inOutCubic(amount);
    for (const side of [-1, 1]) {
      ctx.save();
      ctx.translate(side * (1 - k) * stage.width, 0);
      ctx.beginPath();
      ctx.rect(0, side < 0 ? 0 : stage.height / 2, stage.width, stage.height / 2);
      ctx.clip();
      to();
      ctx.restore();
    }
  },

  /** The new shot drops in and springs. */
  drop(ctx, stage, from, to, amount) {
    const k = outBack(amount);
    shifted(ctx, stage, 0, k * stage.height, from);
    shifted(ctx, stage, 0, (k - 1) * stage.height, to);
  },

  /** The new shot rotates as it moves forward. */
  spin(ctx, stage, from, to, amount) {
    const k = inOutCubic(amount);
    from();
    ctx.save();
    ctx.translate(stage.width / 2, stage.height / 2);
    ctx.rotate((1 - k) * -0.5);
    ctx.scale(Math.max(0.02, k), Math.max(0.02, k));
    ctx.translate(-stage.width / 2, -stage.height / 2);
    ctx.beginPath();
    ctx.rect(0, 0, stage.width, stage.height);
    ctx.clip();
    to();
    ctx.restore();
  },

  diamond: reveal((ctx, { width, height }, k) => {
    const reach = (width + height) * 0.52 * k + 1;
    ctx.moveTo(width / 2, height / 2 - reach);
    ctx.lineTo(width / 2 + reach, height / 2);
    ctx.lineTo(width / 2, height / 2 + reach);
    ctx.lineTo(width / 2 - reach, height / 2);
    ctx.closePath();
  }),

  /** Vertical strips that widen. */
  blinds: reveal((ctx, { width, height }, k) => {
    const strips = 7;
    for (let i = 0; i < strips; i++) ctx.rect((i * width) / strips, 0, (width / strips) * k + 1, height);
  }),

  /** A clock wipe. */
  clock: reveal((ctx, { width, height }, k) => {
    ctx.moveTo(width / 2, height / 2);
    ctx.arc(width / 2, height / 2, width + height, -Math.PI / 2, -Math.PI / 2 + Math.PI * 2 * Math.max(0.001, k));
    ctx.closePath();
  }),

  /** The new shot opens from the middle to the top and the bottom. */
  split: reveal((ctx, { width, height }, k) => {
    ctx.rect(0, (height / 2) * (1 - k), width, height * k + 1);
  }),

  /** Horizontal strips that widen. */
  shutter: reveal((ctx, { width, height }, k) => {
    const strips = 9;
    for (let i = 0; i < strips; i++) ctx.rect(0, (i * height) / strips, width, (height / strips) * k + 1);
  }),

  /** A triangle that grows out of a corner. */
  corner: reveal((ctx, { width, height }, k) => {
    const reach = (width + height) * k;
    ctx.moveTo(0, height);
    ctx.lineTo(reach, height);
    ctx.lineTo(0, height - reach);
    ctx.closePath();
  }),

  /** Rings that spread from the middle and grow together. */
  ripple: reveal((ctx, { width, height }, k) => {
    const [reach, rings] = [Math.hypot(width, height) / 2, 5];
    for (let i = 0; i < rings; i++) {
      const inner = (i / rings) * reach;
      const grown = Math.min(1, Math.max(0, k * 1.6 - (i / rings) * 0.6)) * (reach / rings);
      ctx.moveTo(width / 2 + inner + grown, height / 2);
      ctx.arc(width / 2, height / 2, inner + grown, 0, Math.PI * 2);
      if (inner > 0) ctx.arc(width / 2, height / 2, inner, Math.PI * 2, 0, true);
    }
  }),

  /** Discs of a grid that grow together. */
  halftone: reveal((ctx, { width, height }, k) => {
    const gap = 180;
    for (let y = 0; y < height + gap; y += gap)
      for (let x = 0; x < width + gap; x += gap) {
        ctx.moveTo(x + gap * 0.75 * k, y);
        ctx.arc(x, y, gap * 0.75 * k, 0, Math.PI * 2);
      }
  }),

  /** Steps that rise across the frame. */
  stairs: reveal((ctx, { width, height }, k) => {
    const steps = 6;
    for (let i = 0; i < steps; i++) {
      const grown = Math.min(1, Math.max(0, k * 1.8 - (i / steps) * 0.8));
      ctx.rect((i * width) / steps, height * (1 - grown), width / steps + 1, height * grown);
    }
  }),
};

/** Draws the new shot inside a path over the old one. */
function reveal(trace: (ctx: SKRSContext2D, stage: Stage, amount: number) => void): Transition {
  return (ctx, stage, from, to, amount) => {
    from();
    ctx.save();
    ctx.beginPath();
    trace(ctx, stage, inOutCubic(amount));
    ctx.clip();
    to();
    ctx.restore();
  };
}

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
