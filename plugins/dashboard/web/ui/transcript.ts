import { useQuery } from "@tanstack/react-query";
import { VireoError } from "vireo/client";
import { vireo } from "../api";
import { keys } from "../query-keys";

const EMPTY_STALE_MS = 10_000;

/** Reads the transcript. Null if the server has none. */
async function readTranscript(id: string, version: number) {
  const { cues } = await vireo.videos.transcript.get(id, { version }).catch((error: unknown) => {
    if (error instanceof VireoError && error.status === 404) return { cues: [] };
    throw error;
  });
  return cues.length === 0 ? null : cues;
}

/** Reads the transcript of a version of a video, as it was after a search for clips. Null if there is none yet. */
export const useStoredTranscript = (id: string, version: number, enabled = true, clipsId?: string) =>
  useQuery({
    queryKey: keys.transcript(id, version, clipsId),
    queryFn: () => readTranscript(id, version),
    enabled,
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : EMPTY_STALE_MS),
  });
