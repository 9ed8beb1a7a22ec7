/** Text of a narrated video: its sentences, and the subject of each. */
import { splitWords } from "vireo/captions/words";
import { estimateSpeech } from "vireo/speech/length";
import { splitSentences } from "vireo/text";
import { guessLanguage, isContentWord } from "./stop-words";

/** Seconds of speech per image. */
const SHORTEST = 1.6;
const LONGEST = 9;
const MOST_PARTS = 40;

/** Splits a script into parts with one image each: sentences, with long ones split at commas and short ones joined. */
export function splitScript(script: string): string[] {
  const all = splitSentences(script)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .flatMap(splitLong)
    .flatMap(splitAtWords);
  let parts = joinShort(all, SHORTEST);
  for (let least = SHORTEST; parts.length > MOST_PARTS; least *= 1.5) parts = joinShort(parts, least);
  return parts;
}

/** Splits a sentence that is too long for one image at its pauses. */
function splitLong(sentence: string): string[] {
  if (estimateSpeech(sentence) <= LONGEST) return [sentence];
  const clauses = sentence.split(/(?<=[,;:،、，；：—–])\s*/u).filter((clause) => /[\p{L}\p{N}]/u.test(clause));
  const count = Math.ceil(estimateSpeech(sentence) / LONGEST);
  const share = estimateSpeech(sentence) / count;
  const parts: string[] = [];
  for (const clause of clauses) {
    const last = parts.at(-1);
    if (last !== undefined && estimateSpeech(last) + estimateSpeech(clause) / 2 < share)
      parts[parts.length - 1] = `${last} ${clause}`;
    else parts.push(clause);
  }
  return parts;
}

/** Maximum number of characters of a part. The API allows 1000. */
const MAX_CHARACTERS = 900;

/** Splits a part without punctuation near the middle until none is too long. */
function splitAtWords(part: string): string[] {
  if (part.length <= MAX_CHARACTERS) return [part];
  const space = part.lastIndexOf(" ", part.length / 2);
  // Never between the halves of a character.
  const middle = space > 0 ? space : part.length >> 1;
  const at = /[\udc00-\udfff]/.test(part[middle]!) ? middle - 1 : middle;
  return [part.slice(0, at), part.slice(at)]
    .map((half) => half.trim())
    .filter(Boolean)
    .flatMap(splitAtWords);
}

/** Joins parts that are too short with the next one, or the last one with the previous one. */
function joinShort(parts: readonly string[], least: number): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const fits = last !== undefined && last.length + part.length < MAX_CHARACTERS;
    if (fits && estimateSpeech(last) < least) joined[joined.length - 1] = `${last} ${part}`;
    else joined.push(part);
  }
  const last = joined.at(-1) ?? "";
  const length = last.length + (joined.at(-2)?.length ?? MAX_CHARACTERS);
  if (length < MAX_CHARACTERS && estimateSpeech(last) < least) joined.splice(-2, 2, joined.slice(-2).join(" "));
  return joined;
}

const MOST_WORDS = 5;
const MOST_SEARCH_WORDS = 3;
const NUMBER = /\p{N}/u;
const CLAUSE_END = /[,;:.!?…。！？、，—–]["'”’)]*$/u;

interface Token {
  word: string;
  isMeaningful: boolean;
  /** Punctuation that ends a clause. */
  isLast: boolean;
}

const tokenize = (text: string, language: string): Token[] =>
  splitWords(text).map(({ text: word }) => {
    const bare = word.replace(/^[^\p{L}\p{N}\p{Sc}]+|[^\p{L}\p{N}\p{Sc}%]+$/gu, "");
    return { word: bare, isMeaningful: bare !== "" && isContentWord(bare, language), isLast: CLAUSE_END.test(word) };
  });

/** Rates a phrase: meaningful words and numbers raise it, function words lower it. */
function ratePhrase(phrase: readonly Token[]): number {
  const count = phrase.filter((token) => token.isMeaningful).length;
  const hasNumber = phrase.some(({ word }) => NUMBER.test(word));
  const letters = phrase.reduce((sum, { word }) => sum + word.length, 0);
  return 12 * count - 2 * phrase.length + (hasNumber ? 8 : 0) + letters / 10;
}

/** Finds the most significant run of words within a clause, which begins and ends with significant words. */
function findPhrase(tokens: readonly Token[]): Token[] {
  let best: Token[] = [];
  for (const [from, first] of tokens.entries()) {
    if (!first.isMeaningful) continue;
    for (let to = from; to < Math.min(tokens.length, from + MOST_WORDS); to++) {
      const phrase = tokens.slice(from, to + 1);
      if (tokens[to]!.isMeaningful && ratePhrase(phrase) > ratePhrase(best)) best = phrase;
      if (tokens[to]!.isLast) break;
    }
  }
  return best;
}

/** Returns a few words that represent a part: all of a short one, otherwise its most significant phrase. */
export function writeHeadline(part: string, language = guessLanguage(part)): string {
  const text = part.trim().replace(/[.。]+["'”’)]*$/u, "");
  if (splitWords(text).length <= MOST_WORDS) return text;
  const phrase = findPhrase(tokenize(text, language));
  if (phrase.length === 0) return text;
  const joint = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text) ? "" : " ";
  const headline = phrase.map(({ word }) => word).join(joint);
  return headline.charAt(0).toLocaleUpperCase(language) + headline.slice(1);
}

/** Returns search terms for stock media: the words of the most significant phrase, without numbers. */
export function findKeywords(part: string, language: string): string {
  const tokens = tokenize(part, language).filter(({ word }) => !NUMBER.test(word));
  const words = findPhrase(tokens).flatMap(({ word, isMeaningful: means }) => (means ? [word.toLowerCase()] : []));
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, MOST_SEARCH_WORDS);
  return [...new Set(words.filter((word) => longest.includes(word)))].join(" ");
}

/** Returns the sentences of a part as lines of text, without the full stop. */
export const splitLines = (part: string): string[] =>
  splitSentences(part)
    .map((sentence) => sentence.replace(/[.。]$/u, ""))
    .filter(Boolean);
