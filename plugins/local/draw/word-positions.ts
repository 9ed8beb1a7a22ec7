import type { SKRSContext2D } from "@napi-rs/canvas";
import { splitPieces } from "./linebreaks";
import type { WordBox } from "./textblock";

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Returns the words of a line and their positions, for drawing them one by one. In a right-to-left line, words are
 * placed leftwards, but a run of Latin words keeps its order. Expects the line's font to be set on `ctx`.
 */
export function placeWords(
  ctx: SKRSContext2D,
  line: string,
  x: number,
  y: number,
  lineWidth: number,
  lineNumber: number,
  rtl: boolean,
): WordBox[] {
  const words = splitPieces(line).map((piece) => ({ ...piece, width: ctx.measureText(piece.text).width }));
  if (!rtl) {
    // Measure the end of each word with all preceding text, to include kerning.
    let before = "";
    return words.map(({ text, spaced, width }) => {
      before += (spaced && before ? " " : "") + text;
      return { text, x: x + ctx.measureText(before).width - width, y, width, line: lineNumber };
    });
  }
  const space = ctx.measureText(" ").width;
  let right = x + lineWidth;
  return visualOrder(words).map(({ text, spaced, width }, i) => {
    if (i > 0 && spaced) right -= space;
    right -= width;
    return { text, x: right, y, width, line: lineNumber };
  });
}

/** Orders words for a line that starts at the right. Runs without right-to-left letters are reversed. */
function visualOrder<W extends { text: string }>(words: readonly W[]): W[] {
  const order: W[] = [];
  let run: W[] = [];
  for (const word of words) {
    if (/\p{L}/u.test(word.text) && !rightToLeft.test(word.text)) {
      run.unshift(word);
    } else {
      order.push(...run, word);
      run = [];
    }
  }
  return [...order, ...run];
}
