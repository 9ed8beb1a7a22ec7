import type { AnalyseRequest } from "vireo/slots/analyse";
import type { Scene } from "vireo/slots/storyboard";

/** A scene with its time, in seconds. */
export interface ShownScene extends Scene {
  start: number;
  end: number;
}

/** How far the scenes may be off the video's length: more than this, and it was cut since. */
const SLACK = 0.6;

/** The scenes that the video is known to show; none where their times do not fit its length. */
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
