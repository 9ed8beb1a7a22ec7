/** Sorts the text of a prompt into content for the viewer and instructions for the design. */
import { isCall } from "./calls";
import { isAboutProduction, isChannel, isDirection, isNegative, isPalette, readNegative } from "./directions";
import { isScript, type Label, type Part, readParts } from "./fields";
import { isFootage } from "./footage";
import { findGreeting } from "./greetings";
import type { Language } from "./languages/index";
import { findList, type ListItem } from "./lists";
import { findAddress, findContacts, findOffer, hasContact } from "./offers";
import { type Order, stripMedium, stripOrder } from "./orders";
import { type Quotation, readMarks, takeQuotes } from "./quotes";
import { splitLong } from "./split";
import { countWords, isMeaningful, splitClauses, splitItems, splitSentences, stripAnd, toLine, trimEnd } from "./text";

/** A piece of content, in the order of the prompt. */
export interface Item {
  kind: "text" | "step" | "quote" | "offer" | "call" | "list" | "row" | "contact";
  text: string;
  /** Author of a quotation, detail of a step, rows of a list. */
  subtext?: string;
  /** One of several short items, which may share a scene. */
  short?: boolean;
  /** A question that may be followed by its answer. */
  asked?: boolean;
}

/** Longer sentences are split before they are parsed, so that every rule stays fast. */
export const LONGEST_SENTENCE = 320;
/** Maximum length of an instruction at the end of a sentence. */
const LONGEST_TAIL = 90;
/** Maximum length of a line of a price list. */
const PRICE_ROW_WORDS = 5;
/** Lists in a column. */
const MOST_LISTS = 5;

/** Parses a text sentence by sentence, and sorts it into content, style, footage and spoken text. */
export class Reader {
  readonly items: Item[] = [];
  readonly look: string[] = [];
  readonly avoid: string[] = [];
  readonly footage: string[] = [];
  readonly spoken: string[] = [];
  hook: string | undefined;
  cta: string | undefined;
  brand = "";
  /** Kind of content, if the prompt names it: "Recipe: …". */
  topic = "";
  /** True after "Ingredients": following sentences are steps. */
  recipe = false;
  #lists = 0;
  /** True if a label names the brand or product. */
  #named = false;
  /** True if only labels and brackets contain instructions. */
  #script = false;

  readonly #seen = new Set<string>();
  readonly language: Language;

  constructor(language: Language) {
    this.language = language;
  }

  read(text: string): void {
    const subject = stripMedium(text, this.language);
    if (subject) {
      this.#addContent(subject);
      return;
    }
    this.#script = isScript(text);
    const parts = readParts(text.replace(onlyText, "\nText: "));
    if (parts.some(({ label }) => label === "scene")) this.#readScenes(parts);
    else for (const part of parts) this.#readPart(part);
    this.#showSpokenCall();
    this.#joinRows();
    if (this.items[0]?.short && this.brand && this.hook === undefined && this.#named)
      this.items.unshift({ kind: "text", text: this.brand });
    if (this.items.length === 0 && this.spoken.length > 0) for (const line of this.spoken) this.#readProse(line);
  }

  /** Lines with days of a week, or prices of a list, become rows of one scene. */
  #joinRows(): void {
    const isRow = ({ kind, text }: Item) => kind === "row" || (kind === "offer" && countWords(text) <= PRICE_ROW_WORDS);
    for (let from = 0; from < this.items.length; from++) {
      let to = from;
      while (to < this.items.length && isRow(this.items[to]!) && this.items[to]!.kind === this.items[from]!.kind) to++;
      if (to - from < 3) continue;
      const rows = this.items.slice(from, to).map(({ text }) => text);
      this.items.splice(from, to - from, { kind: "list", text: "", subtext: rows.join("\n") });
    }
    for (const item of this.items) if (item.kind === "row") item.kind = "text";
  }

