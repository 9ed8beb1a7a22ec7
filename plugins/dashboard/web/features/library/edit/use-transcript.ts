import { useMemo } from "react";
import type { Interval } from "vireo/captions/align";
import type { VideoScene } from "vireo/client";
import { useStoredTranscript } from "../../../ui/transcript";
import { timeText } from "./captions";
import { type Line, toLines } from "./words";

interface Video {
  id: string;
  /** The version that captions are added to. */
  version: number;
  scenes: readonly VideoScene[];
  /** True if the video has a script or a voice-over. */
  hasTranscript: boolean;
  /** Seconds. */
  duration: number;
  speech: readonly Interval[] | undefined;
}

/**
 * Returns what is said in a video as caption lines: its transcript, or the script of its scenes timed to its sound. Empty
 * while loading, and for videos with neither.
 */
export function useTranscript({ id, version, scenes, hasTranscript, duration, speech }: Video): readonly Line[] {
  const { data = null, isLoading } = useStoredTranscript(id, version, hasTranscript);
  return useMemo(() => {
    if (isLoading || duration === 0) return [];
    if (data) return toLines(data, duration);
    const script = version === 1 ? scenes.flatMap(({ narration }) => narration ?? []).join(" ") : "";
    return script && speech ? toLines(timeText(script, speech), duration) : [];
  }, [data, isLoading, scenes, version, duration, speech]);
}
