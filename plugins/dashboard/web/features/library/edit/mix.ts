import { getDucking, POWERS_PER_SECOND } from "vireo/ducking";
import { getVolume, type MusicDraft } from "./music";
import { estimateSeconds, type VoiceoverDraft } from "./voiceover";

/** Power of a typical voice, used for ducking before the voice-over exists. */
const VOICE_POWER = 0.01;

/** The audible drafts. A voice-over is generated on export, so here it only lowers other sound. */
export interface Mix {
  music?: MusicDraft | undefined;
  voiceover?: VoiceoverDraft | undefined;
  /** Power of the video's own sound over time. */
  powers: readonly number[];
}

/** Computes the volumes of the video's own sound and of the music at a time, as in the exported file. */
export function getVolumes({ music, voiceover, powers }: Mix, time: number, duration: number) {
  const isSpoken = voiceover !== undefined && isWithin(voiceover, time);
  const underVoice = isSpoken ? getDucking(VOICE_POWER * voiceover.volume ** 2) : 1;
  const own = (voiceover?.originalVolume ?? 1) * underVoice;
  if (!music) return { own, music: 0 };
  const kept = own * music.originalVolume;
  const power = powers[Math.floor(time * POWERS_PER_SECOND)] ?? 0;
  return { own: kept, music: getVolume(music, time, duration) * underVoice * getDucking(power * kept ** 2) };
}

const isWithin = ({ text, speed, start }: VoiceoverDraft, time: number): boolean =>
  time >= start && time < start + estimateSeconds(text, speed);
