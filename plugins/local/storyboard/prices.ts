/** Makes scenes of sentences with prices and discounts: the figure in a badge, the other words beside it. */
import type { Scene } from "vireo/slots/storyboard";
import { joining } from "../prompt/subjects";
import type { Item } from "./items";
import { currency } from "./languages/facts";
import type { Language } from "./languages/index";
import { findOffer, findStructuredPrice } from "./offers";
import { LONGEST } from "./split";
import { countWords, toLine } from "./text";
import { countSigns } from "./timing";

/** Words before a price that belong to it: "from £35", "save 20%". */
const pricePrefix =
  /(?<![\p{L}\p{M}])(?:(?:al|schon|bereits|già|déjà|ya|já|już|уже|redan)\s)?(?:(?:prices?\s)?from|starting (?:at|from)|up to|bis(?: zu)?|max\.?|jusqu['’]à|hasta|fino a|até|tot|save|ab|dès|à partir de|desde|a partire da|da|a partir de|vanaf|fra|från|od|від|от|mulai(?: dari)?|từ|de la|από|spare|sparen sie|économisez|ahorra|risparmia|poupe|rabatt|sconto|descuento|remise|desconto|скидка|خصم|تخفيض|من|ابتداءً? من|بدءًا من|تبدأ من|(?<!\p{Nd}|(?:of|with|von|mit|de|di|van|med)\s)(?:\p{Nd}{1,3}|two|three|zwei|drei|deux|trois|dos|tres|due|tre|dois|duas|três|twee|drie)\s?(?:x|×|for|für|por|pour|per|voor|för|za|за))\s$|(?:^|\s)(?:החל\s)?[מב]-$|(?:月額?|年額?|一人|每月|每人|每位|人均|월)$/iu;
/** Words before a price that have no meaning without it: "now €79". */
const priceLead =
  /(?:^|[\s,:–—-]+)(?:now|today|only|just|for|at|for (?:only|just)|now only|jetzt|jetzt nur|nur|für|für nur|heute|solo|sólo|ahora|por(?: solo)?|pour|seulement|maintenant|per|ora|soltanto|a soli|só|agora|por apenas|voor|slechts|maar|nu|för|endast|bara|kun|za|tylko|tylko za|jen|jen za|pouze|doar|numai|только|сейчас|всего|за|за всего|лише|лише за|тільки|sadece|yalnızca|cuma|hanya|seharga|chỉ|giá|chỉ với|với giá|सिर्फ|मात्र|केवल|فقط|بسعر|بـ|רק|במחיר|μόνο|단|단돈)$/iu;
/** Words that connect a product and its price: "backpacks with", "mochilas com". */
const priceLink = /\s(?:with|at|mit|avec|con|com|a|à|met|с|со)$/iu;
/** Words before a price that continue without it: "Only … this week", "Tickets … at the door". */
const openLead = /(?:^|,\s)(?:only|just|nur|solo|sólo|seulement|soltanto|só|только|now only|jetzt nur)$/iu;
const goesOn =
  /^(?:this|these|until|till|at|on|via|through|in|per|diese[nrsm]?|bis|bei|an|auf|unter|im|ce(?:tte)?|jusqu|chez|sur|est[ea]|hasta|en|quest[oaie]|fino|presso|su|até|n[oa]|em|deze|tot|bij|op|до|в|на|حتى)(?![\p{L}\p{M}])/iu;
/** Introduces a former price: "statt 30 €", "(was $45)". */
const formerPrice =
  /^\(?(?:was|were|instead of|reg(?:ular(?:ly)?)?\.?|rrp|statt|früher|vorher|uvp|au lieu de|avant|en vez de|antes|invece di|anziché|prima|em vez de|de|in plaats van|was|zamiast|вместо|замість|yerine|بدل|بدلا من|原价|通常|정가)(?!\p{L})/iu;
/** Abbreviations behind a price that belong to it. */
const priceTail =
  /^(?:warm|kalt|netto|brutto|(?:charges|utilities|bills) (?:included|incl\.?|comprises)|o\.?n\.?o|o\.?b\.?o|v\.?h?b|neg|p\.?\s?p|each|(?:plus|\+|excl?\.?|incl?\.?|zzgl\.?|inkl\.?|exkl\.?)\s(?:vat|gst|tax|mwst|moms|btw)|ht|ttc|iva incl(?:uido|usa|\.)?)\.?$/iu;
/** Verbs before a discount, replaced by the badge: "Get 20% off all shoes". */
const getVerb =
  /^(?:(?:and |now |today )?(?:get|enjoy|take|grab|claim)(?: (?:up to|an extra|a))?|hol dir|sichere dir|profitez de|obtén|disfruta|ottieni|aproveite|ganhe|krijg)$/iu;

/** Matches one noun before a price. */
const named = /^(?!(?:now|only|just|today|jetzt|nur|solo|sólo|ora|ahora|seulement)$)\p{L}{3,12}$/iu;

/** A price with more than one figure or with a unit, between the words before and after it. */
export function toStructuredPrice(text: string): Scene | undefined {
  const found = text.length <= LONGEST ? findStructuredPrice(text) : undefined;
  if (!found) return undefined;
  const before = toLine(text.slice(0, found.start).replace(/[\s,:(–—-]+$/u, ""));
  const after = toLine(text.slice(found.end).replace(/^[\s,.!:;)–—-]+/u, ""));
  return {
    kind: "price",
    ...(before ? { text: before } : {}),
    price: found.price,
    ...(after ? { subtext: after } : {}),
  };
}

/** Puts the price in a badge and the rest of its sentence below, so that the price is shown once. */
export function toPrice({ text }: Item, language: Language): Scene {
  const structured = toStructuredPrice(text);
  if (structured) return structured;
  const offer = findOffer(text, language);
  if (!offer || countSigns(offer.text) > 26) return { kind: "point", text };
  const rest = text.slice(offer.index + offer.text.length).replace(/^[\s,.!:–—-]+/u, "");
  const prefix = pricePrefix.exec(text.slice(0, offer.index))?.[0] ?? "";
  const before = text.slice(0, offer.index - prefix.length).replace(/[\s,:–—-]+$/u, "");
  // "Tickets €15" is one badge.
  if (rest === "" && prefix === "" && named.test(before) && countSigns(text) <= 18) return { kind: "price", text };
  const isLed = before !== "" && before.replace(priceLead, "").replace(priceLead, "") === "";
  const lead = isLed ? text.slice(0, offer.index) : prefix;
  const [sign = ""] = /^[-–−](?=\s?\p{Nd})/u.exec(lead + offer.text) ?? [];
  const tail = priceTail.test(rest) ? ` ${rest}` : "";
  const badge = sign + toLine(lead + offer.text + tail);
  if (tail !== "") return { kind: "price", text: badge, ...(before && !isLed ? { subtext: toLine(before) } : {}) };
  if (isLed && (rest === "" || formerPrice.test(rest)))
    return { kind: "price", text: badge, ...(rest ? { subtext: toLine(rest) } : {}) };
  if (isNamed(before, text.slice(offer.index + offer.text.length)))
    return { kind: "price", text: toLine(before), price: { now: (lead + offer.text).trim() }, subtext: toLine(rest) };
  const subtext = describePrice(before, rest);
  // A sentence that needs its price stays whole, because no figure is shown twice.
  if (subtext === undefined) return { kind: "point", text };
  return { kind: "price", text: badge, ...(subtext ? { subtext: toLine(subtext) } : {}) };
}

/** Words of a name before its price, and of what is said about it. */
const NAMED = { most: 4, rest: 7 } as const;
/** "Inspection from €25, ready in a day": a name, its price, and a clause about it. */
const isNamed = (name: string, rest: string): boolean =>
  /^[,،]\s\p{L}/u.test(rest) &&
  /^[\p{Lu}\p{Lo}]/u.test(name) &&
  countWords(name) <= NAMED.most &&
  countWords(rest) <= NAMED.rest &&
  !currency.test(rest) &&
  !getVerb.test(name) &&
  !priceLink.test(name) &&
  describePrice(name, "") === name;

/** Returns the rest of a sentence without its price, or undefined if it makes no sense alone. */
function describePrice(before: string, rest: string): string | undefined {
  if (before === "") return rest === "" || /^[\p{L}(]/u.test(rest) ? rest : undefined;
  if (rest === "") {
    const thing = before.replace(priceLead, "").replace(priceLink, "").trim();
    // "Cheaper by …"
    const isOpen = joining.test(thing.split(" ").at(-1)!.toLowerCase());
    return isOpen || /\b(?:is|are|costs?|was|kostet?|kosten|coûte|cuesta|costa|custa|ist|est|es|è|é)$/iu.test(thing)
      ? undefined
      : thing;
  }
  if (getVerb.test(before)) return /^[\p{L}(]/u.test(rest) ? rest : undefined;
  if (openLead.test(before)) return `${before} ${rest}`;
  // "Granita at 3 euros until four", but not "Sconto del 15% per chi prenota"
  const thing = before.replace(priceLead, "").replace(priceLink, "");
  if (joining.test(thing.split(" ").at(-1)!.toLowerCase())) return undefined;
  return countWords(before) <= 2 && goesOn.test(rest) ? `${thing} ${rest}` : undefined;
}
