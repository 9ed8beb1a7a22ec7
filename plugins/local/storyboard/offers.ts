/** Prices and discounts. */
import type { Price } from "vireo/slots/storyboard";
import { linkWord } from "./languages/facts";
import type { Language } from "./languages/index";
import { toNumber } from "./rows";

// Digits are bounded, because a search reads a longer number again from each of its digits.
const SCALE =
  "(?:\\s?(?:juta|jt|ribu|rb|triệu|tr|lakh|crore|लाख|करोड़|हज़ार|mil|tys\\.?|tis\\.?|bin|milyon|тыс\\.?|ล้าน|แสน|หมื่น|ألف|אלף)(?!\\p{L}))?";
/** Thousands and ten thousands of Korean, Chinese and Japanese: "2만2천원". */
const MYRIADS = "(?:\\p{Nd}{1,4}[만萬万]\\s?)?(?:\\p{Nd}[천千]\\s?)?";
const AMOUNT = `${MYRIADS}\\p{Nd}{1,12}(?:[.,'’\\u202f ]\\p{Nd}{3})*(?:[.,]\\p{Nd}{1,2}|,-|,–)?${SCALE}`;
/** "$19-23", and "16 / 10 €" for two kinds of visitors. */
const AMOUNTS = `${AMOUNT}(?:(?:[-–—]|\\s\\/\\s)${AMOUNT})?`;
const CODE =
  "EUR|USD|GBP|CHF|CAD|AUD|INR|JPY|BRL|MXN|SEK|NOK|DKK|PLN|AED|SAR|RUB|Euro|euros?|dollars?|pounds?|dólares|reais|rupees|kr|zł|Kč|Ft|lei|TL|грн|ש[\\x22״'’]?ח|שקל(?:ים)?|руб(?:\\.|лей|ля)?|บาท|đ|د\\.إ|ريال|درهم|جنيه|दिनार|रुपये|रुपए|रु";
/** Currencies of scripts in which the next word follows without a space. */
const EAST = "[万萬千만천]?\\s?(?:日?[円圓元块원])";
const PER =
  "\\s?(?:\\/\\s?(?:\\p{Nd}{1,4}\\s?)?\\p{L}{1,12}[²³]?(?![\\p{L}\\/])|(?:per|pro|par|por|al|alla|a|an|je|la|за|на)\\s(?:100 ?g|(?:month|year|yr|week|day|night|person|hour|piece|head|child|class|session|ticket|seat|visit|room|table|couple|family|group|team|user|bottle|glass|pack|box|lesson|treatment|ride|guest|pet|dog|cat|car|bike|kg|g|lb|Monat|Jahr|Woche|Tag|Nacht|Person|Stunde|Stück|Besuch|Zimmer|Kind|Paar|Team|Flasche|Glas|Fahrt|Termin|mois|an|nuit|personne|heure|pièce|visite|séance|cours|enfant|couple|chambre|mes|año|noche|persona|hora|visita|clase|sesión|niñ[oa]|pareja|habitación|mese|anno|notte|ora|lezione|bambin[oa]|coppia|camera|mês|ano|noite|pessoa|maand|jaar|nacht|persoon|uur|bezoek|les|kamer|месяц|мес|год|ночь|час|чел)\\.?(?!\\p{L}))|\\s(?:i (?:timmen|timen|månaden|måneden|veckan)|each|apiece|cada|chacune?|(?:la )?pièce|cadauno|p(?:er|ro) (?:stuk|st)|szt)(?=\\.?\\s*(?:[,;!)–—]|\\.?$)))";
const price = new RegExp(
  `(?:(?:US|CA|AU|NZ|NT|R|HK|S)?\\p{Sc}\\s?${AMOUNTS}(?!\\p{Nd})|(?<!\\p{L})(?:EUR|USD|GBP|CHF|Rp|Rs\\.?|R\\$|AED|INR|kr\\.?)\\s?${AMOUNTS}|${AMOUNTS}\\s?(?:\\p{Sc}(?!\\p{Nd})|${EAST}|(?:${CODE})(?!\\p{L})))(?<per>${PER})?`,
  "giu",
);
/** "$5M", "€3 billion": not a price that anyone pays. */
const millions =
  /^\s?(?:k|m|mio|mrd|bn|b|million|millionen|billion|milliarden|millions|millones|milioni|milhões|млн|万|億|亿)(?![\p{L}])/iu;
const percent =
  /(?:[-–−]\s?)?\p{Nd}{1,3}(?:[.,]\p{Nd}+)?\s?[%٪％]|(?:[-–−]\s?)?[%٪]\s?\p{Nd}{1,3}|\p{Nd}(?:\.\p{Nd})?\s?折|\p{Nd}割引?/gu;
