/** Quoted texts and their uses. */
import { countWords, toLine } from "./text";

export type QuoteUse = "text" | "cta" | "testimonial" | "name";

export interface Quotation {
  use: QuoteUse;
  text: string;
  author?: string;
}

const quoted =
  /(?:(?<!\p{Script=Hebrew})"|[“„«»「『])\s*((?:[^"”“„»«」』\n]|(?<=\p{Script=Hebrew})"(?=\p{Script=Hebrew})){1,400}?)\s*(?:"(?!\p{Script=Hebrew})|[”“»«」』])|(?<![\p{L}\p{N}])['‘‚]([^'’‘\n]{1,40}(?:['’]\p{L}[^'’‘\n]{0,80}){0,4}[^'’‘\n]{0,100})['’](?![\p{L}\p{N}])/gu;
const beforeText =
  /(?:\b(?:headline|title|hook|text|words?|caption|slogan|tagline|says?|saying|reads?|reading|titled|line|message|phrase|display(?:s|ing)?|überschrift|titel|aufschrift|schriftzug|steht|text|titre|texte|título|texto|titolo|testo|scritta|frase)|заголовок|надпись|надписью|текст|текстом|見出し|テキスト|文字|标题|النص|لافتة)(?:\s(?:is|should be|that|which|it))?[\s:,-]*$/iu;
const beforeCall =
  /\b(?:cta|call to action|button|button text|end(?:s|ing)? with|finish(?:es)? with|knopf|bouton|botón|bottone|кнопка)(?:\s(?:is|that|which))?(?:\s(?:says?|saying|reads?))?[\s:,-]*$/iu;
const beforeVoice =
  /(?:\b(?:testimonial|review|quote|customer|client|feedback|told us|said|wrote|schrieb|sagt(?:e)?|bewertung|zitat|dit|témoignage|avis|dice|opinión|testimonio|recensione)|отзыв|口コミ|评价|후기)(?:\s[\p{L}.]+){0,3}[\s:,-]*$/iu;
