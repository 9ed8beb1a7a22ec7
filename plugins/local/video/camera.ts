import type { SKRSContext2D } from "@napi-rs/canvas";
import { clamp } from "./ease";
import type { Moment } from "./scene";
import type { Stage } from "./stage";

/** Zoom of a scene per second, and its maximum. */
const [PER_SECOND, MOST] = [0.016, 0.055];

/**
 * Moves the whole frame slowly, so that no scene stands still once its text is visible: closer, or sideways and up in
 * every second scene. The frame always covers the stage.
 */
export function moveCamera(ctx: SKRSContext2D, stage: Stage, shot: number, { time, length }: Moment): void {
  const reach = Math.min(MOST, length * PER_SECOND);
  const progress = clamp(time / length);
  const isPush = shot % 2 === 0;
  const scale = 1 + (isPush ? reach * progress : reach);
  // Slightly less than the overscan, so that no edge is visible.
  const way = isPush ? 0 : (0.49 - 0.98 * progress) * reach;
  ctx.translate(stage.width * (0.5 + (shot % 4 === 1 ? way : -way)), stage.height * (0.5 + way));
  ctx.scale(scale, scale);
  ctx.translate(-stage.width / 2, -stage.height / 2);
}
