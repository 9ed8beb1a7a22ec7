export type StyleName = "classic" | "bold" | "karaoke" | "minimal";
export type Position = "top" | "center" | "bottom";

/** A look of captions. Sizes are pixels in a frame whose short side is 1080; outline and shadow are parts of the size. */
export interface CaptionStyle {
  family: string;
  weight: number;
  size: number;
  maxWords: number;
  uppercase: boolean;
  color: string;
  highlightColor: string;
  outlineColor: string;
  outline: number;
  shadow: number;
  blur: number;
  /** A rounded box in the outline's colour behind the text, this opaque. */
  box: number;
  /** Highlight of the spoken word: none, coloured, coloured with a jump, or filled as it is spoken. */
  highlight: "none" | "color" | "pop" | "sweep";
  /** Entrance animation of a page. */
  entrance: "none" | "pop" | "fade";
}

const plain = { uppercase: false, color: "#ffffff", outlineColor: "#000000", shadow: 0, blur: 0, box: 0 } as const;

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

/** Changes of a style. Missing and empty fields keep the style's own. */
export interface StyleChanges {
  fontSize?: number | string | undefined;
  color?: string | undefined;
  highlightColor?: string | undefined;
  outlineColor?: string | undefined;
  maxWordsPerLine?: number | string | undefined;
  uppercase?: boolean | "" | undefined;
}

/** A style with changes, in the font `family`. */
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
    color: changes.color || style.color,
    outlineColor: changes.outlineColor || style.outlineColor,
    highlightColor: changes.highlightColor || style.highlightColor,
    // A highlight color gives a style without a highlight a subtle one.
    highlight: changes.highlightColor && style.highlight === "none" ? "color" : style.highlight,
  };
}
