import { DUCKING } from "vireo/ducking";
import { probe } from "vireo/media";
import { HOLD_SLACK, LONGEST_HOLD } from "vireo/slots/edit";
import { RenderError } from "../render-tools";
import type { Composition } from "./composition";

export interface VoiceoverInput {
  /** Path of an audio file with the voice. */
  voice: string;
  /** Start in seconds. */
  start: number;
  /** Seconds that are left out at the beginning of the voice. */
  skip?: number;
  /** Second of the video at which the voice is cut off. */
  until?: number;
  /** Volume of the voice. 1 leaves it unchanged. */
  volume: number;
  /** Volume of the video's own audio. 1 leaves it unchanged. It is lowered further while the voice speaks. */
  originalVolume: number;
}

/** Fills the time before the audio begins with silence. */
export const FILL = "aresample=48000:async=1:first_pts=0";
export const SOUND = `${FILL},aformat=sample_fmts=fltp:channel_layouts=stereo`;

/**
 * Adds a voice-over to a video. Returns how long its last frame is held. The frames are encoded again only if one is
 * held, or if an MP4 with them would not play everywhere. RenderErrors: voice_unreadable, voiceover_out_of_range,
 * voiceover_too_long.
 */
export async function addVoiceover(input: VoiceoverInput, video: Composition): Promise<{ held: number }> {
  const voice = await probe(input.voice);
  if (!voice?.hasAudio || !voice.duration)
    throw new RenderError("voice_unreadable", "The voice is not a readable audio file.");
  const { start, skip = 0, until = Number.POSITIVE_INFINITY } = input;
  const seconds = Math.min(voice.duration - skip, until - start);
  const held = computeHold(start, seconds, video);
  const length = video.duration + held;
  if (held > 0) video.addVideo(`tpad=stop_mode=clone:stop_duration=${held.toFixed(3)}`);
  else video.requirePlayable();
  const gain = await video.measureGain(input.voice);
  const label = video.addSound(input.voice);
  const keep = video.hasAudio && input.originalVolume > 0;
  video.setAudio((own, to) => mix(input, { own, voice: label, to, length, gain }), { keep });
  video.setVoice({ path: input.voice, duration: voice.duration, hasAudio: true }, start - skip);
  video.duration = length;
  return { held };
}

/** Returns how long to hold the last frame so that the voice can finish. */
function computeHold(start: number, voice: number, { duration }: Composition): number {
  const [from, voiceLength, long] = [start, voice, duration].map((seconds) => seconds.toFixed(1));
  if (start >= duration)
    throw new RenderError("voiceover_out_of_range", `${from} is not within the video, which is ${long} seconds long.`);
  const over = start + voice - duration;
  if (over > LONGEST_HOLD) {
    const begins = start > 0 ? ` and begins at ${from} s` : "";
    throw new RenderError(
      "voiceover_too_long",
      `The voice takes ${voiceLength} s${begins}, the video is ${long} s long, and its last frame is held for at most ${LONGEST_HOLD} s. Shorten the text or use a faster voice.`,
    );
  }
  return over > HOLD_SLACK ? over : 0;
}

interface Mixing {
  /** Labels: the video's own audio, empty if there is none, the voice, and the result. */
  own: string;
  voice: string;
  to: string;
  /** Length in seconds. */
  length: number;
  /** Gain in decibels that brings the voice to the usual loudness. */
  gain: number;
}

/** Lowers the other audio while the voice speaks. */
export const DUCK = `sidechaincompress=${Object.entries(DUCKING)
  .map(([option, value]) => `${option}=${value}`)
  .join(":")}`;

/** Builds the audio filters: the voice over the video's own audio, exactly as long as the video. */
function mix(
  { start, skip = 0, until, volume, originalVolume }: VoiceoverInput,
  { own, voice, to, length, gain }: Mixing,
): string[] {
  const ms = Math.round(start * 1000);
  const whole = `apad,atrim=end=${length.toFixed(3)}${to}`;
  const end = until === undefined ? "" : `:end=${(skip + until - start).toFixed(3)}`;
  const part = skip > 0 || end ? `,atrim=start=${skip.toFixed(3)}${end},asetpts=PTS-STARTPTS` : "";
  const spoken = `${voice}${SOUND}${part},volume=${gain.toFixed(2)}dB,volume=${volume},adelay=${ms}|${ms},${FILL}`;
  if (!own) return [`${spoken},${whole}`];
  const [quiet, loud, key, ducked] = ["own", "voice", "key", "ducked"].map((name) => to.replace("[", `[${name}`));
  return [
    `${own}${SOUND},volume=${originalVolume}${quiet}`,
    // Both last to the end, so that the audio continues after the voice.
    `${spoken},apad,atrim=end=${length.toFixed(3)},asplit=2${loud}${key}`,
    `${quiet}${key}${DUCK}${ducked}`,
    `${ducked}${loud}amix=inputs=2:duration=longest:normalize=0,${whole}`,
  ];
}
