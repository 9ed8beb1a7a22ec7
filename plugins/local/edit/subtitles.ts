import { type Cue, readSubtitles } from "vireo/captions/subtitles";
import { RenderError } from "../render";

/** The cues of an SRT or WebVTT file. Throws RenderError "subtitles_unreadable" where there is text but not one timed cue. */
export function parseSubtitles(file: string): Cue[] {
  const cues = readSubtitles(file);
  if (cues) return cues;
  throw new RenderError(
    "subtitles_unreadable",
    "The subtitles are neither SRT nor WebVTT: no cue with times was found.",
  );
}