/** Matches "- Sarah, CEO of Acme", "— Chinese proverb", "by Maria" after a quotation. */
const authorAfter =
  /^\.?\s*(?:[-–—~―]+\s*|\(\s*|by\s+(?=\p{Lu})|von\s+(?=\p{Lu})|par\s+(?=\p{Lu})|por\s+(?=\p{Lu})|(?:says|said|sagt|dit|dice|diz)\s+)([\p{L}@][^\n"“”«»]{1,80}?)\)?(?=[.!](?:\s|$)|\n|$)/iu;

/** "“…” Marta Oliveira, nurse and mother of two.", "“…” Daan and Iris, Utrecht." */
const signedAfter =
  /^\s+(\p{Lu}[\p{L}.'’-]+(?:\s(?:(?:and|und|et|y|e|en|i|&)\s)?\p{Lu}[\p{L}.'’-]*){1,3},\s(?:\p{Ll}[^\n.!?"“”«»]{2,60}|\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?))(?=\.(?:\s|$)|\n|$)/u;

export interface Quoted {
  quotations: Quotation[];
  /** Text with a placeholder for each quotation; names stay in the text. */
  rest: string;
}

const MARK = 0xe000;
const toMark = (index: number): string => String.fromCharCode(MARK + index);

/** Splits a text with placeholders into the indexes of its quotations and the remaining text. */
export function readMarks(text: string): { indexes: number[]; rest: string } {
  const indexes = (text.match(/[\ue000-\uf8ff]/g) ?? []).map((mark) => mark.charCodeAt(0) - MARK);
  return {
    indexes,
    rest: text
      .replace(/[\ue000-\uf8ff]/g, " ")
      .replace(/\s+([.,!?])/g, "$1")
      .replace(/ {2,}/g, " ")
      .trim(),
  };
}

/** True for words before a quotation of somebody: "A customer wrote:". */
export const announcesVoice = (before: string): boolean => beforeVoice.test(before);

/** Removes the marks around a text that is a single quotation. */
export const stripQuotes = (text: string): string =>
  /^["“„«»「『]\s*([^"“”„«»「」『』\n]+?)\s*["”“»«」』]\.?$/u.exec(text)?.[1] ?? text;

/** More quotations stay in the text, so that a text of nothing else is read fast. */
const MOST_QUOTATIONS = 60;

/** Removes quotations from a text. */
export function takeQuotes(text: string, label?: "quote"): Quoted {
  const quotations: Quotation[] = [];
  let rest = "";
  let at = 0;
  for (const match of text.matchAll(quoted)) {
    if (quotations.length === MOST_QUOTATIONS) break;
    if (match.index < at) continue;
    const inner = (match[1] ?? match[2] ?? "").trim();
    const before = text.slice(Math.max(0, match.index - 48), match.index);
    let end = match.index + match[0].length;
    const after = text.slice(end);
    const author = authorAfter.exec(after) ?? (before.trim() === "" ? signedAfter.exec(after) : null);
    const use = getUse(inner, before, author !== null || label === "quote", text.replace(match[0], "").trim() === "");
    if (use === "name") {
      rest += text.slice(at, match.index) + inner;
      at = end;
      continue;
    }
    const quotation: Quotation = { use, text: use === "testimonial" ? inner : toLine(inner) };
    if (use === "testimonial" && author) {
      quotation.author = toAuthor(author[1]!);
      end += author[0].length;
    }
    quotations.push(quotation);
    // The full stop inside the quotation marks also ends the surrounding sentence.
    const stop = /[.!?]$/.test(inner) && /^\s*\p{Lu}/u.test(text.slice(end)) ? "." : "";
    rest += `${cutLead(text.slice(at, match.index), use)} ${toMark(quotations.length - 1)}${stop} `;
    at = end;
  }
  return { quotations, rest: (rest + text.slice(at)).replace(/ {2,}/g, " ").trim() };
}

function getUse(inner: string, before: string, hasAuthor: boolean, alone: boolean): QuoteUse {
  if (beforeCall.test(before)) return "cta";
  // "Book club pick: “The Midnight Library” by Matt Haig" names a title.
  if (hasAuthor && before.trim() !== "" && isTitle(inner) && !beforeVoice.test(before)) return "name";
  if (hasAuthor && (countWords(inner) > 2 || before === "")) return "testimonial";
  if (beforeText.test(before)) return "text";
  if (beforeVoice.test(before)) return "testimonial";
  // "えいごカフェ・ポプラ" is a name.
  const isName = /\p{scx=Han}|\p{scx=Kana}/u.test(inner) && !/[。！？!?…、]/u.test(inner);
  if (alone) return countWords(inner) > 3 && !isName ? "testimonial" : "text";
  if (countWords(inner) > 4 || /[!?。！？]$|[.!?]\s/u.test(inner)) return "text";
  return "name";
}

/** True for a text in which all but the small words are capitalised, without a full stop. */
const isTitle = (text: string): boolean =>
  /^\p{Lu}/u.test(text) &&
  !/[.!?…]$/u.test(text) &&
  !/(?<![\p{L}\p{M}'’])\p{Ll}[\p{L}\p{M}]{4,}/u.test(text) &&
  countWords(text) <= 8;

/** Removes words that introduce a quotation and have no meaning alone: "with the text", "Customer testimonial:". */
function cutLead(before: string, use: QuoteUse): string {
  if (use === "testimonial") {
    return before
      .replace(/(?:^|(?<=[.!?\n]))[^.!?\n]{0,60}[:,]\s*$/u, "")
      .replace(/\b(?:customer |client )?(?:testimonial|review|quote|feedback)s?\s*[:–—-]?\s*$/iu, "");
  }
  return before.replace(
    /(?:,?\s*(?:\b(?:and|with|und|mit|et|avec|y|con|e|com|on|in|the|a|an|logo|ends?|big|bold|large|show|showing|display|den|dem|der|die|das|le|la|el|il|o)\b\s*)*\b(?:headline|title|text|words?|slogan|tagline|caption|that says|which says|says|saying|reads|reading|button|cta|call to action|line|message|phrase|end(?:s|ing)? with|finish with|text says|überschrift|titel|aufschrift|schriftzug|texte|titre|texto|título|testo|titolo)\b[\s:,-]*(?:is\s|that says\s|saying\s)?[\s:,-]*)+$/iu,
    " ",
  );
}

const toAuthor = (text: string): string => text.trim().replace(/[\s,)]+$|(?<!\s\p{Lu})[\s.,)]+$/u, "");
