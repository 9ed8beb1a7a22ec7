/** Splits a prompt into parts for the viewer and parts for the maker of the video. */
import { readFileSync } from "node:fs";
import { type Cleaned, cleanPrompt } from "./clean";
import { correctLabels } from "./corrections";
import { readFeatures } from "./features";
import { averageLabels, CERTAIN, labelPrompt } from "./label";
import { unpackMeanings } from "./meanings";
import meaningsFile from "./meanings.bin" with { type: "file" };
import { isShown, type Label } from "./network";
import type { Heading, Reading } from "./reading";
import { joining, polite } from "./subjects";
import { and } from "./talk";
import { unpackWeights } from "./weights";
import weightsFile from "./weights.bin" with { type: "file" };
import { isName } from "./words";

export type { Role } from "./headings";
export { isShown, type Label } from "./network";

/** Consecutive words of a prompt with one use. */
export interface Part extends Heading {
  label: Label;
  /** Its text without syntax. */
  text: string;
  /** Where it stands in the prompt. Parts follow each other without a gap. */
  start: number;
  end: number;
  /** False for a part that is shown although it may be an instruction. */
  certain: boolean;
  /** True if it begins a sentence, and nothing but a space separates it from the sentence before. */
  isUnmarked?: boolean;
}

let loaded: ReturnType<typeof unpackWeights> | undefined;
/** Weights are unpacked once; they take 20 MB of memory. */
const getWeights = () =>
  (loaded ??= unpackWeights(readFileSync(weightsFile), unpackMeanings(readFileSync(meaningsFile))));

/** A part is only taken for an instruction if its words are for the viewer at most this likely. */
const DOUBT = 0.34;

let latest: { prompt: string; parts: readonly Part[] } | undefined;

/** Returns the parts of a prompt, in order. Their places cover the prompt. */
export function readParts(prompt: string): Part[] {
  // A storyboard may be written again with another length.
  if (latest?.prompt !== prompt) latest = { prompt, parts: findParts(prompt) };
  return latest.parts.map((part) => ({ ...part }));
}

function findParts(prompt: string): Part[] {
  const { text, places } = cleanPrompt(prompt);
  const features = readFeatures(text);
  if (features.words.length === 0) return [];
  const headings = features.words.map(() => undefined);
  const reading: Reading = { ...features, text, ...labelPrompt(getWeights(), features), headings };
  correctLabels(reading);
  return joinWords(prompt, places, reading);
}

/** Words begin a sentence from this probability on. A sentence that is cut in two does more harm than two that are joined. */
const BEGINS = 0.6;
/** Minimum probability for a cut in a run of words that is too long for one line. */
const MAY_BEGIN = 0.4;
/** Letters of a line. */
const LONGEST_LINE = 75;
/** People who write longer clauses on average leave out punctuation. */
const LONGEST_MEAN = 11;
/** Shorter clauses are not cut: two sentences of them fit into a scene. */
const FEWEST_WORDS = 12;
/** Fewest words of a sentence that is cut off. */
const SHORTEST = 3;
/** Words surely begin a sentence from this probability on. Such a sentence may be shorter: "no presents". */
const SURELY_BEGINS = 0.75;
const SHORTEST_CERTAIN = 2;

/** Words that need the next one, so no line ends with them: "missing since", "there is a". */
const leadsTo =
  /^(?:the|an?|half|quarter|past|called|named|heißt|appelle|llama|chama|chiama|heet|heter|nazywa|jmenuje|называется|my|our|your|his|her|its|their|since|until|till|by|to|into|than|as|or|but|because|if|that|which|is|are|was|were|has|have|been|be|very|theres|der|die|das|den|dem|des|ein|eine[nmrs]?|mein\p{L}*|unser\p{L}*|seit|bis|zum|zur|oder|aber|weil|wenn|dass|ist|sind|wird|werden|hat|haben|sehr|le|la|les|une?|mon|ma|mes|notre|nos|depuis|ou|mais|que|qui|est|sont|el|los|las|una|mis?|tu|su|nuestr[oa]s?|desde|hasta|pero|es|está|il|lo|gli|mio|mia|nostr[oa]|fino|ma|che|è|os|uma?|meu|minha|noss[oa]|até|mas|é|são|het|een|mijn|onze|sinds|tot|maar|omdat|dat|zijn|że|któr\p{L}+|lub|ale|jest|są|od|до|от|что|который|или|но|від|що|або|але|\p{L}{2,}(?:isch|lich)e[nrms]?)$/iu;

/** Maximum number of words of a subject before a sentence about it. */
const LONGEST_SUBJECT = 6;
/** Begins a sentence about a subject. */
const told =
  /^(?:it|its|it['’]s|thats?|that['’]s|he|hes|he['’]s|she|shes|she['’]s|they|theyre|they['’]re|we|were|we['’]re)$/iu;

