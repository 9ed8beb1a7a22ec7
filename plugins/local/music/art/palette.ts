import { GENRES, type GenreName } from "#plugins/local/music/genres";
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

export function createCoverPalette(genre: GenreName, mood: string | null, choose: () => number): CoverPalette {
  const { hues: own, saturation: s } = GENRES[genre];
  // Synthwave keeps its hues, because they are typical of the genre.
  const hues = mood !== null && genre !== "synthwave" ? MOODS[mood]!.hues : own;
  const shift = (choose() - 0.5) * 24;
  const [a, b] = [hues[0] + shift, hues[1] + shift];
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
