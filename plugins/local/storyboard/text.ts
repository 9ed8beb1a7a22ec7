/** Functions for splitting and cleaning text. */

import { dayWord, streetStart } from "./languages/facts";
import type { Language } from "./languages/index";
import { isPlace, isTown } from "./places";

const abbreviation =
  /(?:^|[\s(,])(?:(?![\p{scx=Hangul}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}])\p{L}|\p{L}\.\p{L}|ชม|กม|กก|ตรม|godz|\p{L}*str|[Kk]l|[Tt]lf|[Tt]fn|[Jj]l|[Aa]pt|Col|[Cc]alz|[Cc]ra|Cda|Fracc|Edo|[Bb]d|[Rr]te|[Uu]l|[Nn]ám|[Uu]\.l|пр|кв|стр|корп|обл|вул|просп|бул|бульв|пл|буд|[Тт]ел|[Ττ]ηλ|[Мм]об|наб|пер|ш|[Ss]ok|[Cc]ad|[Mm]ah|[Aa]pt|[Pp]za|[Aa]vda|[Uu]rb|[Kk]ec|[Kk]el|[Gg]g|Mr|Mrs|Ms|Dr|Prof|St|MR|MRS|DR|ST|Sr|Jr|Ste|No|Nr|vs|approx|ca|inkl|incl|exkl|excl|zzgl|bzw|usw|etc|Tel|tel|Str|Inc|Ltd|Co|Corp|Ave|Rd|Blvd|av|Av|min|max|Min|Max|Std|Sa|So|Fr|Mo|Di|Mi|Do|Sat|Sun|Fri|ext|dept|est|z\.B|d\.h|u\.a|e\.g|i\.e|a\.m|p\.m|U\.S|U\.K|p\.ej|aprox|núm|pag|art|Art|Sig|Sra|[Kk]at|pon|wt|śr|czw|pt|niedz|пн|вт|чт|пт|сб|jue|vie|sv|św|св|Mme|Mlle|env|ул|г)\.$/u;

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
  /[.!?…]+["”»’')\]]*(?=\s|$)|[!?]+(?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])|[。！？｡।؟]+[」』）]*|\s[|•●▪·*]\s|[;；]\s?|(?<=\p{L}\s)(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|\u200d|\u20e3)*)+(?=\s[\p{L}'’-]+\s[\p{L}'’-]+\s[\p{L}\p{N}\p{Sc}])/gu;

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
  return parts
    .flatMap(splitThai)
    .map((part) => part.replace(/^[|/•●▪·*→➡⇒]\s|\s[|/•●▪·*→➡⇒]$|[;；]$/gu, "").trim())
    .filter(Boolean);
}

/** Where a Thai sentence may end: after a price or hours, and before what is priced. */
const thaiEnd =
  /(?<=บาท|฿|\sน\.?|ฟรี)\s+(?=\S)|(?<!\p{Nd})\s+(?=[\p{Script=Thai}]+\s\p{Nd}[\p{Nd},.]*\s?(?:บาท|฿|\.-))/u;
/** Words that begin one. */
const thaiStart =
  /\s+(?=(?:เปิด|ปิด|หยุด|โทร|จอง|สั่ง|โปร|พิเศษ|ลด|ติดต่อ|สนใจ|ตั้งแต่|วันที่|ที่อยู่|รับสมัคร|ส่งฟรี|ซื้อ|ไลน์|แอดไลน์|พบกัน|สมัคร|ใกล้|อยู่|พร้อม|ไม่มี|ไม่ต้อง|ที่จอด|มีที่))/u;

/** Thai ends its sentences with a space, which may also stand within one. */
const splitThai = (line: string): string[] =>
  /\p{Script=Thai}/u.test(line)
    ? line
        .split(thaiEnd)
        .flatMap((part) => part.split(thaiStart))
        .flatMap(splitPhrases)
    : [line];

/** Letters of Thai phrases that fit on one line. */
const LONGEST_THAI = 45;
/** Splits a long text at the spaces between its phrases, into lines as long as possible. */
function splitPhrases(text: string): string[] {
  if (text.length <= LONGEST_THAI) return [text];
  const lines: string[] = [];
  for (const phrase of text.split(/(?<=[\p{Script=Thai}])\s+(?=[\p{Script=Thai}])/u)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + phrase.length < LONGEST_THAI) lines[lines.length - 1] = `${last} ${phrase}`;
    else lines.push(phrase);
  }
  return lines;
}

/** Months of languages that write a full stop after the day. */
const month =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jan|Feb|Mär|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez|januar|februar|mars|maj|juni|juli|august|oktober|desember|december|tammi|stycznia|ledna)/u;

/** What German counts with a full stop: "2. OG". */
const ordered =
  /^(?:OG|UG|Etage|Stock|Obergeschoss|Untergeschoss|Lehrjahr|Klasse|Semester|Auflage|Platz|Liga|Advent|Mal)(?!\p{L})/u;

