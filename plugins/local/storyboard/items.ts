/** Turns the viewer's parts of a prompt into items: sentences, lists, steps, quotations, offers, contacts and cards. */
import type { Scene } from "vireo/slots/storyboard";
import { isShown, type Part, type Role } from "../prompt/parts";
import { isCall } from "./calls";
import { isCompared, isDay, isTime, readCard, readComparison, readRows } from "./cards";
import { hasContact } from "./contacts";
import type { Language } from "./languages/index";
import { findList, type ListItem } from "./lists";
import { toNominative } from "./nominative";
import { type FoundPrice, findOffer, findStructuredPrice, splitPriced } from "./offers";
import { isPlace } from "./places";
import { announcesVoice, type Quotation, readMarks, stripQuotes, takeQuotes } from "./quotes";
import { splitLong } from "./split";
import { findTable } from "./tables";
import { countWords, hasContent, normalizeText, splitItems, splitSentences, stripAnd, toLine, trimEnd } from "./text";
import { countSigns } from "./timing";

/** A piece of content, in the order of the prompt. */
export interface Item {
  kind: "text" | "step" | "quote" | "offer" | "call" | "list" | "row" | "contact" | "card";
  text: string;
  /** The scene of a card. */
  scene?: Scene;
  /** Author of a quotation, detail of a step, rows of a list. */
  subtext?: string;
  /** One of several short items, which may share a scene. */
  short?: boolean;
  /** A question that may be followed by its answer. */
  asked?: boolean;
  /** Seconds that the prompt gives to it. */
  seconds?: number;
}

/** Longer sentences are split before they are parsed, so that every rule stays fast. */
export const LONGEST_SENTENCE = 320;
/** Maximum length of a line of a price list. */
const PRICE_ROW_WORDS = 5;
/** Lists in a column. */
const MOST_LISTS = 5;
/** Maximum length of a headline after its label. */
const LONGEST_HOOK = 90;

/** Between quotations that nothing else separates: "Kettlebell Kate" "First class free". */
const betweenQuotes = /(?<=["”»」])[ ]+(?=["“«「])/gu;

/** Joins parts to a text. A sentence without punctuation before it and each of several quotations get their own line. */
function joinUnmarked(parts: readonly Part[]): string {
  const lines = [""];
  for (const { text, isUnmarked } of parts) {
    const own = text.replace(betweenQuotes, "\n");
    if (isUnmarked) lines.push(own);
    else lines.push(`${lines.pop()}${own}`);
  }
  return lines.map(normalizeText).join("\n").trim();
}

/** Reads parts into items, and keeps what they say to the maker. */
export class Reader {
  readonly items: Item[] = [];
  readonly look: string[] = [];
  readonly avoid: string[] = [];
  readonly footage: string[] = [];
  readonly spoken: string[] = [];
  hook: string | undefined;
  cta: string | undefined;
  brand = "";
  /** True after "Ingredients": following sentences are steps. */
  recipe = false;
  #lists = 0;

  readonly #seen = new Set<string>();
  readonly language: Language;

  constructor(language: Language) {
    this.language = language;
  }

  read(parts: readonly Part[]): void {
    const isScene = ({ role }: Part) => role === "scene";
    const first = parts.findIndex(isScene);
    if (parts.filter(isScene).length < 2) this.#readFlow(parts);
    else {
      this.#readFlow(parts.slice(0, first));
      for (let from = first; from < parts.length; ) {
        const next = parts.findIndex((part, at) => at > from && isScene(part));
        const to = next < 0 ? parts.length : next;
        const end = findCall(parts, from, to);
        this.#readScene(parts[from]!, parts.slice(from + 1, end));
        this.#readFlow(parts.slice(end, to));
        from = to;
      }
    }
    this.#joinRows();
    if (this.items.length === 0 && this.hook === undefined) for (const line of this.spoken) this.#readBlock(line);
  }

