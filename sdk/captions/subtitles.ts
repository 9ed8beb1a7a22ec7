/** A subtitle. Times are in seconds. */
export interface Cue {
  start: number;
  end: number;
  text: string;
}

const TIMING = /^\s*((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s*-->\s*((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})/;
/** `<i>`, `</c.yellow>`, `<v Ann>`, `<00:01.000>`, and the `{\an8}` that ASS tools write into SRT files. */
const TAGS = /<\/?(?:[a-z][^<>]*|[\d:.]+)>|\{\\[^{}]*\}/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": "\u00a0",
  "&lrm;": "\u200e",
  "&rlm;": "\u200f",
};

/**
 * Parses an SRT or WebVTT file. Tolerates a byte order mark, any line endings, wrong numbers, tags, settings and
 * comments. Returns undefined for text without a timed cue or a WebVTT header.
 */
export function readSubtitles(file: string): Cue[] | undefined {
  const text = file.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const cues: Cue[] = [];
  let lines: string[] | undefined;
  const close = () => {
    const cue = cues.at(-1);
    if (cue && lines) cue.text = plain(lines);
    lines = undefined;
  };
  for (const line of text.split("\n")) {
    const [, start, end] = TIMING.exec(line) ?? [];
    if (start && end) {
      // If the blank line is missing, the previous line is this cue's number, not text.
      if (/^\s*\d+\s*$/.test(lines?.at(-1) ?? "")) lines?.pop();
      close();
      cues.push({ start: seconds(start), end: seconds(end), text: "" });
      lines = [];
    } else if (line.trim() === "") close();
    else lines?.push(line);
  }
  close();
  const isNeither = cues.length === 0 && !/^WEBVTT\b/.test(text) && text.trim() !== "";
  return isNeither ? undefined : cues;
}

function seconds(time: string): number {
  return time
    .replace(",", ".")
    .split(":")
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}

function plain(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(TAGS, "")
    .replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
}