/** Words that lead to an ordinal: "zum 80. Geburtstag", "unser 25. Jubiläum". */
const beforeOrdinal =
  /(?:^|\s)(?:zum|zur|beim|d(?:er|ie|as|em|en|es)|(?:mein|dein|sein|ihr|unser|eu(?:e)?r)\p{L}{0,2})\s\p{N}{1,3}\.$/iu;

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
  if (beforeOrdinal.test(before) && /^\p{Lu}\p{Ll}/u.test(after)) return false;
  if (/(?:\p{Sc}|(?<!\p{L})(?:kr|zł|Kč))\s?\p{N}+\.$/u.test(before)) return true;
  // "600 kr. om året"
  if (/\p{N}\s?(?:kr|руб|грн|коп|stk|szt|ks|st)\.$/u.test(before) && /^\p{Ll}/u.test(after)) return false;
  // "zapisy 600 555 013. nowy adres"; a year may be an ordinal: "1848. március"
  if (/\p{N}[\s-]?\p{N}{3}\.$/u.test(before) && !/(?<!\p{N})(?:1[89]|20)\p{N}{2}\.$/u.test(before)) return true;
  if (/\p{N}\.$/u.test(before)) {
    if (/^(?:www\.|https?:|[\p{L}\p{N}-]+\.\p{Ll}{2,}(?:[/\s]|$))/u.test(after)) return true;
    // "14. Juni", "27.11. nur online", but "on page 5. Then".
    if (/^\p{Ll}/u.test(after) || /(?:^|[\s–-])\p{N}{1,2}\.\p{N}{1,2}\.$/u.test(before))
      return !/^[\p{Ll}\p{N}–-]/u.test(after);
    if (/(?:^|\s)\p{N}{1,2}\.$/u.test(before) && (month.test(after) || ordered.test(after))) return false;
    return !/(?:^|\s)\p{N}{1,2}\.$/u.test(before) || !/^\p{Lu}\p{L}+\s\p{N}{4}(?!\p{N})/u.test(after);
  }
  // "310 g. Was £140.", "10–14 h. 45 €"
  if (/\p{N}\s?\p{Ll}\.$/u.test(before) && /^(?:\p{Lu}|\p{Sc}|[\p{N}.,]+\s?\p{Sc})/u.test(after)) return true;
  // "40 Bridge St. Walk in."
  if (
    /\p{N}\s(?:\p{Lu}[\p{L}'’-]*\s){1,3}St\.$/u.test(line.slice(Math.max(0, at - 40), at + 1)) &&
    /^\p{Lu}/u.test(after)
  )
    return true;
  // "90 Mill Rd. “A tender evening.”"
  if (/(?:Rd|Ave|Blvd|Str|str|Av|St)\.$/u.test(before) && /^["“«„]/u.test(after)) return true;
  if (abbreviation.test(before))
    return (
      /^\p{Lu}/u.test(after) &&
      /(?:Co|Inc|Ltd|Corp|etc|usw|p\.m|a\.m|min|max|Min|Max|Std|No|St|est|Str|str)\.$/u.test(before) &&
      !/(?:No|St)\.$/u.test(before)
    );
  return true;
}

/** Chinese and Japanese use no spaces within a sentence, so those of a headline stand for commas. */
const spacedEast =
  /(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{N}％%」』）)])[ \u3000]+(?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{N}「『（(])/gu;
const hasEast = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
const replaceSpaces = (text: string): string =>
  hasEast.test(text) && !/[,，、。；;]/u.test(text) ? text.replace(spacedEast, "、") : text;

/** Splits a text at commas and spaced dashes. Dates and numbers ("11月14、15日"), URLs and brackets stay whole. */
export function splitClauses(text: string, language: Language): string[] {
  const parts = replaceSpaces(text)
    .split(
      /,\s+|(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}」』）)]),(?=\S)|(?<=\S),(?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}「『])|(?:[，،；]|(?<!\p{Nd}日?)、|、(?!\p{Nd}))\s*|(?<=\S)(?<!\p{N})(?<!\p{N}\s?(?:[ap]\.?m\.?|uhr|uur|h|pagi|siang|sore|malam|sáng|trưa|chiều|tối|น\.?|ч))\s+[-–—]+\s+|(?<=\S)\s+[-–—]+\s+(?!\p{N})|—/u,
    )
    .map((part) => part.trim())
    .filter((part) => meaningful.test(part));
  const joined: string[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before !== undefined && belongsTo(before, part, language)) joined[joined.length - 1] = `${before}, ${part}`;
    else joined.push(part);
  }
  return joinIncluded(joined);
}

