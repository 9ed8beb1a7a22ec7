import type { Sound } from "#plugins/local/codec/feeds";
import { readSound } from "#plugins/local/codec/read-sound";
import { levelOut } from "#plugins/local/music/master";
import type { Clip } from "./clip";
import type { PlannedShot } from "./shots";

/** A stretch of a clip in the film, in seconds. */
export interface ClipPart {
  clip: Clip;
  /** Start in the film. */
  start: number;
  length: number;
  /** Start in the clip. */
  from: number;
}

/** Returns when each clip is shown, and its total time. A clip that is shown again continues where it stopped. */
export function findUses(
  shots: readonly PlannedShot[],
  starts: readonly number[],
  duration: number,
  clips: ReadonlyMap<number, Clip>,
): { parts: ClipPart[]; lengths: Map<Clip, number> } {
  const lengths = new Map<Clip, number>();
  const parts = shots.flatMap(({ photo }, i): ClipPart[] => {
    const clip = photo === undefined ? undefined : clips.get(photo);
    if (!clip) return [];
    const start = starts[i]!;
    const length = (starts[i + 1] ?? duration) - start;
    const from = lengths.get(clip) ?? 0;
    lengths.set(clip, from + length);
    return [{ clip, start, length, from }];
  });
  return { parts, lengths };
}

/** Level of the music under a clip at full volume. */
const DUCKED = 0.22;
/** Fades of a clip and of the music under it. */
const FADE_SECONDS = 0.12;

/** Mixes the audio of clips with music, which is lowered under it. */
export async function mixClips(music: Sound, parts: readonly ClipPart[], volume: number): Promise<Sound> {
  const { sampleRate } = music;
  const [left, right] = [music.left.slice(), music.right.slice()];
  for (const { clip, start, length, from } of parts.filter(({ clip }) => clip.hasSound)) {
    const heard = await readSound(clip.path, { sampleRate, seconds: from + length }).catch(() => undefined);
    if (!heard) continue;
    const [at, skip] = [Math.round(start * sampleRate), Math.round(from * sampleRate)];
    const count = Math.min(Math.round(length * sampleRate), heard.left.length - skip, left.length - at);
    const fade = Math.max(1, Math.min(Math.round(FADE_SECONDS * sampleRate), count / 2));
    for (let i = 0; i < count; i++) {
      const presence = Math.min(1, i / fade, (count - i) / fade);
      const under = 1 - (1 - DUCKED) * volume * presence;
      left[at + i] = left[at + i]! * under + heard.left[skip + i]! * volume * presence;
      right[at + i] = right[at + i]! * under + heard.right[skip + i]! * volume * presence;
    }
  }
  return { ...levelOut({ left, right }), sampleRate };
}
