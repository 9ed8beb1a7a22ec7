/** Makes variations of prompts: with typing mistakes, other instructions or another order, or composed of clauses. */
import { createRandom } from "#plugins/local/draw/random";
import { isShown, type Label } from "#plugins/local/prompt/network";
import { type Labelled, readClauses } from "./corpus";

/** Every training with a seed uses the same numbers. */
export let random = createRandom(0);
export function setSeed(seed: number): void {
  random = createRandom(seed);
}

/** Chooses an element. */
const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

const separator = /([.!?।؟,;،](?=\s|$)|[。！？、，；]|\n)([ \n]*)(\p{Lu}?)/gu;
/** Without a mark, nor a capital letter that would betray it. */
const joinInHaste = (all: string, _mark: string, spaces: string, capital: string): string =>
  random() < 0.85 ? ` ${spaces.replaceAll("\n", " ")}${random() < 0.8 ? capital.toLowerCase() : capital}` : all;

/** Adds the mistakes of people who type in a hurry. The length of the text stays the same. */
export function vary(prompt: Labelled): Labelled {
  let { text } = prompt;
  const change = (next: string) => {
    if (next.length === text.length) text = next;
  };
  if (random() < 0.25) change(text.toLowerCase());
  if (random() < 0.15) change(text.replace(/[.!?](?=\s)/g, () => (random() < 0.7 ? " " : ".")));
  if (random() < 0.2) change(text.replace(separator, joinInHaste));
  if (random() < 0.1) change(text.replace(/\n/g, " "));
  if (random() < 0.1) change(text.replace(/\. /g, ".\n"));
  if (random() < 0.2)
    change(
      text.replace(/(\p{Ll})(\p{Ll})(?=\p{Ll})/gu, (pair, a: string, b: string) => (random() < 0.04 ? b + a : pair)),
    );
  return { ...prompt, text };
}

/** A run of pieces that begins and ends with a sentence. */
interface Block {
  text: string;
  pieces: Labelled["pieces"];
}
const endsSentence = (text: string): boolean => /[.!?。！？।؟"”»」][ \t]*$|\n\s*$/u.test(text);

/** Splits a prompt into runs of pieces that can be moved. */
function cutBlocks({ text, pieces }: Labelled): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  for (const [at, piece] of pieces.entries()) {
    if (at < pieces.length - 1 && !endsSentence(text.slice(piece.start, piece.end))) continue;
    const start = pieces[from]!.start;
    blocks.push({
      text: text.slice(start, piece.end),
      pieces: pieces.slice(from, at + 1).map((one) => ({ ...one, start: one.start - start, end: one.end - start })),
    });
    from = at + 1;
  }
  return blocks;
}
function joinBlocks(blocks: readonly Block[], prompt: Labelled): Labelled {
  let text = "";
  const pieces: Labelled["pieces"] = [];
  const gap = prompt.text.includes("\n") && random() < 0.6 ? "\n" : " ";
  for (const [at, block] of blocks.entries()) {
    const start = text.length;
    text += block.text;
    if (at < blocks.length - 1 && !/\s$/u.test(text)) {
      const isOpen = !endsSentence(text);
      const open = [", ", ", ", ". ", "\n", " "];
      text += isOpen ? pick(open)! : gap;
    }
    for (const [i, one] of block.pieces.entries())
      pieces.push({
        label: one.label,
        start: start + one.start,
        end: i === block.pieces.length - 1 ? text.length : start + one.end,
      });
  }
  return { ...prompt, text, pieces };
}

const isForMaker = ({ pieces }: Block): boolean =>
  pieces.every(({ label }) => !isShown(label)) || pieces[0]!.label === "heading";

/** A subject without the mark and the spaces after it. */
const subject = /^.*[^\s.,:;!?…。、，：！？؟،]/su;

/** Replaces subjects with those of other prompts of the language, so that each follows many requests. */
function swapSubjects(prompt: Labelled): Labelled {
  const others = subjects.get(prompt.language);
  if (!others) return prompt;
  let text = "";
  const pieces = prompt.pieces.map((piece) => {
    const own = prompt.text.slice(piece.start, piece.end);
    const start = text.length;
    text += piece.label === "topic" && random() < 0.5 ? own.replace(subject, () => pick(others)!) : own;
    return { ...piece, start, end: text.length };
  });
  return { ...prompt, text, pieces };
}

