import { clamp } from "../../numbers";
import { blur, pixelate, sharpen } from "../pixels/detail";
import { addFilmGrain, addVignette } from "../pixels/light";
import type { Pixels } from "../pixels/pixels";
import { fade, invert, toGrayscale, toSepia } from "../pixels/tone";
import type { Operation, Rule } from "./operation";
import { amount, matchWholeWords, parseAmount } from "./patterns";

/** An effect. `strength` is 1 unless the instruction specifies it. */
interface Effect {
  name: string;
  words: string;
  phase: Operation["phase"];
  run(picture: Pixels, strength: number, random: () => number): Pixels;
}

const effects: readonly Effect[] = [
  {
    name: "black and white",
    words:
      "black[ -]and[ -]white|black ?& ?white|b ?& ?w|gr[ae]y ?scale|monochrome|monochromatic|schwarz[ -]?(?:und )?wei(?:ß|ss)|noir et blanc|blanco y negro|bianco e nero",
    phase: "tone",
    run: (picture, strength) => toGrayscale(picture, Math.min(1, strength)),
  },
  {
    name: "sepia",
    words: "sepia(?: tones?)?|sépia",
    phase: "tone",
    run: (picture, strength) => toSepia(picture, clamp(strength * 0.85, 0, 1)),
  },
  {
    name: "vintage",
    words: "vintage|retro|rétro|nostalgic|old[ -]fashioned",
    phase: "light",
    run(picture, strength, random) {
      const print = fade(toSepia(picture, clamp(0.38 * strength, 0, 0.8)), clamp(0.55 * strength, 0, 1));
      return addFilmGrain(addVignette(print, clamp(0.45 * strength, 0, 0.9)), clamp(0.22 * strength, 0, 0.6), random);
    },
  },
  { name: "invert", words: "invert(?:ed)?(?: (?:the )?colou?rs?)?|negative|invertieren", phase: "tone", run: invert },
  {
    name: "fade",
    words: "faded?|matte?",
    phase: "tone",
    run: (picture, strength) => fade(picture, clamp(0.6 * strength, 0, 1)),
  },
  {
    name: "blur",
    words:
      "blur(?:red|ry)?|soft focus|out of focus|unscharf|verschwommen|weichzeichnen|flou(?:e[rz]?)?|desenfoca[rd]?o?|borroso",
    phase: "light",
    run: (picture, strength) => blur(picture, Math.max(1, shortSide(picture) * 0.012 * strength)),
  },
  {
    name: "sharpen",
    words: "sharp(?:en|er|ened)?|crisp(?:er)?|schärfer|schärfen|plus nette?|más nítid[oa]",
    phase: "light",
    run: (picture, strength) => sharpen(picture, clamp(0.9 * strength, 0, 3)),
  },
  {
    name: "pixelate",
    words: "pixelat(?:e|ed|ion)|mosaic|verpixeln|verpixelt|pixelise[rz]?",
    phase: "light",
    run: (picture, strength) => pixelate(picture, Math.max(2, Math.round(shortSide(picture) * 0.022 * strength))),
  },
  {
    name: "vignette",
    words: "vignette|vignetting|viñeta",
    phase: "light",
    run: (picture, strength) => addVignette(picture, clamp(0.65 * strength, 0, 1)),
  },
  {
    name: "grain",
    words: "(?:film )?grain(?:y)?|noise|filmkorn|körnung|grano",
    phase: "light",
    run: (picture, strength, random) => addFilmGrain(picture, clamp(0.35 * strength, 0, 1), random),
  },
];

/** Rules for "a strong vignette", "slightly blurred", "sepia 40%". A percentage is a fraction of the usual strength. */
export const effectRules: readonly Rule[] = effects.map((effect) => ({
  pattern: matchWholeWords(
    `(?:(?<before>${amount})\\s+)?(?:more\\s+)?(?:${effect.words})(?:\\s+(?:(?:by|at|um)\\s+)?(?<after>${amount}))?`,
  ),
  make({ before, after }) {
    const { exact, factor } = parseAmount(before, after);
    const strength = Math.max(0, exact ?? factor);
    const label = strength === 1 ? effect.name : `${effect.name} ${Math.round(strength * 100)}%`;
    return {
      kind: "pixels",
      phase: effect.phase,
      label,
      run: (picture, random) => effect.run(picture, strength, random),
    };
  },
}));

function shortSide({ width, height }: Pixels): number {
  return Math.min(width, height);
}
