import { findCapitalRules, uppercase } from "vireo/captions/layout";

/**
 * Converts to capitals by the rules of `language`, in scripts that have them. A text with letters of another script is
 * unchanged.
 */
export function toCapitals(text: string, language = findCapitalRules(text)): string {
  if (/(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])(?!\p{Lm})\p{L}/u.test(text)) return text;
  return uppercase(text, language);
}

/** True if part of the text is in a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u.test(text);
}

/** Removes the Arabic article, which is written as part of its word. */
export const stripArticles = (text: string): string =>
  text.replace(/(?<!\p{L})(?:[وبفك]?ال|لل)(?=\p{Script=Arabic}{3})/gu, "");
