import type { Cue } from "./words";

const TIMING = /((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s*-->\s*((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})/;
const seconds = (time: string): number =>
  time
    .replace(",", ".")
    .split(":")
    .reduce((sum, part) => sum * 60 + Number(part), 0);

/** The cues of an SRT or WebVTT file; none where it is neither. */
export function readSubtitles(file: string): Cue[] {
  const blocks = file
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split(/\n\s*\n/);
  return blocks.flatMap((block) => {
    const lines = block.split("\n");
    const at = lines.findIndex((line) => TIMING.test(line));
    const [, start = "", end = ""] = TIMING.exec(lines[at] ?? "") ?? [];
    const text = lines
      .slice(at + 1)
      .join(" ")
      .replace(/<[^<>]*>|\{\\[^{}]*\}/g, "")
      .trim();
    return at >= 0 && text ? [{ start: seconds(start), end: seconds(end), text }] : [];
  });
}
