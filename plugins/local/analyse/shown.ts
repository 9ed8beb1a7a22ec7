import type { AnalyseRequest } from "vireo/slots/analyse";
import type { Scene } from "vireo/slots/storyboard";
import { splitSentences } from "../copy/words";
import { isCall } from "../storyboard/calls";
import { detectLanguage, getLanguage } from "../storyboard/languages/index";
import type { Measurement } from "./measure";

/** A scene with its time, in seconds. */
export interface ShownScene extends Scene {
  start: number;
  end: number;
}

/** How far the scenes may be off the video's length: more than this, and it was cut since. */
const SLACK = 0.6;

/** The scenes that the video is known to show. Empty if their times do not fit its length. */
export function timeScenes({ scenes = [] }: AnalyseRequest, duration: number): ShownScene[] {
  let at = 0;
  const timed = scenes.map((scene) => {
    const start = at;
    at += scene.seconds ?? 0;
    return { ...scene, start, end: at };
  });
  return Math.abs(at - duration) <= SLACK ? timed : [];
}

/** Words of a scene as one line. */
export const readScene = ({ text = "", subtext = "" }: Scene): string =>
  [text, subtext]
    .join("\n")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" / ");

/** Seconds in which viewers decide. */
export const HOOK_SECONDS = 3;

/** Texts that were read off the picture, as scenes: one for as long as the same text is seen. */
export function listTexts({ seconds }: Measurement): ShownScene[] {
  const texts: ShownScene[] = [];
  for (const [second, { read }] of seconds.entries()) {
    const last = texts.at(-1);
    if (last?.end === second && read !== "" && isSameText(last.text ?? "", read)) {
      last.end++;
      // A text that builds up is known by its longest form.
      if (read.length > (last.text ?? "").length) last.text = read;
    } else if (read !== "") texts.push({ kind: "point", text: read, start: second, end: second + 1 });
  }
  const isAsking = createCallFinder(texts.map(({ text }) => text).join(" "));
  // "Watch until the end" opens a video, and is no call to action to name.
  return texts.map((one) =>
    one.start >= Math.min(HOOK_SECONDS, seconds.length / 2) && isAsking(one.text ?? "")
      ? { ...one, kind: "cta" as const }
      : one,
  );
}

const listWords = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu));

/** True if the texts of two seconds are one: letters are misread, and words are added one by one. */
function isSameText(a: string, b: string): boolean {
  const [few, many] = [listWords(a), listWords(b)].sort((one, other) => one.size - other.size) as [
    Set<string>,
    Set<string>,
  ];
  return few.size > 0 && [...few].filter((word) => many.has(word)).length >= 0.6 * few.size;
}

/** Phrases of English captions and speech that ask for something. */
export const ASKS =
  /\b(?:link in (?:my |the )?bio|follow (?:me|us|for|along)|subscribe|sign up|order (?:now|yours|here)|shop (?:now|the|our)|buy (?:now|yours|it|here)|book (?:now|your|a)|download|swipe up|try it|get yours|join (?:us|now)|donate|comment below|tell (?:me|us) in the comments|save this)\b/i;

/** Returns a function that tells whether a text in the language of `all` asks the viewer to do something. */
export function createCallFinder(all: string): (text: string) => boolean {
  const language = getLanguage(detectLanguage(all).code);
  return (text) =>
    ASKS.test(text) ||
    text
      .split(/ \/ |: /)
      .some((block) => splitSentences(block).some((sentence) => isCall(sentence.toLowerCase(), language)));
}

/** Words that one second of captions shows at most. */
const FEW_WORDS = 4;
/** The first words on screen: captions that come word by word are taken together. Undefined if there are none early. */
export function findOpening(scenes: readonly ShownScene[]): string | undefined {
  const early = scenes.filter(({ start }) => start < HOOK_SECONDS).map(readScene);
  const first = early.filter(Boolean)[0];
  if (!first) return undefined;
  const areCaptions = early.every((text) => text.split(" ").length <= FEW_WORDS);
  return areCaptions ? early.join(" ") : first;
}
