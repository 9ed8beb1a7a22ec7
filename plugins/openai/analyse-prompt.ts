import { analysisSystem, knownOf, saidIn } from "vireo/llm/analysis";
import type { AnalyseRequest } from "vireo/slots/analyse";
import type { Cue } from "vireo/slots/transcribe";

export const SYSTEM = analysisSystem("pictures, transcript and figures", "each picture, at its time in seconds");

interface Known {
  duration: number;
  /** Seconds between two pictures. */
  every: number;
  transcript: readonly Cue[] | undefined;
  hasAudio: boolean;
  seen: boolean;
}

export function promptFor(request: AnalyseRequest, { duration, every, transcript, hasAudio, seen }: Known): string {
  return [
    ...knownOf(request, duration),
    spoken(transcript, hasAudio),
    seen
      ? `The pictures follow, one every ${every} s.`
      : `There are no pictures: give a keyframe for each thing said, at its time, with empty visual and text.`,
  ]
    .filter(Boolean)
    .join("\n");
}

function spoken(transcript: readonly Cue[] | undefined, hasAudio: boolean): string {
  if (transcript?.length) return saidIn(transcript);
  if (!hasAudio) return "The video has no sound.";
  return transcript ? "Nothing is said in it." : "What is said is not known.";
}
