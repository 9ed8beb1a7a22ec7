import { type RefObject, useCallback, useEffect, useState } from "react";

export interface Playback {
  /** Seconds. */
  time: number;
  duration: number;
  playing: boolean;
  /** The pixels of the file, as soon as they are known. */
  frame: { width: number; height: number } | undefined;
  toggle(): void;
  seek(seconds: number): void;
}

/** Where a video is, smoothly while it plays, and how to move it. */
export function usePlayback(ref: RefObject<HTMLVideoElement | null>, url: string): Playback {
  const [state, setState] = useState<Pick<Playback, "time" | "duration" | "playing" | "frame">>({
    time: 0,
    duration: 0,
    playing: false,
    frame: undefined,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is another element
  useEffect(() => {
    const video = ref.current;
    if (!video) return;
    let next = 0;
    const look = () => {
      const { currentTime, duration, paused, videoWidth: width, videoHeight: height } = video;
      setState((before) => ({
        time: currentTime,
        duration: Number.isFinite(duration) ? duration : 0,
        playing: !paused,
        // The same object where nothing changed: layouts hang on it.
        frame:
          before.frame?.width === width && before.frame.height === height
            ? before.frame
            : width
              ? { width, height }
              : undefined,
      }));
      cancelAnimationFrame(next);
      if (!paused) next = requestAnimationFrame(look);
    };
    const events = ["loadedmetadata", "durationchange", "play", "pause", "seeked", "timeupdate", "ended"];
    for (const event of events) video.addEventListener(event, look);
    look();
    return () => {
      cancelAnimationFrame(next);
      for (const event of events) video.removeEventListener(event, look);
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
