import { describeVideo, formatTranscript, getAnalysisPrompt } from "vireo/llm/analysis";
import type { AnalyseRequest } from "vireo/slots/analyse";
import type { Cue } from "vireo/slots/transcribe";

export const SYSTEM = getAnalysisPrompt("pictures, transcript and figures", "each picture, at its time in seconds");

interface Material {
  duration: number;
  /** Seconds between two frames. */
  every: number;
  transcript: readonly Cue[] | undefined;
  hasAudio: boolean;
  hasFrames: boolean;
}

export function buildPrompt(
  request: AnalyseRequest,
  { duration, every, transcript, hasAudio, hasFrames }: Material,
): string {
  return [
    ...describeVideo(request, duration),
    describeSpeech(transcript, hasAudio),
    hasFrames
      ? `The pictures follow, one every ${every} s.`
      : `There are no pictures: give a keyframe for each thing said, at its time, with empty visual and text.`,
  ]
    .filter(Boolean)
    .join("\n");
}

function describeSpeech(transcript: readonly Cue[] | undefined, hasAudio: boolean): string {
  if (transcript?.length) return formatTranscript(transcript);
  if (!hasAudio) return "The video has no sound.";
  return transcript ? "Nothing is said in it." : "What is said is not known.";
}
