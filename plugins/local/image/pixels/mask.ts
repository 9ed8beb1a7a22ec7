import type { Box } from "#plugins/local/video/stage";
import { copyPixels, type Pixels } from "./pixels";

/** Strength of the change per pixel, 0 to 255. */
export type Mask = Uint8ClampedArray;

/**
 * Reads a mask: the image changes in white or opaque parts. A mask with transparent parts applies by its opacity, times
 * its lightness if it has light parts; one without applies by lightness alone.
 */
export function toMask({ data }: Pixels): Mask {
  let seeThrough = false;
  let light = false;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3]! < 250) seeThrough = true;
    else if (lightness(data, i) > 127) light = true;
    if (seeThrough && light) break;
  }
  const mask = new Uint8ClampedArray(data.length / 4);
  for (let i = 0; i < mask.length; i++) {
    const opacity = data[i * 4 + 3]!;
    mask[i] = seeThrough && !light ? opacity : (lightness(data, i * 4) * opacity) / 255;
  }
  return mask;
}

function lightness(data: Uint8ClampedArray, at: number): number {
  return (data[at]! + data[at + 1]! + data[at + 2]!) / 3;
}

/** Blends two images: changed where the mask is white, unchanged where it is black. */
export function blend(before: Pixels, after: Pixels, mask: Mask): Pixels {
  const out = copyPixels(before);
  const { data } = out;
  for (let i = 0; i < data.length; i++) {
    const share = mask[i >> 2]! / 255;
    if (share > 0) data[i] = data[i]! + (after.data[i]! - data[i]!) * share;
  }
  return out;
}

/** Returns the bounding box of the masked area. Undefined for an empty mask. */
export function findMaskedBox(mask: Mask, width: number): Box | undefined {
  let left = width;
  let right = -1;
  let top = -1;
  let bottom = -1;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i]! < 128) continue;
    const x = i % width;
    bottom = Math.floor(i / width);
    if (top < 0) top = bottom;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
