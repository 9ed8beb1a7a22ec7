import type { Interval } from "vireo/captions/align";
import type { VideoScene } from "vireo/client";

/** Places scenes on the timeline. A scene without a length gets the average, and all are scaled to the duration. */
export function placeScenes(scenes: readonly VideoScene[], duration: number): (Interval & { text: string })[] {
  const known = scenes.flatMap(({ seconds }) => seconds ?? []);
  const average = known.length > 0 ? known.reduce((sum, length) => sum + length, 0) / known.length : 1;
  const lengths = scenes.map(({ seconds }) => seconds ?? average);
  const scale = duration / lengths.reduce((sum, length) => sum + length, 0);
  let start = 0;
  return scenes.map(({ kind, text, narration, price }, i) => {
    const end = start + (lengths[i] ?? 0) * scale;
    const label = text || narration || Object.values(price ?? {}).join(" ");
    const scene = { start, end, text: label || `${kind.charAt(0).toUpperCase()}${kind.slice(1)}` };
    start = end;
    return scene;
  });
}