  /** What stands below "Scene 2:" or "[3–7s]" is one scene, unless it is too long for one. */
  #readScene(heading: Part, parts: readonly Part[]): void {
    const { span } = heading;
    const own = new Reader(this.language);
    own.#readFlow(parts, heading);
    const items = [...(own.hook === undefined ? [] : [{ kind: "text", text: own.hook } as Item]), ...own.items];
    if (own.cta !== undefined) items.push({ kind: "call", text: own.cta });
    this.look.push(...own.look);
    this.avoid.push(...own.avoid);
    this.footage.push(...own.footage);
    this.spoken.push(...own.spoken);
    this.brand ||= own.brand;
    const seconds = span && (span.to - span.from) / Math.max(1, items.length);
    const texts = items.flatMap(({ text, subtext }) => [text, subtext ?? ""]).filter(Boolean);
    const [text = "", ...others] = texts;
    const fits = items.length > 1 && texts.reduce((sum, one) => sum + countSigns(one), 0) <= LONGEST_SCENE;
    const isPlain = items.every(({ kind }) => kind === "text" || kind === "call" || kind === "contact");
    const kind = items.some((item) => item.kind === "call") ? "call" : "text";
    if (fits && isPlain)
      this.items.push({ kind, text, subtext: others.join("\n"), ...(span ? { seconds: span.to - span.from } : {}) });
    else this.items.push(...items.map((item) => ({ ...item, ...(seconds ? { seconds } : {}) })));
  }

  /** Reads runs of shown parts. A heading says what the run below it is, and what stands before all of them. */
  #readFlow(parts: readonly Part[], above?: Part): void {
    let run: Part[] = [];
    let role: Role | undefined;
    let before: Part | undefined;
    const flush = () => {
      if (run.length > 0) this.#readRun(run, role, before);
      run = [];
    };
    for (const [at, part] of parts.entries()) {
      // "shoe cleaning [of mine] in Malang"
      if (part.label === "request" && parts[at - 1]?.label === "topic" && parts[at + 1]?.label === "topic") {
        if (!/[.!?\n]/u.test(part.text) && countWords(part.text) <= MOST_WITHIN) continue;
      }
      if (isShown(part.label) && role !== "shot") {
        if (run.length === 0) before = parts[at - 1] ?? above;
        const after = parts[at + 1]?.label === "viewer" ? parts[at + 1]!.text : "";
        run.push(part.label === "topic" ? { ...part, text: endTopic(part.text, parts[at - 1], after) } : part);
        continue;
      }
      flush();
      if (part.label === "heading") role = part.role;
      else {
        if (part.label === "style" || part.label === "format") this.look.push(part.text.trim());
        if (part.label === "negative") this.avoid.push(part.text.trim());
        if (part.label === "shot" || role === "shot") this.footage.push(part.text.trim());
        if (part.label !== "request") role = undefined;
      }
    }
    flush();
  }

  #readRun(run: readonly Part[], role: Role | undefined, before: Part | undefined): void {
    const whole = joinUnmarked(run);
    // In `End with "Sleep better"`, nobody is quoted.
    const isAnnounced = role === undefined ? isInstruction(before) : role !== "quote";
    const text = isAnnounced && !announcesVoice(before?.text ?? "") ? stripQuotes(whole) : whole;
    const [line = "", ...rest] = text.split("\n");
    const lines = rest.join("\n");
    const [sentence = "", ...others] = splitSentences(line);
    const remaining = [others.join(" "), lines].filter(Boolean).join("\n");
    if (role === "hook") {
      this.#setHook(line.length <= LONGEST_HOOK ? line : sentence);
      this.#readBlock(line.length <= LONGEST_HOOK ? lines : remaining);
    } else if (role === "call") {
      if (this.cta === undefined) this.cta = toLine(line);
      else this.items.push({ kind: "call", text: toLine(line) });
      this.#readBlock(lines);
    } else if (role === "brand") {
      this.brand ||= trimEnd(sentence.split(/[,(–]|\s-\s/)[0] ?? "");
      if (countWords(sentence) > 1 || remaining === "") this.#addShort(toLine(sentence));
      this.#readBlock(remaining);
    } else if (role === "quote") {
      this.#readTestimonial(line);
      this.#readBlock(lines);
    } else if (role === "spoken") {
      this.spoken.push(line.replace(/^["“„]|["”“]$/gu, ""));
      this.#readBlock(lines);
    } else if (role === "points" && findList(text) === undefined) {
      for (const item of splitItems(line, this.language)) this.#addShort(toLine(item));
      this.#readBlock(lines);
    } else this.#readBlock(text);
  }

  #addCard(scene: Scene): void {
    const text = [scene.text, scene.subtext].filter(Boolean).join("\n");
    const last = this.items.at(-1)?.scene;
    // "Mon–Fri 9–18. Sat 10–14. 12 High Street." is one card.
    if (
      scene.kind === "place" &&
      last?.kind === "place" &&
      !isHeading(scene.text!) &&
      `${last.text}\n${last.subtext ?? ""}\n${text}`.split("\n").length <= MOST_LINES
    ) {
      last.subtext = [last.subtext, text].filter(Boolean).join("\n");
      this.items.at(-1)!.text += `\n${text}`;
    } else this.items.push({ kind: "card", text, scene });
  }

  /** "Was $79. Now $49." is one price, "Before: paper. After: an app." one comparison. */
  #joinPairs(): void {
    for (let at = 0; at < this.items.length - 1; at++) {
      const [a, b] = [this.items[at]!, this.items[at + 1]!];
      if (a.scene || b.scene || a.kind === "quote" || b.kind === "quote") continue;
      const scene = readComparison([a, b].map(({ text, subtext }) => (subtext ? `${text}: ${subtext}` : text)));
      const text = `${a.text}. ${b.text}`;
      const isPrice = !scene && fitsPrice(text) && b.kind === "offer" && isWhole(findStructuredPrice(text), text);
      if (scene) this.items.splice(at, 2, { kind: "card", text: scene.text!, scene });
      else if (isPrice) this.items.splice(at, 2, { kind: "offer", text });
    }
  }

  /** Lines with days of a week, or prices of a list, become rows of one scene. */
  #joinRows(): void {
    this.#joinPairs();
    const isRow = ({ kind, text }: Item) => kind === "row" || (kind === "offer" && countWords(text) <= PRICE_ROW_WORDS);
    // "2023: 310 members. 2024: 680 members." are figures of a chart.
    for (const item of this.items)
      if (item.kind === "text" && !item.subtext && ofYear.test(item.text)) item.kind = "row";
    for (let from = 0; from < this.items.length; from++) {
      let to = from;
      while (to < this.items.length && isRow(this.items[to]!) && this.items[to]!.kind === this.items[from]!.kind) to++;
      const rows = this.items.slice(from, to).map(({ text }) => text);
      const scene = to - from > 1 ? readRows(rows) : undefined;
      if (to - from < 3 && !scene) continue;
      const text = rows.join("\n");
      this.items.splice(
        from,
        to - from,
        scene ? { kind: "card", text, scene } : { kind: "list", text: "", subtext: text },
      );
    }
    for (const item of this.items) if (item.kind === "row") item.kind = "text";
  }

  #setHook(text: string): void {
    const [line = "", ...rest] = splitLong(toLine(text), LONGEST_SENTENCE);
    if (this.hook === undefined) this.hook = line;
    else this.items.push({ kind: "text", text: line });
    for (const part of rest) this.items.push({ kind: "text", text: part });
  }

  #readTestimonial(text: string): void {
    const { quotations } = takeQuotes(text, "quote");
    const [first] = quotations;
    if (first) {
      this.#addQuotation({ ...first, use: "testimonial" });
      return;
    }
    const author = /\s[-–—]\s*([^–—]{2,80})$/u.exec(text);
    const words = author ? text.slice(0, author.index) : text;
    this.items.push({ kind: "quote", text: words.trim(), ...(author ? { subtext: trimEnd(author[1]!) } : {}) });
  }

  /** Parses a text with lists. */
  #readBlock(text: string): void {
    if (!hasContent(text)) return;
    const table = findTable(text, this.items.length > 0 || this.hook !== undefined);
    if (table) {
      this.#readBlock(table.before);
      for (const card of table.cards) this.#addCard(card);
      this.#readBlock(table.after);
      return;
    }
    const list = this.#lists < MOST_LISTS ? findList(text) : undefined;
    this.#lists++;
    if (!list) {
      this.#readProse(text);
      return;
    }
    const before = list.before.replace(/[:：]\s*$/u, "");
    if (before) this.#readProse(before);
    for (const item of list.items) this.#addListItem(item, list.numbered);
    if (list.after) this.#readBlock(list.after);
  }

  #addListItem(item: ListItem, numbered: boolean): void {
    const { quotations, rest } = takeQuotes(item.text);
    const plain = readMarks(rest).rest;
    if (quotations.some(({ use }) => use === "testimonial")) {
      for (const quotation of quotations) this.#addQuotation(quotation);
      return;
    }
    const [first] = quotations;
    const withoutQuotes = item.text.replace(/["“”„«»]/gu, "");
    const text = !first ? item.text : hasContent(plain) ? withoutQuotes : first.text;
    const { head, detail } = splitHead(text);
    const subtext = [item.label, detail].filter(Boolean).join(": ");
    const line = toLine(head);
    if (!hasContent(line)) return;
    if (!numbered && !subtext && hasContact(line)) {
      this.items.push({ kind: isCall(line, this.language) ? "call" : "contact", text: line });
      return;
    }
    this.items.push({
      kind: numbered ? "step" : "text",
      text: line,
      ...(subtext ? { subtext } : {}),
      ...(numbered || subtext ? {} : { short: true }),
    });
  }

  #readProse(text: string): void {
    const { quotations, rest } = takeQuotes(text);
    for (const sentence of splitSentences(rest).flatMap((part) => splitLong(part, LONGEST_SENTENCE))) {
      const { indexes, rest: plain } = readMarks(sentence);
      // Marks stand for other quotations in each text.
      if (indexes.length === 0 && this.#seen.has(sentence)) continue;
      this.#seen.add(sentence);
      const isFirst = /^\s*[\ue000-\uf8ff]/u.test(sentence);
      const addQuotations = () => {
        for (const index of indexes) if (quotations[index]) this.#addQuotation(quotations[index]);
      };
      if (isFirst) addQuotations();
      if (hasContent(plain) && !this.#signQuote(plain)) this.#addContent(plain);
      if (!isFirst) addQuotations();
    }
  }

  /** Uses a name after a quotation as its author. */
  #signQuote(sentence: string): boolean {
    const last = this.items.at(-1);
    if (last?.kind !== "quote" || last.subtext || !signature.test(sentence)) return false;
    last.subtext = trimEnd(sentence);
    return true;
  }

  #addQuotation({ use, text, author }: Quotation): void {
    if (use === "cta") this.cta ??= toLine(text);
    else if (use === "testimonial") this.items.push({ kind: "quote", text, ...(author ? { subtext: author } : {}) });
    else this.#addContent(text);
  }

  #addShort(text: string): void {
    if (!hasContent(text)) return;
    if (isCall(text, this.language) && hasContact(text)) this.items.push({ kind: "call", text });
    else this.items.push({ kind: "text", text, short: true });
  }

  /** Adds a visible sentence, in the format that suits it. */
  #addContent(sentence: string): void {
    const { language } = this;
    const text = stripAnd(sentence.trim(), language);
    if (!hasContent(text)) return;
    // "Sunday closed" after opening hours
    if (this.items.at(-1)?.scene?.kind === "place" && isDay(trimEnd(text))) {
      this.#addCard({ kind: "place", text: toLine(text) });
      return;
    }
    const found = findStructuredPrice(text);
    const priced = found?.price.was === undefined ? splitPriced(text) : undefined;
    const menu = priced && readRows(priced.map(toLine));
    if (menu) {
      this.#addCard(menu);
      return;
    }
    const card = readCard(text);
    // "Restaurant La Piazza opening Friday 7pm" opens a video with its own words.
    const isOpening = this.items.length === 0 && this.hook === undefined && !/\p{Nd}/u.test(card?.text ?? "1");
    if (card && !(isOpening && card.kind === "place")) {
      this.#addCard(card);
      return;
    }
    // Both figures of "Now €49, was €79" are one price.
    if (found && !found.price.per) {
      const pieces = splitAtPrice(text, found);
      if (pieces) for (const piece of pieces) this.#addContent(piece);
      else if (fitsPrice(text)) this.#addClause(text);
      if (pieces || fitsPrice(text)) return;
    }
    const items = splitItems(text, language);
    // "Monday: soup, Tuesday: roast, Wednesday: fish"
    if (items.length > 1 && items.every((row) => labelledRow.test(row))) {
      for (const row of items) this.#addContent(row);
      return;
    }
    const colon = splitColon(text);
    if (colon && (!isCall(text, language) || findOffer(colon.tail, language)?.index === 0)) {
      this.#addHeaded(colon.head, colon.tail, text);
      return;
    }
    const dash = /^(.{8,}?[^\s\p{N}])\s+[–—-]\s+(.{3,})$/u.exec(text);
    if (dash && (isCall(dash[2]!, language) || text.length > 60) && !/^\p{N}/u.test(dash[2]!)) {
      this.#addContent(dash[1]!);
      this.#addContent(dash[2]!);
      return;
    }
    const [heading, deal, ...more] = items;
    const offers = items.map((item) => findOffer(item, language));
    // "Summer sale, 30% off sneakers": the offer gets a separate badge.
    if (heading && deal && more.length === 0 && countWords(heading) <= 5 && offers[1]?.index === 0) {
      this.#addClause(heading);
      this.#addClause(deal);
      return;
    }
    // "Nails from 39 €, new customers get 10% off": each offer has a badge.
    if (items.length >= 2 && offers.every(Boolean)) {
      for (const item of items) this.#addClause(item);
      return;
    }
    // "There is coffee and cake, stalls £8": the price is not that of the cake.
    const [price, ...otherPrices] = items.filter((_, at) => offers[at]);
    const isApart = price !== undefined && otherPrices.length === 0 && price === items.at(-1) && namesPrice.test(price);
    const stands = (item: string) =>
      countWords(item) >= LEAST_CLAUSE && !conditional.test(item) && !prepositions.test(item);
    if (isApart && items.slice(0, -1).every(stands)) {
      for (const item of items) this.#addClause(item);
      return;
    }
    // "Scan the receipt, tap who had what, done"
    if (items.length >= 3 && done.test(text)) {
      for (const item of items) this.items.push({ kind: "step", text: toLine(item) });
      return;
    }
    if ((isEnumeration(items, text) || isRun(items, text)) && !language.starts("call", text)) {
      for (const item of items) this.#addClause(item);
      return;
    }
    this.#addClause(text);
  }

  #addClause(text: string): void {
    const { language } = this;
    const line = toLine(text);
    const short = countWords(line) <= 7;
    const offer = findOffer(line, language);
    if (isCall(line, language) && (language.starts("call", line) || !offer))
      this.items.push({ kind: "call", text: line });
    else if (offer && !conditional.test(line)) this.items.push({ kind: "offer", text: line });
    else if (this.recipe && !mealtime.test(line)) this.items.push({ kind: "step", text: line });
    else if (hasContact(line)) this.items.push({ kind: "contact", text: line });
    else this.items.push({ kind: "text", text: line, ...(short ? { short } : {}) });
  }

  /**
   * Parses "Before: … After: …", "Myth: … Fact: …", "Q: … A: …": each half is a scene, and an answer belongs to its
   * question.
   */
  #addContrast(head: string, tail: string): boolean {
    const label = head.trim();
    const last = this.items.at(-1);
    if (answerLabel.test(label) && last?.asked) {
      last.subtext = toLine(tail);
      return true;
    }
    if (questionLabel.test(label)) {
      this.items.push({ kind: "text", text: toLine(tail), asked: true });
      return true;
    }
    if (!contrastLabel.test(label)) return false;
    this.items.push({ kind: "text", text: toLine(label), subtext: toLine(tail) });
    return true;
  }

  /** Parses "Ingredients: a, b, c", "Black Friday: up to 70% off", "POV: you found it". */
  #addHeaded(head: string, tail: string, whole: string): void {
    const { language } = this;
    const items = splitItems(tail, language);
    const first = this.items.length === 0 && this.hook === undefined;
    if (hasContact(tail) && countWords(head) <= 2 && countWords(tail) <= 8 && !isCall(whole, language)) {
      const isLabel = channelLabel.test(head.trim());
      this.items.push(isLabel ? { kind: "contact", text: tail.trim() } : { kind: "call", text: toLine(whole) });
      return;
    }
    if (this.#addContrast(head, tail)) return;
    if (language.starts("weekdays", head) && countWords(head) <= 3 && countWords(tail) <= 12) {
      this.items.push({ kind: "row", text: toLine(whole) });
      return;
    }
    // "Menu of the inn: Starters: soup $5, salad $6"
    if (first && splitColon(tail)) {
      this.items.push({ kind: "text", text: toLine(head) });
      this.#addContent(tail);
      return;
    }
    // "R13 — 1 800 ₽, R16 — 2 400 ₽" has rows with dashes.
    const listed = tail.split(/[,;]\s+/u).flatMap((row) => pricedPair.exec(row)?.slice(1) ?? [row]);
    const rows =
      (listed.length >= 2 && readRows(listed, tail, true)) || (items.length >= 2 && readRows(items, tail, true));
    if (rows && !rows.subtext) {
      if (first) this.items.push({ kind: "text", text: toLine(head) });
      this.#addCard(first ? rows : { kind: rows.kind, text: toLine(head), subtext: rows.text! });
      return;
    }
    if (isRecipeHead(head)) {
      this.items.push({ kind: "list", text: toLine(head), subtext: items.map(toLine).join("\n") });
      // A perfume has ingredients, too, but no quantities, and no steps follow.
      this.recipe = /\p{N}/u.test(tail);
      return;
    }
    if (items.length >= 2 && (first || items.length >= 3) && items.every((item) => countWords(item) <= 12)) {
      const steps = /\p{N}/u.test(head) && new RegExp(`(?<!\\p{N})${items.length}(?!\\p{N})`, "u").test(head);
      const rows = items.map(toLine);
      if (!first && rows.join("").length <= 160) {
        this.items.push({ kind: "list", text: toLine(head), subtext: rows.join("\n") });
        return;
      }
      this.items.push({ kind: "text", text: toLine(head) });
      for (const item of items) {
        if (steps) this.items.push({ kind: "step", text: toLine(item) });
        else this.#addClause(item);
      }
      return;
    }
    if (
      first &&
      head.length > 4 &&
      !isCompared(head) &&
      !/^(?:POV|FYI|PSA|TIL|Fact|Myth|Q|A)$/iu.test(head) &&
      tail.length > 2
    ) {
      this.items.push({ kind: "text", text: toLine(head) });
      this.#addContent(tail);
      return;
    }
    if (findOffer(tail, language)) this.items.push({ kind: "offer", text: toLine(whole) });
    else if (isCall(tail, language)) this.items.push({ kind: "call", text: toLine(whole) });
    else this.#addClause(whole);
  }
}

