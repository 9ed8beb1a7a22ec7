import type { GenreName } from "#plugins/local/music/genres";
import { MOODS } from "#plugins/local/music/vocabulary";

/** Colours of a cover as CSS strings. */
export interface CoverPalette {
  /** A dark background, and a lighter shade of it. */
  ground: string;
  ground2: string;
  /** From the darkest to the brightest. */
  tones: readonly [string, string, string, string, string];
  ink: string;
}

/** Two hues in degrees and the saturation (0 to 1). A mood replaces the hues. */
const LOOKS: Readonly<Record<GenreName, readonly [number, number, number]>> = {
  lofi: [28, 265, 0.6],
  house: [320, 190, 1],
  techno: [150, 250, 0.75],
  trap: [350, 280, 0.8],
  hiphop: [38, 5, 0.85],
  ambient: [185, 255, 0.6],
  cinematic: [210, 24, 0.65],
  pop: [335, 45, 1],
  rock: [8, 40, 0.9],
  funk: [32, 300, 1],
  synthwave: [315, 255, 1],
  acoustic: [88, 36, 0.6],
  jazz: [222, 42, 0.7],
  corporate: [205, 170, 0.85],
  dnb: [100, 200, 0.95],
  latin: [18, 165, 1],
};

export function coverPalette(genre: GenreName, mood: string | null, choose: () => number): CoverPalette {
  const look = LOOKS[genre];
  // Synthwave keeps its hues, because they are typical of the genre.
  const hues = mood !== null && genre !== "synthwave" ? MOODS[mood]!.hues : look;
  const shift = (choose() - 0.5) * 24;
  const [a, b] = [hues[0] + shift, hues[1] + shift];
  const s = look[2];
  // Dark yellow and dark green look muddy.
  const ground = b > 30 && b < 110 ? a : b;
  const color = (h: number, sat: number, light: number) =>
    `hsl(${((h % 360) + 360) % 360} ${Math.round(sat * s)}% ${light}%)`;
  return {
    ground: color(ground, 55, 9),
    ground2: color(ground, 60, 20),
    tones: [
      color(ground, 65, 32),
      color(b - 18, 75, 48),
      color(a + 20, 80, 52),
      color(a, 90, 62),
      color(a - 14, 92, 80),
    ],
    ink: color(a, 40, 96),
  };
}
