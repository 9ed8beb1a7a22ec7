/** Corrects what the network says of words, by what is regular. Each rule is a function, and their order matters. */
import type { Features } from "./features";
import { createFactCheck, hideSeconds, markColors, showFacts } from "./figures";
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
import { isShown } from "./network";
import { hideConnectives, hideIntroductions, hideNext, showQuoted } from "./quotations";
import { type Range, type Reading, setLabel } from "./reading";
import {
  joinRelative,
  showAsked,
  showBefore,
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
  showBlock(reading);
  showNumbers(reading);
  showSteps(reading, sentences);
  showBullets(reading, sentences);
  hideSignature(reading, sentences);
  hideThanks(reading, sentences);
  hideFillers(reading);
  hideLeads(reading);
  pairBrackets(reading);
  showIslands(reading);
  showQuoted(reading);
  hideIntroductions(reading);
  hideConnectives(reading);
  hideNext(reading);
  markColors(reading);
}

function listSentences({ words, sentences }: Features): Range[] {
  const starts = words.flatMap((_, at) => (at === 0 || sentences[at] !== sentences[at - 1] ? [at] : []));
  return starts.map((from, i) => ({ from, to: starts[i + 1] ?? words.length }));
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
