import { useMemo } from "react";
import { alignWords } from "vireo/captions/align";
import { type PlacedPage, placeCaptions } from "vireo/captions/placement";
import { captionStyles } from "vireo/captions/styles";
import { timeWords } from "vireo/captions/words";
import { type CaptionsDraft, resolveCaptionStyle } from "./captions";
import type { Guides } from "./use-caption-guides";
import type { Frame } from "./use-playback";
import { useTextMeasure } from "./use-text-measure";

/** Shown while there is no text, or before the video is transcribed. */
export const SAMPLE = "This is how your captions will look.";

interface Video {
  frame: Frame;
  /** Seconds. */
  duration: number;
  guides: Guides;
}

/** Lays out the pages of a caption draft. `sample` is shown if it has no text. */
export function useCaptionPages(draft: CaptionsDraft, { frame, duration, guides }: Video, sample: string) {
  const style = useMemo(() => resolveCaptionStyle(draft), [draft]);
  const { family, weight } = style;
  const { face, measure, isLoaded } = useTextMeasure({ family, weight, standIn: captionStyles[draft.style].family });
  const { source, text, cues, position, avoidText } = draft;
  const speech = guides?.speech;
  const rows = avoidText ? guides?.text : undefined;
  const words = useMemo(() => {
    if (source === "timed") return timeWords(cues, duration);
    const own = source === "text" ? text.trim() : "";
    return [alignWords(own || sample, (own && speech) || [{ start: 0, end: duration }])];
  }, [source, text, cues, duration, speech, sample]);
  const pages: PlacedPage[] = useMemo(
    () => placeCaptions(words, { style, position, frame: { ...frame, duration }, measure: measure.width, text: rows }),
    [words, style, position, frame, duration, measure, rows],
  );
  const isPlaced = guides !== undefined && isLoaded;
  return { pages, style, face, isPlaced };
}
