import { createCanvas } from "@napi-rs/canvas";
import { getCanvasFont, registerFont, registerFonts } from "../fonts/canvas";
import { isEmojiFont, splitFontRuns } from "../fonts/runs";

const SIZE = 100;

/** Returns a function that measures a text's width in ems, as drawn in this face and its fallbacks. */
export function createTextMeasure(family: string, weight: number): (text: string) => number {
  const context = createCanvas(1, 1).getContext("2d");
  const widths = new Map<string, number>();
  return (text) => {
    const known = widths.get(text);
    if (known !== undefined) return known;
    const width = splitFontRuns(text, family, weight).reduce((sum, run) => {
      // Emoji images have no face, so the first face that contains them is measured.
      if (isEmojiFont(run.font)) registerFonts();
      else registerFont(run.font);
      context.font = getCanvasFont(run.font.family, SIZE, run.font.weight);
      return sum + context.measureText(run.text).width / SIZE;
    }, 0);
    widths.set(text, width);
    return width;
  };
}
