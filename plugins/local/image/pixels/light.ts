import { copyPixels, type Pixels } from "./pixels";

/** Darkens towards the corners. At 1 the corners are nearly black. */
export function addVignette(picture: Pixels, amount: number): Pixels {
  const out = copyPixels(picture);
  const { data, width, height } = out;
  const cx = width / 2;
  const cy = height / 2;
  for (let y = 0; y < height; y++) {
    const dy = ((y - cy) / cy) ** 2;
    for (let x = 0; x < width; x++) {
      const distance = (((x - cx) / cx) ** 2 + dy) / 2;
      const light = 1 - amount * Math.min(1, distance * distance * 1.15);
      const i = (y * width + x) * 4;
      data[i] = data[i]! * light;
      data[i + 1] = data[i + 1]! * light;
      data[i + 2] = data[i + 2]! * light;
    }
  }
  return out;
}

/** Adds film grain: the same noise on all channels, strongest in the midtones. `amount` is 0 to 1. */
export function addFilmGrain(picture: Pixels, amount: number, random: () => number): Pixels {
  const out = copyPixels(picture);
  const { data } = out;
  for (let i = 0; i < data.length; i += 4) {
    const light = data[i + 1]! / 255;
    const noise = (random() + random() - 1) * 150 * amount * (0.35 + 2.6 * light * (1 - light));
    data[i] = data[i]! + noise;
    data[i + 1] = data[i + 1]! + noise;
    data[i + 2] = data[i + 2]! + noise;
  }
  return out;
}
