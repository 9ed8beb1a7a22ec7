import { type CaptionStyle, captionStyles, type StyleName } from "vireo/captions/styles";
import type { Cue } from "vireo/captions/subtitles";
import type { AddCaptionsRequest, AddOverlayRequest } from "vireo/client";
import type { Position } from "./caption-layer";

/** Where the words come from. */
export type Source = "text" | "timed" | "url" | "listen";

/** Captions as they are being written. Empty: as the style has it. */
export interface CaptionsDraft {
  source: Source;
  text: string;
  cues: Cue[];
  subtitlesUrl: string;
  language: string;
  style: StyleName;
  position: Position;
  fontFamily: string;
  fontSize: number | "";
  color: string;
  highlightColor: string;
  outlineColor: string;
  maxWordsPerLine: number | "";
  uppercase: boolean | "";
  /** The version that it became, unchanged since; 0: none. */
  applied: number;
}

export const anchors = [
  "top-left",
  "top",
  "top-right",
  "left",
  "center",
  "right",
  "bottom-left",
  "bottom",
  "bottom-right",
] as const;

/** An overlay as it is being made. Empty: as the editor has it. */
export interface OverlayDraft {
  type: "text" | "image";
  text: string;
  imageUrl: string;
  position: (typeof anchors)[number] | { x: number; y: number };
  width: number | "";
  opacity: number;
  start: number;
  /** 0: to the end. */
  end: number;
  fontFamily: string;
  fontSize: number | "";
  color: string;
  outlineColor: string;
  backgroundColor: string;
  /** The version that it became, unchanged since; 0: none. */
  applied: number;
}

export const newCaptions: CaptionsDraft = {
  source: "text",
  text: "",
  cues: [],
  subtitlesUrl: "",
  language: "",
  style: "bold",
  position: "bottom",
  fontFamily: "",
  fontSize: "",
  color: "",
  highlightColor: "",
  outlineColor: "",
  maxWordsPerLine: "",
  uppercase: "",
  applied: 0,
};

export const newOverlay: OverlayDraft = {
  type: "text",
  text: "",
  imageUrl: "",
  position: "center",
  width: "",
  opacity: 1,
  start: 0,
  end: 0,
  fontFamily: "",
  fontSize: "",
  color: "",
  outlineColor: "",
  backgroundColor: "",
  applied: 0,
};

/** The style with what was chosen over it. */
export function resolveCaptionStyle(draft: CaptionsDraft): CaptionStyle {
  const style = captionStyles[draft.style];
  return {
    ...style,
    family: draft.fontFamily || style.family,
    size: draft.fontSize || style.size,
    maxWords: draft.maxWordsPerLine || style.maxWords,
    uppercase: draft.uppercase === "" ? style.uppercase : draft.uppercase,
    color: draft.color || style.color,
    outlineColor: draft.outlineColor || style.outlineColor,
    highlightColor: draft.highlightColor || style.highlightColor,
    highlight: draft.highlightColor && style.highlight === "none" ? "color" : style.highlight,
  };
}

const said = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "" && value !== undefined)) as T;

export function captionsRequest(draft: CaptionsDraft): AddCaptionsRequest {
  const { source, text, cues, subtitlesUrl, language, applied: _, ...look } = draft;
  return said({
    ...look,
    ...(source === "text" ? { text: text.trim() } : {}),
    ...(source === "timed" ? { transcript: cues } : {}),
    ...(source === "url" ? { subtitlesUrl } : {}),
    ...(source === "listen" ? { language } : {}),
  }) as AddCaptionsRequest;
}

export function overlayRequest(draft: OverlayDraft, duration: number): AddOverlayRequest {
  const { type, text, imageUrl, position, width, opacity, start, end, ...draw } = draft;
  const { fontFamily, fontSize, color, outlineColor, backgroundColor } = draw;
  return said({
    type,
    position,
    width,
    ...(type === "text" ? { text, fontFamily, fontSize, color, outlineColor, backgroundColor } : { imageUrl }),
    ...(opacity < 1 ? { opacity } : {}),
    ...(start > 0 ? { start } : {}),
    ...(end > 0 && end < duration ? { end } : {}),
  }) as AddOverlayRequest;
}

/** What is still missing, in words; undefined when it can be drawn. */
export function missing(
  tab: "captions" | "overlay",
  captions: CaptionsDraft,
  overlay: OverlayDraft,
): string | undefined {
  if (tab === "overlay") {
    if (overlay.type === "text" && !overlay.text.trim()) return "Write a text first.";
    return overlay.type === "image" && !overlay.imageUrl ? "Choose a picture first." : undefined;
  }
  const { source, text, cues, subtitlesUrl } = captions;
  if (source === "text" && !text.trim()) return "Write what is said first.";
  if (source === "url" && !subtitlesUrl) return "Give the address of an SRT or VTT file first.";
  if (source !== "timed") return undefined;
  if (cues.length === 0) return "Add a line first.";
  const bad = cues.findIndex(({ start, end }) => end <= start);
  return bad < 0 ? undefined : `Line ${bad + 1} ends before it starts.`;
}
