import type { StoredLayer } from "./render-layers";
import { noFile, type SoundFile, toSoundFile } from "./sound-file";
import type { EditKind } from "./use-edit";

type MusicLayer = Extract<StoredLayer, { type: "music" }>;

/** A track of the library, or a file. */
export interface MusicDraft extends SoundFile {
  musicId: string | null;
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
    ...noFile,
    musicId: null,
    volume: 0.5,
    start: 0,
    fadeIn: 0,
    fadeOut: 1,
    originalVolume: 1,
  },
  toRequest: ({ musicId, uploadId, audioUrl, volume, start, fadeIn, fadeOut, originalVolume }) => ({
    ...(musicId ? { musicId } : { uploadId, audioUrl }),
    start: start > 0 ? start : undefined,
    volume,
    fadeIn,
    fadeOut,
    originalVolume,
  }),
  findMissing: ({ musicId, uploadId, audioUrl }) =>
    musicId || uploadId || audioUrl ? undefined : "Choose a track first",
};

/** Returns the draft that music was exported from. */
export const toMusicDraft = ({ id: _id, type: _type, musicId, ...layer }: MusicLayer): MusicDraft => ({
  ...musicEdit.blank,
  ...layer,
  ...toSoundFile(layer, "Your file"),
  musicId: musicId ?? null,
});

/** Computes the track's volume at a time of the video, with fades. The track repeats until the video ends. */
export function getVolume({ start, volume, fadeIn, fadeOut }: MusicDraft, time: number, duration: number): number {
  if (time < start || time >= duration) return 0;
  const rise = fadeIn > 0 ? Math.min(1, (time - start) / fadeIn) : 1;
  const fall = fadeOut > 0 ? Math.min(1, (duration - time) / fadeOut) : 1;
  return volume * Math.min(rise, fall);
}
