import { getDucking, POWERS_PER_SECOND } from "vireo/ducking";
import { getVolume, type MusicDraft } from "./music";
import { getSpokenSeconds, type VoiceoverDraft } from "./voiceover";

/** Power of a typical voice, used for ducking before the voice-over exists. */
const VOICE_POWER = 0.01;

/** The audible drafts. A text is spoken on export, so here it only lowers other sound. */
export interface Mix {
  music?: MusicDraft | undefined;
  voiceover?: VoiceoverDraft | undefined;
  /** Power of the video's own sound over time. */
  powers: readonly number[];
}

/** Computes the volumes of the video's own sound, the music and a recording at a time, as in the exported file. */
export function getVolumes({ music, voiceover, powers }: Mix, time: number, duration: number) {
  const isSpoken = voiceover !== undefined && isWithin(voiceover, time);
  const underVoice = isSpoken ? getDucking(VOICE_POWER * voiceover.volume ** 2) : 1;
  const own = (voiceover?.originalVolume ?? 1) * underVoice;
  const voice = isSpoken ? Math.min(1, voiceover.volume) : 0;
  if (!music) return { own, voice, music: 0 };
  const kept = own * music.originalVolume;
  const power = powers[Math.floor(time * POWERS_PER_SECOND)] ?? 0;
  return { own: kept, voice, music: getVolume(music, time, duration) * underVoice * getDucking(power * kept ** 2) };
}

const isWithin = (draft: VoiceoverDraft, time: number): boolean =>
  time >= draft.start && time < draft.start + getSpokenSeconds(draft);
