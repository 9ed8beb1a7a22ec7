import { type CaptionStyle, captionStyles, type StyleName } from "vireo/captions/styles";
import type { Cue } from "vireo/captions/subtitles";
import { vireo } from "../../../api";
import { omitEmpty } from "./omit-empty";
import type { EditKind } from "./use-edit";

export type CaptionPosition = "top" | "center" | "bottom";

/** Where the text comes from. */
export type Source = "text" | "timed" | "url" | "listen";

/** What captions look like. Empty fields use the style's defaults. */
export interface CaptionLook {
  style: StyleName;
  position: CaptionPosition;
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
  cues: Cue[];
  subtitlesUrl: string;
  language: string;
  /** Moves the captions off text that the video shows. */
  avoidText: boolean;
}

/** The selected style with the draft's changes. */
export function resolveCaptionStyle(draft: CaptionLook): CaptionStyle {
  const style = captionStyles[draft.style];
  return {
    ...style,
    family: draft.fontFamily || style.family,
    size: Number(draft.fontSize) || style.size,
    maxWords: Number(draft.maxWordsPerLine) || style.maxWords,
    uppercase: draft.uppercase === "" ? style.uppercase : draft.uppercase,
    color: draft.color || style.color,
    outlineColor: draft.outlineColor || style.outlineColor,
    highlightColor: draft.highlightColor || style.highlightColor,
    highlight: draft.highlightColor && style.highlight === "none" ? "color" : style.highlight,
  };
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
