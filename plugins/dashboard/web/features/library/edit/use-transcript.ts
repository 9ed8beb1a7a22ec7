import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Interval } from "vireo/captions/align";
import { type VideoScene, VireoError } from "vireo/client";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
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

/** Reads the transcript. Null if the server has none. */
async function readTranscript(id: string, version: number) {
  const { cues } = await vireo.videos.transcript.get(id, { version }).catch((error: unknown) => {
    if (error instanceof VireoError && error.status === 404) return { cues: [] };
    throw error;
  });
  return cues.length === 0 ? null : cues.map(({ words, ...cue }) => ({ ...cue, ...(words ? { words } : {}) }));
}

/**
 * Returns what is said in a video as caption lines: its transcript, or the script of its scenes timed to its sound. Empty
 * while loading, and for videos with neither.
 */
export function useTranscript({ id, version, scenes, hasTranscript, duration, speech }: Video): readonly Line[] {
  const { data = null, isLoading } = useQuery({
    queryKey: keys.transcript(id, version),
    queryFn: () => readTranscript(id, version),
    enabled: hasTranscript,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    if (isLoading || duration === 0) return [];
    if (data) return toLines(data, duration);
    const script = version === 1 ? scenes.flatMap(({ narration }) => narration ?? []).join(" ") : "";
    return script && speech ? toLines(timeText(script, speech), duration) : [];
  }, [data, isLoading, scenes, version, duration, speech]);
}
