import { useMemo } from "react";
import type { Interval } from "vireo/captions/align";
import { type PlacedPage, placeCaptions } from "vireo/captions/placement";
import { captionStyles } from "vireo/captions/styles";
import type { TextRows } from "vireo/captions/text-rows";
import { timeWords } from "vireo/captions/words";
import { type CaptionsDraft, resolveCaptionStyle, timeText } from "./captions";
import type { Frame } from "./use-playback";
import { useTextMeasure } from "./use-text-measure";

/** Shown while there is no text, or before the video is transcribed. */
export const SAMPLE = "This is how your captions will look.";

interface Video {
  frame: Frame;
  /** Seconds. */
  duration: number;
  speech: readonly Interval[] | undefined;
  /** Areas where the video itself shows text. */
  text: TextRows | undefined;
}

/** Lays out the pages of a caption draft. `sample` is shown if it has no text. */
export function useCaptionPages(draft: CaptionsDraft, { frame, duration, speech, text: rows }: Video, sample: string) {
  const style = useMemo(() => resolveCaptionStyle(draft), [draft]);
  const { family, weight } = style;
  const { face, measure, isLoaded } = useTextMeasure({ family, weight, standIn: captionStyles[draft.style].family });
  const { source, text, cues, position } = draft;
  const words = useMemo(() => {
    const own = source === "text" ? text.trim() : "";
    const whole = [{ start: 0, end: duration }];
    return timeWords(source === "timed" ? cues : timeText(own || sample, (own && speech) || whole), duration);
  }, [source, text, cues, duration, speech, sample]);
  const pages: PlacedPage[] = useMemo(
    () => placeCaptions(words, { style, position, frame: { ...frame, duration }, measure: measure.width, text: rows }),
    [words, style, position, frame, duration, measure, rows],
  );
  const isPlaced = rows !== undefined && speech !== undefined && isLoaded;
  return { pages, style, face, isPlaced };
}
