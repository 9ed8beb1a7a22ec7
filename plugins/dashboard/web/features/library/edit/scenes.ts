import type { VideoScene } from "vireo/client";
import type { Span } from "./span";

/** When each scene is shown. Scenes without a length share what the others leave; all are scaled to the duration. */
export function placeScenes(scenes: readonly VideoScene[], duration: number): (Span & { text: string })[] {
  const known = scenes.flatMap(({ seconds }) => seconds ?? []);
  const average = known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : 1;
  const lengths = scenes.map(({ seconds }) => seconds ?? average);
  const scale = duration / lengths.reduce((sum, one) => sum + one, 0);
  let start = 0;
  return scenes.map(({ kind, text, narration }, i) => {
    const end = start + (lengths[i] ?? 0) * scale;
    const scene = { start, end, text: text || narration || kind };
    start = end;
    return scene;
  });
}
