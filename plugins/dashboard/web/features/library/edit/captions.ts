import { alignWords, type Interval } from "vireo/captions/align";
import { type CaptionStyle, changeStyle, type Position, type StyleName } from "vireo/captions/styles";
import type { TranscriptCue } from "vireo/captions/words";
import { vireo } from "../../../api";
import { omitEmpty } from "./omit-empty";
import type { EditKind } from "./use-edit";
import type { Line } from "./words";

/** Source of the text. */
export type Source = "text" | "timed" | "url" | "listen";

/** Look of captions. Empty fields use the style's defaults. */
export interface CaptionLook {
  style: StyleName;
  position: Position;
  fontFamily: string | null;
  fontSize: number | string;
  color: string;
  highlightColor: string;
  outlineColor: string;
  maxWordsPerLine: number | string;
  uppercase: boolean | "";
}

export interface CaptionsDraft extends CaptionLook {
  source: Source;
  text: string;
  cues: Line[];
  subtitlesUrl: string;
  language: string;
  /** Moves the captions off text that the video shows. */
  avoidText: boolean;
}

/** The selected style with the draft's changes. */
export const resolveCaptionStyle = (draft: CaptionLook): CaptionStyle =>
  changeStyle(draft.style, draft, draft.fontFamily ? { family: draft.fontFamily } : {});

/** Words of a cue; the API takes up to 500. */
const WORDS_OF_CUE = 100;

/** A text timed by the speech of the video, as the server would time it. The preview and the file show the same. */
export function timeText(text: string, speech: readonly Interval[]): TranscriptCue[] {
  const words = alignWords(text, speech).map((word) => ({ ...word, end: Math.max(word.end, word.start + 0.01) }));
  return Array.from({ length: Math.ceil(words.length / WORDS_OF_CUE) }, (_, i) => {
    const part = words.slice(i * WORDS_OF_CUE, (i + 1) * WORDS_OF_CUE);
    return {
      start: part[0]?.start ?? 0,
      end: part.at(-1)?.end ?? 0,
      text: part.map((word) => word.text).join(" "),
      words: part.map((word) => ({ word: word.text, start: word.start, end: word.end })),
    };
  });
}

function toRequest({ source, text, cues, subtitlesUrl, language, avoidText, ...style }: CaptionsDraft) {
  const content = {
    text: { text: text.trim() },
    timed: { transcript: cues },
    url: { subtitlesUrl },
    listen: { language },
  };
  return omitEmpty({ ...style, ...content[source], ...(avoidText ? {} : { avoidText }) });
}

function findMissing({ source, text, cues, subtitlesUrl }: CaptionsDraft): string | undefined {
  if (source === "text" && !text.trim()) return "Enter a transcript first";
  if (source === "url" && !subtitlesUrl) return "Enter the URL of an SRT or VTT file first";
  if (source !== "timed") return undefined;
  if (cues.length === 0) return "Add a line first";
  const wrong = cues.findIndex(({ start, end }) => end <= start);
  return wrong < 0 ? undefined : `Line ${wrong + 1} ends before it starts`;
}

export const plainLook: CaptionLook = {
  style: "bold",
  position: "bottom",
  fontFamily: null,
  fontSize: "",
  color: "",
  highlightColor: "",
  outlineColor: "",
  maxWordsPerLine: "",
  uppercase: "",
};

export const captionsEdit: EditKind<CaptionsDraft> = {
  tab: "captions",
  blank: {
    source: "text",
    text: "",
    cues: [],
    subtitlesUrl: "",
    language: "",
    ...plainLook,
    avoidText: true,
  },
  toRequest,
  findMissing,
  send: (videoId, request) => vireo.videos.addCaptions(videoId, request),
};

/** True for captions without any text. */
const isBlank = ({ source, text }: CaptionsDraft) => source === "text" && text.trim() === "";

/** The draft, with the words of the video while it has no text. */
export const fillDraft = (draft: CaptionsDraft, spoken: readonly Line[]): CaptionsDraft =>
  isBlank(draft) && spoken.length > 0 ? { ...draft, source: "timed", cues: [...spoken] } : draft;

/**
 * Captions that show what the video says until they get a text. Unchanged, they are exported from their own tab only:
 * whoever only trims a video gets no captions.
 */
export const withTranscript = (
  kind: EditKind<CaptionsDraft>,
  spoken: readonly Line[],
  isOpen: boolean,
): EditKind<CaptionsDraft> => ({
  ...kind,
  toRequest: (draft, duration) => kind.toRequest(isOpen ? fillDraft(draft, spoken) : draft, duration),
  findMissing: (draft, duration) => kind.findMissing(isOpen ? fillDraft(draft, spoken) : draft, duration),
});

/** Captions whose text has the times of the preview, if the sound of the video is known by then. */
export const withSpeech = (
  kind: EditKind<CaptionsDraft>,
  getSpeech: () => readonly Interval[] | undefined,
): EditKind<CaptionsDraft> => ({
  ...kind,
  complete(request) {
    const { text, ...fields } = request as { text?: string };
    const speech = getSpeech();
    return text && speech ? { ...fields, transcript: timeText(text, speech) } : request;
  },
});
