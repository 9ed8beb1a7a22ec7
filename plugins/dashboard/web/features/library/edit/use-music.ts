import { type RefObject, useEffect, useRef } from "react";
import { getVolume, type MusicDraft } from "./music";
import type { Playback } from "./use-playback";

/** The track may run this far from the video before it is moved. Seconds. */
const DRIFT = 0.35;

/** Plays the music of a draft along with the video, with its levels and fades. Empty `url`: none. */
export function useMusic(video: RefObject<HTMLVideoElement | null>, draft: MusicDraft, playback: Playback): void {
  const { url } = draft;
  const { time, duration, isPlaying } = playback;
  const audio = useRef<HTMLAudioElement>(undefined);
  useEffect(() => {
    if (!url) return undefined;
    const element = new Audio(url);
    audio.current = element;
    return () => {
      element.pause();
      audio.current = undefined;
      if (video.current) video.current.volume = 1;
    };
  }, [url, video]);
  useEffect(() => {
    const [track, film] = [audio.current, video.current];
    if (!track || !film) return;
    const volume = getVolume(draft, time, duration);
    track.volume = Math.min(1, volume);
    track.muted = film.muted;
    film.volume = draft.originalVolume;
    const at = time - draft.start;
    if (!isPlaying || at < 0 || (track.duration > 0 && at >= track.duration)) return track.pause();
    if (Math.abs(track.currentTime - at) > DRIFT) track.currentTime = at;
    if (track.paused) void track.play().catch(() => {});
  });
}
