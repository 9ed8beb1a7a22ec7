import { captionStyles, type StyleName } from "vireo/captions/styles";
import type { BrandKit, FindVideoClipsRequest } from "vireo/client";
import { toLabel } from "../../ui/status";
import { parseClock } from "./queries";

/** Caption style that stands for the look of the brand kit. */
const BRAND = "brand";

export interface SearchValues {
  count: number | string;
  /** Seconds. */
  minSeconds: number | string;
  maxSeconds: number | string;
  prompt: string;
  keywords: string[];
  aspectRatio: NonNullable<FindVideoClipsRequest["aspectRatio"]>;
  reframe: NonNullable<FindVideoClipsRequest["reframe"]>;
  captions: boolean;
  style: StyleName | typeof BRAND;
  subtitles: File | null;
  content: NonNullable<FindVideoClipsRequest["content"]>;
  language: string;
  /** "1:30". Empty for the start and the end of the video. */
  range: { start: string; end: string };
  /** False to choose the moments first. */
  render: boolean;
}

export const MAX_CLIPS = 20;
/** Number and length of keywords. */
export const MAX_KEYWORDS = { count: 20, length: 60 };

export const aspectRatios = ["9:16", "4:5", "1:1", "16:9"];
export const framings = [
  { value: "auto", label: "Follow faces" },
  { value: "center", label: "Center" },
  { value: "fit", label: "Whole picture" },
];
export const contents = [
  { value: "auto", label: "Detect automatically" },
  { value: "talk", label: "Talk, podcast or interview" },
  { value: "screen", label: "Screen recording or slides" },
  { value: "action", label: "Gaming, sports or events" },
];

/** Lists the caption styles, first that of the brand if it has one. */
export const listStyles = ({ captions }: BrandKit) => [
  ...(captions ? [{ value: BRAND, label: "Brand" }] : []),
  ...Object.keys(captionStyles).map((name) => ({ value: name, label: toLabel(name) })),
];

export const getDefaults = ({ captions }: BrandKit): SearchValues => ({
  count: 5,
  minSeconds: 15,
  maxSeconds: 60,
  prompt: "",
  keywords: [],
  aspectRatio: "9:16",
  reframe: "auto",
  captions: true,
  style: captions ? BRAND : "bold",
  subtitles: null,
  content: "auto",
  language: "",
  range: { start: "", end: "" },
  render: true,
});

const validateClock = (text: string) =>
  text.trim() && parseClock(text) === undefined ? "Enter a time such as 12:30" : null;
/** Fields that hold a number or, while they are edited, a text. */
const validateNumber = (value: number | string) => (typeof value === "number" ? null : "Enter a number");

export const validate = {
  count: validateNumber,
  minSeconds: validateNumber,
  maxSeconds: (value: number | string, { minSeconds }: SearchValues) =>
    validateNumber(value) ?? (Number(value) < Number(minSeconds) ? "Must not be less than the minimum length" : null),
  range: { start: validateClock, end: validateClock },
};

/** Reads a file as the API does: UTF-8, UTF-16 or Windows-1252. */
async function readSubtitles(file: File): Promise<string> {
  // Loaded on demand: the table of character references is large, and few people open a file.
  const { decodeSubtitles } = await import("vireo/captions/subtitles");
  return decodeSubtitles(new Uint8Array(await file.arrayBuffer()));
}

/** Returns the part to search. Undefined for the whole video. */
function toRange({ start, end }: SearchValues["range"], duration: number): FindVideoClipsRequest["range"] {
  if (!start.trim() && !end.trim()) return undefined;
  return { start: parseClock(start) ?? 0, end: parseClock(end) ?? duration };
}

/** Returns the look of the captions. Undefined for that of the brand kit. */
function toLook({ captions, style }: SearchValues): FindVideoClipsRequest["captions"] {
  if (!captions) return false;
  return style === BRAND ? undefined : { style };
}

/** `duration`: seconds of the video. */
export async function toRequest(values: SearchValues, duration: number): Promise<FindVideoClipsRequest> {
  const { prompt, keywords, language, subtitles, aspectRatio, reframe, content } = values;
  return {
    count: Number(values.count),
    minSeconds: Number(values.minSeconds),
    maxSeconds: Number(values.maxSeconds),
    prompt: prompt.trim() || undefined,
    keywords: keywords.length > 0 ? keywords : undefined,
    language: language.trim() || undefined,
    subtitles: subtitles ? await readSubtitles(subtitles) : undefined,
    range: toRange(values.range, duration),
    captions: toLook(values),
    render: values.render ? undefined : "none",
    aspectRatio,
    reframe,
    content,
  };
}
