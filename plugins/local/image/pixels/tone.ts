import { type Rgb, toRgb } from "#plugins/local/draw/colors";
import { copyPixels, createTable, mapChannels, mapColors, type Pixels } from "./pixels";

/** Rec. 601, the weights that photo editors use for grey. */
const GREY = [0.299, 0.587, 0.114] as const;

/**
 * Changes brightness: -1 is black, 0 is unchanged, 1 doubles the light. Highlights are rolled off instead of clipped.
 */
export function changeBrightness(picture: Pixels, amount: number): Pixels {
  if (amount <= 0)
    return mapChannels(
      picture,
      createTable((v) => v * (1 + amount)),
    );
  const gamma = 1 / (1 + amount);
  return mapChannels(
    picture,
    createTable((v) => 255 * (v / 255) ** gamma),
  );
}

/** Changes contrast: -1 is flat grey, 0 is unchanged, 1 doubles the distance from middle grey. */
export function changeContrast(picture: Pixels, amount: number): Pixels {
  return mapChannels(
    picture,
    createTable((v) => 128 + (v - 128) * (1 + amount)),
  );
}

/** Changes saturation: -1 is grey, 0 is unchanged, 1 doubles the saturation. */
export function changeSaturation(picture: Pixels, amount: number): Pixels {
  const s = 1 + amount;
  const [r, g, b] = GREY.map((weight) => weight * (1 - s)) as unknown as Rgb;
  return mapColors(picture, [r + s, g, b, r, g + s, b, r, g, b + s]);
}

/** Changes the colour temperature: above 0 is warmer, below 0 cooler; 1 is strong. Roughly keeps the lightness. */
export function changeWarmth(picture: Pixels, amount: number): Pixels {
  const scale = (by: number) => createTable((v) => v * (1 + by * amount));
  return mapChannels(picture, scale(0.3), scale(0.04), scale(-0.36));
}

/** Converts to grey: `amount` from 0 (unchanged) to 1 (fully grey). */
export function toGrayscale(picture: Pixels, amount = 1): Pixels {
  return changeSaturation(picture, -amount);
}

/** Applies the brown tone of old prints. `amount` is 0 to 1. */
export function toSepia(picture: Pixels, amount: number): Pixels {
  const full = [0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131];
  const same = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  return mapColors(
    picture,
    full.map((value, i) => same[i]! + (value - same[i]!) * amount),
  );
}

export function invert(picture: Pixels): Pixels {
  return mapChannels(
    picture,
    createTable((v) => 255 - v),
  );
}

/** Lifts the blacks and lowers the whites, as in a faded print. `amount` is 0 to 1. */
export function fade(picture: Pixels, amount: number): Pixels {
  return mapChannels(
    picture,
    createTable((v) => v * (1 - 0.28 * amount) + 46 * amount),
  );
}

/** Tints the image with a colour, keeping light and shade. `amount` is 0 to 1. */
export function tint(picture: Pixels, color: string, amount: number): Pixels {
  const [r, g, b] = toRgb(color);
  const out = copyPixels(picture);
  const { data } = out;
  for (let i = 0; i < data.length; i += 4) {
    const light = (GREY[0] * data[i]! + GREY[1] * data[i + 1]! + GREY[2] * data[i + 2]!) / 255;
    data[i] = data[i]! + (tinted(r, light) - data[i]!) * amount;
    data[i + 1] = data[i + 1]! + (tinted(g, light) - data[i + 1]!) * amount;
    data[i + 2] = data[i + 2]! + (tinted(b, light) - data[i + 2]!) * amount;
  }
  return out;
}

/** Maps black to black, middle grey to the colour, and white to white. */
function tinted(channel: number, light: number): number {
  return light < 0.5 ? channel * 2 * light : channel + (255 - channel) * (2 * light - 1);
}

/** Maps shadows to one colour and highlights to another. */
export function toDuotone(picture: Pixels, dark: string, light: string): Pixels {
  const from = toRgb(dark);
  const to = toRgb(light);
  const ramps = from.map((start, i) => createTable((v) => start + ((to[i]! - start) * v) / 255)) as [
    Uint8ClampedArray,
    Uint8ClampedArray,
    Uint8ClampedArray,
  ];
  return mapChannels(toGrayscale(picture), ...ramps);
}
