import { getLuminance } from "#plugins/local/draw/colors";
import { findNamedColor } from "#plugins/local/draw/colorwords";
import { clamp } from "../../numbers";
import { tint, toDuotone } from "../pixels/tone";
import type { Rule } from "./operation";
import { amount, color, matchWholeWords, parseAmount } from "./patterns";

export const colorRules: readonly Rule[] = [
  {
    pattern: matchWholeWords(
      `(?:(?<first>${color})\\s*(?:and|&|,|/|und|et|y)\\s*(?<second>${color})\\s+)duotone|duotone(?:\\s+(?:effect|filter|look))?(?:\\s+(?:in|with|of|using|from))?(?:\\s+(?<third>${color})(?:\\s*(?:and|&|,|/|to|und|et|y)\\s*(?<fourth>${color}))?)?`,
    ),
    make({ first, second, third, fourth }) {
      const color = findNamedColor(first ?? third ?? "navy")!;
      const other = findNamedColor(second ?? fourth ?? (getLuminance(color) > 0.4 ? "black" : "cream")) ?? "#fff3e0";
      const [dark, light] = getLuminance(color) < getLuminance(other) ? [color, other] : [other, color];
      return {
        kind: "pixels",
        phase: "tone",
        label: `duotone ${dark} ${light}`,
        run: (picture) => toDuotone(picture, dark, light),
      };
    },
  },
  {
    pattern: matchWholeWords(
      `(?:(?<before>${amount})\\s+)?(?:(?<first>${color})\\s+(?:colou?r\\s+)?(?:tint|overlay|tone|wash|filter|tinted)|tint(?:ed)?(?:\\s+(?:it|the|this|image|picture|photo|in|with|of|a))*\\s+(?<second>${color})|(?:colou?r\\s+)?overlay\\s+(?:of|in|with)\\s+(?<third>${color}))(?:\\s+(?:by\\s+)?(?<after>${amount}))?`,
    ),
    make({ before, after, first, second, third }) {
      const name = first ?? second ?? third!;
      const { exact, factor } = parseAmount(before, after);
      const share = clamp(exact ?? 0.45 * factor, 0, 1);
      return {
        kind: "pixels",
        phase: "tone",
        label: `${name} tint ${Math.round(share * 100)}%`,
        run: (picture) => tint(picture, findNamedColor(name)!, share),
      };
    },
  },
];
