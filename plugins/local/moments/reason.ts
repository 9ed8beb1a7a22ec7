import type { Run, Talk } from "./candidates";

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
export const writeSeconds = (seconds: number): string => `${Math.round(seconds * 10) / 10} s`;
const quote = (text: string) => `“${text}”`;
const capitalizeFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A break that is worth a mention: a pause in seconds, and a change of subject. */
const LONG_PAUSE = 0.8;
const STRONG_BREAK = 0.55;

/** Explains a moment in one sentence of facts that can be checked in the video. */
export function explainRun({ traits, sentences, steer }: Talk, run: Run): string {
  const own = traits.slice(run.first, run.last + 1);
  const numbers = own.reduce((sum, trait) => sum + trait.numbers, 0);
  const names = own.reduce((sum, trait) => sum + trait.names, 0);
  const terms = steer?.list(sentences[run.first]!.from, sentences[run.last]!.to).slice(0, 3) ?? [];
  const mentions = terms.map(({ text, count }) => `${quote(text)}${count > 1 ? ` ${count} times` : ""}`).join(", ");
  const opening = explainOpening(own[0]!, run.first);
  const opensWithNumber = opening.endsWith("a number");
  const details = [
    (numbers > 1 || !opensWithNumber) && numbers > 0 && plural(numbers, "number"),
    names > 0 && plural(names, "name"),
  ].filter(Boolean);
  const contents = `${opening}${details.length > 0 ? ` and contains ${details.join(" and ")}` : ""}`;
  const parts = [
    mentions && `mentions ${mentions}`,
    contents,
    explainEnding(own, traits[run.last + 1], run.end - run.start),
    steer?.isMissed && "nothing in the talk matches the prompt or keywords",
    steer && !steer.isMissed && !mentions && "does not mention the prompt or keywords",
  ];
  return `${capitalizeFirst(parts.filter(Boolean).join("; "))}.`;
}

function explainOpening(first: Talk["traits"][number], index: number): string {
  if (first.isQuestion) return "opens with a question";
  if (first.secret) return `opens with ${quote(first.secret)}`;
  if (first.claim) return `opens with a strong claim (${quote(first.claim)})`;
  if (first.numbers > 0) return "opens with a number";
  if (first.contrast) return `opens with a contrast (${quote(first.contrast)})`;
  if (index === 0) return "opens with the first sentence";
  if (first.pause >= LONG_PAUSE) return `opens after a pause of ${writeSeconds(first.pause)}`;
  if (first.opening >= STRONG_BREAK) return "opens where the subject changes";
  return "opens with a new sentence";
}

function explainEnding(own: Talk["traits"], after: Talk["traits"][number] | undefined, seconds: number): string {
  const length = `${Math.round(seconds)} s`;
  const last = own.at(-1)!;
  if (last.conclusion) return `ends with a conclusion (${quote(last.conclusion)}) after ${length}`;
  if (own[0]!.isQuestion && own.length > 1 && !last.isQuestion) return `complete answer in ${length}`;
  if (!after) return `ends with the last sentence after ${length}`;
  if (after.pause >= LONG_PAUSE) return `ends before a pause of ${writeSeconds(after.pause)} after ${length}`;
  if (after.opening >= STRONG_BREAK) return `ends where the subject changes after ${length}`;
  return `whole sentences for ${length}`;
}
