import { type RefObject, useEffect, useRef } from "react";
import { getDucking, POWERS_PER_SECOND } from "vireo/ducking";
import { getVolume, type MusicDraft } from "./music";
import type { Playback } from "./use-playback";
import { getSpokenSeconds, type VoiceoverDraft } from "./voiceover";

/** Power of a typical voice, used for ducking before the voice-over exists. */
const VOICE_POWER = 0.01;

/** The audible drafts. A text is spoken on export, so here it only lowers other sound. */
interface Mix {
  music?: MusicDraft | undefined;
  voiceover?: VoiceoverDraft | undefined;
  /** Power of the video's own sound over time. */
  powers: readonly number[];
}

/** Computes the volumes of the video's own sound, the music and a recording at a time, as in the exported file. */
function getVolumes({ music, voiceover, powers }: Mix, time: number, duration: number) {
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

/** A sound is realigned when it drifts this many seconds from the video. */
const DRIFT = 0.35;

/** A sound that plays along with the video. */
interface Sound {
  /** Empty: none. */
  url: string;
  /** Second of the video at which it begins. */
  start: number;
  volume: number;
  /** Repeats until the video ends. */
  isLooped: boolean;
}

function useSoundAlong(
  video: RefObject<HTMLVideoElement | null>,
  { url, start, volume, isLooped }: Sound,
  { time, isPlaying }: Playback,
): void {
  const audio = useRef<HTMLAudioElement>(undefined);
  useEffect(() => {
    if (!url) return undefined;
    const element = new Audio(url);
    element.loop = isLooped;
    audio.current = element;
    return () => {
      element.pause();
      audio.current = undefined;
    };
  }, [url, isLooped]);
  useEffect(() => {
    const sound = audio.current;
    if (!sound) return;
    sound.volume = volume;
    sound.muted = video.current?.muted ?? false;
    sound.playbackRate = video.current?.playbackRate ?? 1;
    const at = isLooped && sound.duration > 0 ? (time - start) % sound.duration : time - start;
    if (!isPlaying || at < 0 || at >= sound.duration) return sound.pause();
    if (Math.abs(sound.currentTime - at) > DRIFT) sound.currentTime = at;
    if (sound.paused) void sound.play().catch(() => {});
  });
}

/** Plays the sounds of the drafts along with the video, at the volumes of the exported file. */
export function useMix(video: RefObject<HTMLVideoElement | null>, mix: Mix, playback: Playback): void {
  const { music, voiceover } = mix;
  const { own, ...volumes } = getVolumes(mix, playback.time, playback.duration);
  useEffect(() => {
    if (video.current) video.current.volume = own;
  });
  useSoundAlong(
    video,
    { url: music?.url ?? "", start: music?.start ?? 0, volume: volumes.music, isLooped: true },
    playback,
  );
  const isRecorded = voiceover?.speaker === "recording";
  useSoundAlong(
    video,
    {
      url: isRecorded ? voiceover.url : "",
      start: voiceover?.start ?? 0,
      volume: volumes.voice,
      isLooped: false,
    },
    playback,
  );
}