/** Returns where a scene ends: at its "CTA:", if it has other words, or at the next scene. */
function findCall(parts: readonly Part[], from: number, to: number): number {
  const shown = parts.findIndex(({ label }, at) => at > from && isShown(label));
  const call = parts.findIndex(({ role }, at) => at > from && role === "call");
  return shown >= 0 && shown < call && call < to ? call : to;
}

/** True for what introduces a text to show: "End with", "Chữ:". */
const isInstruction = (part: Part | undefined): boolean =>
  part?.label === "request" || part?.label === "format" || part?.label === "heading";

/** Words of a request between two parts of a subject. */
const MOST_WITHIN = 2;

/** Words after a subject that are a sentence of their own. */
const LEAST_SENTENCE = 3;
/** Prepositions that Hebrew and Arabic join to the next word: "for the salon". */
const joinedFor = /^(?:ל(?=\p{Script=Hebrew}{2})|لل|ل(?=\p{Script=Arabic}{3}))/u;
const otherFor = /(?:^|\s)(?:על|של|עם|את|בשביל|עבור|لـ|عن|على|في|من|مع|نحن|أنا|אנחנו|אני|לפרסם|לקדם)\s*$/u;

/** Particles by which Japanese joins a subject to what is asked: "防災訓練の｜お知らせ動画". */
const joinedBehind = /(?<=[\p{scx=Han}\p{scx=Kana}」』])(?:の|を|に関する|についての?)$/u;

