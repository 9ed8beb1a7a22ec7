/** Corrects what the network says of words, by what is regular. Each rule is a function, and their order matters. */
import type { Features } from "./features";
import { createFactCheck, hideRatios, hideSeconds, markColors, showFacts } from "./figures";
import {
  markDirections,
  markHeadings,
  markSceneShots,
  markScenes,
  markShots,
  pairBrackets,
  readValue,
  showBlock,
  showBullets,
  showHeadline,
  showNumbers,
  showSteps,
} from "./lines";
import { isShown, type Label } from "./network";
import { hideConnectives, hideIntroductions, hideNext, showQuoted } from "./quotations";
import { type Range, type Reading, setLabel } from "./reading";
import {
  joinRelative,
  showAsked,
  showBefore,
  showClient,
  showHowTo,
  showJoined,
  showNamed,
  showSubject,
  showTitled,
  trimSubject,
} from "./subjects";
import {
  hideAsking,
  hideBans,
  hideEnding,
  hideFillers,
  hideGreeting,
  hideLeads,
  hideSayings,
  hideSignature,
  hideThanks,
  markReported,
  showAnnounced,
  showIslands,
  showMentioned,
} from "./talk";

/** Changes the labels of words that the network may have got wrong. */
export function correctLabels(reading: Reading): void {
  const sentences = listSentences(reading);
  markHeadings(reading);
  const isFact = createFactCheck();
  for (const sentence of sentences) showFacts(reading, sentence, isFact);
  markDirections(reading);
  markShots(reading);
  markSceneShots(reading);
  markScenes(reading);
  if (!reading.found.some(({ label }) => isShown(label))) showSubject(reading);
  const hasSubject = reading.found.some(({ label }) => label === "topic");
  for (const sentence of sentences) {
    readValue(reading, sentence);
    markReported(reading, sentence);
    hideEnding(reading, sentence);
    hideAsking(reading, sentence);
    hideBans(reading, sentence);
    showHeadline(reading, sentence);
    showJoined(reading, sentence);
    showAsked(reading, sentence);
    showTitled(reading, sentence);
    if (!hasSubject) {
      showBefore(reading, sentence);
      showHowTo(reading, sentence);
      showClient(reading, sentence);
    }
    showNamed(reading, sentence);
    trimSubject(reading, sentence);
    showAnnounced(reading, sentence);
    hideSayings(reading, sentence);
    joinHyphens(reading, sentence);
    hideSeconds(reading, sentence);
    showMentioned(reading, sentence);
  }
  joinRelative(reading);
  joinPhrases(reading);
  showBlock(reading);
  showNumbers(reading);
  showSteps(reading, sentences);
  showBullets(reading, sentences);
  hideSignature(reading, sentences);
  hideThanks(reading, sentences);
  hideGreeting(reading);
  hideFillers(reading);
  hideLeads(reading);
  pairBrackets(reading);
  showIslands(reading);
  showQuoted(reading);
  hideIntroductions(reading);
  hideConnectives(reading);
  hideNext(reading);
  markColors(reading);
  hideRatios(reading);
}

function listSentences({ words, sentences }: Features): Range[] {
  const starts = words.flatMap((_, at) => (at === 0 || sentences[at] !== sentences[at - 1] ? [at] : []));
  return starts.map((from, i) => ({ from, to: starts[i + 1] ?? words.length }));
}

const spaceless = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Labels of instructions behind words for the viewer. */
const instructions: ReadonlySet<Label> = new Set(["style", "format", "length", "negative", "audience", "request"]);

/** In scripts without spaces between words, a space ends a phrase, and a phrase has one use. */
function joinPhrases(reading: Reading): void {
  const { words, found, headings } = reading;
  const isJoined = (at: number) => words[at]?.start === words[at - 1]?.end && spaceless.test(words[at]!.text);
  for (let at = 1; at < words.length; at++) {
    const { label } = found[at]!;
    const isCut = found[at - 1]!.label === "viewer" && instructions.has(label);
    if (!isCut || !isJoined(at) || headings[at] !== undefined) continue;
    let from = at - 1;
    while (from > 0 && isJoined(from) && found[from - 1]!.label === "viewer") from--;
    let to = at + 1;
    while (to < words.length && isJoined(to) && found[to]!.label === label) to++;
    const isShownMost = words[at]!.start - words[from]!.start > words[to - 1]!.end - words[at]!.start;
    setLabel(reading, isShownMost ? { from: at, to } : { from, to: at }, isShownMost ? "viewer" : label);
  }
}

/** "3-bedroom" has one use, although it is three words. */
function joinHyphens(reading: Reading, { from, to }: Range): void {
  const { words, found } = reading;
  for (let at = from + 1; at + 1 < to; at++) {
    const [before, own, next] = [words[at - 1]!, words[at]!, words[at + 1]!];
    const { label } = found[at + 1]!;
    const isWithin = own.text === "-" && own.start === before.end && next.start === own.end;
    if (isWithin && isShown(label)) setLabel(reading, { from: at - 1, to: at + 1 }, label);
  }
}