/** Words before an amount that is not the price. */
const notPaid =
  /(?:raised|raise|saved|save|saves|saving|earn(?:ed|s)?|made|make|makes|worth|revenue|funding|budget|donated|lost|over|above|sopra|oltre|from orders of|orders over|more than|mehr als|über|plus de|más de|più di|mais de|delivery|shipping|versand|livraison|envío|spedizione|frete|lieferung|win|gewinne?|gagnez|gana|cost(?:s)? (?:you )?(?:up to|over)|was|were|statt|früher|vorher|antes|instead of|au lieu de|en vez de|invece di|reg\.?|rrp|uvp|under|bonus|seit|(?:superior|mayor)(?:es)? a|m[ií]nim[oa](?: de)?|minimum(?: of| de)?|min\.|mindestens|supérieure?s? à|boven|över|ponad|powyżej|свыше|более|больше|понад|більше|فوق|أكثر من|تزيد عن|يتجاوز|מעל|满|滿)\s*(?:up to\s|an?\s|of\s|us\s|ab\s|ab einem bestellwert von\s|dès\s|desde\s|da\s|a partir de\s|i\s|los\s|os\s|les\s)?\(?\s*$/iu;

/** An age before a price: "Kids under 10 £18". */
const ofAge =
  /(?:under|over|aged?|up to|unter|über|ab|bis|moins de|menores de|hasta|sotto i|onder de|tot|do|до)\s\p{N}{1,2}\s$/iu;

/** Words behind such an amount: "150 TL üzeri siparişlerde". */
const orMore =
  /^\s?(?:(?:ve )?(?:üzeri|üstü)|이상|以上|से (?:ऊपर|ज़्यादा|अधिक)|ke atas|trở lên|ขึ้นไป|فأكثر|وما فوق|and (?:over|above)|or (?:more|over)|oder mehr|et plus|o más|e oltre|ou mais|of meer)/iu;

/** Words before "13 pounds" that make it a price. Otherwise it is a weight. */
const pounds = /(?:only|just|for|from|costs?|now|at|price:?|pay|under|is)\s*$/iu;

/** "Free delivery over", "frete grátis acima de". */
const deliveredFrom =
  /(?:delivery|shipping|versand\p{L}*|livraison|envío|spedizione|consegna|frete|lieferung|entrega|верзения|доставка)\b[^.!?]{0,34}$/iu;

/** True for the amount of an order, a prize or a delivery, which nobody pays. */
const isUnpaid = (before: string, after: string): boolean =>
  notPaid.test(before) || deliveredFrom.test(before) || orMore.test(after);

export interface Offer {
  /** Price or discount as written: "$29.99", "up to 70% off". */
  text: string;
  index: number;
}

/** Former and new price, a range, or a price with its unit, and where they are in their sentence. */
export interface FoundPrice {
  price: Price;
  start: number;
  end: number;
}

/** Words before a former price, at the end of the text before it. */
const wasLead =
  /(?:^|[\s(,;:–—])(\(?(?:was|were|instead of|previously|before|normally|usually|reg(?:ular(?:ly)?|\.)?(?: price)?|rrp|list price|worth|statt|anstatt|früher|vorher|bisher|uvp|sonst|au lieu de|avant|ancien prix|en vez de|en lugar de|antes|precio anterior|invece di|anziché|prima|em vez de|de|from|von|van|od|från|in plaats van|voor|zamiast|вместо|было|раньше|от|с|замість|במקום|بدل(?:ا|اً|ًا)?(?:\sمن)?|كان(?:ت)?|بعد أن كان|السعر السابق|بعد ما كان)):?\s*$|((?:通常価格|通常|定価|原价|原價|정가|기존)[:：]?\s*)$/iu;
/** Words after a former price, in languages that put them there: "450 TL yerine 380 TL". */
const wasTail =
  /^\s?(?:yerine|helyett|sijaan|asemesta|대신|(?:の)?ところ(?:を)?|の代わりに|की जगह|के बजाय|के बदले)(?![\p{Script=Latin}])/iu;
/** Words before a new price, at the end of the text before it. */
const nowLead =
  /(?:^|[\s(,;:–—→>])((?:(?:now|today|only|just|for|to|at|jetzt|nur|heute|für|auf|nun|noch|ahora|hoy|solo|sólo|por|a|à|maintenant|seulement|pour|ora|oggi|soli|solo|agora|só|apenas|hoje|por|nu|voor|naar|teraz|tylko|do|сейчас|теперь|за|всего|стало|до|şimdi|sadece|و?الآن|فقط|רק|עכשיו|כעת)\s?){1,2}:?)\s*$|((?:今なら|現在|特価|特別価格|现价|現價|今だけ|지금|할인가)[:：]?\s*)$/iu;
const arrow = /^\s*(?:[→➡⇒»]\ufe0f?|[-=]>)\s*(.*)$/u;
const dash = /^\s*[-–—~〜～]\s*$/u;
const until = /^\s+((?:to|and|bis|und|à|a|et|al|y|hasta|fino a|e|do|до|até|tot|en|til|till)\s+)$/iu;
const from = /(?:^|[\s(,;:])((?:from|between|von|zwischen|ab|de|entre|desde|da|tra|van|tussen|od|от|från|fra)\s+)$/iu;

interface Amount {
  start: number;
  end: number;
  /** With its currency, without its unit. */
  text: string;
  per: string;
  value: number;
}

/** A price has a figure, and most texts have none. */
const figure = /\p{Nd}/u;

function listAmounts(text: string): Amount[] {
  if (!figure.test(text)) return [];
  return Array.from(text.matchAll(price), (match): Amount => {
    const { per = "" } = match.groups ?? {};
    const amount = match[0].slice(0, match[0].length - per.length).trimEnd();
    return {
      start: match.index,
      end: match.index + match[0].length,
      text: amount,
      per: per.trim(),
      value: toNumber(amount) ?? 0,
    };
  }).filter(({ end }) => !millions.test(text.slice(end)));
}

const leadOf = (pattern: RegExp, text: string): string => {
  const match = pattern.exec(text);
  return (match?.[1] ?? match?.[2] ?? "").trim();
};
/** Words that only connect two prices, like an arrow. */
const connector = /^(?:de|da|od|от|с|a|à|al|to|na|do|до|за|på)$/iu;
const joinLead = (lead: string, amount: string, isPair = false): string => {
  const words = isPair && connector.test(lead.trim()) ? "" : lead.replace(/^\(/u, "");
  return words === "" ? amount : `${words}${/[\p{scx=Han}\p{scx=Hiragana}]$/u.test(words) ? "" : " "}${amount}`;
};

/** Finds a former and a new price, a range, or a price per unit. */
export function findStructuredPrice(text: string): FoundPrice | undefined {
  const [a, b, c] = listAmounts(text);
  if (!a || c) return undefined;
  const before = text.slice(0, a.start);
  return b ? findPair(text, before, a, b) : findUnit(text, before, a);
}

function findUnit(text: string, before: string, { per, text: amount, start, end }: Amount): FoundPrice | undefined {
  if (per === "" || isUnpaid(before, text.slice(end))) return undefined;
  const lead = leadOf(from, before) || leadOf(nowLead, before);
  const at = lead === "" ? start : text.lastIndexOf(lead, start);
  return { price: { [from.test(before) ? "from" : "now"]: joinLead(lead, amount), per }, start: at, end };
}

function findPair(text: string, before: string, a: Amount, b: Amount): FoundPrice | undefined {
  const between = text.slice(a.end, b.start);
  if (between.length > 24) return undefined;
  // "$10/day – $60/week" and "€5 – £4" are two prices.
  const currencies = [a, b].map(({ text: amount }) => amount.replace(/[^\p{L}\p{Sc}]/gu, "").toLowerCase());
  if ((a.per !== "" && b.per !== "" && a.per !== b.per) || currencies[0] !== currencies[1]) return undefined;
  const per = b.per || a.per;
  const found = (price: Price, lead: string): FoundPrice => ({
    price: { ...price, ...(per === "" ? {} : { per }) },
    start: lead === "" ? a.start : text.lastIndexOf(lead, a.start),
    end: b.end + (/^\)/u.test(text.slice(b.end)) ? 1 : 0),
  });
  const pointed = arrow.exec(between);
  const was = leadOf(wasLead, before);
  if (pointed && (pointed[1] === "" || nowLead.test(` ${pointed[1]}`)))
    return found({ was: joinLead(was, a.text, true), now: joinLead(pointed[1]!, b.text, true) }, was);
  const word = until.exec(between)?.[1] ?? "";
  if (a.value < b.value && (dash.test(between) || word !== "") && !notPaid.test(before)) {
    const lead = leadOf(from, before);
    return found({ from: joinLead(lead, a.text), to: joinLead(word.trim(), b.text) }, lead);
  }
  if (a.value > b.value) {
    const tail = wasTail.exec(between)?.[0] ?? "";
    const after = between.slice(tail.length);
    const lead = leadOf(nowLead, after);
    const rest = lead === "" ? after : after.slice(0, after.lastIndexOf(lead));
    const isApart = /^[\s,;:.()–—|/-]*$/u.test(rest);
    const isBare = was + tail + lead === "" && !/^\s*\|?\s*$/u.test(between);
    return isApart && !isBare
      ? found({ was: joinLead(was, a.text + tail, true), now: joinLead(lead, b.text, true) }, was)
      : undefined;
  }
  const former = leadOf(wasLead, between);
  if (former === "" || !/^[\s,;:.(，、；：（–—-]*$/u.test(between.slice(0, between.lastIndexOf(former))))
    return undefined;
  const lead = leadOf(nowLead, before);
  return found({ was: joinLead(former, b.text), now: joinLead(lead, a.text, true) }, lead);
}

/** Words of a label, without a mark. */
const shortLabel = /^\p{L}[\p{L}\p{M}'’-]*(?: [\p{L}\p{M}'’-]+){0,2}$/u;
/** Words of a range: "entre 20 € et 30 €". */
const ofRange =
  /^(?:and|und|et|y|e|en|i|и|between|zwischen|entre|tra|między|между|from|von|de|da|od|от|to|bis|à|a|al|do|до|tot|till|til)(?!\p{L})/iu;

/** Splits prices in a row: "$14 adults $7 kids". Undefined if there are none, or they belong together: "was $79 now $49". */
export function splitPriced(text: string): string[] | undefined {
  const line = text.trim().replace(/\.$/u, "");
  const amounts = listAmounts(line);
  const isFirst = amounts[0]?.start === 0;
  const isLast = amounts.at(-1)?.end === line.length;
  if (amounts.length < 2 || isFirst === isLast) return undefined;
  const parts = amounts.map(({ start, end }, at) => {
    const label = isFirst ? line.slice(end, amounts[at + 1]?.start) : line.slice(amounts[at - 1]?.end ?? 0, start);
    const row = isFirst ? line.slice(start, amounts[at + 1]?.start) : line.slice(amounts[at - 1]?.end ?? 0, end);
    return { row: row.trim(), label: label.trim() };
  });
  const isPriced = ({ label }: { label: string }) =>
    shortLabel.test(label) && !linkWord.test(label) && !ofRange.test(label);
  return parts.every(isPriced) ? parts.map(({ row }) => row) : undefined;
}

/** Splits a price into the words before its figure, the figure with its currency, and the words after it. */
export function splitPrice(text: string): { lead: string; figure: string; tail: string } {
  const [match] = [...text.matchAll(price), ...text.matchAll(percent)];
  if (!match) return { lead: "", figure: text, tail: "" };
  const length = match[0].length - (match.groups?.per?.length ?? 0);
  const end = match.index + length;
  return {
    lead: text.slice(0, match.index).trim(),
    figure: match[0].slice(0, length).trim(),
    tail: text.slice(end).trim(),
  };
}

const upTo = /(?:up to|bis zu|jusqu['’]à|hasta(?: un)?|fino al?|até|tot|до|最大|حتى|upto)\s*$/iu;
const off =
  /^\s*(?:off|de réduction|de remise|de descuento|di sconto|de desconto|rabatt|korting|скидки|オフ|OFF|引き|割引|할인|की छूट|छूट|discount|reduziert|günstiger|de moins|menos|less)(?![\p{L}])/iu;
const offEast = /^\s*(?:オフ|引き|割引|할인|OFF)/u;

/**
 * Finds the first price or discount of a text. A percentage only counts next to a word for discounts, so "100% cotton"
 * does not.
 */
export function findOffer(text: string, language: Language): Offer | undefined {
  return figure.test(text) ? (findDiscount(text, language) ?? findPrice(text)) : undefined;
}

function findDiscount(text: string, language: Language): Offer | undefined {
  for (const match of text.matchAll(percent)) {
    const start = match.index;
    const end = start + match[0].length;
    const around = `${text.slice(Math.max(0, start - 22), start)} ${text.slice(end, end + 22)}`;
    const isSigned = /^[-–−]/.test(match[0]) && !/\p{Nd}\s?$/u.test(text.slice(0, start));
    if (!isSigned && !/折|割/.test(match[0]) && !language.has("discount", around)) continue;
    const before = upTo.exec(text.slice(0, start))?.[0] ?? "";
    const after = (off.exec(text.slice(end)) ?? offEast.exec(text.slice(end)))?.[0] ?? "";
    return { text: text.slice(start - before.length, end + after.length).trim(), index: start - before.length };
  }
  return undefined;
}

function findPrice(text: string): Offer | undefined {
  for (const match of text.matchAll(price)) {
    const after = text.slice(match.index + match[0].length);
    const before = text.slice(Math.max(0, match.index - 40), match.index);
    if (millions.test(after) || isUnpaid(before, after)) continue;
    if (/[+\p{N}]\s?$/u.test(before) && !ofAge.test(before)) continue;
    if (/pounds?$/iu.test(match[0]) && !pounds.test(before)) continue;
    const tail = off.exec(after)?.[0] ?? "";
    return { text: (match[0] + tail).trim(), index: match.index };
  }
  return undefined;
}