  /** A call to action that is only spoken is also shown. */
  #showSpokenCall(): void {
    if (this.cta !== undefined || this.items.some(({ kind }) => kind === "call")) return;
    const call = this.spoken.findLast((line) => isCall(line, this.language));
    if (call) this.cta = toLine(call);
  }

  #readPart({ label, text }: Part): void {
    const handlers: Partial<Record<Label, () => void>> = {
      // "Bold typography: “Stop scrolling.”" quotes visible text.
      direction: () => this.#readDirection(text),
      palette: () => this.#readDirection(text),
      avoid: () => this.avoid.push(text),
      hook: () => this.#setHook(text),
      cta: () => {
        this.cta ??= toLine(text);
      },
      brand: () => {
        const [name = "", ...others] = splitSentences(text);
        this.brand ||= trimEnd(name.split(/[,(–]|\s-\s/)[0] ?? "");
        this.#named = true;
        if (others.length > 0) this.#readBlock(others.join(" "));
      },
      quote: () => this.#readTestimonial(text),
      spoken: () => this.spoken.push(text.replace(/^["“„]|["”“]$/gu, "")),
      visual: () => this.#readVisual(text),
      points: () => this.#readPoints(text),
      text: () => this.#readText(text),
    };
    const handle = label ? handlers[label] : undefined;
    if (handle) handle();
    else this.#readBlock(text);
  }

  /** "Tone: energetic. Open 24/7": a label ends with its sentence. What follows is read like any other text. */
  #readDirection(text: string): void {
    const [first = "", ...others] = splitSentences(text);
    if (/["“„«]/u.test(first)) {
      this.#readBlock(text);
      return;
    }
    this.look.push(first);
    if (others.length > 0) this.#readBlock(others.join(" "));
  }

  #setHook(text: string): void {
    const [first = "", ...others] = splitSentences(text);
    const [line = "", ...rest] = splitLong(toLine(text.length <= 90 ? text : first), LONGEST_SENTENCE);
    if (this.hook === undefined) this.hook = line;
    else this.items.push({ kind: "text", text: line });
    for (const part of rest) this.items.push({ kind: "text", text: part });
    if (text.length > 90 && others.length > 0) this.#readBlock(others.join(" "));
  }

  #readText(text: string): void {
    const line = toLine(text);
    if (/["“”„«»\n]/u.test(text) || splitSentences(text).length > 1) this.#readBlock(text);
    else if (isMeaningful(line)) this.#addContent(line);
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

  #readVisual(text: string): void {
    const { quotations } = takeQuotes(text);
    for (const quotation of quotations) this.#addQuotation(quotation);
    this.footage.push(text);
  }

  #readPoints(text: string): void {
    const list = findList(text);
    if (list) {
      this.#readBlock(text);
      return;
    }
    const items = text.split(/\n+/).flatMap((line) => splitItems(line, this.language));
    for (const item of items) this.#addShort(toLine(item));
  }

  /** Scenes of a script: their on-screen text is shown, their description is not. */
  #readScenes(parts: readonly Part[]): void {
    const scenes = parts.filter(({ label }) => label === "scene");
    const isShotList = scenes.some(({ text }) => isShot(text, this.language));
    for (const part of parts) {
      if (part.label !== "scene") this.#readPart(part);
      else this.#readScene(part.text, isShotList);
    }
  }

  #readScene(text: string, isShotList: boolean): void {
    if (text === "") return;
    const { quotations, rest } = takeQuotes(text);
    const described = readMarks(rest).rest;
    for (const quotation of quotations) this.#addQuotation(quotation);
    if (!isMeaningful(described)) return;
    if (isShotList || isShot(described, this.language)) this.footage.push(described);
    else if (quotations.length === 0) this.#readProse(text);
    else
      for (const sentence of splitSentences(described))
        if (!isDirection(sentence, this.language)) this.footage.push(sentence);
  }

  /** Parses a text with lists. */
  #readBlock(text: string): void {
    const list = this.#lists < MOST_LISTS ? findList(text) : undefined;
    this.#lists++;
    if (!list) {
      this.#readProse(text);
      return;
    }
    if (list.scenes) {
      if (list.before) this.#readProse(list.before);
      const isShotList = list.items.some((item) => isShot(item.text, this.language));
      for (const item of list.items) this.#readScene(item.text, isShotList);
      if (list.after) this.#readBlock(list.after);
      return;
    }
    const before = list.before.replace(/[:：]\s*$/u, "");
    if (before) this.#readProse(before);
    const directions = list.items.filter(({ text: item }) => isDirection(item, this.language));
    for (const item of list.items) {
      if (directions.includes(item) && directions.length < list.items.length) this.#direct(item.text);
      else this.#addListItem(item, list.numbered);
    }
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
    const text = !first ? item.text : isMeaningful(plain) ? withoutQuotes : first.text;
    const { head, detail } = splitHead(text);
    const subtext = [item.label, detail].filter(Boolean).join(": ");
    const line = toLine(head);
    if (!isMeaningful(line)) return;
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
      if (this.#seen.has(sentence)) continue;
      this.#seen.add(sentence);
      const { indexes, rest: plain } = readMarks(sentence);
      const isFirst = /^\s*[\ue000-\uf8ff]/u.test(sentence);
      const addQuotations = () => {
        for (const index of indexes) if (quotations[index]) this.#addQuotation(quotations[index]);
      };
      if (isFirst) addQuotations();
      if (isMeaningful(plain) && !this.#signQuote(plain)) this.#readSentence(plain, indexes.length > 0);
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

  #readSentence(sentence: string, quoting: boolean): void {
    const { language } = this;
    if (this.#script) {
      this.#addContent(sentence);
      return;
    }
    const [before = "", ...then] = sentence.split(/,?\s(?:and\s)?(?:then|dann|puis|luego|poi|depois)\s(?=\p{L})/iu);
    if (then.length > 0 && then.every((part) => stripOrder(part, language).ordered)) {
      for (const one of [before, ...then]) this.#readSentence(one, quoting);
      return;
    }
    const next =
      /^(?:then|next|after that|finally|lastly|danach|dann|zum schluss|ensuite|enfin|puis|luego|después|al final|poi|infine|depois|no final)[,\s]+(?=\p{Ll})/iu.exec(
        sentence,
      );
    if (next && stripOrder(sentence.slice(next[0].length), language).ordered) {
      this.#readSentence(sentence.slice(next[0].length), quoting);
      return;
    }
    const match = mustSay.exec(sentence);
    if (match) {
      this.#addTold(match[1]!);
      return;
    }
    const name = called.exec(sentence);
    if (name) {
      this.#readName(name[1]!, sentence.slice(name[0].length));
      return;
    }
    const me = /^(?:I'm|I am|Ich bin|Je suis|Soy|Sono|Sou)\s(?:an?|eine?|une?|una?|um|uma)\s(.{4,80})$/iu.exec(
      trimEnd(sentence),
    );
    if (me) {
      this.#addContent(me[1]!);
      return;
    }
    if (isAboutUs(sentence)) {
      this.#readAboutUs(sentence);
      return;
    }
    const named = thingNamed.exec(sentence);
    if (named) {
      this.#addContent(sentence.slice(named[0].length));
      return;
    }
    const order = stripOrder(sentence, language);
    if (order.colors) this.look.push(order.colors.trim());
    const card = findGreeting(sentence.slice(language.leading("order", sentence).length).trim());
    if (card && this.items.length === 0 && this.hook === undefined) {
      this.hook = card.to
        ? `${card.text}, ${card.to.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())}!`
        : `${card.text}!`;
      return;
    }
    if (order.ordered) {
      if (order.rest !== "") this.#readOrder(order);
      return;
    }
    const text = order.rest;
    if (isPalette(text, language)) {
      this.look.push(text);
      return;
    }
    if (isFootage(text, language, false)) {
      this.#describe(text);
      return;
    }
    const content = this.#dropDirections(text);
    if (content === "") return;
    if (quoting && countWords(content) <= 4 && !findOffer(content, language)) return;
    this.#addContent(content);
  }

  /** Parses "It's called The Green Giant, costs $12.50 and is only available in March": a name, and other facts. */
  #readName(name: string, rest: string): void {
    const last = this.items.at(-1);
    if (last?.kind === "text" && !last.subtext) last.subtext = name;
    else this.#addShort(name);
    for (const clause of rest.split(/,\s|\s(?=(?:and|und|et|y|e)\s\p{Ll})/u)) {
      const fact = trimEnd(clause.replace(copula, ""));
      if (isMeaningful(fact)) this.#addClause(fact);
    }
  }

  /** Parses the object of a request: a description of footage, the name of a product, or a subject. */
  #readOrder(order: Order): void {
    const { language } = this;
    if (!order.owned && isFootage(order.rest, language, order.filmed)) {
      this.#describe(order.rest);
      return;
    }
    if (order.forWhom && this.items.length > 0) return;
    const ours = order.owned ? namedThing.exec(order.rest) : null;
    if (ours) {
      this.topic ||= ours[1]!;
      this.brand ||= ours[2]!;
    }
    // "announcing that our shop is closed"
    this.#readSubject(
      (ours?.[2] ?? order.rest).replace(
        /^(?:that|dass|que|che)\s(?=\p{L}+\s\p{L}+\s\p{L})(?!.{2,60}\s(?:highlights?|mentions?|shows?|explains?)\s)/iu,
        (that) => (asksOf.test(order.rest) ? that : ""),
      ),
    );
  }

  /** Parses the subject of a request, and points after a colon or "that highlights". */
  #readSubject(subject: string): void {
    const invitation =
      /^that\s(?:invites|asks|encourages|tells|convinces|persuades|gets|motivates|inspires)\s.{2,40}?\sto\s(.{3,})$/iu.exec(
        subject,
      );
    if (invitation) {
      this.items.push({ kind: "call", text: toLine(invitation[1]!) });
      return;
    }
    const mention =
      /^(.{3,90}?),?\s(?:that|which|and)?\s?(?:highlights?|highlighting|mentions?|mentioning|emphasi[sz]es?|emphasi[sz]ing|focus(?:es|ing)? on|talks? about|explains?|shows? off|covers?|covering|telling people about)\s(.{3,})$/iu.exec(
        subject,
      );
    const [head, tail] = mention ? [mention[1]!, mention[2]!] : [subject, ""];
    const content = this.#dropDirections(head, true);
    if (content !== "") this.#addContent(content);
    if (tail !== "") this.#addTold(tail);
  }

  /** Parses the points listed by a request. */
  #addTold(text: string): void {
    for (const item of splitItems(this.#dropDirections(text), this.language).flatMap((item) =>
      splitPair(item, this.language),
    )) {
      this.#addShort(toLine(item.replace(/^(?:our|my|the|how|that)\s/iu, "")));
    }
  }

  /** Keeps the clauses that are for the viewer. A request may name its channel: "on Instagram". */
  #dropDirections(sentence: string, ordered = false): string {
    const { language } = this;
    const clauses = splitClauses(sentence, language);
    const [first = ""] = clauses;
    if (clauses.length === 1 ? isDirection(sentence, language) : isAboutProduction(first, language)) {
      this.#direct(sentence);
      // "End with our logo and savvy.app": the URL is for the viewer.
      for (const address of findAddress(sentence)) this.items.push({ kind: "contact", text: address });
      return "";
    }
    const content: string[] = [];
    const firstDirects = isDirection(first, language);
    const isListed = listsLacks(clauses, language);
    for (const clause of clauses) {
      const plain = stripAnd(clause, language);
      const colors = /^(?:in|en|em|mit)\s(.+)$/iu.exec(plain)?.[1] ?? "";
      if (isListed && lack.test(plain)) content.push(clause);
      else if (isDirection(plain, language)) this.#direct(plain);
      else if (clauses.length > 1 && isPalette(colors, language)) this.look.push(plain);
      else if (!firstDirects) content.push(clause);
      else this.#salvage(plain);
    }
    if (content.length === clauses.length) return this.#cutTail(sentence, ordered);
    return this.#cutTail(stripAnd(content.join(", "), language), ordered);
  }

  /** Keeps the content that an instruction names: "show the burning time of 60 hours". */
  #salvage(clause: string): void {
    const order = stripOrder(clause, this.language);
    if (order.ordered && order.rest) this.#addContent(order.rest);
    else if (findContacts(clause).length > 0 || findOffer(clause, this.language)) this.#addContent(clause);
    else this.look.push(clause);
  }

  /** Removes "with upbeat music" or "in a minimalist style" from the end. */
  #cutTail(text: string, ordered = true): string {
    const { language } = this;
    const end = Math.max(0, text.length - LONGEST_TAIL);
    const matches = [
      ...text
        .slice(end)
        .matchAll(
          /\s(?=(?:in|with|using|on|for|mit|im|avec|dans|sur|con|en|per|su|com|em|с|в|at|über|auf|für|pour|para)\s)/giu,
        ),
    ];
    for (const match of matches.toReversed()) {
      const at = end + match.index;
      const tail = text.slice(at + 1);
      // "How small shops win on TikTok" is about the channel.
      if (!ordered && isChannel(tail)) continue;
      if (at > 0 && isDirection(tail, language) && tail.split(/\s+/).length <= 8) {
        this.#direct(tail);
        return this.#cutTail(text.slice(0, at).trim(), ordered);
      }
    }
    return text;
  }

  #direct(clause: string): void {
    if (isNegative(clause, this.language)) this.avoid.push(readNegative(clause, this.language));
    else this.look.push(clause);
  }

  #describe(text: string): void {
    this.footage.push(this.#cutTail(text));
  }

  /** Parses "I run a small candle company called Ember & Oak and I want a video that …". */
  #readAboutUs(sentence: string): void {
    const [about = ""] = sentence.split(
      /,?\s(?:and|so|und|et|y|e)\s(?:I|we|ich|wir|je|nous)\s(?:want|need|would|'d|am looking|are looking|will|möchte|brauche|will|wollen|brauchen|veux|voulons)\b/iu,
    );
    const named = /\s(?:called|named|namens|appelée?|llamad[oa]|chiamat[oa]|chamad[oa])\s([^,.]{2,40})/iu.exec(about);
    if (named) this.brand ||= trimEnd(named[1]!);
    const what = (named ? about.slice(0, named.index) : about).replace(
      /^(?:I|we)(?:'m| am| are|'re)?\s(?:run|own|have|started|founded|operate|opened|launched|sell|offer|make|am|are|a)?\s?(?:an?|the|my|our)?\s?|^(?:ich|wir)\s(?:habe|haben|betreibe|betreiben|führe|führen|besitze|verkaufe|verkaufen)\s(?:eine?n?)?\s?/iu,
      "",
    );
    if (named && !this.hook && this.items.length === 0)
      this.items.push({ kind: "text", text: trimEnd(named[1]!), subtext: toLine(what) });
    else this.#addContent(what);
  }

  #addShort(text: string): void {
    if (!isMeaningful(text)) return;
    if (isCall(text, this.language) && hasContact(text)) this.items.push({ kind: "call", text });
    else this.items.push({ kind: "text", text, short: true });
  }

  /** Adds a visible sentence, in the format that suits it. */
  #addContent(sentence: string): void {
    const { language } = this;
    const plain = stripAnd(sentence.trim(), language).replace(ourThing, "");
    const text = this.items.at(-1)?.kind === "quote" ? plain.replace(forBrand, "") : plain;
    if (!isMeaningful(text)) return;
    const offered = offers.exec(text);
    if (offered && splitItems(offered[1]!, language).length >= 2) {
      this.#addTold(offered[1]!);
      return;
    }
    const colon = splitColon(text);
    if (colon && (!isCall(text, language) || findOffer(colon.tail, language)?.index === 0)) {
      this.#addHeaded(colon.head, colon.tail, text);
      return;
    }
    const ending =
      /^(?:end|finish|close|start|begin|open)(?:ing|s)?\s(?:it\s)?(?:with|by showing)\s(?:our|my|the|a)?\s?/iu.exec(
        text,
      );
    // "Begin with one thing" is advice: only things that a clip can show are placed at its end.
    if (ending && !this.#script && (hasContact(text) || showable.test(text))) {
      this.items.push({ kind: "contact", text: toLine(text.slice(ending[0].length)) });
      return;
    }
    const dash = /^(.{8,}?[^\s\p{N}])\s+[–—-]\s+(.{3,})$/u.exec(text);
    if (dash && (isCall(dash[2]!, language) || text.length > 60) && !/^\p{N}/u.test(dash[2]!)) {
      this.#addContent(dash[1]!);
      this.#addContent(dash[2]!);
      return;
    }
    const [heading, deal, ...more] = splitItems(text, language);
    // "Summer sale, 30% off sneakers": the offer gets a separate badge.
    if (heading && deal && more.length === 0 && countWords(heading) <= 5 && findOffer(deal, language)?.index === 0) {
      this.#addClause(heading);
      this.#addClause(deal);
      return;
    }
    const items = splitItems(text, language);
    // "Nails from 39 €, new customers get 10% off": each offer has a badge.
    if (items.length >= 2 && items.every((item) => findOffer(item, language))) {
      for (const item of items) this.#addClause(item);
      return;
    }
    // "Scan the receipt, tap who had what, done"
    if (items.length >= 3 && done.test(text)) {
      for (const item of items) this.items.push({ kind: "step", text: toLine(item) });
      return;
    }
    if (isEnumeration(items, text) && !language.starts("call", text)) {
      for (const item of items) this.#addClause(item);
      return;
    }
    this.#addClause(text);
  }

  #addClause(text: string): void {
    const { language } = this;
    const line = toLine(text);
    const named = /^(?:the |our |my )?(?:brand|company|product|business|shop|store)(?: name)? is (.{2,40})$/iu.exec(
      line,
    );
    if (named) {
      this.brand ||= trimEnd(named[1]!);
      return;
    }
    const short = countWords(line) <= 7;
    if (isCall(line, language) && (language.starts("call", line) || !findOffer(line, language)))
      this.items.push({ kind: "call", text: line });
    else if (findOffer(line, language) && !conditional.test(line)) this.items.push({ kind: "offer", text: line });
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
    if (first && countWords(head) <= 3 && language.has("medium", head.split(" ").at(-1) ?? "")) {
      this.#addContent(tail);
      return;
    }
    if (hasContact(tail) && countWords(head) <= 2 && countWords(tail) <= 8 && !isCall(whole, language)) {
      const isLabel = channelLabel.test(head.trim());
      this.items.push(isLabel ? { kind: "contact", text: tail.trim() } : { kind: "call", text: toLine(whole) });
      return;
    }
    if (first && recipeWord.test(head)) {
      this.topic = head;
      this.#addContent(tail);
      return;
    }
    if (this.#addContrast(head, tail)) return;
    if (language.starts("weekdays", head) && countWords(head) <= 3 && countWords(tail) <= 12) {
      this.items.push({ kind: "row", text: toLine(whole) });
      return;
    }
    if (isRecipeHead(head)) {
      this.items.push({ kind: "list", text: toLine(head), subtext: items.map(toLine).join("\n") });
      this.recipe = true;
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
    if (first && head.length > 4 && !/^(?:POV|FYI|PSA|TIL|Fact|Myth|Q|A)$/iu.test(head) && tail.length > 2) {
      this.items.push({ kind: "text", text: toLine(head) });
      this.#addContent(tail);
      return;
    }
    if (findOffer(tail, language)) this.items.push({ kind: "offer", text: toLine(whole) });
    else if (isCall(tail, language)) this.items.push({ kind: "call", text: toLine(whole) });
    else this.#addClause(whole);
  }
}

