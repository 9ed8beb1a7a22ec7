/** Converts the content of a prompt to scenes. */
import type { Scene, Warning } from "vireo/slots/storyboard";
import { findAddress, hasContact } from "./contacts";
import type { Item } from "./items";
import type { Language } from "./languages/index";
import type { Content } from "./parse";
import { toPrice, toStructuredPrice } from "./prices";
import { LONGEST, MAX_CHARACTERS, splitLong } from "./split";
import { splitClauses, toLine, trimEnd } from "./text";
import { countSigns, estimateReading } from "./timing";

const MOST_SCENES = 40;
/** Maximum number of characters in the second text of a scene. The API allows 3000. */
const MAX_SUBTEXT = 2700;
/** Maximum number of rows in one scene. */
const MOST_ROWS = 5;
const LONGEST_ROW = 44;

export interface Composition {
  scenes: Scene[];
  warnings: Warning[];
  /** True if the prompt contains its call to action. */
  called: boolean;
}

/** Returns the scenes of a clip of this length, without their seconds. */
export function compose(content: Content, duration: number): Composition {
  const items = dropRepeated(content);
  const hook = takeHook(items, content);
  const call = takeCall(items, content);
  const middle = items.flatMap((item) => keepSeconds(item, toScenes(item, content)));
  const closing = createClosing(call, hook, items, content);
  const opening = hook
    ? keepSeconds(
        hook,
        splitHook(hook, content.language).flatMap((item, i) => toScenes(item, content, i === 0 ? "hook" : undefined)),
      )
    : [];
  const scenes = [...opening, ...middle, ...closing].flatMap(splitOverlong);
  const fitted = capScenes(groupShort(scenes, items, duration));
  return {
    scenes: fitted.length > 0 ? fitted : [{ kind: "hook", text: content.brand || toLine(content.subject) || "…" }],
    warnings: findWarnings(content, scenes),
    called: call !== undefined,
  };
}

