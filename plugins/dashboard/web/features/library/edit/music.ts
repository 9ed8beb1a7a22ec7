import { vireo } from "../../../api";
import type { EditKind } from "./use-edit";

export interface MusicDraft {
  musicId: string | null;
  /** Where the browser plays it from. */
  url: string;
  title: string;
  /** Of the track, in seconds; 0 if not known. */
  length: number;
  volume: number;
  /** Seconds. */
  start: number;
  fadeIn: number;
  fadeOut: number;
  /** Volume of the video's own audio. */
  originalVolume: number;
}

export const musicEdit: EditKind<MusicDraft> = {
  tab: "music",
  blank: {
    ...{ musicId: null, url: "", title: "", length: 0 },
    ...{ volume: 0.5, start: 0, fadeIn: 0, fadeOut: 1, originalVolume: 1 },
  },
  toRequest: ({ musicId, volume, start, fadeIn, fadeOut, originalVolume }) => ({
    ...(musicId ? { musicId } : {}),
    ...(start > 0 ? { start } : {}),
    ...{ volume, fadeIn, fadeOut, originalVolume },
  }),
  findMissing: ({ musicId }) => (musicId ? undefined : "Choose a track first"),
  // Music has no route of its own: it is a layer of a render.
  send(videoId, request) {
    const { fromVersion, ...fields } = request as { fromVersion: number };
    return vireo.videos.addRender(videoId, { layers: [{ ...fields, type: "music" }], fromVersion });
  },
};

/** Seconds for which the track is heard. */
export const getPlayed = ({ start, length }: MusicDraft, duration: number): number =>
  Math.max(0, Math.min(length || duration, duration - start));

/** Volume of the track at a moment of the video, with its fades. */
export function getVolume(draft: MusicDraft, time: number, duration: number): number {
  const { start, volume, fadeIn, fadeOut } = draft;
  const played = getPlayed(draft, duration);
  const since = time - start;
  if (since < 0 || since >= played) return 0;
  const rise = fadeIn > 0 ? Math.min(1, since / fadeIn) : 1;
  const fall = fadeOut > 0 ? Math.min(1, (played - since) / fadeOut) : 1;
  return volume * Math.min(rise, fall);
}
