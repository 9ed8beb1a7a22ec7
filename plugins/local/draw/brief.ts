import { asLine, findKeyword, shorten, splitClauses, splitSentences, trimClause } from "./brief/clauses";
import { takeFields } from "./brief/fields";
import { findMoods, isDirection, stripOrder, stripTail } from "./brief/instructions";
import { detectLanguage, isCall, languages } from "./brief/languages";
import { takeQuotes } from "./brief/quotes";

/** A stored product, persona, message, style or character. */
export interface BriefSource {
  name?: string | undefined;
  description?: string | undefined;
  body?: string | undefined;
  promptTemplate?: string | undefined;
}

export interface BriefInput {
  prompt: string;
  product?: BriefSource | undefined;
  persona?: BriefSource | undefined;
  messaging?: BriefSource | undefined;
  style?: BriefSource | undefined;
  character?: BriefSource | undefined;
}

/** Texts of a picture or video, in the prompt's language. Empty if there is nothing to say. */
export interface Brief {
  /** The headline, at most 9 words. */
  hook: string;
  /** At most 4 short lines. */
  points: string[];
  /** The call to action. Empty if none is given and the language is unknown. */
  cta: string;
  brand: string;
  /** The part of `hook` to stress, as it stands there; may be empty. */
  keyword: string;
  /** A price or a discount, as written: "50%", "$9.99". */
  offer: string;
  /** Words for the look: "luxury", "playful". */
  mood: string[];
  /** All texts together, for choosing colours and icons. */
  subject: string;
}

const HOOK = { words: 9, chars: 64 };
const POINT = { words: 7, chars: 46 };
const CALL = { words: 6, chars: 32 };

/** Reads a prompt, and what is stored beside it, as a brief. Never fails: any text gives some headline. */
export function briefFrom(input: BriefInput): Brief {
  const { prompt, product, messaging } = input;
  const { fields, rest } = takeFields(prompt.normalize("NFC"));
  const quotes = takeQuotes(rest);
  const language = detectLanguage(buildMessage(input));
  const short = (text: string, limit: { words: number; chars: number }) =>
    asLine(shorten(trimClause(text), limit.words, limit.chars, language));

  const brand = fields.brand ?? product?.name?.trim() ?? quotes.brand ?? brandIn(quotes.rest);
  const asked = splitLines(quotes.rest, language);
  const stored = [messaging?.body, product?.description].flatMap((text) => splitLines(text ?? "", language));
  const isCta = (line: string) => isCall(line, language) && line.length <= CALL.chars * 1.25;

  const hook =
    fields.hook ?? quotes.hook ?? findHook(asked, isCta) ?? findHook(stored, isCta) ?? (brand || prompt.trim());
  const calls = [...asked, ...stored].filter(isCta);
  const cta = fields.cta ?? quotes.cta ?? calls[0] ?? (language ? languages[language]!.call : "");
  const shortHook = short(hook, HOOK);
  const points = (fields.points ?? [...asked, ...stored].filter((line) => !calls.includes(line)))
    .filter((line) => line !== hook && !isNameOnly(line, brand))
    .map((line) => short(line, POINT))
    .filter((line) => line !== "" && !shortHook.toLowerCase().includes(line.toLowerCase()));

  const subject = [prompt, product?.name, product?.description, messaging?.body].filter(Boolean).join(" ");
  const looks = [input.style, input.persona, input.character].flatMap((s) => [
    s?.name,
    s?.description,
    s?.promptTemplate,
  ]);
  return {
    hook: shortHook,
    points: [...new Set(points)].slice(0, 4),
    cta: short(cta, CALL),
    brand: shorten(brand, 4, 28, language),
    keyword: findKeyword(shortHook, brand, language),
    offer: offerIn([shortHook, prompt, ...stored].join(" ")),
    mood: findMoods([prompt, ...looks.filter(Boolean)].join(" ")),
    subject,
  };
}

/** Text for the audience, used to detect the language. */
function buildMessage({ prompt, product, messaging }: BriefInput): string {
  const lines = splitSentences(prompt).map(stripOrder).join(" ");
  return lines || [messaging?.body, product?.description].filter(Boolean).join(" ") || prompt;
}

/** Splits long sentences into clauses and drops instructions to the designer. */
function splitLines(text: string, language: string | undefined): string[] {
  return splitSentences(text)
    .map(stripOrder)
    .flatMap((sentence) => (isOneLine(sentence, language) ? [sentence] : splitClauses(sentence)))
    .filter((line) => line !== "" && !splitClauses(line).every(isDirection))
    .map((line) => trimClause(stripTail(line)))
    .filter((line) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(line));
}

function isOneLine(sentence: string, language: string | undefined): boolean {
  return !/[:：]\s/u.test(sentence) && sentence === shorten(sentence, 5, 36, language);
}

function findHook(lines: readonly string[], isCta: (line: string) => boolean): string | undefined {
  return lines.find((line) => !isCta(line)) ?? lines[0];
}

function isNameOnly(line: string, brand: string): boolean {
  return brand !== "" && line.toLowerCase() === brand.toLowerCase();
}

const notBrands =
  /^(?:Instagram|TikTok|YouTube|Facebook|LinkedIn|Christmas|Black Friday|Valentine|Easter|Halloween|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Gen Z|The|A|An|My|Our|I)\b/u;

/** "by Nightowl", "introducing Lumé Glow", or "Nightowl: …" at the start. */
function brandIn(text: string): string {
  const introduced =
    /\b(?:by|from|introducing|meet|at|von|chez|presents?)\s+((?:\p{Lu}[\p{L}\p{N}&'’-]*\s?){1,3})/u.exec(text)?.[1];
  const leading = /^((?:\p{Lu}[\p{L}\p{N}&'’-]*\s?){1,2})(?::\s|\s[–—-]\s)/u.exec(text)?.[1];
  const name = (introduced ?? leading ?? "").trim();
  return notBrands.test(name) ? "" : name;
}

const reduced =
  /off|sale|save|discount|deal|up to|rabatt|reduziert|sparen|bis zu|soldes|réduction|remise|jusqu|descuento|rebaja|hasta|oferta|sconto|saldi|fino|desconto|até|korting|скидк|オフ|割引|引き|最大|할인|최대|折|优惠|خصم|تخفيض|הנחה/iu;

/** Finds the first discount or price. A percentage needs a discount word beside it: "100% cotton" does not count. */
function offerIn(text: string): string {
  const percents = [...text.matchAll(/([-–−]\s?)?\d{1,3}(?:[.,]\d+)?\s?[%٪％]/gu)];
  const percent = percents.find(
    (match) => match[1] || reduced.test(text.slice(Math.max(0, match.index - 16), match.index + 20)),
  );
  const price = /\p{Sc}\s?\d+(?:[.,]\d+)*|\d+(?:[.,]\d+)*\s?(?:\p{Sc}|CHF|kr|zł|円|元|원)(?!\p{L})/u.exec(text);
  return ((percent ?? price)?.[0] ?? "").replace(/\s/g, "");
}
