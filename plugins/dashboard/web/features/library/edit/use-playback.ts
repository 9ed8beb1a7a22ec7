import { type RefObject, useCallback, useEffect, useMemo, useState } from "react";

/** Size of a video, in pixels. */
export interface Frame {
  width: number;
  height: number;
}

export interface Playback {
  /** Seconds. */
  time: number;
  duration: number;
  isPlaying: boolean;
  /** Undefined until the file is loaded. */
  frame: Frame | undefined;
  toggle(): void;
  seek(seconds: number): void;
  /** Moves the playhead by some seconds, also while it moves still. */
  move(seconds: number): void;
  /** Plays forwards (1) or backwards (-1), twice as fast each time, or pauses (0). */
  shuttle(direction: -1 | 0 | 1): void;
}

/** What is played: a file, or the part of it that a version shows. */
export interface Shown {
  url: string;
  /** Second of the file at which the version begins. */
  start: number;
  /** Length of the version in seconds. Undefined for that of the file. */
  length?: number | undefined;
}

const MAX_RATE = 8;
/** Time between two frames while playing backwards, which browsers can't do by themselves. */
const REWIND_MS = 80;

/** Tracks the state of a video element, on every frame while it plays. */
export function usePlayback(ref: RefObject<HTMLVideoElement | null>, { url, start, length }: Shown): Playback {
  const [state, setState] = useState<Pick<Playback, "time" | "duration" | "isPlaying" | "frame">>({
    time: 0,
    duration: 0,
    isPlaying: false,
    frame: undefined,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another URL creates another element
  useEffect(() => {
    const video = ref.current;
    if (!video) return;
    let frameRequest = 0;
    const update = () => {
      const { currentTime, duration, paused, videoWidth: width, videoHeight: height } = video;
      const whole = Number.isFinite(duration) ? duration : 0;
      if (length !== undefined && currentTime > start + length) video.pause();
      if (currentTime < start && whole > 0) video.currentTime = start;
      setState((before) => ({
        time: Math.max(0, currentTime - start),
        duration: whole === 0 ? 0 : (length ?? whole - start),
        isPlaying: !paused,
        // Keep the object if nothing changed, because layouts are memoized by it.
        frame:
          before.frame?.width === width && before.frame.height === height
            ? before.frame
            : width
              ? { width, height }
              : undefined,
      }));
      cancelAnimationFrame(frameRequest);
      if (!paused) frameRequest = requestAnimationFrame(update);
    };
    const events = ["loadedmetadata", "durationchange", "play", "pause", "seeked", "timeupdate", "ended"];
    for (const event of events) video.addEventListener(event, update);
    update();
    return () => {
      cancelAnimationFrame(frameRequest);
      for (const event of events) video.removeEventListener(event, update);
    };
  }, [ref, url, start, length]);

  const seek = useCallback(
    (seconds: number) => {
      if (ref.current) ref.current.currentTime = start + seconds;
    },
    [ref, start],
  );
  const { duration } = state;
  const move = useCallback(
    (seconds: number) => {
      const at = (ref.current?.currentTime ?? start) - start + seconds;
      seek(Math.min(duration, Math.max(0, at)));
    },
    [ref, start, duration, seek],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file begins paused
  const shuttle = useMemo(() => createShuttle(ref, start), [ref, url, start]);
  useEffect(() => () => shuttle(0), [shuttle]);
  const toggle = useCallback(() => shuttle(ref.current?.paused ? 1 : 0), [ref, shuttle]);
  return { ...state, toggle, seek, move, shuttle };
}

function createShuttle(ref: RefObject<HTMLVideoElement | null>, start: number): Playback["shuttle"] {
  let rate = 0;
  let rewind: ReturnType<typeof setInterval> | undefined;
  const step = () => {
    const video = ref.current;
    if (!video || video.seeking) return;
    const to = video.currentTime + (rate * REWIND_MS) / 1000;
    video.currentTime = Math.max(start, to);
    if (to <= start) clearInterval(rewind);
  };
  return (direction) => {
    const video = ref.current;
    clearInterval(rewind);
    if (!video) return;
    // Playback may have ended or been paused by itself.
    const isGoing = direction > 0 ? !video.paused && rate > 0 : rate < 0;
    rate = isGoing ? Math.max(-MAX_RATE, Math.min(MAX_RATE, rate * 2)) : direction;
    video.playbackRate = Math.max(1, rate);
    if (rate > 0) void video.play().catch(() => {});
    else video.pause();
    if (rate < 0) rewind = setInterval(step, REWIND_MS);
  };
}