/** Begins a clause that says nothing alone: "thank you for this, that you believed in us more, than we did". */
const subordinate =
  /^(?:что|чтобы|чем|котор\p{L}*|що|щоб|ніж|яки\p{L}*|dass|damit|weil|że|żeby|niż|któr\p{L}*|aby|protože|kter\p{L}*|hogy|att|omdat)\s/iu;

/** Begins a clause that needs the next one: "Wer mithelfen will, meldet sich". */
const openClause =
  /^(?:wer|wenn|falls|sobald|if|when|whoever|once|si|quem|quien|chi|quando|cuando|quand|kdo|když|kto|kiedy|jeśli|кто|если|когда|хто|якщо|коли|wie|als|wanneer|om|hvis|när|når|aki|ha)\s/iu;

/** A clause about people whose verbs are listed: "everyone who baked, lifted and sold". */
const whoever = /\s(?:who|ceux qui|quienes|quelli che|alle,? die|хто|кто)\s\p{L}+$/u;
const listedVerb = /^\p{Ll}[\p{L}'’-]*(?:\s(?:and|or|et|ou|y|o|e|und|oder|и|или|та|й)\s\p{Ll}.*|[.!]*)$/u;

/** Ends a list of what a price includes: "brakes, gears and lights included". */
const included =
  /\s(?:and|und|et|y|e|en|och|og|i|и)\s\p{L}+(?:\s\p{L}+)?\s(?:included|inklusive|inkl\.?|inbegriffen|dabei|inclus(?:es)?|compris(?:es)?|incluid[oa]s|inclus[ie]|compres[ie]|inclusief|inbegrepen|ingår|inkludert|w cenie|включен[оы])[.!]*$/iu;

/** Joins what a price includes. */
function joinIncluded(parts: string[]): string[] {
  const last = parts.findIndex((part) => included.test(part));
  if (last < 0) return parts;
  let first = last;
  while (first > 0 && /^[\p{L} '’-]+$/u.test(parts[first - 1]!)) first--;
  return parts.toSpliced(first, last - first + 1, parts.slice(first, last + 1).join(", "));
}

/** Only numbers, which continue those before the comma. */
const onlyHours =
  /^\p{N}{1,2}(?:[:.]\p{N}{2})?(?:\s(?:and|und|et|y|e|en|och|og|i|и|та|&)\s\p{N}{1,2}(?:[:.]\p{N}{2})?)?[.;]?$/u;

/** True if a comma inside a sentence of two clauses, a date, a URL or brackets separates the two parts. */
function belongsTo(before: string, part: string, language: Language): boolean {
  if (subordinate.test(part) || (openClause.test(before) && !before.includes(", "))) return true;
  if (listedVerb.test(part) && whoever.test(before.split(", ")[0]!)) return true;
  const opened = (before.match(/\(/g)?.length ?? 0) > (before.match(/\)/g)?.length ?? 0);
  if (opened || /^[A-Z]{2}(?:\s\p{N}{4,5}(?:-\p{N}{4})?)?[.;]?$/u.test(part)) return true;
  if (/^\p{N}{4}$/u.test(part)) return /\p{N}/u.test(before);
  // "ул. Баумана, 17"
  if (/^\p{N}{1,4}\p{L}?[.;]?$/u.test(part) && endsWithStreet(before)) return true;
  // "rides at 11, 1 and 3"
  if (onlyHours.test(part) && /\p{L}\s\p{N}{1,2}(?:[:.]\p{N}{2})?$/u.test(before)) return true;
  // "31 December, 21:00" and "31.12., 21 Uhr"
  if (startsWithClock.test(part) && isDate(before)) return true;
  // "Nov 14, 15, 21 and 22 at 7 pm"
  if (/^\p{N}{1,2}(?![\p{N}.:])(?!\s?[%\p{Sc}])/u.test(part) && endsWithDate(before, language)) return true;
  const lastWord = before.split(/\s/).at(-1) ?? "";
  const startsAsDate = /^\p{N}+(?![\p{N}.,]*\s?[%\p{Sc}])/u.test(part) || language.starts("months", part);
  if (language.starts("weekdays", lastWord) && startsAsDate) return true;
  if (language.has("months", before) && /^(?:\p{N}{4}\b|\p{N}{1,2}(?::\p{N}{2})?\s?(?:am|pm|uhr|h)\b)/iu.test(part))
    return true;
  const own = part.replace(/[.;]$/u, "");
  const isAddress =
    /^\p{Lu}[\p{L}\p{M}.'’ -]{2,30}\s\p{N}{1,4}\p{L}?$/u.test(own) ||
    /^\p{N}{1,5}\s(?:\p{Lu}[\p{L}.]+\s?){1,4}$/u.test(own) ||
    /^\p{N}{4,5}\s\p{Lu}\p{L}+$/u.test(own);
  return (isAddress && /^\p{Lu}/u.test(before)) || (isPlace(before.split(", ").at(-1)!) && isTown(own));
}

/** True for "ул. Баумана" and "we are at ул. Большая Садовая". */
function endsWithStreet(text: string): boolean {
  const words = text.split(", ").at(-1)!.split(" ");
  return [words.length, 3, 2].some((count) => streetStart.test(words.slice(-count).join(" ")));
}

const startsWithClock =
  /^(?:(?:um|at|kl\.?|à|alle|ore|às|a las|o|об?|в|saat|jam|lúc|godz\.?|الساعة)\s)?\p{N}{1,2}(?:[:.]\p{N}{2}(?![\p{N}.,]|\s?\p{Sc})|\s?(?:[ap]\.?m\.?|uhr|uur|h)(?!\p{L}))/iu;
/** True for a short text that ends with a day and a month, or names a day of the week with one. */
const isDate = (text: string): boolean =>
  text.length <= 40 &&
  !/\p{N}[:.h]\p{N}{2}(?!\p{N}|\.)/u.test(text) &&
  (/(?:^|\s)\p{N}{1,2}[./]\p{N}{1,2}\.?$/u.test(text) ||
    (/\p{N}/u.test(text) && dayWord.test(text.replace(/^.*,\s/u, ""))));

/** True for "Nov 14", "Nov 14, 15" and "on 3 March". */
function endsWithDate(text: string, language: Language): boolean {
  const end = /(\p{L}[\p{L}\p{M}]*)\.?\s\p{N}{1,2}(?:(?:,|\sand|\s&)\s\p{N}{1,2})*$/u.exec(text);
  return end !== null && language.has("months", end[1]!);
}

/** Splits an enumeration into its clauses, without the "and" before the last one. */
export function splitItems(text: string, language: Language): string[] {
  return splitClauses(text, language).map((part, i) => (i === 0 ? part : stripAnd(part, language)));
}

export function stripAnd(part: string, language: Language): string {
  // "Plus $9" is the name of a plan, and "O masă costă 30 de lei" begins with an article.
  if (/^\p{Lu}/u.test(part)) return part;
  const and = language.leading("and", part);
  // Arabic joins its "and" to the next word.
  return and && /^\s/.test(part.slice(and.length)) ? part.slice(and.length).trim() : part;
}

const keptStop =
  /(?:^|[\s(.&])(?:\p{L}\.\p{L}|(?<=\p{L}\s)\p{Lu}|Co|Inc|Ltd|Corp|St|Str|Jr|Sr|max|min|Std|etc|usw)\.$|(?<!\p{N})(?:0?[1-9]|[12]\p{N}|3[01])\.(?:0?[1-9]|1[0-2])\.$/u;

/** Removes final punctuation that a separate line does not need. Keeps "!", "?" and "…" for tone. */
export function trimEnd(text: string): string {
  const clean = text.trim();
  // The longest ending with a stop that is kept is shorter.
  return (clean.endsWith(".") && keptStop.test(clean.slice(-12))) || clean.endsWith("…")
    ? clean
    : clean.replace(/[\s.,;:。，、；：｡।،-]+$/u, "");
}

/** Letters of Turkish, whose i keeps its dot as a capital. */
const turkish = /[ışğİ]/u;

/** Formats a separate line: trimmed, starting with a capital. Names such as "iPhone" and addresses are unchanged. */
export function toLine(text: string): string {
  const clean = trimEnd(text)
    .replace(/^[\s,;:，、；：،؛–—·•*>-]+(?=\S)/u, "")
    .replace(/^(["“„«「『'‘])([^"“”„«»「」『』]*)(["”“»」』'’])$/u, "$2")
    .replace(/\s+/g, " ")
    .trim();
  if (/^[\w-]+(?:\.[\w-]+)+(?:\/|$|\s)|^[\w.+-]+@\S/.test(clean)) return clean;
  return clean.replace(/^\p{Ll}(?=[\p{Ll}\s'’-])(?!\p{Ll}?\p{Lu})/u, (letter) =>
    letter === "i" && turkish.test(clean) ? "İ" : letter.toUpperCase(),
  );
}

const words = new Intl.Segmenter("und", { granularity: "word" });
/** Text in which a pattern finds the words of the segmenter, in a tenth of the time. */
const isPlain = /^[\n\x20-\x5e\x60-\x7e]*$/;
const plainWord = /[a-z\d]+(?:(?:(?<=[a-z])[.':](?=[a-z])|(?<=\d)[.,;'](?=\d))[a-z\d]+)*/gi;

/** Returns the number of words; in scripts without spaces, of two characters each. */
export function countWords(text: string): number {
  if (isPlain.test(text)) return text.match(plainWord)?.length ?? 0;
  if (/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u.test(text)) return Math.ceil(text.length / 2.5);
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count++;
  return count;
}

export const hasContent = (text: string): boolean => meaningful.test(text);
