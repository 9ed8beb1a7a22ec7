import { findCapitalRules } from "vireo/captions/layout";
import type { Face } from "#plugins/local/fonts/index";
import { body, display, type FontStack, heading, headlines, label } from "./fonts";
import type { Mood } from "./moods";
import { capitals } from "./text";

/** Fonts of a design. */
export interface Type {
  headline: FontStack;
  /** Font of brands and buttons. */
  label: FontStack;
  body: FontStack;
  /** Formats the text for headlines. */
  caps(text: string): string;
}

/** Headline fonts, and whether headlines are in capitals. */
type Choices = readonly (readonly [headline: FontStack, caps: boolean])[];

/** Three or more type systems per mood. */
const typography: Readonly<Record<Mood, Choices>> = {
  loud: [
    [headlines.anton, true],
    [headlines.archivo, true],
    [headlines.bebas, true],
  ],
  calm: [
    [headlines.dmSerif, false],
    [headlines.fraunces, false],
    [headlines.montserratBold, false],
  ],
  playful: [
    [headlines.fredoka, false],
    [headlines.bricolage, false],
    [headlines.montserrat, false],
  ],
  tech: [
    [headlines.space, false],
    [headlines.inter, false],
    [headlines.bricolage, false],
  ],
  moody: [
    [headlines.dmSerif, false],
    [headlines.fraunces, false],
    [headlines.bebas, true],
  ],
  minimal: [
    [headlines.inter, false],
    [headlines.montserratBold, false],
    [headlines.space, false],
  ],
  luxury: [
    [headlines.dmSerif, false],
    [headlines.dmSerif, true],
    [headlines.montserratBold, true],
  ],
  retro: [
    [headlines.fraunces, false],
    [headlines.archivo, true],
    [headlines.bebas, true],
  ],
  neon: [
    [headlines.space, true],
    [headlines.bebas, true],
    [headlines.montserrat, true],
  ],
  plain: [
    [headlines.bricolage, false],
    [headlines.montserrat, false],
    [headlines.anton, true],
    [headlines.archivo, false],
  ],
};

/** Cyrillic words are long, so use the narrowest font to keep them large, and no capitals for the longest. */
const narrow = (font: FontStack): FontStack => ({ ...font, cyrillic: { family: "Inter", weight: 800 } });
const hasLongCyrillic = /\p{Script=Cyrillic}{9,}/u;

/** Converts to capitals, except for URLs, which are read letter by letter. */
const capitalize = (text: string, language: string): string =>
  text
    .split(/(\s+)/)
    .map((word) =>
      /^[\w-]+(?:\.[\w-]+)+|@|:\/\/|^(?:[mck]?m[²³]|k?Wh|k[gmW]|m[lgm]|cm|\p{Nd}*[hgl])$/u.test(word)
        ? word
        : capitals(word, language),
    )
    .join("");

/** Fonts in which a very long word is still large. */
const condensed: Choices = [
  [headlines.anton, true],
  [headlines.bebas, true],
];

/** Words for type in instructions about the look, and the fonts they mean. */
const typeWords: readonly (readonly [words: RegExp, choices: Choices])[] = [
  [/typewriter|monospace|schreibmaschine|machine à écrire|máquina de escribir/iu, [[headlines.space, false]]],
  [
    /hand[- ]?(?:written|lettered)|handwriting|script font|rounded (?:font|type|letters)|handschrift|manuscrit[eoa]?|escrita? a mano/iu,
    [[headlines.fredoka, false]],
  ],
  [/condensed|narrow (?:font|type|letters)|all caps|block letters|schmale schrift|condensad[oa]/iu, condensed],
  [
    /sans[- ]?serif|grotes[kq]\p{L}*|helvetica/iu,
    [
      [headlines.inter, false],
      [headlines.montserratBold, false],
    ],
  ],
  [
    /serifs?(?!\p{L})|serifenschrift|con serifa|à empattements?/iu,
    [
      [headlines.dmSerif, false],
      [headlines.fraunces, false],
    ],
  ],
];

const hasVeryLongWord = /(?<![\p{L}.@/-])\p{Script=Latin}{15,}(?![\p{L}.@/-])/u;

/** Fonts in which a long word is small. */
const wide: ReadonlySet<FontStack> = new Set([headlines.archivo, headlines.montserrat]);
const hasLongWord = /(?<![\p{L}.@/-])\p{Script=Latin}{11,}(?![\p{L}.@/-])/u;

/** Moods whose labels are not bold. */
const quiet: ReadonlySet<Mood> = new Set(["calm", "moody", "minimal", "luxury"]);

/** Chooses one of the type systems that the look asks for, otherwise of a mood. The language of all the text tells how a word of it is capitalized. */
export function pickType(mood: Mood, random: () => number, text: string, look = ""): Type {
  const language = findCapitalRules(text);
  const usual = hasVeryLongWord.test(text) && !quiet.has(mood) ? condensed : typography[mood];
  const all = typeWords.find(([words]) => words.test(look))?.[1] ?? usual;
  const slim = hasLongWord.test(text) ? all.filter(([headline]) => !wide.has(headline)) : all;
  const choices = slim.length > 0 ? slim : all;
  const [headline, loud] = choices[Math.floor(random() * choices.length)]!;
  const isLong = hasLongCyrillic.test(text);
  return {
    headline: headline === display || isLong ? narrow(headline) : headline,
    label: quiet.has(mood) && headline !== heading ? { ...label, latin: body.latin } : label,
    body,
    caps: loud && !isLong ? (words) => capitalize(words, language) : (words) => words,
  };
}

/** Fonts chosen by a brand. */
export interface BrandFaces {
  heading?: Face;
  text?: Face;
}

/** Uses the brand's own fonts for headings, brands and buttons, and the rest. */
export function withBrandFaces<T extends Pick<Type, "headline" | "label" | "body">>(type: T, faces: BrandFaces): T {
  const { heading, text } = faces;
  return {
    ...type,
    ...(heading ? { headline: { ...type.headline, own: heading }, label: { ...type.label, own: heading } } : {}),
    ...(text ? { body: { ...type.body, own: text } } : {}),
  };
}
