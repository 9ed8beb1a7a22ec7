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

/** Tracks the state of a video element, on every frame while it plays. */
export function usePlayback(ref: RefObject<HTMLVideoElement | null>, url: string): Playback {
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
      setState((before) => ({
        time: currentTime,
        duration: Number.isFinite(duration) ? duration : 0,
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
  }, [ref, url]);

  const toggle = useCallback(() => {
    const video = ref.current;
    if (video?.paused) void video.play().catch(() => {});
    else video?.pause();
  }, [ref]);
  const seek = useCallback(
    (seconds: number) => {
      if (ref.current) ref.current.currentTime = seconds;
    },
    [ref],
  );
  return { ...state, toggle, seek };
}
