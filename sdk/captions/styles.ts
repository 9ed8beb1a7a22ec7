/** Name of a built-in style. */
export type StyleName = "classic" | "bold" | "karaoke" | "minimal";
/** Vertical position of captions. */
export type Position = "top" | "center" | "bottom";

/** Style of captions. `size` is in pixels at a short side of 1080. `outline`, `shadow` and `blur` are shares of it. */
export interface CaptionStyle {
  family: string;
  weight: number;
  size: number;
  maxWords: number;
  uppercase: boolean;
  /** Language of the text (BCP 47), for its capitals. Guessed by default. */
  language?: string;
  color: string;
  highlightColor: string;
  outlineColor: string;
  outline: number;
  shadow: number;
  blur: number;
  /** Opacity of the rounded box behind the text, in the outline's color. 0 for none. */
  box: number;
  /** Highlight of the spoken word: a color, a color with a pop animation, or a gradual fill. */
  highlight: "none" | "color" | "pop" | "sweep";
  /** Entrance animation of a page. */
  entrance: "none" | "pop" | "fade";
}

const plain = { uppercase: false, color: "#ffffff", outlineColor: "#000000", shadow: 0, blur: 0, box: 0 } as const;

/** The built-in styles of captions, by name. */
export const captionStyles: Readonly<Record<StyleName, CaptionStyle>> = {
  classic: {
    ...plain,
    family: "Inter",
    weight: 800,
    size: 60,
    maxWords: 7,
    highlightColor: "#ffe600",
    outline: 0,
    box: 0.72,
    highlight: "none",
    entrance: "none",
  },
  bold: {
    ...plain,
    family: "Anton",
    weight: 400,
    size: 124,
    maxWords: 3,
    uppercase: true,
    highlightColor: "#ffe600",
    outline: 0.075,
    shadow: 0.045,
    highlight: "pop",
    entrance: "none",
  },
  karaoke: {
    ...plain,
    family: "Montserrat",
    weight: 900,
    size: 86,
    maxWords: 4,
    highlightColor: "#39ff88",
    outlineColor: "#101820",
    outline: 0.07,
    shadow: 0.02,
    highlight: "sweep",
    entrance: "pop",
  },
  minimal: {
    ...plain,
    family: "Inter",
    weight: 500,
    size: 56,
    maxWords: 6,
    highlightColor: "#ffe600",
    outline: 0.11,
    shadow: 0,
    blur: 0.035,
    highlight: "none",
    entrance: "fade",
  },
};

/** Overrides of a style. Missing and empty fields keep the style's values. */
export interface StyleChanges {
  fontSize?: number | string | undefined;
  color?: string | undefined;
  highlightColor?: string | undefined;
  outlineColor?: string | undefined;
  maxWordsPerLine?: number | string | undefined;
  uppercase?: boolean | "" | undefined;
  language?: string | undefined;
}

/**
 * Applies overrides and a font to a built-in style.
 *
 * @example changeStyle("bold", { color: "#ffe600" }).color; // "#ffe600"
 */
export function changeStyle(
  name: StyleName,
  changes: StyleChanges,
  face: Partial<Pick<CaptionStyle, "family" | "weight">> = {},
): CaptionStyle {
  const style = captionStyles[name];
  return {
    ...style,
    ...face,
    size: Number(changes.fontSize) || style.size,
    maxWords: Number(changes.maxWordsPerLine) || style.maxWords,
    uppercase: typeof changes.uppercase === "boolean" ? changes.uppercase : style.uppercase,
    language: changes.language || undefined,
    color: changes.color || style.color,
    outlineColor: changes.outlineColor || style.outlineColor,
    highlightColor: changes.highlightColor || style.highlightColor,
    // A highlight color turns on highlighting in styles that have none.
    highlight: changes.highlightColor && style.highlight === "none" ? "color" : style.highlight,
  };
}
