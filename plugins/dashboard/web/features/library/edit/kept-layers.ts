import { vireo } from "../../../api";
import type { Layer } from "./use-edit";

/** Lists the layers of a version that a render keeps. New captions replace the old ones. */
export async function readKept(videoId: string, version: number, hasCaptions = false): Promise<{ id: string }[]> {
  const { layers } = await vireo.videos.versions.get(videoId, String(version));
  return layers.flatMap(({ id, type }) => (id === undefined || (hasCaptions && type === "captions") ? [] : [{ id }]));
}

/** Moves a layer to the times of a video whose first seconds are cut off. */
export function shiftLayer(layer: Layer, seconds: number): Layer {
  const move = (at: number) => Math.max(0, at - seconds);
  const place = <T extends { start: number; end: number }>(part: T): T => ({
    ...part,
    start: move(part.start),
    end: move(part.end),
  });
  const { start, end } = layer as { start?: number; end?: number };
  const transcript = layer.type === "captions" ? layer.transcript : undefined;
  return {
    ...layer,
    ...(start === undefined ? {} : { start: move(start) }),
    ...(end === undefined ? {} : { end: move(end) }),
    ...(transcript
      ? {
          transcript: transcript
            .filter((cue) => cue.end > seconds)
            .map((cue) => ({ ...place(cue), ...(cue.words ? { words: cue.words.map(place) } : {}) })),
        }
      : {}),
  };
}
