import { type Cue, readSubtitles } from "vireo/captions/subtitles";
import { RenderError } from "../render";

/** Parses SRT or WebVTT. Throws RenderError "subtitles_unreadable" for text without a timed cue. */
export function parseSubtitles(file: string): Cue[] {
  const cues = readSubtitles(file);
  if (cues) return cues;
  throw new RenderError(
    "subtitles_unreadable",
    "The subtitles are neither SRT nor WebVTT: no cue with times was found.",
  );
}
