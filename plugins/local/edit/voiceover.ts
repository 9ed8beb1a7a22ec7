import { probe } from "vireo/media";
import { LONGEST_HOLD } from "vireo/slots/edit";
import { Source as MediaSource } from "../codec/source";
import { RenderError, type RenderTools } from "../render";
import { encode, PREPARE, readSource, type Source } from "./common";

export interface VoiceoverInput {
  /** The video: a path. */
  source: string;
  /** The voice: a path of a sound file. */
  voice: string;
  /** Seconds. */
  start: number;
  /** Of the voice; 1 as it is. */
  volume: number;
  /** Of the video's own sound, throughout; 1 as it is. */
  originalVolume: number;
}

/** Seconds by which a voice may outlast the pictures before they are held: about a frame. */
const SLACK = 0.05;
const SOUND = "aresample=48000:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo";

/**
 * Lays a voice over a video and returns the new video, in the run's folder, and how long its last picture is held.
 * The pictures are not encoded again unless they are held, or are none that go into an MP4 everywhere.
 * RenderErrors: source_unreadable, voice_unreadable, voiceover_out_of_range, voiceover_too_long, storage_full.
 */
export async function renderVoiceover(
  input: VoiceoverInput,
  tools: RenderTools,
): Promise<{ video: string; held: number }> {
  const source = await readSource(input.source, tools);
  const voice = await probe(input.voice);
  if (!voice?.hasAudio || !voice.duration)
    throw new RenderError("voice_unreadable", "The voice is not a readable audio file.");
  const held = computeHold(input.start, voice.duration, source);
  const length = source.duration + held;
  const copied = held === 0 && source.videoCodec === "avc";
  const hold = held > 0 ? `,tpad=stop_mode=clone:stop_duration=${held.toFixed(3)}` : "";
  const filters = [...(copied ? [] : [`[0v]${PREPARE}${hold}[v]`]), ...mix(input, source, length)].join(";");
  const inputs = [await MediaSource.open(input.voice, { sound: true })];
  const video = await encode(source.path, { filters, inputs, duration: length }, tools);
  return { video, held };
}

/** Returns how long to hold the last frame so that the voice can end. */
function computeHold(start: number, voice: number, { duration }: Source): number {
  const [from, said, long] = [start, voice, duration].map((seconds) => seconds.toFixed(1));
  if (start >= duration)
    throw new RenderError("voiceover_out_of_range", `${from} is not within the video, which is ${long} seconds long.`);
  const over = start + voice - duration;
  if (over > LONGEST_HOLD) {
    const begins = start > 0 ? ` and begins at ${from} s` : "";
    throw new RenderError(
      "voiceover_too_long",
      `The voice takes ${said} s${begins}, the video is ${long} s long, and its last frame is held for ${LONGEST_HOLD} s at most. Shorten the text or use a faster voice.`,
    );
  }
  return over > SLACK ? over : 0;
}

/** Builds the audio filter: the voice over the video's own sound, exactly as long as the video. */
function mix({ start, volume, originalVolume }: VoiceoverInput, { hasAudio }: Source, length: number): string[] {
  const ms = Math.round(start * 1000);
  // Neither is made quieter for the other; where they are too loud, the limiter turns down.
  const whole = `alimiter=limit=0.97:level=0,apad,atrim=end=${length.toFixed(3)}`;
  const voice = `[1a]${SOUND},volume=${volume},adelay=${ms}|${ms}`;
  if (!hasAudio || originalVolume === 0) return [`${voice},${whole}[a]`];
  return [
    `[0a]${SOUND},volume=${originalVolume}[own]`,
    `${voice}[voice]`,
    `[own][voice]amix=inputs=2:duration=longest:normalize=0,${whole}[a]`,
  ];
}
