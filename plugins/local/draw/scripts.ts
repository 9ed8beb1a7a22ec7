import { uppercase } from "vireo/captions/layout";

/** True if the first letter belongs to a right-to-left script. */
export function isRtl(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0] ?? "";
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter);
}

/** Converts to capitals, in scripts that have them. A text with letters of another script is unchanged. */
export function capitals(text: string): string {
  if (/(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])(?!\p{Lm})\p{L}/u.test(text)) return text;
  return uppercase(text);
}

/** True if part of the text is in a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u.test(text);
}

/** Removes the Arabic article, which is written as part of its word. */
export const stripArticles = (text: string): string =>
  text.replace(/(?<!\p{L})(?:[وبفك]?ال|لل)(?=\p{Script=Arabic}{3})/gu, "");
