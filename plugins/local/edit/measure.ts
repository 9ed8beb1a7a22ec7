import { createCanvas } from "@napi-rs/canvas";
import { canvasFont, registerFonts } from "../fonts/canvas";
import { fontRuns } from "../fonts/runs";

const SIZE = 100;

/** Returns a function that gives a text's width in ems, as drawn in this face and those that stand in for it. */
export function textMeasure(family: string, weight: number): (text: string) => number {
  registerFonts();
  const context = createCanvas(1, 1).getContext("2d");
  const widths = new Map<string, number>();
  return (text) => {
    const known = widths.get(text);
    if (known !== undefined) return known;
    const width = fontRuns(text, family, weight).reduce((sum, run) => {
      context.font = canvasFont(run.font.family, SIZE, run.font.weight);
      return sum + context.measureText(run.text).width / SIZE;
    }, 0);
    widths.set(text, width);
    return width;
  };
}
