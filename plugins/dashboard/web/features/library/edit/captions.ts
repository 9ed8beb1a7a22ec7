import { alignWords, type Interval } from "vireo/captions/align";
import { hundredths } from "vireo/captions/pages";
import { type CaptionStyle, changeStyle, type Position, type StyleName } from "vireo/captions/styles";
import { splitWords, spreadWords, type TranscriptCue } from "vireo/captions/words";
import type { VideoVersionCaptions } from "vireo/client";
import { splitCaption } from "vireo/text";
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

/** Returns the selected style with the draft's changes. */
export const resolveCaptionStyle = (draft: CaptionLook): CaptionStyle =>
  changeStyle(draft.style, draft, draft.fontFamily ? { family: draft.fontFamily } : {});

/** Most words in a cue. The API accepts up to 500. */
const WORDS_PER_CUE = 100;

/** Times a text to the video's speech as the server does, in cues that the API accepts. */
export function timeText(text: string, speech: readonly Interval[]): TranscriptCue[] {
  const words = alignWords(text, speech).map((word) => ({ ...word, end: Math.max(word.end, word.start + 0.01) }));
  return Array.from({ length: Math.ceil(words.length / WORDS_PER_CUE) }, (_, i) => {
    const part = words.slice(i * WORDS_PER_CUE, (i + 1) * WORDS_PER_CUE);
    return {
      start: part[0]?.start ?? 0,
      end: part.at(-1)?.end ?? 0,
      text: part.map((word) => word.text).join(" "),
      words: part.map((word) => ({ word: word.text, start: word.start, end: word.end })),
    };
  });
}

/** Splits a text into one line per sentence, spread over the duration. */
export function splitIntoLines(text: string, duration: number): Line[] {
  const words = spreadWords(text, [{ start: 0, end: duration }]);
  let next = 0;
  return splitCaption(text).map((sentence) => {
    const first = words[next];
    next += splitWords(sentence).length;
    const last = words[next - 1];
    return { text: sentence, start: hundredths(first?.start ?? 0), end: hundredths(last?.end ?? duration) };
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
};

/**
 * Returns the draft that would be exported as these captions. Captions without a text show what the video says: its
 * transcript if it has one, otherwise what an engine transcribed.
 */
export function toCaptionsDraft(captions: VideoVersionCaptions, hasTranscript: boolean): CaptionsDraft {
  const { transcript, text, subtitlesUrl, language } = captions;
  const spoken = hasTranscript && language === undefined ? "text" : "listen";
  const source = transcript ? "timed" : subtitlesUrl ? "url" : text ? "text" : spoken;
  const fields = Object.entries(captions).filter(([name]) => name in captionsEdit.blank);
  return { ...captionsEdit.blank, ...Object.fromEntries(fields), source, cues: transcript ?? [] };
}

/** True for captions without any text. */
const isBlank = ({ source, text }: CaptionsDraft) => source === "text" && text.trim() === "";

/** Fills a draft without text with the video's transcript. */
export const fillDraft = (draft: CaptionsDraft, spoken: readonly Line[]): CaptionsDraft =>
  isBlank(draft) && spoken.length > 0 ? { ...draft, source: "timed", cues: [...spoken] } : draft;

/**
 * Captions that use the transcript until a text is entered. The transcript counts only while the captions tab is open or
 * after an export, so that trimming a video doesn't add captions to it.
 */
export const withTranscript = (
  kind: EditKind<CaptionsDraft>,
  spoken: readonly Line[],
  isUsed: boolean,
): EditKind<CaptionsDraft> => ({
  ...kind,
  toRequest: (draft, duration) => kind.toRequest(isUsed ? fillDraft(draft, spoken) : draft, duration),
  findMissing: (draft, duration) => kind.findMissing(isUsed ? fillDraft(draft, spoken) : draft, duration),
});
