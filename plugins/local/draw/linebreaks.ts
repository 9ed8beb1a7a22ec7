import { MONTHS } from "#plugins/local/storyboard/languages/index";

/** A piece of text that is not broken across lines, and whether a space precedes it. */
export interface Piece {
  text: string;
  spaced: boolean;
}

const words = new Intl.Segmenter("und", { granularity: "word" });
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Scripts written without spaces between words. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
/**
 * Characters that must not start a line: closing punctuation and Japanese marks that belong to the preceding syllable.
 */
const notFirst = /^[\p{Pe}\p{Pf}\p{Po}ーゝゞ々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ\p{M}％℃~～…]/u;
/** Particles and endings, which belong to the preceding word. */
const particle = /^\p{Script=Hiragana}{1,2}$/u;
const notLast = /[\p{Ps}\p{Pi}¿¡$€£¥₩₹#＃@]$/u;

/** Returns the user-perceived characters of a text. */
export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Matches URLs and email addresses, which are kept together. */
const isAddress = /^[\w-]+(?:\.[\w-]+)+(?:\/|$)|:\/\/|^[\w.+-]+@[\w-]+\.[\w.-]+/;

/** Matches the rest of a long URL after its domain. */
const breakAddress = (address: string): string[] =>
  address.length > LONGEST_ADDRESS && !address.includes("://")
    ? address.split(/(?<=[^/]{4}\/)(?=[^/]{3})/u)
    : [address];
const LONGEST_ADDRESS = 18;

/** Marks where a line may end inside of an address: before its @, after a slash, or before the last dot. */
export const openAddresses = (text: string): string =>
  text
    .split(/(\s+)/)
    .map((chunk) =>
      isAddress.test(chunk)
        ? chunk.replace(/(?<=[\w.-]{4})(?=@)|(?<=[^/]{4}\/)(?=[^/]{4})|(?<=^[^@]*\w{4})(?=\.\w{5,}(?:\/|$))/gu, BREAK)
        : chunk,
    )
    .join("");
/** A space without width. */
const BREAK = "\u200b";

/** Matches phone numbers, which are kept together up to a length that fits on a line. */
const phone = /(?<![\p{L}\p{N}.,])\+?\(?\p{N}{1,5}\)?(?:[ -]\p{N}{2,7}){1,5}(?![\p{L}\p{N}%])/gu;
const LONGEST_PHONE = 16;
const holdTogether = (number: string): string =>
  number.length <= LONGEST_PHONE && number.replace(/\D/gu, "").length >= 7 ? number.replaceAll(" ", "\u00a0") : number;

const UNITS =
  "[%‰°]|[kKMGT]B|[kcmdµ]?[glm]|[kcm]?m[²³]|[kMG]?Wh?|kcal|cc|cm|mm|km|kg|mg|ml|cl|oz|lbs?|ft|px|pm|am|PM|AM|p\\.m|a\\.m|h|hrs?|mins?|sec|Uhr|EUR|USD|GBP|CHF|PLN|TL|kr|zł|Kč|Ft|lei|LEI|ZŁ|KČ|KR|FT|UHR|din|лв|руб|грн|ريال|درهم|دينار|جنيه|صباح[اً]*|مساء[اً]*|บาท|น|원|円|元|" +
  "millions?|billions?|thousand|Mio\\.?|Mrd\\.?|Millionen|milhões|millones|milioni|mln|tys\\.?|тыс\\.?|млн|" +
  "(?:day|night|week|month|year|hour|minute|second)s?|Tagen?|Wochen?|Stunden?|Minuten?|jours?|heures?|días?|horas?|giorni|ore|dias?";

/** Pairs of words that stay on one line. */
const pairs: readonly RegExp[] = [
  // A number and its unit or currency.
  new RegExp(`(?<=[\\p{N}½¼¾]) (?=(?:\\p{Sc}|(?:${UNITS})(?![\\p{L}\\p{N}])))`, "gu"),
  /(?<=(?:^|\s)(?:\p{Sc}|R\$|[CA]\$|EUR|USD|GBP|CHF|AED|Rp|Rs\.?|kr|No\.|Nr\.|nº)) (?=\p{N})/giu,
  // "4 pm CET"
  /(?<=\p{N}{1,2}(?::\p{N}{2})?(?:[ \u00a0]?[ap]\.?m\.?)?) (?=(?:[CEW]E?S?T|GMT|UTC|BST|IST|JST|[EMP][SD]?T)(?!\p{L}))/gu,
  // "7 h 30"
  /(?<=\p{N}[ \u00a0]h) (?=\p{N}{2}(?!\p{N}))/gu,
  // "Salt & Stone"
  /(?<=(?<!\p{L})\p{L}{1,4}) (?=[&+] \p{L}{3})/gu,
  /(?<=[ \u00a0][&+]) (?=\p{L}{3})/gu,
  // A day and its month, in either order.
  new RegExp(
    `(?<=(?:^|[^\\p{N}])\\p{N}{1,2}(?:\\.|st|nd|rd|th|º|er)?(?: de)?) (?=(?:de )?(?:${MONTHS}|mär|okt|dez)(?!\\p{L}))`,
    "giu",
  ),
  new RegExp(`(?<=(?<!\\p{L})(?:${MONTHS})\\.?) (?=\\p{N}{1,2}(?:st|nd|rd|th)?(?![\\p{N}:]))`, "giu"),
  // A title and the name, an abbreviation and its street.
  /(?<=(?:^|[\s(“„"])\p{L}{1,4}\.) (?=\p{Lu})/gu,
  // A street and its number.
  /(?<=\p{L}{3}[.,]?) (?=\p{N}{1,4}\p{L}?(?:$|,\s))/gu,
  // "Route 9", "Hall 3"
  /(?<=(?:^|[\s(])(?:route|highway|gate|room|suite|unit|hall|floor|level|platform|studio|raum|halle|tor|etage|sala|salle|porte|зал)) (?=\p{N}{1,4}(?!\p{N}))/giu,
  // A postal code and its town.
  /(?<=(?:^|,\s)\p{N}{4,5}) (?=\p{Lu}\p{Ll})/gu,
  /(?<=(?:^|,\s|\sat\s)\p{N}{1,4}\p{L}?) (?=\p{Lu}\p{Ll}+\s\p{Lu})/gu,
  /(?<=\p{N}{1,4}) (?=(?:rue|avenue|av|boulevard|bd|place|quai|chemin|allée|route)\.?\s)/giu,
];

/** Joins the words of pairs with spaces that do not break. */
export const keepPairs = (text: string): string => pairs.reduce((joined, pair) => joined.replace(pair, "\u00a0"), text);

/** Splits one paragraph into pieces: at spaces, after hyphens, and between the words of scripts without spaces. */
export function splitPieces(text: string): Piece[] {
  return (
    keepPairs(text)
      .replace(phone, holdTogether)
      // A dash never begins a line.
      .replace(/(?<=\S) (?=[–—-]\s)/gu, "\u00a0")
      .split(/(?:(?!\u00a0)\s)+/u)
      .filter(Boolean)
      .flatMap((chunk) => {
        const parts = unspaced.test(chunk)
          ? splitUnspaced(chunk)
          : chunk.includes(BREAK)
            ? chunk.split(BREAK)
            : isAddress.test(chunk)
              ? breakAddress(chunk)
              : chunk.split(/(?<=\p{L}{5}[-‐/–—])(?=\p{L}{5})|(?<=\p{L}[/—])(?=\p{L}{2})/u);
        return parts.map((part, i) => ({ text: part, spaced: i === 0 }));
      })
  );
}

/** A short text on its own is one word, such as 奶茶店 or 夏セール. */
const SHORT_TEXT = 4;

function splitUnspaced(chunk: string): string[] {
  if (chunk.length <= SHORT_TEXT) return [chunk];
  const parts: string[] = [];
  const segments = Array.from(words.segment(chunk), ({ segment }) => segment);
  for (const [i, segment] of segments.entries()) {
    // Only a wrong split, of a word that the dictionary lacks, is followed by a Thai vowel: งา + นคร + าฟต์.
    if (/^[ะาำๅ]/u.test(segment)) {
      parts.push(parts.splice(-2).join("") + segment);
      continue;
    }
    const last = parts.at(-1);
    // The polite prefix of the next word looks like a particle.
    const opens = /^[おご]$/u.test(segment) && /^\p{scx=Han}/u.test(segments[i + 1] ?? "");
    const glued =
      last !== undefined &&
      !opens &&
      (notFirst.test(segment) ||
        last.endsWith("\u00a0") ||
        particle.test(segment) ||
        notLast.test(last) ||
        bothSpaced(last, segment) ||
        isOneWord(last, segment));
    if (glued) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

/** Characters that belong to the following or the preceding word: 新発売, 京都産, お試し. */
const prefix = /(?:^|[^\p{scx=Han}])(?:[新再超最初未非無全各毎御]|お|ご)$|午[前後]$|第\p{N}*$/u;
const suffix = /^[産製用的性化感円年月日回個名様中式系等品分秒時]/u;
/** A character alone, which is part of the word before or after it: 陶器市, 大歓迎. Chinese has such words of their own. */
const single =
  /^(?![一二三四五六七八九十在和与從从到把被用為为是有不很都也就请請让讓给給向对對我你他来去买買吃喝送仅僅只满滿减])\p{Script=Han}$/u;
/** A verb before a noun, and a noun whose first sound has changed: 焼き菓子, 味噌づくり. */
const stem = /^\p{Script=Han}{1,2}[きぎしちみびりけげれめべえ]$/u;
const voiced = /^[がぎぐげござじずぜぞだぢづでどばびぶべぼ]\p{Script=Hiragana}{2}/u;
/** Maximum number of characters that are kept together, so that others still fit on the line. */
const LONGEST_WORD = 9;

/** True if a dictionary has split a Japanese word in two. */
function isOneWord(a: string, b: string): boolean {
  if (a.length + b.length > LONGEST_WORD) return false;
  const katakana = /[\p{Script=Katakana}ー]$/u.test(a) && /^[\p{Script=Katakana}ー]/u.test(b);
  return (
    katakana ||
    // "12月" and "31日"
    (/\p{N}月$/u.test(a) && /^\p{N}/u.test(b)) ||
    (prefix.test(a) && /^[\p{scx=Han}\p{scx=Hiragana}\p{N}]/u.test(b)) ||
    (/\p{Script=Han}$/u.test(a) && (single.test(b) || voiced.test(b))) ||
    ((single.test(a) || /^[一二三四五六七八九十]$/u.test(a)) && /^\p{Script=Han}/u.test(b)) ||
    (stem.test(a) && /^\p{Script=Han}{2}/u.test(b)) ||
    (suffix.test(b) && /[\p{scx=Han}\p{N}]$/u.test(a) && b.length <= 2)
  );
}

/** Keeps Latin words, digits and symbols inside such a text together: "50%", "Wi-Fi". */
function bothSpaced(a: string, b: string): boolean {
  return !unspaced.test(a) && !unspaced.test(b);
}

/** Breaks a piece that is wider than a line into smaller parts, with hyphens in alphabets that use them. */
export function breakPiece(piece: Piece, fits: (text: string) => boolean): Piece[] {
  const hyphen = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.test(piece.text) ? "-" : "";
  const parts: string[] = [];
  let part = "";
  for (const grapheme of splitGraphemes(piece.text)) {
    if (part && !fits(part + grapheme + hyphen)) {
      parts.push(part + hyphen);
      part = "";
    }
    part += grapheme;
  }
  parts.push(part);
  return parts.map((text, i) => ({ text, spaced: i === 0 && piece.spaced }));
}