/** Repeated text, or text that only names the brand, adds nothing. */
function dropRepeated({ items, hook, cta, brand }: Content): Item[] {
  const seen = new Set([hook, cta].filter((text) => text !== undefined).map((text) => text.toLowerCase()));
  return items.filter((item, i) => {
    const plain = item.text.toLowerCase();
    const isBrand = item.kind === "text" && !item.subtext && i > 0 && plain === brand.toLowerCase();
    const key = item.subtext ? `${plain}\n${item.subtext}` : plain;
    if (isBrand || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Removes the opening from the items: the first that is not a call to action, unless all of them are. */
function takeHook(items: Item[], { hook }: Content): Item | undefined {
  if (hook !== undefined) return { kind: "text", text: hook };
  const [first] = items;
  if (!first || first.kind === "quote") return undefined;
  if (first.kind === "list" || first.kind === "step" || first.kind === "card") return undefined;
  if (first.kind === "offer" && toStructuredPrice(first.text)) return undefined;
  items.shift();
  return first.kind === "offer" || first.kind === "call" || first.kind === "contact"
    ? { ...first, kind: "text" }
    : first;
}

const LONG_HOOK = 44;

/** "Small Hours – true stories …", "Why … (and how to fix it)", "Happy Easter from all of us at …". */
const asides = [/^(.{3,40}?)\s[–—-]\s(.{12,90})$/u, /^(.{12,70}?)\s\(([^()]{6,60})\)[.!?]?$/u];
/** Splits an addition off a headline, to show it below. */
function splitAside(text: string): RegExpExecArray | undefined {
  if (countSigns(text) < 32) return undefined;
  for (const pattern of asides) {
    const match = pattern.exec(text);
    if (match && !/[\p{Sc}%]/u.test(match[2]!)) return match;
  }
  return undefined;
}

/** Ends with a word that the date behind it belongs to. */
const needsRest =
  /\s(?:is|are|starts?|from|until|till|since|by|es|será|est|sera|ist|sind|beginnt|endet|bis|von|seit|è|sarà|é|será|is|begint|är|er|jest|je|bude|будет|буде)$/iu;
/** The last two of several things: "Danke für die Karten, BLUMEN UND ANRUFE!" */
const enumeration = /^\p{L}+ (?:and|und|et|y|e|en|og|och|i|и|та|&) \p{L}+[.!?]?$/u;
/** A figure soon after a weekday: "Saturday, 14 June". */
const isTimed = /^[^\p{N}.!?\p{Extended_Pictographic}]{0,25}\p{N}/u;
/** Looking at more than the next word for each word takes quadratic time. */
const LONGEST_WEEKDAY = 40;

/** Splits a headline that continues with a date or a place, which get a line or a scene of their own. */
function splitHook(hook: Item, language: Language): Item[] {
  if (hook.kind !== "text" || hook.subtext) return [hook];
  const aside = splitAside(hook.text);
  if (aside) return [{ kind: "text", text: aside[1]!, subtext: toLine(aside[2]!) }];
  if (countSigns(hook.text) <= LONG_HOOK) return [hook];
  const [first = "", ...others] = splitClauses(hook.text, language);
  const isList = others.length > 0 && enumeration.test(others.at(-1)!);
  const placed = others.length > 0 && !isList && /^[\p{Lu}\p{N}]/u.test(others[0]!) && countSigns(first) >= 12;
  const head = placed ? first : hook.text;
  const rest = placed ? others.map((text): Item => ({ kind: "text", text })) : [];
  for (const match of head.matchAll(/\s(?:(?:on|am|le|el|il|no|na|dia|op)\s)?(?=\S)/giu)) {
    const date = head.slice(match.index + match[0].length);
    if (match.index >= 8 && language.starts("weekdays", date.slice(0, LONGEST_WEEKDAY)) && isTimed.test(date)) {
      const before = head.slice(0, match.index);
      // "The trip IS on Thursday 22 May"
      if (needsRest.test(before)) break;
      const text = trimEnd(before.replace(/\s(?:this|next|diesen|nächsten|ce|este|questo|يوم)$/iu, ""));
      return [
        { kind: "text", text, subtext: toLine(head.slice(text === before ? head.length - date.length : text.length)) },
        ...rest,
      ];
    }
  }
  return [{ ...hook, text: head }, ...rest];
}

/** A call within this many items from the end becomes the last scene. Earlier ones keep their place: "Come hungry. Leave slow." */
const NEAR_END = 3;

/** Removes the call to action from the items: the last one. Without one, uses a URL or a phone number. */
function takeCall(items: Item[], { cta }: Content): Item | undefined {
  if (cta !== undefined) return { kind: "call", text: cta };
  let at = items.findLastIndex(
    ({ kind, text }, i) => kind === "call" && (i >= items.length - NEAR_END || hasContact(text)),
  );
  if (at < 0) at = items.findLastIndex(({ kind }) => kind === "contact");
  if (at < 0) return undefined;
  const [call] = items.splice(at, 1);
  const before = items[at - 1];
  // "Order now. hydroflow.com" is one card.
  const after = items[at];
  if (after?.scene?.kind === "contact" && !call!.subtext && !hasContact(call!.text)) {
    items.splice(at, 1);
    return { ...call!, subtext: after.text };
  }
  if (after?.kind === "contact" && !call!.subtext && !call!.text.includes(after.text)) {
    items.splice(at, 1);
    return { ...call!, subtext: after.text };
  }
  if (before?.kind !== "contact" || call!.kind !== "call" || hasContact(call!.text)) return call;
  items.splice(at - 1, 1);
  return { ...call!, subtext: before.text };
}

/** Gives the seconds of an item to its scenes, by the length of their texts. */
function keepSeconds({ seconds }: Item, scenes: Scene[]): Scene[] {
  if (seconds === undefined) return scenes;
  const total = scenes.reduce((sum, scene) => sum + estimateReading(scene), 0);
  return scenes.map((scene) => ({ ...scene, seconds: (seconds * estimateReading(scene)) / total }));
}

/** The end card: the action or the address that the prompt contains, or the brand. */
function createClosing(
  call: Item | undefined,
  hook: Item | undefined,
  items: readonly Item[],
  content: Content,
): Scene[] {
  if (call === undefined && content.callToAction) return [{ kind: "cta", text: content.callToAction }];
  if (call === undefined)
    return content.brand &&
      ![hook, ...items].some((item) =>
        `${item?.text} ${item?.subtext}`.toLowerCase().includes(content.brand.toLowerCase()),
      )
      ? [{ kind: "cta", text: content.brand }]
      : [];
  const [first = "", ...rest] = splitCall(call.text);
  const subtext = [rest.join(" "), call.subtext, findUnshownBrand(content)].filter(Boolean).join("\n");
  return keepSeconds(call, [{ kind: "cta", text: first, ...(subtext ? { subtext } : {}) }]);
}

/** Returns the brand, if the prompt names it separately and nowhere else. */
function findUnshownBrand({ items, hook = "", cta = "", brand }: Content): string {
  const name = brand.toLowerCase();
  const others = [
    hook,
    cta,
    ...items.slice(0, 1).map(({ text }) => text),
    ...items.flatMap(({ text, subtext = "" }) => [text.toLowerCase() === name ? "" : text, subtext]),
  ];
  const isNamed = items.some(({ text }, i) => i > 0 && text.toLowerCase() === name);
  return isNamed && !others.some((text) => text.toLowerCase().includes(name)) ? brand : "";
}

/** Maximum length of a call to action on a button. */
const LONGEST_CALL = 48;

/** Phrases such as "… and my website is", "Website:", which only introduce a URL. */
const addressLead =
  /(?:^|,?\s(?:and|und|et|y|e|en|и)\s)(?:(?:my|our|the|meine|unsere|die|mon|notre|le|mi|nuestra|la|il mio|il nostro|meu|nosso|o|mijn|onze)\s)?(?:web ?site|site|web ?seite|site web|web|página web|sito|sito web|url|link|homepage)(?:\s(?:is|ist|est|es|è|é))?\s?:?\s*$/iu;
/** Small words that introduce a URL. */
const addressPreposition = /[\s,:–—-]+(?:at|on|via|auf|unter|bei|über|sur|en|su|no|em|op|bij|на)$/iu;
const andLead = /^[\s,;:–—-]*(?:(?:and|und|et|y|e|en|и)\s+)?(?:(?:the|our|my)\s)?/iu;

/** Splits a long closing line at its URL, which is shown on the button, with the remaining text below. */
function splitCall(text: string): string[] {
  const match = findAddress(text).find((candidate) => /\p{L}/u.test(candidate));
  if (!match) return splitLong(text);
  const at = text.indexOf(match);
  const address = /^\S+?(?=[.,;!?)]*(?:\s|$))/u.exec(text.slice(at))?.[0] ?? match;
  const lead = text.slice(0, at);
  const before = lead.replace(addressLead, "").trim();
  const led = before !== lead.trim();
  if (!led && countSigns(text) <= LONGEST_CALL) return [text];
  const rest = text.slice(at + address.length);
  const after = /\p{L}/u.test(rest) ? toLine(rest.replace(andLead, "")) : "";
  if (before === "") return [address, after].filter(Boolean);
  if (led) return [toLine(before), [address, after].filter(Boolean).join("\n")];
  const named = text.slice(0, at + address.length);
  if (after !== "" && countSigns(named) <= LONGEST_CALL) return [named, after];
  if (after === "") return [address, toLine(before.replace(addressPreposition, ""))];
  return [address, text];
}

/** Converts an item to scenes. A long text gets a second line, then further scenes. */
function toScenes(item: Item, content: Content, kind?: Scene["kind"]): Scene[] {
  if (item.kind === "offer" && kind === undefined) return [toPrice(item, content.language)];
  if (item.scene) return splitCard(item.scene);
  if (item.kind === "quote") return toQuote(item);
  if (item.kind === "list") return toList(item);
  const own: Scene["kind"] = kind ?? (item.kind === "step" ? "step" : "point");
  const chunks = splitLong(item.text);
  if (item.subtext) {
    const details = splitLong(item.subtext);
    if (chunks.length === 1)
      return [{ kind: own, text: chunks[0]!, subtext: details[0]! }, ...pair(details.slice(1), "point")];
    return [...pair(chunks, own), ...pair(details, "point")];
  }
  return pair(chunks, own);
}

/** Moves what the API does not allow in one scene to further ones. A call to action stays the last. */
function splitOverlong(scene: Scene): Scene[] {
  const { kind, text = "", subtext = "" } = scene;
  if (text.length <= MAX_CHARACTERS && subtext.length <= MAX_SUBTEXT) return [scene];
  const chunks = [text, subtext].flatMap((part) => splitLong(part)).filter(Boolean);
  if (kind !== "cta") return pair(chunks, kind);
  return [...pair(chunks.slice(0, -1), "point"), { kind, text: chunks.at(-1)! }];
}

/** Groups chunks in pairs, as text and subtext. */
function pair(chunks: readonly string[], kind: Scene["kind"]): Scene[] {
  const scenes: Scene[] = [];
  for (let i = 0; i < chunks.length; i += 2) {
    const subtext = chunks[i + 1];
    scenes.push({
      kind: i === 0 || kind === "quote" ? kind : "point",
      text: chunks[i]!,
      ...(subtext ? { subtext } : {}),
    });
  }
  return scenes;
}

function toQuote({ text, subtext }: Item): Scene[] {
  const chunks = splitLong(text, LONGEST * 1.5);
  return chunks.map((chunk, i) => ({
    kind: "quote",
    text: chunk,
    ...(subtext && i === chunks.length - 1 ? { subtext } : {}),
  }));
}

/** Splits a card with many rows. */
const splitCard = ({ kind, text = "", subtext }: Scene): Scene[] =>
  (subtext === undefined
    ? toList({ kind: "list", text: "", subtext: text })
    : toList({ kind: "list", text, subtext })
  ).map((scene) => ({ ...scene, kind }));

function toList({ text, subtext = "" }: Item): Scene[] {
  const rows = subtext.split("\n");
  const count = Math.ceil(rows.length / (MOST_ROWS + 1));
  const size = Math.ceil(rows.length / count);
  return Array.from({ length: count }, (_, i): Scene => {
    const own = rows.slice(i * size, (i + 1) * size).join("\n");
    return text === "" ? { kind: "point", text: own } : { kind: "point", text, subtext: own };
  });
}

/** Groups short points into lists if there is not enough time to read them one by one. */
function groupShort(scenes: readonly Scene[], items: readonly Item[], duration: number): Scene[] {
  const needed = scenes.reduce((sum, scene) => sum + estimateReading(scene), 0);
  if (needed <= duration) return [...scenes];
  const short = new Set(items.filter(({ short: isShort }) => isShort).map(({ text }) => text));
  return groupRuns(
    scenes,
    (scene) =>
      scene.kind === "point" &&
      scene.seconds === undefined &&
      !scene.subtext &&
      short.has(scene.text ?? "") &&
      countSigns(scene.text ?? "") <= LONGEST_ROW,
  );
}

function groupRuns(scenes: readonly Scene[], fits: (scene: Scene) => boolean): Scene[] {
  const grouped: Scene[] = [];
  let run: Scene[] = [];
  const flush = () => {
    if (run.length < 3) grouped.push(...run);
    else {
      const count = Math.ceil(run.length / MOST_ROWS);
      const size = Math.ceil(run.length / count);
      for (let i = 0; i < run.length; i += size) {
        const rows = run.slice(i, i + size).map(({ text }) => text);
        grouped.push({ kind: "point", text: rows.join("\n") });
      }
    }
    run = [];
  };
  for (const scene of scenes) {
    if (fits(scene)) run.push(scene);
    else {
      flush();
      grouped.push(scene);
    }
  }
  flush();
  return grouped;
}

/** Joins neighbouring scenes until there are no more than the API allows. */
function capScenes(scenes: readonly Scene[]): Scene[] {
  const result = [...scenes];
  const lengths = result.map(({ text = "", subtext = "" }) => text.length + subtext.length);
  while (result.length > MOST_SCENES) {
    let best = 1;
    for (let i = 1; i < result.length - 2; i++) {
      if (lengths[i]! + lengths[i + 1]! < lengths[best]! + lengths[best + 1]!) best = i;
    }
    const [a, b] = [result[best]!, result[best + 1]!];
    const subtext = [a.subtext, b.text, b.subtext].filter(Boolean).join("\n");
    result.splice(best, 2, { kind: a.kind === "price" ? "point" : a.kind, text: a.text!, subtext });
    lengths.splice(best, 2, lengths[best]! + lengths[best + 1]!);
  }
  return result;
}

function findWarnings({ footage, items, hook }: Content, scenes: readonly Scene[]): Warning[] {
  const warnings: Warning[] = [];
  if (footage.length > 0) {
    const [first = ""] = footage;
    const example = first.length > 80 ? `${first.slice(0, 80).trimEnd()}…` : first;
    warnings.push({
      code: "not_filmable",
      message: `This engine animates text, graphics and your photos. It cannot film what the prompt describes ("${example}"). Send photos, or choose a model that generates footage.`,
    });
  }
  const isShort = ({ kind, text = "", subtext }: Scene) =>
    kind !== "quote" && kind !== "price" && !subtext && !text.includes("\n");
  const count = items.length + (hook === undefined ? 0 : 1);
  if (count <= 1 && scenes.every(isShort)) {
    const message =
      "The prompt contains little text, so the video shows its few words large. Add two or more points, an offer with its price or date, and what viewers should do, as in “Fresh bread every day: baked at 5 am, organic flour, from €3. Order at example.com”; or send scenes.";
    warnings.push({ code: "little_text", message });
  }
  return warnings;
}
