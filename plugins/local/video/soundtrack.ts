import { join } from "node:path";
import { renderBed } from "#plugins/local/music/bed";
import { encodeWav } from "#plugins/local/music/wav";
import { RenderError, type RenderTools } from "#plugins/local/render";
import { findTempo } from "./tempo";

export interface Soundtrack {
  /** A WAV file at least as long as the video. */
  file: string;
  /** Seconds. */
  beats: number[];
  downbeats: number[];
}

interface SoundtrackInput {
  prompt: string;
  seconds: number;
  seed: number;
  /** Path of an audio file to use instead of a bed of our own; looped where it is shorter than the video. */
  music?: string | undefined;
}

const SAMPLE_RATE = 44100;

/** @throws RenderError `invalid_audio` for a music file that cannot be decoded. */
export async function soundtrackFor(input: SoundtrackInput, tools: RenderTools): Promise<Soundtrack> {
  const file = join(tools.folder, "soundtrack.wav");
  if (input.music !== undefined) return listen(input.music, file, input.seconds, tools);
  const { left, right, sampleRate, beats, downbeats } = renderBed(input);
  await Bun.write(file, encodeWav(left, right, sampleRate));
  return { file, beats, downbeats };
}

async function listen(music: string, file: string, seconds: number, tools: RenderTools): Promise<Soundtrack> {
  const mono = join(tools.folder, "soundtrack.f32");
  const cut = ["-vn", "-t", String(seconds), "-ar", String(SAMPLE_RATE)];
  try {
    await tools.ffmpeg.run([
      ...["-stream_loop", "-1", "-i", music],
      ...[...cut, "-ac", "2", "-c:a", "pcm_s16le", "-f", "wav", file],
      ...[...cut, "-ac", "1", "-c:a", "pcm_f32le", "-f", "f32le", mono],
    ]);
  } catch {
    throw new RenderError("invalid_audio", "The music is not a readable audio file.");
  }
  const samples = new Float32Array(await Bun.file(mono).arrayBuffer());
  const { beats, downbeats } = findTempo(samples, SAMPLE_RATE);
  return { file, beats, downbeats };
}
