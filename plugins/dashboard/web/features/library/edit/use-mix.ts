import { type RefObject, useEffect, useRef } from "react";
import { getVolumes, type Mix } from "./mix";
import type { Playback } from "./use-playback";

/** The track is realigned when it drifts this many seconds from the video. */
const DRIFT = 0.35;

/** Plays the draft's music along with the video, at the volumes of the exported file. */
export function useMix(video: RefObject<HTMLVideoElement | null>, mix: Mix, playback: Playback): void {
  const { url = "", start = 0 } = mix.music ?? {};
  const { time, duration, isPlaying } = playback;
  const audio = useRef<HTMLAudioElement>(undefined);
  useEffect(() => {
    if (!url) return undefined;
    const element = new Audio(url);
    element.loop = true;
    audio.current = element;
    return () => {
      element.pause();
      audio.current = undefined;
    };
  }, [url]);
  useEffect(() => {
    const [track, player] = [audio.current, video.current];
    if (!player) return;
    const { own, music } = getVolumes(mix, time, duration);
    player.volume = own;
    if (!track) return;
    track.volume = music;
    track.muted = player.muted;
    if (!isPlaying || time < start) return track.pause();
    const at = track.duration > 0 ? (time - start) % track.duration : time - start;
    if (Math.abs(track.currentTime - at) > DRIFT) track.currentTime = at;
    if (track.paused) void track.play().catch(() => {});
  });
}
