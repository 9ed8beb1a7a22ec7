import { type RefObject, useCallback, useEffect, useState } from "react";

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
}

/** What is played: a file, or the part of it that a version shows. */
export interface Shown {
  url: string;
  /** Second of the file at which the version begins. */
  start: number;
  /** Length of the version in seconds. Undefined for that of the file. */
  length?: number | undefined;
}

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

  const toggle = useCallback(() => {
    const video = ref.current;
    if (video?.paused) void video.play().catch(() => {});
    else video?.pause();
  }, [ref]);
  const seek = useCallback(
    (seconds: number) => {
      if (ref.current) ref.current.currentTime = start + seconds;
    },
    [ref, start],
  );
  return { ...state, toggle, seek };
}
