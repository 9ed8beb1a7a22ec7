import type { AnalyseRequest } from "vireo/slots/analyse";
import { listSceneTexts, type Scene } from "vireo/slots/storyboard";
import { splitStatements } from "../keywords";
import { isCall } from "../storyboard/calls";
import { detectLanguage, getLanguage } from "../storyboard/languages/index";
import type { Measurement } from "./measure";

/** What is known about a video besides its file. */
export type KnownAbout = Partial<AnalyseRequest>;

/** A scene with its times, in seconds. */
export interface ShownScene extends Scene {
  start: number;
  end: number;
}

/** Maximum deviation of the scenes from the video's length. A larger one means that the video was cut later. */
const SLACK = 0.6;

/** Returns the known scenes of the video. Empty if their times do not fit its length. */
export function timeScenes({ scenes = [] }: KnownAbout, duration: number): ShownScene[] {
  let at = 0;
  const timed = scenes.map((scene) => {
    const start = at;
    at += scene.seconds ?? 0;
    return { ...scene, start, end: at };
  });
  return Math.abs(at - duration) <= SLACK ? timed : [];
}

/** Joins the words of a scene into one line. */
export const readScene = (scene: Scene): string =>
  listSceneTexts(scene)
    .join("\n")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" / ");

/** Seconds within which viewers decide whether to watch. */
export const HOOK_SECONDS = 3;

/** Returns recognised texts as scenes: one for as long as the same text is visible. */
export function listTexts({ seconds }: Measurement): ShownScene[] {
  const texts: ShownScene[] = [];
  for (const [second, { read }] of seconds.entries()) {
    const last = texts.at(-1);
    if (last?.end === second && read !== "" && isSameText(last.text ?? "", read)) {
      last.end++;
      // A text that builds up is identified by its longest form.
      if (read.length > (last.text ?? "").length) last.text = read;
    } else if (read !== "") texts.push({ kind: "point", text: read, start: second, end: second + 1 });
  }
  const isAsking = createCallFinder(texts.map(({ text }) => text).join(" "));
  // "Watch until the end" opens a video, so it does not count as a call to action.
  return texts.map((scene) =>
    scene.start >= Math.min(HOOK_SECONDS, seconds.length / 2) && isAsking(scene.text ?? "")
      ? { ...scene, kind: "cta" as const }
      : scene,
  );
}

const listWords = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu));

/** True if the texts of two seconds are the same: letters are misread, and words are added one by one. */
function isSameText(a: string, b: string): boolean {
  const [few, many] = [listWords(a), listWords(b)].sort((one, other) => one.size - other.size) as [
    Set<string>,
    Set<string>,
  ];
  return few.size > 0 && [...few].filter((word) => many.has(word)).length >= 0.6 * few.size;
}

/** English phrases in captions and speech that ask the viewer for something. */
export const ASKS =
  /\b(?:link in (?:my |the )?bio|follow (?:me|us|for|along)|subscribe|sign up|order (?:now|yours|here)|shop (?:now|the|our)|buy (?:now|yours|it|here)|book (?:now|your|a)|download|swipe up|try it|get yours|join (?:us|now)|donate|comment below|tell (?:me|us) in the comments|save this)\b/i;

/** Returns a function that checks whether a text in the language of `all` asks the viewer to do something. */
export function createCallFinder(all: string): (text: string) => boolean {
  const language = getLanguage(detectLanguage(all).code);
  return (text) =>
    ASKS.test(text) ||
    text
      .split(/ \/ |: /)
      .some((block) => splitStatements(block).some((sentence) => isCall(sentence.toLowerCase(), language)));
}

/** Maximum number of words that one second of captions shows. */
const FEW_WORDS = 4;
/** Returns the first words on screen, joining captions that appear word by word. Undefined if there are none early. */
export function findOpening(scenes: readonly ShownScene[]): string | undefined {
  const early = scenes.filter(({ start }) => start < HOOK_SECONDS).map(readScene);
  const first = early.filter(Boolean)[0];
  if (!first) return undefined;
  const areCaptions = early.every((text) => text.split(" ").length <= FEW_WORDS);
  return areCaptions ? early.join(" ") : first;
}