const lack = /^(?:no|kein\p{L}*|geen|sin|sans|senza|sem|ohne|нет|без)\s(?:\S+\s?){1,3}$/iu;
/** "Why plants die: too much water, no light, cold": a missing thing is content if the rest of the list is. */
const listsLacks = ([first = "", ...others]: readonly string[], language: Language): boolean =>
  /[:：]\s/u.test(first) &&
  others.some((clause) => lack.test(clause)) &&
  [first.split(/[:：]\s+/u)[1] ?? "", ...others].every(
    (clause) => lack.test(clause) || !isDirection(stripAnd(clause, language), language),
  ) &&
  others.some((clause) => !lack.test(clause));

/** End of a few quick steps. */
const done =
  /,\s(?:and\s)?(?:(?:you(?:'|’)re\s)?done|that(?:'|’)s it|fertig|voilà|c'est fait|listo|fatto|feito|klaar)[.!]?$/iu;
/** "If you save 50 € a month": an amount in an example, which is not a price. */
const conditional = /^(?:if|when|wenn|si|se|quand|cuando|als|если)\s/iu;
/** "that invites people to join" is a request, not a statement. */
const asksOf =
  /^that\s(?:invites|asks|encourages|tells|convinces|persuades|gets|motivates|inspires|is|are|has|have|makes|feels|looks)\s/iu;
/** "My app Splitly splits bills": viewers do not need "my". */
const ourThing =
  /^(?:[Mm]y|[Oo]ur)\s(?:new\s)?(?:app|brand|shop|store|company|startup|product|business|tool|platform|software|podcast|channel|course|newsletter)\s(?=\p{Lu}[\p{L}\p{N}]+\s\p{Ll})/u;

/** "It's called The Green Giant": keep only the name. */
const called =
  /^(?:(?:[Ii]t|[Tt]his|[Tt]hey)(?:['’]s|\sis|\sare)\s(?:called|named)|(?:[Ee]s|[Ss]ie|[Ee]r)\sheißt|(?:[Ii]l|[Ee]lle)\ss['’]appelle|[Ss]e\sllama|[Ss]i\schiama|(?:[Ss]e\schama|[Cc]hama-se))\s["“„«]?(\p{Lu}[^,.!?"”»]{1,40}?)["”»]?(?=,|[.!?]|$|\s(?:and|und|et|y|e)\s)/u;
const copula =
  /^(?:(?:and|und|et|y|e)\s)?(?:(?:it|es|sie|il|elle)\s)?(?:costs?|is|are|kostet|ist|coûte|est|cuesta|es|costa|è|custa|é)\s(?:just\s|nur\s)?/iu;

/** "my app FitTrack" without its "my": keep only the name. */
const namedThing =
  /^(app|brand|shop|store|company|startup|business|tool|platform|software|podcast|channel|newsletter|Marke|Firma|Laden|marque|boutique|marca|tienda|negozio|loja)\s(\p{Lu}[\p{L}\p{N}&’'.-]*(?:\s\p{Lu}[\p{L}\p{N}&’'.-]*){0,2})$/u;

/** "then show product name KeyGel": the name is the content. */
const thingNamed =
  /^(?:[Tt]hen\s)?(?:[Ss]how|[Dd]isplay|[Aa]dd)s?\s(?:the\s|our\s|my\s)?(?:product|brand|company|shop|app)(?:\sname)?\s(?=\p{Lu})/u;
/** "Sarah K., homeowner in Ghent" */
const signature = /^\p{Lu}\p{Ll}+(?:\s\p{Lu}(?:\p{Ll}+|\.)){0,2}(?:,\s[^.!?]{2,50})?[.]?$/u;

const recipeWord = /^(?:recipe|rezept|recette|receta|ricetta|receita|рецепт)$/iu;

/** "We do nail trims, de-shedding and teeth cleaning" */
const offers =
  /^(?:we|wir|nous)\s(?:do|offer|sell|provide|serve|bieten|verkaufen|proposons)\s([^.!?:]{3,60},[^.!?:]{2,60}\s(?:and|und|et|or|oder|ou)\s[^,.!?:]{2,40})[.!]?$/iu;
/** Matches the subject after a quotation: "For Warmtec heat pumps". */
const forBrand = /^(?:[Ff]or|[Ff]ür|[Pp]our|[Pp]ara|[Pp]er)\s(?=\p{Lu}[^,.!?]{2,40}$)/u;

const showable =
  /\b(?:logo|web ?site|site|url|address|phone|number|handle|brand|name|slogan|tagline|question|hook|close-?up|shot|screen|title|text|cta|call to action|offer|price|dates?|link|qr|packshot|photo|picture|product|scene)\b/iu;

const contrastLabel =
  /^(?:before|after|then|now|today|myth|fact|truth|problem|solution|expectation|reality|old way|new way|pros?|cons?|do|don['’]?ts?|vorher|nachher|früher|heute|mythos|fakt|wahrheit|avant|après|mythe|réalité|antes|después|ahora|mito|realidad|prima|dopo|realtà|depois|verdade|до|после|было|стало|миф|правда)$/iu;
const questionLabel = /^(?:q|question|frage|f|pregunta|p|domanda|d|pergunta|вопрос)\d?$/iu;
const answerLabel = /^(?:a|answer|antwort|réponse|r|respuesta|risposta|resposta|ответ)\d?$/iu;
/** Names of channels that only introduce the URL. */
const channelLabel =
  /^(?:tel|telefon|telephone|phone|call|mobile|mobil|fax|web|website|webseite|site|url|link|online|mail|e-?mail|contact|kontakt|info|infos?|adresse|address|instagram|insta|facebook|whatsapp|tiktok|teléfono|telefono|móvil|correo|contacto|contatti|site web|telefone|contato|sito|téléphone|тел|сайт)\.?$/iu;

/** "The ad should mention X, Y and Z": X, Y and Z are content. */
const mustSay =
  /^(?:the |our |my |das |die |der |la |le |el |il |o )?(?:video|clip|ad|reel|poster|post|spot|text|anzeige|vidéo|vídeo|anuncio)\s(?:should|must|needs to|has to|will|soll(?:te)?|doit|debe|deve)\s(?:also\s)?(?:mention|say|highlight|include|explain|emphasi[sz]e|tell people about|talk about|feature|state|list|erwähnen|nennen|mentionner|mencionar|menzionare)\s(?:that\s)?([^"“„'‘]{3,})$/iu;

/** Words that follow the last step of a recipe. */
const mealtime =
  /^(?:enjoy|bon app[eé]tit|guten appetit|lass(?:t)? es (?:euch|dir) schmecken|buen provecho|buon appetito|bom apetite|eet smakelijk|приятного аппетита)(?!\p{L})/iu;

const recipeHead =
  /^(?:ingredients?|you(?:'ll| will)? need|what you(?:'ll| will)? need|zutaten|du brauchst|ingrédients|il vous faut|ingredientes|necesitas|ingredienti|ti serve|ingrediënten|ингредиенты|材料|재료|食材|المكونات|सामग्री|materials|materialien|supplies)(?:\s\(.{1,30}\))?$/iu;
const isRecipeHead = (head: string): boolean => recipeHead.test(head.trim());

const aboutUs =
  /^(?:I|we)(?:'m|'re)?\s(?:run|own|have|started|founded|operate|opened|launched|sell|am|are)\s|^(?:ich|wir)\s(?:habe|haben|betreibe|betreiben|führe|führen|verkaufe|verkaufen)\s/iu;
const wants =
  /\s(?:and|so|und)\s(?:I|we|ich|wir)\s(?:want|need|would like|'d like|am looking|are looking|möchten?|brauchen?|will|wollen)\b/iu;
/** Sentences in which a business introduces itself to the engine, not to the viewer. */
const isAboutUs = (sentence: string): boolean =>
  aboutUs.test(sentence) &&
  (wants.test(sentence) || /\s(?:called|named|namens)\s/iu.test(sentence)) &&
  !/^we (?:are|'re) (?:hiring|open)/iu.test(sentence);

const isShot = (text: string, language: Language): boolean =>
  isFootage(text, language, true) ||
  language.has("person", text) ||
  language.has("camera", text) ||
  /\b(?:logo|text|screen|fades?|zoom|overlay|appears?|montage|voice ?over|product shot)\b/iu.test(text);

/** Parses "Ignoring fees: they eat your returns" as title and detail; further sentences are details, too. */
function splitHead(text: string): { head: string; detail: string } {
  const [first = "", ...others] = splitSentences(text);
  const colon = /^(.{3,48}?)(?:[:：]\s+|\s[–—-]\s)(.{3,})$/u.exec(first);
  const details = [...(colon ? [colon[2]!] : []), ...others];
  return { head: colon ? colon[1]! : first, detail: trimEnd(details.join(" ")) };
}

/** A heading of at most eight words before a colon; not a time, a URL or the label of a single acronym. */
function splitColon(text: string): { head: string; tail: string } | undefined {
  const match = /^([^:：.!?。]{1,90}?)\s?(?::\s+|：\s?)(\S[\s\S]+)$/u.exec(text);
  if (!match || countWords(match[1]!) > 14) return undefined;
  return { head: match[1]!, tail: match[2]! };
}

/** "no text except X" asks for X. */
const onlyText =
  /[,.;]?\s*(?:\bno|\bwithout|\bkein|\bohne|\bsin|\bsans|\bsenza|\bsem) (?:other |any |on-screen )?(?:text|words|texte?|texto|testo)(?: on screen)? (?:except|but|other than|apart from|außer|excepto|salvo|sauf|tranne|exceto)(?: for)?:?\s+/iu;

/** First words of a clause that depends on the previous one. */
const subordinate =
  /^(?:before|until|unless|although|bevor|nachdem|damit|sobald|solange|ob|obwohl|sondern|denn|avant|puisque|si|quand|antes|aunque|mientras|se|mentre|prima|enquanto|embora)\s/iu;

/** Coordinate short clauses form a list; a sentence with subordinate clauses does not. */
function isEnumeration(items: readonly string[], text: string): boolean {
  if (items.length < 3) return false;
  const words = items.map(countWords);
  if (Math.max(...words) > 9 || (words[0]! > 6 && /^\p{L}/u.test(items[1]!) && words[1]! < 2)) return false;
  const linked =
    /^(?:which|who|whose|because|while|where|when|so|but|that|if|as|wo|weil|dass|die|der|das|aber|wenn|qui|que|parce|mais|porque|pero|cuando|perché|ma|quando|mas|not)\s/iu;
  if (items.some((item) => linked.test(item))) return false;
  if (items.slice(1).some((item) => subordinate.test(item))) return false;
  return words.filter((count) => count <= 1).length < items.length - 1 || text.length > 70;
}

/** Splits "our fresh bread and vegan cakes" into two points. */
function splitPair(text: string, language: Language): string[] {
  const match = /^(.{4,}?)\s(\p{L}+)\s(.{4,})$/u.exec(text);
  if (!match) return [text];
  const parts = text.split(/\s(?:and|&|und|et|y|e)\s/iu);
  return parts.length === 2 && parts.every((part) => countWords(part) <= 5) && language.has("and", text)
    ? parts
    : [text];
}
