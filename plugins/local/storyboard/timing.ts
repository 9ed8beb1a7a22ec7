import { listSceneTexts, type Scene, type Warning } from "vireo/slots/storyboard";

const SIGNS_A_SECOND = 20;
/** Chinese and Japanese characters and Korean syllables take longer to read than a letter. */
const DENSE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/gu;
/** Combining marks, and characters joined to the previous emoji. */
const JOINED = /\p{M}|\u200d.?|\p{Emoji_Modifier}/gu;
/** Low surrogates of characters with two code units. */
const HALVES = /[\udc00-\udfff]/g;

/** Returns the reading length of a text, in letters. */
export function countSigns(text: string): number {
  if (/^[\x20-\x7e\s]*$/.test(text)) return text.length;
  // A segmenter would be exact, but take milliseconds for a long text.
  const signs = text.replace(JOINED, "");
  const dense = signs.match(DENSE)?.length ?? 0;
  return signs.length - (signs.match(HALVES)?.length ?? 0) + 1.2 * dense;
}

/** Returns the seconds in which a scene can be read, including its entrance. */
export function estimateReading(scene: Pick<Scene, "kind" | "text" | "price" | "subtext">): number {
  const { kind } = scene;
  const signs = listSceneTexts(scene).reduce((sum, text) => sum + countSigns(text), 0);
  return Math.max(kind === "cta" ? 1.6 : kind === "hook" ? 1.4 : 1.2, 0.45 + signs / SIGNS_A_SECOND);
}

const weights: Readonly<Partial<Record<Scene["kind"], number>>> = { hook: 0.8, cta: 1.2, media: 1.3 };
/** A text that fills less than this fraction of the time causes a warning. */
const SPARSE = 0.3;

/** Maximum time of a call to action in seconds, in addition to its reading time. Viewers leave after that. */
const LONGEST_CALL = 4;

/** Shortest scene that the API allows. */
const MIN_SECONDS = 0.1;

/** Gives each scene its seconds, with a sum of `duration`. Scenes with given seconds keep their share. */
export function addSeconds(scenes: readonly Scene[], duration: number): { scenes: Scene[]; warnings: Warning[] } {
  const least = scenes.map((scene) => scene.seconds ?? estimateReading(scene));
  const flexible = scenes.map((scene) =>
    scene.seconds === undefined ? (weights[scene.kind] ?? 1) * Math.sqrt(estimateReading(scene)) : 0,
  );
  const total = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0);
  scenes.forEach((scene, i) => {
    const longest = Math.max(LONGEST_CALL, least[i]!);
    const share = least[i]! + ((duration - total(least)) * flexible[i]!) / Math.max(0.01, total(flexible));
    const others = flexible.some((weight, other) => other !== i && weight > 0);
    if (scene.kind !== "cta" || flexible[i] === 0 || !others || share <= longest) return;
    least[i] = longest;
    flexible[i] = 0;
  });
  const needed = total(least);
  const spare = duration - needed;
  const flexibility = total(flexible);
  const share = (i: number) =>
    spare >= 0 && flexibility > 0
      ? least[i]! + (spare * flexible[i]!) / flexibility
      : (least[i]! * duration) / Math.max(0.01, needed);
  let clock = 0;
  let rounded = 0;
  const timed = scenes.map((scene, i): Scene => {
    clock += share(i);
    const end = i === scenes.length - 1 ? duration : Math.round(clock * 10) / 10;
    // Of very many scenes, the sum exceeds the duration, to which the renderer scales them.
    const seconds = Math.max(MIN_SECONDS, Math.round((end - rounded) * 10) / 10);
    rounded = end;
    return { ...scene, seconds };
  });
  const reading = scenes.reduce((sum, scene) => sum + estimateReading(scene), 0);
  return { scenes: timed, warnings: checkPace(reading, duration) };
}

function checkPace(needed: number, duration: number): Warning[] {
  if (needed > duration * 1.1) {
    const message = `Reading this text takes about ${Math.ceil(needed)} seconds, and the video has ${duration}. Request a longer video or send fewer scenes.`;
    return [{ code: "too_short", message }];
  }
  if (duration >= 12 && needed < duration * SPARSE) {
    const message = `The text fills about ${Math.ceil(needed)} of ${duration} seconds, so scenes are held longer. Add points to the prompt or request a shorter video.`;
    return [{ code: "too_long", message }];
  }
  return [];
}
