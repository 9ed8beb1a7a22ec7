import { probe } from "vireo/media";
import { RenderError } from "../render-tools";
import type { Composition } from "./composition";
import { DUCK, FILL, SOUND } from "./voiceover";

/** Maximum number of samples of a loop. It is shorter than the video, which needs far fewer. */
const LONGEST_LOOP = 2_000_000_000;

export interface MusicLayerInput {
  /** Path of an audio file. */
  music: string;
  /** Start in seconds. */
  start: number;
  /** Volume of the music. 1 is as loud as a voice. */
  volume: number;
  /** Length in seconds. */
  fadeIn: number;
  fadeOut: number;
  /** Volume of the video's own audio. 1 leaves it unchanged. */
  originalVolume: number;
}

/**
 * Adds music under a video, repeated until the video ends. The frames are encoded again only if an MP4 with them would
 * not play everywhere. RenderErrors: music_unreadable, music_out_of_range.
 */
export async function addMusic(input: MusicLayerInput, video: Composition): Promise<void> {
  const track = await probe(input.music);
  if (!track?.hasAudio || !track.duration)
    throw new RenderError("music_unreadable", "The music is not a readable audio file.");
  const { duration } = video;
  if (input.start >= duration) {
    const detail = `${input.start.toFixed(1)} is not within the video, which is ${duration.toFixed(1)} seconds long.`;
    throw new RenderError("music_out_of_range", detail);
  }
  video.requirePlayable();
  const seconds = duration - input.start;
  const isLooped = track.duration < seconds;
  const gain = await video.measureGain(input.music);
  const label = video.addSound(input.music);
  const keep = video.hasAudio && input.originalVolume > 0;
  const length = duration.toFixed(3);
  const music = playTrack(input, { label, seconds, gain, length, isLooped });
  video.setAudio((own, to) => mix(music, { ...input, own, to, length }), { keep });
}

interface Track {
  label: string;
  /** Playing time of the music, in seconds. */
  seconds: number;
  /** Gain in decibels that brings the music to the usual loudness. */
  gain: number;
  length: string;
  /** True if the music is shorter than the video and must be repeated. */
  isLooped: boolean;
}

/** Places the music, with the length of the video. */
function playTrack({ start, volume, fadeIn, fadeOut }: MusicLayerInput, track: Track): string {
  const { label, seconds, gain, length, isLooped } = track;
  const ms = Math.round(start * 1000);
  const last = Math.min(fadeOut, seconds);
  const fades = [
    ...(fadeIn > 0 ? [`afade=t=in:d=${Math.min(fadeIn, seconds).toFixed(3)}`] : []),
    ...(last > 0 ? [`afade=t=out:st=${(seconds - last).toFixed(3)}:d=${last.toFixed(3)}`] : []),
  ];
  return [
    `${label}${SOUND}`,
    ...(isLooped ? [`aloop=loop=-1:size=${LONGEST_LOOP}`] : []),
    `volume=${gain.toFixed(2)}dB`,
    `volume=${volume}`,
    `atrim=end=${seconds.toFixed(3)}`,
    ...fades,
    `adelay=${ms}|${ms}`,
    FILL,
    `apad,atrim=end=${length}`,
  ].join();
}

interface Mixing {
  /** Labels: the video's own audio, empty if there is none, and the result. */
  own: string;
  to: string;
  originalVolume: number;
  length: string;
}

/** Returns the music alone, or mixed under the video's own audio. */
function mix(music: string, { own, to, originalVolume, length }: Mixing): string[] {
  if (!own) return [`${music}${to}`];
  const [original, key, bed, ducked] = ["kept", "key", "bed", "ducked"].map((name) => to.replace("[", `[${name}`));
  return [
    `${own}${SOUND},volume=${originalVolume},apad,atrim=end=${length},asplit=2${original}${key}`,
    `${music}${bed}`,
    `${bed}${key}${DUCK}${ducked}`,
    `${original}${ducked}amix=inputs=2:duration=longest:normalize=0,atrim=end=${length}${to}`,
  ];
}