/** Replaces and adds subjects and instructions from other prompts of the language, in any place. */
export function mix(original: Labelled): Labelled {
  const prompt = swapSubjects(original);
  if (random() < 0.35) return prompt;
  const blocks = cutBlocks(prompt);
  const bank = banks.get(prompt.language)!;
  const next: Block[] = [];
  for (const block of blocks) {
    if (isForMaker(block) && random() < 0.4) {
      const same = bank.filter((one) => isForMaker(one) && one.pieces[0]!.label === block.pieces[0]!.label);
      next.push(pick(same) ?? block);
    } else if (random() > 0.08) next.push(block);
  }
  const makers = bank.filter(isForMaker);
  const viewers = bank.filter((one) => !isForMaker(one) && one.pieces.length === 1);
  for (let count = Math.floor(random() * 3); count > 0; count--)
    next.splice(Math.floor(random() * (next.length + 1)), 0, pick(makers)!);
  if (random() < 0.3 && viewers.length > 0) next.splice(Math.floor(random() * (next.length + 1)), 0, pick(viewers)!);
  const order = next.filter(Boolean);
  return order.length === 0 ? prompt : joinBlocks(order, prompt);
}

/** Makes a prompt of clauses, for languages with few whole ones. */
export function compose(language: string): Labelled {
  const bank = banks.get(language)!;
  const of = (...labelsOf: Label[]) => bank.filter(({ pieces }) => labelsOf.includes(pieces[0]!.label));
  const viewers = of("viewer", "topic", "credit").filter(
    ({ pieces }) => pieces[0]!.label !== "topic" || pieces.length === 1,
  );
  const requests = bank.filter(({ pieces }) => ["request", "topic"].includes(pieces[0]!.label));
  const makers = of("style", "length", "format", "audience", "negative");
  const blocks: (Block | undefined)[] = [];
  const kind = random();
  if (kind < 0.65) {
    if (random() < 0.25) blocks.push(pick(requests));
    blocks.push(pick(requests));
  } else if (random() < 0.4) {
    const title = `${pick(subjects.get(language) ?? []) ?? ""}\n`;
    blocks.push({ text: title, pieces: [{ label: "viewer", start: 0, end: title.length }] });
  }
  for (let count = kind < 0.15 ? 0 : 1 + Math.floor(random() * 5); count > 0; count--) blocks.push(pick(viewers));
  if (kind < 0.8)
    for (let count = Math.floor(random() * 4); count > 0; count--)
      blocks.splice(random() < 0.6 ? blocks.length : Math.floor(random() * blocks.length), 0, pick(makers));
  if (random() < 0.15) blocks.push(pick(of("shot")));
  if (random() < 0.2) {
    const heading = pick(of("heading"));
    const viewer = pick(viewers);
    if (heading && viewer) {
      const text = `${heading.text} ${viewer.text}`;
      const shift = heading.text.length + 1;
      blocks.push({
        text,
        pieces: [
          { label: "heading", start: 0, end: shift },
          ...viewer.pieces.map((one) => ({ ...one, start: one.start + shift, end: one.end + shift })),
        ],
      });
    }
  }
  const found = blocks.filter((one) => one !== undefined);
  return joinBlocks(found, { language, text: random() < 0.3 ? "\n" : "", pieces: [] });
}

/** Blocks by language. */
const banks = new Map<string, Block[]>();
/** Subjects of requests by language. */
const subjects = new Map<string, string[]>();

/** Collects the blocks of prompts and clauses, which variations combine. */
export function fillBanks(corpus: readonly Labelled[], clausesDirectory: string): void {
  const add = <T>(lists: Map<string, T[]>, language: string, items: readonly T[]) => {
    const list = lists.get(language) ?? [];
    lists.set(language, list);
    list.push(...items);
  };
  for (const prompt of [...corpus, ...readClauses(clausesDirectory)]) {
    add(banks, prompt.language, cutBlocks(prompt));
    for (const { start, end, label } of prompt.pieces) {
      const [own] = label === "topic" ? (subject.exec(prompt.text.slice(start, end)) ?? []) : [];
      if (own) add(subjects, prompt.language, [own]);
    }
  }
  subjects.delete("cases");
  add(banks, "cases", banks.get("en")!);
}

export const listLanguages = (): string[] => [...banks.keys()];
