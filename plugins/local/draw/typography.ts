import type { Face } from "#plugins/local/fonts/index";
import { body, display, type FontStack, heading, headlines, label } from "./fonts";
import type { Mood } from "./moods";
import { capitals } from "./text";

/** The faces of a design. */
export interface Type {
  headline: FontStack;
  /** Brands and buttons. */
  label: FontStack;
  body: FontStack;
  /** The text as headlines show it. */
  caps(text: string): string;
}

/** Three type systems or more for each mood: the face of headlines, and whether they are in capitals. */
const typography: Readonly<Record<Mood, readonly (readonly [headline: FontStack, caps: boolean])[]>> = {
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
  plain: [
    [headlines.bricolage, false],
    [headlines.montserrat, false],
    [headlines.anton, true],
    [headlines.archivo, false],
  ],
};

/** Cyrillic words are long: a face as narrow as can be keeps them large. */
const narrow: FontStack = { ...display, cyrillic: { family: "Inter", weight: 800 } };

/** Capitals, except for addresses: they are read letter by letter. */
const capitalize = (text: string): string =>
  text
    .split(/(\s+)/)
    .map((word) =>
      /^[\w-]+(?:\.[\w-]+)+|@|:\/\/|^(?:[mck]?m[²³]|k?Wh|k[gmW]|m[lgm]|cm)$/.test(word) ? word : capitals(word),
    )
    .join("");

/** One of the type systems of a mood. */
export function pickType(mood: Mood, random: () => number): Type {
  const choices = typography[mood];
  const [headline, loud] = choices[Math.floor(random() * choices.length)]!;
  return {
    headline: headline === display ? narrow : headline,
    label: mood === "calm" && headline !== heading ? { ...label, latin: body.latin } : label,
    body,
    caps: loud ? capitalize : (words) => words,
  };
}

/** Faces that a brand has chosen. */
export interface BrandFaces {
  heading?: Face;
  text?: Face;
}

/** Sets headings, brands and buttons, and the rest, in the brand's own faces. */
export function withBrandFaces<T extends Pick<Type, "headline" | "label" | "body">>(type: T, faces: BrandFaces): T {
  const { heading, text } = faces;
  return {
    ...type,
    ...(heading ? { headline: { ...type.headline, own: heading }, label: { ...type.label, own: heading } } : {}),
    ...(text ? { body: { ...type.body, own: text } } : {}),
  };
}
