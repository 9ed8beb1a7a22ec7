import type { SKRSContext2D } from "@napi-rs/canvas";
import type { IconName } from "#plugins/local/draw/icons";
import type { Palette } from "#plugins/local/draw/palette";
import type { Photo } from "#plugins/local/draw/photo";
import type { Type } from "#plugins/local/draw/typography";
import type { PosterText } from "#plugins/local/storyboard/index";
import type { Box, Placed } from "./stack";

/** Input of a template. */
export interface Scene {
  ctx: SKRSContext2D;
  width: number;
  height: number;
  /** Safe area for text: inside the margins and, on 9:16, clear of app controls. */
  safe: Box;
  brief: PosterText;
  palette: Palette;
  type: Type;
  /** Logo, shown instead of the brand's name. */
  logo?: Photo;
  /** True if the first photo is a cut-out product. */
  cutout: boolean;
  photos: readonly Photo[];
  icon: IconName | undefined;
  /** Generator of numbers in [0, 1), reproducible by seed. */
  random: () => number;
  rtl: boolean;
}

export interface Template {
  name: string;
  /** True if it has a separate place for the offer. */
  showsOffer?: boolean;
  /** Weight of the template for random choice. 0 excludes it. */
  weight(scene: Scene): number;
  /** Draws the background and returns the blocks to draw on it, without overlap. */
  compose(scene: Scene): Placed[];
}

export const MARGIN = 84;

/** Returns the safe area of a canvas. */
export function safeArea(width: number, height: number): Box {
  const tall = height / width > 1.6;
  const top = tall ? 190 : MARGIN;
  const bottom = tall ? 230 : MARGIN;
  return { x: MARGIN, y: top, width: width - 2 * MARGIN, height: height - top - bottom };
}

export function isWide(scene: Pick<Scene, "width" | "height">): boolean {
  return scene.width > scene.height * 1.3;
}
