import { findNamedColors } from "#plugins/local/draw/colorwords";
import type { Operation } from "./operation";
import { color, matchWholeWords } from "./patterns";

const trigger =
  "text|caption|title|headline|heading|label|slogan|tagline|message|words?|write|writing|add|put|place|overlay|insert|saying|says|reads|reading|schriftzug|überschrift|titel|schreibe?|texte|titre|ajoute[rz]?|texto|título|añade|agrega|escribe|testo|aggiungi|füge";
const left = "left|links|gauche|izquierda|sinistra";
const right = "right|rechts|droite?|derecha|destra";
const places = "top|bottom|center|centre|middle|oben|unten|mitte|haut|bas|arriba|abajo|centro";
const around =
  "a|an|the|at|in|on|of|to|with|that|which|big|bigger|large|huge|bold|small|tiny|top|bottom|center|centre|centered|middle|upper|lower|it|image|picture|photo|letters|font|lettering|colou?r|white space|den|dem|der|die|das|am|im|oben|unten|mitte|mit|le|la|en|au|haut|bas|el|un|una|une|ein|eine|einen|arriba|abajo|centro|hand|side|corner|ecke|coin|esquina|angolo|à|de|la|hinzu|hinein|ein|left|links|gauche|izquierda|sinistra|right|rechts|droite|derecha|destra";

const quoted =
  /["“„«»「『]\s*([^"”“»«」』\n]{1,200}?)\s*["”“»«」』]|(?<![\p{L}\p{N}])['‘‚]([^'’‘\n]{1,200})['’](?![\p{L}\p{N}])/gu;
const spelled =
  /(\b(?:caption|text|title|headline|heading|überschrift|titel|texte|titre|texto|título)\s*[:=]\s*)([^\uE000\n;]{2,200}?)\s*(?=$|\n|;)/giu;

/** Rules for "Add the text SALE", "a caption that says Hello". */
const capitals =
  /(\b(?:text|words?|title|headline|caption|label|schriftzug|texte|texto|testo)\s+)(\p{Lu}[\p{Lu}\p{N}!%&+.'-]+(?:\s[\p{Lu}\p{N}!%&+.'-]{1,}(?![\p{Ll}]))*)(?!\p{Ll})/gu;
const reported =
  /(\b(?:text|caption|title|headline|label|words?|slogan)\s+(?:(?:that|which)\s+)?(?:says|saying|reads|reading)\s+)(\p{Lu}[^\uE000,.;\n]{1,80}?)(?=\s(?:in|on|at)\s(?:the\s|a\s)?(?:top|bottom|upper|lower|left|right|center|centre|middle|corner)|\s*(?:$|[,.;\n]))/gu;

/** Replaces quoted texts, and text after "caption:", with placeholders. */
export function takeTexts(instruction: string): { text: string; texts: string[] } {
  const texts: string[] = [];
  const mark = (content: string) => `\uE000${texts.push(content.trim()) - 1}\uE001`;
  const text = instruction
    .replace(quoted, (_, double: string | undefined, single: string | undefined) => mark(double ?? single ?? ""))
    .replace(spelled, (_, name: string, content: string) => `${name}${mark(content)}`)
    .replace(reported, (_, name: string, content: string) => `${name}${mark(content)}`)
    .replace(capitals, (_, name: string, content: string) => `${name}${mark(content)}`);
  return { text, texts };
}

/** Words around the placeholder of a text that define its position and style. */
export const captionPattern = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:${trigger}|${around}|${color})(?:\\s+|\\s*[:=]\\s*))*\uE000(?<index>\\d+)\uE001(?:\\s+(?:${trigger}|${around}|${color})(?![\\p{L}\\p{N}]))*`,
  "giu",
);

/**
 * Returns the caption of a match. Undefined if no word around the text asks to write it ("in the style of …"). Further
 * texts of a list only need a position: "add 'A' at the top and 'B' at the bottom".
 */
export function parseCaption(match: string, text: string, listed: boolean): Operation | undefined {
  const has = (words: string) => match.search(matchWholeWords(words)) >= 0;
  if (!has(trigger) && !(listed && has(places))) return undefined;
  const position = has("top|upper|oben|haut|arriba")
    ? "top"
    : has("center|centre|centered|middle|mitte|centro")
      ? "center"
      : "bottom";
  const align = has(left) ? "left" : has(right) ? "right" : undefined;
  const named = findNamedColors(match, 1)[0];
  return {
    kind: "caption",
    phase: "caption",
    label: `text “${text}” at the ${position}${align ? ` ${align}` : ""}`,
    caption: {
      text,
      position,
      size: has("big|bigger|large|huge") ? "large" : has("small|tiny") ? "small" : "normal",
      style: has("headline|title|heading|überschrift|titel|titre|título|slogan") ? "headline" : "caption",
      align: align || undefined,
      color: named || undefined,
    },
  };
}
