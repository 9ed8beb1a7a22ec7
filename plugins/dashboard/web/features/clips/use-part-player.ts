import { useCallback, useEffect, useRef, useState } from "react";
import type { Interval } from "vireo/captions/align";

/** Distance in seconds at which a seek counts as leaving the part. */
const LEAVE_SECONDS = 0.3;
/** Least change of the time, in seconds, that is shown. */
const STEP = 0.1;

export interface PartPlayer {
  ref(element: HTMLVideoElement | null): void;
  /** Seconds. */
  time: number;
  /** Shows the frame at a time without playing. */
  seek(time: number): void;
  /** Plays only a part of the video. */
  play(part: Interval): void;
}

/** A player that stops at the end of a part. Seeking out of the part with its controls plays on. */
export function usePartPlayer(): PartPlayer {
  const [video, ref] = useState<HTMLVideoElement | null>(null);
  const [time, setTime] = useState(0);
  const part = useRef<Interval>(undefined);
  useEffect(() => {
    if (!video) return;
    let frame = 0;
    const update = () => {
      const { currentTime } = video;
      if (part.current && currentTime >= part.current.end) {
        part.current = undefined;
        video.pause();
      }
      setTime((before) => (Math.abs(before - currentTime) >= STEP ? currentTime : before));
    };
    const follow = () => {
      update();
      if (!video.paused) frame = requestAnimationFrame(follow);
    };
    const leave = () => {
      const { start, end } = part.current ?? { start: 0, end: Number.POSITIVE_INFINITY };
      if (video.currentTime < start - LEAVE_SECONDS || video.currentTime > end + LEAVE_SECONDS)
        part.current = undefined;
    };
    video.addEventListener("play", follow);
    video.addEventListener("timeupdate", update);
    video.addEventListener("seeking", leave);
    return () => {
      cancelAnimationFrame(frame);
      video.removeEventListener("play", follow);
      video.removeEventListener("timeupdate", update);
      video.removeEventListener("seeking", leave);
    };
  }, [video]);
  const seek = useCallback(
    (to: number) => {
      part.current = undefined;
      if (video) video.currentTime = to;
      setTime(to);
    },
    [video],
  );
  const play = useCallback(
    (next: Interval) => {
      seek(next.start);
      part.current = next;
      // Rejected if the browser does not allow it, or if another part is played meanwhile.
      void video?.play().catch(() => {});
    },
    [video, seek],
  );
  return { ref, time, seek, play };
}