/** Finds the words for the viewer that begin a sentence without punctuation before them. */
function findUnmarked(reading: Reading): ReadonlySet<number> {
  const { words, clauses, gaps, quoted, found, begins } = reading;
  const sizes = new Map<number, number>();
  for (const clause of clauses) sizes.set(clause, (sizes.get(clause) ?? 0) + 1);
  const cuts = new Set<number>();
  if (words.length / sizes.size < LONGEST_MEAN) return cuts;
  const follows = (at: number) =>
    at > 0 && gaps[at] === "space" && !quoted[at] && isShown(found[at]!.label) && isShown(found[at - 1]!.label);
  // "my mum's 70th ITS on saturday"
  const isTold = (at: number) => {
    if (!told.test(words[at]!.text) || !follows(at)) return false;
    let from = at;
    while (at - from <= LONGEST_SUBJECT && follows(from)) from--;
    return at - from <= LONGEST_SUBJECT && gaps[from] === "space" && found[from - 1]?.label === "request";
  };
  // "please call Dave" begins with "please".
  const isPolite = (at: number) => polite.test(words[at]!.text);
  const chances = begins.map((chance, at) => (isPolite(at) ? Math.max(chance, begins[at + 1] ?? 0) : chance));
  const mayBegin = (at: number) =>
    follows(at) &&
    words[at]!.start > words[at - 1]!.end &&
    (words[at - 1]!.kind !== "mark" || chances[at]! > SURELY_BEGINS) &&
    chances[at]! > (joining.test(words[at]!.text) ? BEGINS : MAY_BEGIN) &&
    !(isName(words[at]!) && isName(words[at - 1]!)) &&
    !joining.test(words[at - 1]!.text) &&
    !isPolite(at - 1) &&
    !leadsTo.test(words[at - 1]!.text) &&
    sizes.get(clauses[at]!)! >= FEWEST_WORDS;
  const cut = (from: number, to: number) => {
    let best = -1;
    for (let at = from + SHORTEST_CERTAIN; at <= to - SHORTEST_CERTAIN; at++) {
      const isShort = at < from + SHORTEST || at > to - SHORTEST;
      if (isShort && chances[at]! <= SURELY_BEGINS) continue;
      if (mayBegin(at) && (best < 0 || chances[at]! > chances[best]!)) best = at;
    }
    if (best < 0) return;
    const isLong = words[to - 1]!.end - words[from]!.start > LONGEST_LINE;
    if (!isLong && chances[best]! <= BEGINS) return;
    cuts.add(best);
    cut(from, best);
    cut(best, to);
  };
  for (let from = 0; from < words.length; ) {
    // "it's called Clear View AND WE do houses"
    if (isTold(from)) cuts.add(and.test(words[from - 1]!.text) && follows(from - 1) ? from - 1 : from);
    let to = from + 1;
    while (to < words.length && follows(to) && !isTold(to)) to++;
    if (to - from >= 2 * SHORTEST_CERTAIN) cut(from, to);
    from = to;
  }
  return cuts;
}

/** Joins consecutive words of one use. */
function joinWords(prompt: string, places: Cleaned["places"], reading: Reading): Part[] {
  const { text, words, sentences, gaps, quoted, found, headings } = reading;
  const unmarked = findUnmarked(reading);
  const parts: Part[] = [];
  for (let from = 0; from < words.length; ) {
    let to = from + 1;
    const { label } = found[from]!;
    const continues = (at: number) =>
      found[at]!.label === label &&
      !unmarked.has(at) &&
      sentences[at] === sentences[from] &&
      headings[at] === headings[from] &&
      Boolean(quoted[at]) === Boolean(quoted[from]);
    while (to < words.length && continues(to)) to++;
    const shown = averageLabels(found.slice(from, to));
    const isFixed = headings[from] !== undefined;
    const isWhole = (from === 0 || gaps[from] !== "space") && (to === words.length || gaps[to] !== "space");
    const isPiece = !isWhole && (label === "negative" || label === "style");
    // "Avoid:" before what to avoid.
    const isLead = label === "heading" && sentences[to] === sentences[from] && !isShown(found[to]!.label);
    const isDoubtful = !isFixed && !isPiece && !isLead && !isShown(label) && shown > DOUBT;
    const isBehindRequest = from > 0 && gaps[from] === "space" && found[from - 1]!.label === "request";
    parts.push({
      label: isDoubtful ? (isBehindRequest ? "topic" : "viewer") : label,
      text: text.slice(words[from]!.start, words[to]?.start ?? text.length),
      start: places[words[from]!.start]!,
      end: prompt.length,
      isUnmarked: unmarked.has(from),
      certain: isFixed || (isShown(label) ? shown >= CERTAIN : !isDoubtful),
      ...headings[from],
    });
    from = to;
  }
  parts[0]!.start = 0;
  for (const [at, part] of parts.entries()) part.end = parts[at + 1]?.start ?? prompt.length;
  return parts;
}
