/** Prices and discounts, and contact details that must stay whole. */
import type { Language } from "./languages/index";

// Digits are bounded, because a search reads a longer number again from each of its digits.
const AMOUNT = "\\p{Nd}{1,12}(?:[.,'’\\u202f ]\\p{Nd}{3})*(?:[.,]\\p{Nd}{1,2}|,-|,–)?";
const CODE =
  "EUR|USD|GBP|CHF|CAD|AUD|INR|JPY|BRL|MXN|SEK|NOK|DKK|PLN|AED|SAR|RUB|Euro|euros?|dollars?|pounds?|dólares|reais|rupees|kr|zł|Kč|Ft|lei|руб(?:\\.|лей|ля)?|円|元|块|원|د\\.إ|ريال|درهم|جنيه|दिनार|रुपये|रुपए|रु";
const price = new RegExp(
  `(?:(?:US|CA|AU|NZ|R|HK|S)?\\p{Sc}\\s?${AMOUNT}(?!\\p{Nd})|(?<!\\p{L})(?:EUR|USD|GBP|CHF|Rs\\.?|R\\$|AED|INR|kr\\.?)\\s?${AMOUNT}|${AMOUNT}\\s?(?:\\p{Sc}|(?:${CODE})(?!\\p{L})))(?:\\s?(?:\\/|per |pro |par |por |al |a |je )\\s?(?:month|mo|year|yr|week|day|night|person|hour|h|kg|g|100 ?g|Monat|Jahr|Woche|Tag|Nacht|Person|Stunde|mois|an|nuit|personne|mes|año|noche|persona|mese|anno|notte|mês|ano|noite|pessoa|mo\\.)(?!\\p{L}))?`,
  "giu",
);
/** "$5M", "€3 billion": not a price that anyone pays. */
const millions =
  /^\s?(?:k|m|mio|mrd|bn|b|million|millionen|billion|milliarden|millions|millones|milioni|milhões|млн|万|億|亿)(?![\p{L}])/iu;
const percent =
  /(?:[-–−]\s?)?\p{Nd}{1,3}(?:[.,]\p{Nd}+)?\s?[%٪％]|(?:[-–−]\s?)?[%٪]\s?\p{Nd}{1,3}|\p{Nd}(?:\.\p{Nd})?\s?折|\p{Nd}割引?/gu;
/** Words before an amount that is not the price. */
const notPaid =
  /(?:raised|raise|saved|save|saves|saving|earn(?:ed|s)?|made|make|makes|worth|revenue|funding|budget|donated|lost|over|above|sopra|oltre|from orders of|orders over|more than|mehr als|über|plus de|más de|più di|mais de|delivery|shipping|versand|livraison|envío|spedizione|frete|lieferung|win|gewinne?|gagnez|gana|cost(?:s)? (?:you )?(?:up to|over)|was|were|statt|früher|vorher|antes|instead of|au lieu de|en vez de|invece di|reg\.?|rrp|uvp|under|bonus|seit)\s*(?:up to\s|an?\s|of\s|us\s|ab\s|ab einem bestellwert von\s|dès\s|desde\s|da\s|a partir de\s|i\s|los\s|os\s|les\s)?\(?\s*$/iu;

/** Words before "13 pounds" that make it a price. Otherwise it is a weight. */
const pounds = /(?:only|just|for|from|costs?|now|at|price:?|pay|under|is)\s*$/iu;

/** "Free delivery over", "frete grátis acima de". */
const deliveredFrom =
  /(?:delivery|shipping|versand\p{L}*|livraison|envío|spedizione|consegna|frete|lieferung|entrega|верзения|доставка)\b[^.!?]{0,34}$/iu;

export interface Offer {
  /** Price or discount as written: "$29.99", "up to 70% off". */
  text: string;
  index: number;
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
  return findDiscount(text, language) ?? findPrice(text);
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
    if (millions.test(text.slice(match.index + match[0].length))) continue;
    const before = text.slice(Math.max(0, match.index - 40), match.index);
    if (notPaid.test(before) || deliveredFrom.test(before)) continue;
    if (/[+\p{N}]\s?$/u.test(before)) continue;
    if (/pounds?$/iu.test(match[0]) && !pounds.test(before)) continue;
    const tail = off.exec(text.slice(match.index + match[0].length))?.[0] ?? "";
    return { text: (match[0] + tail).trim(), index: match.index };
  }
  return undefined;
}

const url =
  /(?:https?:\/\/|www\.)[^\s,;!?»”"']+[^\s,;.!?»”"')]|(?<![\p{L}\p{N}@.])[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)*\.(?:com|net|org|io|app|co|de|at|ch|fr|es|it|pt|br|nl|be|uk|us|ca|eu|jp|in|ae|sa|ru|pl|se|no|dk|fi|ie|shop|store|dev|ai|me|tv|info|biz|online|site|studio|design|club|fit|health|travel|coffee|pizza|bio|link|cc|academy|email|agency|jobs|art|blog|cafe|care|mx|ar|cl|gg|ly|to|xyz|world|email|kitchen|restaurant|yoga|energy|today|life|live|eco|green|food|bar|school|training|photo|fashion|shoes|house|homes|properties|law|dental|clinic|vet|solar|tech|digital|cloud|software|farm|garden|gift|gifts|tours|hotel|events|party|wedding|social|video|media|news|plus|pro|one|team|work|works|company|services|solutions|consulting|coach|money|finance|land|place|city|earth|berlin|london|nyc|paris|hamburg|koeln|wien|cn|kr)(?:\/[^\s,;!?»”"')]*[^\s,;.!?»”"')])?(?![\p{L}\p{N}@])/giu;
const email = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/giu;
const phone =
  /(?<![\p{N}.,])(?:\+|00|\(?0|\(?1?\s?[(-]?[2-9]\p{N}{2}[)-])(?:[\s./()-]{0,2}\p{N}){6,13}(?![\p{N}%])|(?<!\p{N})[1-9]-\p{N}{3}-\p{N}{3}-\p{N}{4}|(?<![\p{N}-])\p{N}{3}-\p{N}{4}(?![\p{N}-])|(?<![\p{N}.,])[6-9]\p{N}{4}[ -]?\p{N}{5}(?![\p{N}%])/gu;
/** Finds URLs, email addresses and phone numbers in a text. */
export const findAddress = (text: string): string[] =>
  [email, url, phone].flatMap((pattern) => text.match(pattern) ?? []);

/** True if the text is little more than contact details. */
export function hasContact(text: string): boolean {
  return [email, url, phone].some((pattern) => text.match(pattern) !== null);
}