/**
 * Ends what a request is about: "… for my salon?" asks the maker, not the viewer, and in "for my salon, nails from $20" a
 * sentence follows.
 */
function endTopic(text: string, before: Part | undefined, after: string): string {
  const isJoined = before?.label === "request" && /[\p{L}\s]$/u.test(before.text) && !otherFor.test(before.text);
  const title = before?.label === "request" ? toNominative(text, before.text) : text;
  const bare = isJoined ? title.replace(joinedFor, (lead) => (lead === "لل" ? "ال" : "")) : title;
  // "our café's [Instagram]"
  const own = bare.replace(/[?？؟]+(?=\s*$)/u, ".").replace(/['’]s(?=\s*$)/u, "");
  return countWords(after) >= LEAST_SENTENCE ? own.replace(/,(?=\s+$)/u, ".") : own.replace(joinedBehind, "");
}

/** A price that says what it is for. */
const namesPrice = /^\P{N}*\p{L}{4,}\P{N}*\p{N}/u;
/** Begins a clause that says when or for whom the price behind it is. */
const prepositions =
  /^(?:in|on|at|from|until|till|for|with|during|only|im|am|ab|an|bis|vom|von|mit|für|nur|en|du|dès|jusqu\S*|pour|avec|desde|hasta|para|por|con|solo|dal|fino|per|até|com|od|do|w|dla|från|till|för|på|fra|til|vanaf|tot|voor|с|до|в|для|на|від|з)\s/iu;
/** Words of a clause that does not need the price behind it. */
const LEAST_CLAUSE = 4;

/** One of several facts with a label. */
const labelledRow = /^\p{L}[\p{L}\p{M} -]{1,22}[:：]\s?\S/u;

/** True for the first line of a card that says what the others are: "When". */
const isHeading = (text: string): boolean => !isTime(text) && !isDay(text) && !isPlace(text) && !/\p{Nd}/u.test(text);

/** Lines of a card for a place. */
const MOST_LINES = 5;
/** True if a former and a new price are all that a text says. */
const isWhole = (found: FoundPrice | undefined, text: string): boolean =>
  found?.price.was !== undefined && found.start === 0 && found.end >= text.trimEnd().length - 1;
/** True if a sentence is short enough for a card with its price. */
const fitsPrice = (text: string): boolean => text.length <= 90;

/** Splits "Car wash: inside and out 9 € instead of 12 €, no booking, open daily" at its price. Undefined if it is one fact. */
function splitAtPrice(text: string, { start, end }: FoundPrice): string[] | undefined {
  const borders = Array.from(text.matchAll(/[,;:]\s+|[，、،；：]\s*/gu), ({ index, 0: sign }) => ({
    index,
    end: index + sign.length,
    isColon: /[:：]/u.test(sign),
  }));
  const before = borders.findLast((border) => border.end <= start);
  const [after, next] = borders.filter(({ index }) => index >= end);
  const isListed = next !== undefined || (after !== undefined && before?.isColon);
  if (!isListed && (fitsPrice(text) || !(before ?? after))) return undefined;
  const [from, to] = [before?.end ?? 0, after?.index ?? text.length];
  return [text.slice(0, before?.index ?? 0), text.slice(from, to), text.slice(after?.end ?? to)].filter(hasContent);
}

/** "2024: 680 members" */
const ofYear = /^(?:19|20)\p{Nd}{2}\s?[:：–—-]\s*\P{L}{0,3}\p{Nd}/u;
/** Letters of the texts that fit in one scene of a script. */
const LONGEST_SCENE = 130;
/** End of a few quick steps. */
const done =
  /,\s(?:and\s)?(?:(?:you(?:'|’)re\s)?done|that(?:'|’)s it|fertig|voilà|c'est fait|listo|fatto|feito|klaar)[.!]?$/iu;
/** "If you save 50 € a month": an amount in an example, which is not a price. */
const conditional = /^(?:if|when|wenn|si|se|quand|cuando|als|если)\s/iu;
/** "Sarah K., homeowner in Ghent" */
const signature = /^\p{Lu}\p{Ll}+(?:\s\p{Lu}(?:\p{Ll}+|\.)){0,2}(?:,\s[^.!?]{2,50})?[.]?$/u;

const contrastLabel =
  /^(?:before|after|then|now|today|myth|fact|truth|problem|solution|expectation|reality|old way|new way|pros?|cons?|do|don['’]?ts?|vorher|nachher|früher|heute|mythos|fakt|wahrheit|avant|après|mythe|réalité|antes|después|ahora|mito|realidad|prima|dopo|realtà|depois|verdade|до|после|было|стало|миф|правда)$/iu;
const questionLabel = /^(?:q|question|frage|f|pregunta|p|domanda|d|pergunta|вопрос)\d?$/iu;
const answerLabel = /^(?:a|answer|antwort|réponse|r|respuesta|risposta|resposta|ответ)\d?$/iu;
/** Names of channels that only introduce the URL. */
const channelLabel =
  /^(?:tel|telefon|telephone|phone|call|mobile|mobil|fax|web|website|webseite|site|url|link|online|mail|e-?mail|contact|kontakt|info|infos?|adresse|address|instagram|insta|facebook|whatsapp|tiktok|teléfono|telefono|móvil|correo|contacto|contatti|site web|telefone|contato|sito|téléphone|тел|сайт)\.?$/iu;

/** Words that follow the last step of a recipe. */
const mealtime =
  /^(?:enjoy|bon app[eé]tit|guten appetit|lass(?:t)? es (?:euch|dir) schmecken|buen provecho|buon appetito|bom apetite|eet smakelijk|приятного аппетита)(?!\p{L})/iu;

const recipeHead =
  /^(?:ingredients?|you(?:'ll| will)? need|what you(?:'ll| will)? need|zutaten|du brauchst|ingrédients|il vous faut|ingredientes|necesitas|ingredienti|ti serve|ingrediënten|ингредиенты|材料|재료|食材|المكونات|सामग्री|materials|materialien|supplies)(?:\s\(.{1,30}\))?$/iu;
const isRecipeHead = (head: string): boolean => recipeHead.test(head.trim());

/** Parses "Ignoring fees: they eat your returns" as title and detail; further sentences are details, too. */
function splitHead(text: string): { head: string; detail: string } {
  const [first = "", ...others] = splitSentences(text);
  // "€ 2.700 - € 3.200" is a range.
  const colon = /^(.{3,48}?)(?:[:：]\s+|\s[–—-]\s(?!\p{Sc}))(.{3,})$/u.exec(first);
  const details = [...(colon ? [colon[2]!] : []), ...others];
  return { head: colon ? colon[1]! : first, detail: trimEnd(details.join(" ")) };
}

/** A heading of at most eight words before a colon; not a time, a URL or the label of a single acronym. */
function splitColon(text: string): { head: string; tail: string } | undefined {
  const match = /^([^:：.!?。]{1,90}?)\s?(?::\s+|：\s?)(\S[\s\S]+)$/u.exec(text);
  if (!match || countWords(match[1]!) > 14) return undefined;
  return { head: match[1]!, tail: match[2]! };
}

/** First words of a clause that depends on the previous one. */
const subordinate =
  /^(?:before|until|unless|although|bevor|nachdem|damit|sobald|solange|ob|obwohl|sondern|denn|avant|puisque|si|quand|antes|aunque|mientras|se|mentre|prima|enquanto|embora)\s/iu;

/** First words of a clause that belongs to the one before. */
const linked =
  /^(?:which|who|whose|because|while|where|when|so|but|that|if|as|wo|weil|dass|die|der|das|aber|wenn|qui|que|parce|mais|porque|pero|cuando|perché|ma|quando|mas|not)\s/iu;

/** People who type fast write facts with commas only: such a run is too long for one scene. */
const LONGEST_RUN = { prose: 90, figures: 50 } as const;
const isRun = (items: readonly string[], text: string): boolean => {
  const longest = items.filter((item) => /\p{Nd}/u.test(item)).length > 1 ? LONGEST_RUN.figures : LONGEST_RUN.prose;
  return (
    items.length >= 3 &&
    countSigns(text) > longest &&
    items.every((item) => countWords(item) <= 14 && !linked.test(item) && !subordinate.test(item))
  );
};

/** Letters of a line of names. */
const LONGEST_NAMES = 60;
const AND = "and|und|et|y|e|en|i|и|та|och|og|ve|&";
const twoNames = new RegExp(`^\\p{Lu}\\p{Ll}+\\s(?:${AND})\\s\\p{Lu}\\p{Ll}+$`, "u");
const name = /^(?:\p{Lu}[\p{L}.'’-]*\s?){1,4}$/u;
const thankedFor = /^(?:for|für|pour|por|per|voor|för|za|за)\s/iu;

/** "watermelon 0.99 €/kg and tomatoes 2.50 €/kg" */
const pricedPair = new RegExp(`^(.*\\p{Nd}.*?)\\s(?:${AND}|dan)\\s(\\S.*\\p{Nd}.*)$`, "u");

/** Coordinate short clauses form a list; a sentence with subordinate clauses does not. */
function isEnumeration(items: readonly string[], text: string): boolean {
  if (items.length < 3) return false;
  const words = items.map(countWords);
  if (Math.max(...words) > 9 || (words[0]! > 6 && /^\p{L}/u.test(items[1]!) && words[1]! < 2)) return false;
  if (items.some((item) => linked.test(item))) return false;
  if (items.slice(1).some((item) => subordinate.test(item))) return false;
  // "Your grandchildren Mia, Jonas and Paul"
  const isSigned = twoNames.test(items.at(-1)!) && /\p{Lu}\p{Ll}+$/u.test(items.at(-2)!);
  if (isSigned && text.length <= LONGEST_NAMES) return false;
  // "Thank you, Mr. Okafor, for everything"
  if (items.some((item, at) => at > 0 && name.test(item) && thankedFor.test(items[at + 1] ?? ""))) return false;
  return words.filter((count) => count <= 1).length < items.length - 1 || text.length > 70;
}
