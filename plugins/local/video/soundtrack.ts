import type { Sound } from "#plugins/local/codec/feeds";
import { readSound } from "#plugins/local/codec/read-sound";
import { renderBed } from "#plugins/local/music/bed";
import { RenderError } from "#plugins/local/render";
import { findTempo } from "./tempo";

export interface Soundtrack {
  /** Audio, at least as long as the video. */
  sound: Sound;
  /** Length in seconds. */
  beats: number[];
  downbeats: number[];
}

interface SoundtrackInput {
  prompt: string;
  seconds: number;
  seed: number;
  /** Path of an audio file to use instead of generated music. Looped if it is shorter than the video. */
  music?: string | undefined;
}

const SAMPLE_RATE = 44100;

/** @throws RenderError `invalid_audio` for a music file that cannot be decoded. */
export async function soundtrackFor(input: SoundtrackInput): Promise<Soundtrack> {
  if (input.music !== undefined) return listen(input.music, input.seconds);
  const { left, right, sampleRate, beats, downbeats } = renderBed(input);
  return { sound: { left, right, sampleRate }, beats, downbeats };
}

async function listen(music: string, seconds: number): Promise<Soundtrack> {
  const once = await readSound(music, { sampleRate: SAMPLE_RATE, seconds }).catch(() => undefined);
  if (!once || once.left.length === 0)
    throw new RenderError("invalid_audio", "The music is not a readable audio file.");
  const length = Math.round(seconds * SAMPLE_RATE);
  const [left, right] = [once.left, once.right].map((side) =>
    Float32Array.from({ length }, (_, at) => side[at % side.length]!),
  ) as [Float32Array, Float32Array];
  const { beats, downbeats } = findTempo(
    left.map((sample, at) => (sample + right[at]!) / 2),
    SAMPLE_RATE,
  );
  return { sound: { left, right, sampleRate: SAMPLE_RATE }, beats, downbeats };
}
