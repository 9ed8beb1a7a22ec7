import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Brief } from "#plugins/local/draw/brief";
import type { IconName } from "#plugins/local/draw/icons";
import type { Palette } from "#plugins/local/draw/palette";
import type { Photo } from "#plugins/local/draw/photo";
import type { Box, Placed } from "./stack";

/** All that a template works with. */
export interface Scene {
  ctx: SKRSContext2D;
  width: number;
  height: number;
  /** Where text may stand: inside the margins and, on 9:16, clear of what apps lay over a story. */
  safe: Box;
  brief: Brief;
  palette: Palette;
  photos: readonly Photo[];
  icon: IconName | undefined;
  /** Numbers in [0, 1), the same for the same seed. */
  random: () => number;
  rtl: boolean;
}

export interface Template {
  name: string;
  /** How well it suits, from 0 (cannot be used) upwards. Chances are in proportion. */
  weight(scene: Scene): number;
  /** Paints the ground and returns the blocks to draw on it; none overlap. */
  compose(scene: Scene): Placed[];
}

export const MARGIN = 84;

/** The safe area of a canvas. */
export function safeArea(width: number, height: number): Box {
  const tall = height / width > 1.6;
  const top = tall ? 190 : MARGIN;
  const bottom = tall ? 230 : MARGIN;
  return { x: MARGIN, y: top, width: width - 2 * MARGIN, height: height - top - bottom };
}

export function isWide(scene: Pick<Scene, "width" | "height">): boolean {
  return scene.width > scene.height * 1.3;
}
