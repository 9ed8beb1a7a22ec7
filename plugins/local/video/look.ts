import { display, type FontStack, heading } from "#plugins/local/draw/fonts";
import type { Palette } from "#plugins/local/draw/palette";
import { paletteFor } from "#plugins/local/draw/palette";
import { capitals } from "#plugins/local/draw/text";
import type { Voice } from "./entrances";
import type { Emphasis } from "./lettering";
import type { BackdropName } from "./patterns";
import { createTones, type Tone, type ToneName } from "./tone";
import type { Topic } from "./topic";
import { transitions } from "./transitions";

/** Look shared by all scenes of a video, chosen by its seed. */
export interface Look {
  palette: Palette;
  tones: Record<ToneName, Tone>;
  headline: FontStack;
  /** The text as headlines show it. */
  caps(text: string): string;
  voice: Voice;
  emphasis: Emphasis;
  /** In the order in which scenes take them. */
  backdrops: BackdropName[];
  transitions: string[];
}

/** Cyrillic words are long: a face as narrow as can be keeps them large. */
const narrow: FontStack = { ...display, cyrillic: { family: "Inter", weight: 800 } };

/** Capitals, except for addresses: they are read letter by letter. */
const capitalize = (text: string): string =>
  text
    .split(/(\s+)/)
    .map((word) => (/^[\w-]+(?:\.[\w-]+)+|@|:\/\//.test(word) ? word : capitals(word)))
    .join("");

const voices: readonly Voice[] = ["pop", "rise", "drop", "slide", "unfold"];
const emphases: readonly Emphasis[] = ["plate", "plate", "color", "underline"];
const backdropNames: readonly BackdropName[] = ["mesh", "rays", "grid", "arcs", "stripes", "dots"];

/** Moods that are spoken quietly, and moods that are shouted. */
const quiet =
  /\b(?:calm|elegant|minimal\p{L}*|luxur\p{L}*|premium|serene|relax\p{L}*|soft|quiet|professional|corporate|romantic|clean|ruhig\p{L}*|edel|schlicht\p{L}*|élégant\p{L}*|épuré\p{L}*|elegante|tranquil\p{L}*|sereno)\b/iu;
const shouted =
  /\b(?:bold|energetic|loud|dynamic|fun|playful|party|fast|punchy|epic|energiegeladen|dynamisch\p{L}*|énergique|dynamique|enérgic\p{L}*|dinámic\p{L}*)\b/iu;

export function lookFor(
  { look, subject, avoid }: Pick<Topic, "look" | "subject" | "avoid">,
  random: () => number,
): Look {
  const palette = paletteFor({ look, subject, avoid }, random);
  const chance = random();
  const loud = shouted.test(look) ? true : quiet.test(look) ? false : chance < 0.7;
  return {
    palette,
    tones: createTones(palette),
    headline: loud ? narrow : heading,
    caps: (loud || random() < 0.5) && !quiet.test(look) ? capitalize : (words) => words,
    voice: pick(voices, random),
    emphasis: pick(emphases, random),
    backdrops: shuffled(backdropNames, random),
    transitions: shuffled(Object.keys(transitions), random),
  };
}

export function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)]!;
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const rest = [...items];
  return items.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0]!);
}
