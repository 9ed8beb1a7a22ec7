/** Functions for splitting and cleaning text. */
import type { Language } from "./languages/index";

const abbreviation =
  /(?:^|[\s(,])(?:\p{L}|\p{L}\.\p{L}|\p{L}*str|[Jj]l|[Aa]pt|Col|[Cc]alz|[Cc]ra|Cda|Fracc|Edo|[Bb]d|[Rr]te|[Uu]l|[Nn]ám|[Uu]\.l|пр|кв|стр|корп|обл|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Ste|No|Nr|vs|approx|ca|inkl|incl|exkl|excl|zzgl|bzw|usw|etc|Tel|tel|Str|Inc|Ltd|Co|Corp|Ave|Rd|Blvd|av|Av|min|max|Min|Max|Std|Sa|So|Fr|Mo|Di|Mi|Do|Sat|Sun|Fri|ext|dept|est|z\.B|d\.h|u\.a|e\.g|i\.e|a\.m|p\.m|U\.S|U\.K|p\.ej|aprox|núm|pag|art|Art|Sig|Sra|Mme|Mlle|env|ул|г)\.$/u;

/** Letters, figures and emoji, and the placeholders of quotations. */
const meaningful = /[★\p{L}\p{N}\p{Extended_Pictographic}\ue000-\uf8ff]/u;

/** Normalises spaces, line ends, bullets and quotes for the rules below. */
export function normalizeText(text: string): string {
  return (
    text
      .normalize("NFC")
      .replace(/\r\n?/g, "\n")
      .replace(/[\u200b\u2060\ufeff]/g, "")
      .replace(/[\t\u00a0\u202f\u2007]/g, " ")
      .replace(/^[ ]*#{1,6} +/gm, "")
      .replace(/\*\*([^*\n]+)\*\*|__([^_\n]+)__/g, (_, a?: string, b?: string) => a ?? b ?? "")
      .replace(/^[ ]*(?:-{3,}|={3,}|\*{3,}|_{3,})[ ]*$/gm, "")
      .replace(/ {2,}/g, " ")
      // A line that continues in lower case was wrapped by an editor.
      .replace(/(?<=[\p{L},]) ?\n(?=\p{Ll}[\p{L}']* )(?<=[^\n]{55,}\n)/gu, " ")
      .trim()
  );
}

/** Splits into sentences. Dates, abbreviations, URLs and decimal points do not end one. */
export function splitSentences(text: string): string[] {
  return text
    .split("\n")
    .flatMap((line) => splitLine(line.trim()))
    .filter((part) => meaningful.test(part));
}

const ends =
  /[.!?…]+["”»’')\]]*(?=\s|$)|[。！？｡।؟]+[」』）]*|\s[|•●▪·]\s|[;；]\s?|(?<=\p{L}\s)(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|\u200d|\u20e3)*)+(?=\s[\p{L}'’-]+\s[\p{L}'’-]+\s\p{L})/gu;

const pictograph = /^\p{Extended_Pictographic}/u;

function splitLine(line: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of line.matchAll(ends)) {
    const to = match.index + match[0].length;
    if (match[0] === "." && !endsAt(line, match.index, to)) continue;
    // An emoji between two statements ends the first; one after a word or two is decoration.
    if (pictograph.test(match[0]) && line.slice(from, match.index).trim().split(/\s+/).length < 4) continue;
    const emoji =
      /^\s*(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|\u200d|\u20e3)*)+(?=\s|$)/u.exec(
        line.slice(to),
      )?.[0] ?? "";
    parts.push(line.slice(from, to + emoji.length).trim());
    from = to + emoji.length;
  }
  parts.push(line.slice(from).trim());
  return parts.map((part) => part.replace(/^[|•●▪·→➡⇒]\s|\s[|•●▪·→➡⇒]$|[;；]$/gu, "").trim()).filter(Boolean);
}

/** Months of languages that write a full stop after the day. */
const month =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jan|Feb|Mär|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez|januar|februar|mars|maj|juni|juli|august|oktober|desember|december|tammi|stycznia|ledna)/u;

/** True if an open bracket closes soon after: "(reg. $350)". */
function isInBrackets(line: string, at: number): boolean {
  const before = line.slice(Math.max(0, at - 80), at);
  const after = line.slice(at, at + 80);
  return before.lastIndexOf("(") > before.lastIndexOf(")") && /^[^(]*\)/u.test(after);
}

/** True if the full stop between `at` and `to` ends a sentence. */
export function endsAt(line: string, at: number, to: number): boolean {
  if (isInBrackets(line, at)) return false;
  const before = line.slice(Math.max(0, at - 12), at + 1);
  const after = line.slice(to, to + 80).trimStart();
  if (after === "") return true;
  if (/\p{N}\.$/u.test(before)) {
    if (/^(?:www\.|https?:|[\p{L}\p{N}-]+\.\p{Ll}{2,}(?:[/\s]|$))/u.test(after)) return true;
    // "14. Juni", "27.11. nur online", but "on page 5. Then".
    if (/^\p{Ll}/u.test(after) || /(?:^|[\s–-])\p{N}{1,2}\.\p{N}{1,2}\.$/u.test(before))
      return !/^[\p{Ll}\p{N}–-]/u.test(after);
    if (/(?:^|\s)\p{N}{1,2}\.$/u.test(before) && month.test(after)) return false;
    return !/(?:^|\s)\p{N}{1,2}\.$/u.test(before) || !/^\p{Lu}\p{L}+(?:\s\p{N}{4}|,? \p{N})/u.test(after);
  }
  if (abbreviation.test(before))
    return (
      /^\p{Lu}/u.test(after) &&
      /(?:Co|Inc|Ltd|Corp|etc|usw|p\.m|a\.m|min|max|Min|Max|Std|No|St|est|Str|str)\.$/u.test(before) &&
      !/(?:No|St)\.$/u.test(before)
    );
  return true;
}

/** Splits a text at commas and spaced dashes. Dates, URLs and brackets stay whole. */
export function splitClauses(text: string, language: Language): string[] {
  const parts = text
    .split(/,\s+|[，、،；]\s*|(?<=\S)\s+[-–—]+\s+|—/u)
    .map((part) => part.trim())
    .filter((part) => meaningful.test(part));
  const joined: string[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before !== undefined && belongsTo(before, part, language)) joined[joined.length - 1] = `${before}, ${part}`;
    else joined.push(part);
  }
  return joined;
}

/** True if a comma inside a date, a URL or brackets separates the two parts. */
function belongsTo(before: string, part: string, language: Language): boolean {
  const opened = (before.match(/\(/g)?.length ?? 0) > (before.match(/\)/g)?.length ?? 0);
  if (opened || /^[A-Z]{2}\b(?!\s\p{Ll})/u.test(part)) return true;
  if (/^\p{N}{4}$/u.test(part)) return /\p{N}/u.test(before);
  const lastWord = before.split(/\s/).at(-1) ?? "";
  const startsAsDate = /^\p{N}+(?![\p{N}.,]*\s?[%\p{Sc}])/u.test(part) || language.starts("months", part);
  if (language.starts("weekdays", lastWord) && startsAsDate) return true;
  if (language.has("months", before) && /^(?:\p{N}{4}\b|\p{N}{1,2}(?::\p{N}{2})?\s?(?:am|pm|uhr|h)\b)/iu.test(part))
    return true;
  const isAddress =
    /^\p{Lu}[\p{L}\p{M}.'’ -]{2,30}\s\p{N}{1,4}\p{L}?$/u.test(part) ||
    /^\p{N}{1,5}\s(?:\p{Lu}[\p{L}.]+\s?){1,4}$/u.test(part) ||
    /^\p{N}{4,5}\s\p{Lu}\p{L}+$/u.test(part);
  return isAddress && /^\p{Lu}/u.test(before);
}

/** Splits an enumeration into its clauses, without the "and" before the last one. */
export function splitItems(text: string, language: Language): string[] {
  return splitClauses(text, language).map((part, i) => (i === 0 ? part : stripAnd(part, language)));
}

export function stripAnd(part: string, language: Language): string {
  const and = language.leading("and", part);
  // "Plus $9" is the name of a plan.
  if (/^\p{Lu}/u.test(part) && /\p{Ll}/u.test(and.slice(1))) return part;
  // Arabic joins its "and" to the next word.
  return and && /^\s/.test(part.slice(and.length)) ? part.slice(and.length).trim() : part;
}

const keptStop =
  /(?:^|[\s(.&])(?:\p{L}\.\p{L}|(?<=\p{L}\s)\p{Lu}|Co|Inc|Ltd|Corp|St|Str|Jr|Sr|max|min|Std|etc|usw)\.$|\p{N}\.\p{N}{1,2}\.$/u;

/** Removes final punctuation that a separate line does not need. Keeps "!", "?" and "…" for tone. */
export function trimEnd(text: string): string {
  const clean = text.trim();
  return keptStop.test(clean) || clean.endsWith("…") ? clean : clean.replace(/[\s.,;:。，、；：｡।،-]+$/u, "");
}

/** Formats a separate line: trimmed, starting with a capital. Names such as "iPhone" and URLs are unchanged. */
export function toLine(text: string): string {
  const clean = trimEnd(text)
    .replace(/^[\s,;:–—·•*>-]+(?=\S)/u, "")
    .replace(/^(["“„«「『'‘])([^"“”„«»「」『』]*)(["”“»」』'’])$/u, "$2")
    .replace(/\s+/g, " ")
    .trim();
  if (/^[\w-]+(?:\.[\w-]+)+(?:\/|$|\s)/.test(clean)) return clean;
  return clean.replace(/^\p{Ll}(?=[\p{Ll}\s'’-])(?!\p{Ll}?\p{Lu})/u, (letter) => letter.toUpperCase());
}

const words = new Intl.Segmenter("und", { granularity: "word" });

/** Returns the number of words; in scripts without spaces, of two characters each. */
export function countWords(text: string): number {
  if (/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u.test(text)) return Math.ceil(text.length / 2.5);
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count++;
  return count;
}

export const isMeaningful = (text: string): boolean => meaningful.test(text);
