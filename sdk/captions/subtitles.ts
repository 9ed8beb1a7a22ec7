import { decodeHTML } from "entities";

/** A subtitle. Times are in seconds. */
export interface Cue {
  start: number;
  end: number;
  text: string;
  /** Parts of the text with their own times, if the file contains them. */
  words?: { word: string; start: number; end: number }[];
  /** Name of who speaks, if the file says so: `<v Ann>`, or "Ann:" before the text. */
  speaker?: string;
}

/**
 * Decodes a subtitle file: UTF-16 or UTF-8, with or without a byte order mark, else Windows-1252.
 *
 * @example decodeSubtitles(Uint8Array.of(0x63, 0x61, 0x66, 0xe9)); // "café"
 */
export function decodeSubtitles(bytes: Uint8Array): string {
  for (const encoding of [guessUtf16(bytes), "utf-8"]) {
    try {
      if (encoding) return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/^\uFEFF/, "");
    } catch {
      // Try the next encoding.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/** Without a byte order mark, it is UTF-16 if every second byte at the start is zero, as in Latin text. */
function guessUtf16(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const head = bytes.subarray(0, 64);
  const zeros = [0, 1].map((odd) => head.filter((byte, at) => byte === 0 && at % 2 === odd).length) as [number, number];
  if (zeros[1] > head.length / 4) return "utf-16le";
  return zeros[0] > head.length / 4 ? "utf-16be" : undefined;
}

const CLOCK = String.raw`((?:\d{1,3}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?)`;
/** `00:01.000 --> 00:02.000`; word processors change the arrow to `—>`. */
const TIMING = new RegExp(String.raw`^\s*${CLOCK}\s*(?:[-–—]{1,3}>|→)\s*${CLOCK}(?![\d:])`);
/** `0:00:01.000,0:00:02.000`, as in SBV. */
const COMMA_TIMING = new RegExp(String.raw`^\s*${CLOCK},\s*${CLOCK}\s*$`);
/** `<i>`, `</c.yellow>`, `<v Ann>`, and the `{\an8}` that ASS tools write into SRT files. */
const TAGS = /<\/?(?:b|i|u|s|c|v|br|em|strong|font|span|lang|ruby|rt)(?:[\s./][^<>]*)?>|\{\\[^{}]*\}/gi;
/** `<v Ann>` and `<v.loud Ann>`. */
const VOICE = /<v(?:\.[^\s>]*)?\s+([^>]+)>/i;
const WORD_TIME = /<((?:\d+:)?\d{1,2}:\d{1,2}\.\d{1,3})>/;

/** A line of a cue: its text, in pieces with the times at which they begin. */
type Line = { text: string; start: number }[];

interface Block {
  start: number;
  end: number;
  lines: Line[];
  speaker?: string | undefined;
}

const getText = (line: Line): string =>
  line
    .map(({ text }) => text)
    .join("")
    .trim();

/**
 * Parses an SRT, WebVTT, SBV or ASS file. Tolerates any line endings, wrong numbers, tags, settings, comments, and blank
 * lines in the cues of an SRT file. A line that rolls up from one cue to the next, as in YouTube's automatic captions,
 * is kept once. Returns undefined for text without a timed cue or a WebVTT header.
 *
 * @example readSubtitles("1\n00:00:01,000 --> 00:00:02,500\n<i>Hello</i>"); // [{ start: 1, end: 2.5, text: "Hello" }]
 */
export function readSubtitles(file: string): Cue[] | undefined {
  const text = file.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  if (/^\[Events\]/im.test(text)) return readAss(text);
  const isVtt = /^\s*WEBVTT\b/.test(text);
  const lines = text.split("\n");
  const timings = lines.flatMap((line, at) => {
    const [, start, end] = TIMING.exec(line) ?? COMMA_TIMING.exec(line) ?? [];
    return start && end ? [{ at, start: toSeconds(start), end: toSeconds(end) }] : [];
  });
  if (timings.length === 0) return isVtt || text.trim() === "" ? [] : undefined;
  const blocks = timings.map(({ at, start, end }, i): Block => {
    const body = lines.slice(at + 1, timings[i + 1]?.at ?? lines.length);
    // The number of the next cue.
    if (timings[i + 1] && /^\s*\d+\s*$/.test(body.at(-1) ?? "")) body.pop();
    const blank = isVtt ? body.indexOf("") : -1;
    const own = blank < 0 ? body : body.slice(0, blank);
    const speaker = VOICE.exec(own.join("\n"))?.[1];
    return { start, end, lines: own.flatMap((line) => readLine(line, start)), speaker: readName(speaker) };
  });
  return separateNames(dropRolledUp(blocks).map(toCue));
}

function toSeconds(time: string): number {
  return time
    .replace(",", ".")
    .split(":")
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}

const toPlain = (text: string): string => decodeHTML(text.replace(/<br\s*\/?>/gi, " ").replace(TAGS, ""));

/** Splits a line where it contains the time of its next word. Returns no line if it is blank. */
function readLine(line: string, start: number): Line[] {
  const pieces = line.split(WORD_TIME);
  const own: Line = [];
  for (let at = 0; at < pieces.length; at += 2) {
    const text = toPlain(pieces[at]!);
    if (text !== "") own.push({ text, start: at === 0 ? start : toSeconds(pieces[at - 1]!) });
  }
  return getText(own) === "" ? [] : [own];
}

function toCue({ start, end, lines, speaker }: Block): Cue {
  const pieces = lines.flat();
  const isTimed = lines.some((line) => line.length > 1);
  return {
    start,
    end,
    text: lines.map(getText).join("\n"),
    speaker,
    ...(isTimed && {
      words: pieces
        .map(({ text, start }, i) => ({ word: text.trim(), start, end: pieces[i + 1]?.start ?? end }))
        .filter(({ word }) => word !== ""),
    }),
  };
}

/** Characters of a speaker's name. */
const MAX_NAME = 60;
const readName = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : [...toPlain(name).trim()].slice(0, MAX_NAME).join("") || undefined;

/** "Ann Lee: Hello", or the same after a dash or brackets. */
const NAME =
  /^(?:[-–—]\s*)?\[?(\p{Lu}[\p{L}\p{M}\p{N}.'’-]*(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}.'’-]*){0,3})\]?:\s+(?=\S)/u;
/** Share of the cues that must begin with a name, and how often each name is used at least on average. */
const MIN_NAMED = 0.1;
const MIN_USES = 2;

/** Separates names from texts. Single words before a colon, such as "Note:", are not names, because they are not repeated. */
function separateNames(cues: Cue[]): Cue[] {
  const names = cues.map(({ text, words }) => (words ? undefined : NAME.exec(text)?.[1]));
  const uses = new Map<string, number>();
  for (const name of names) if (name) uses.set(name, (uses.get(name) ?? 0) + 1);
  const isSpeaker = (name: string) => uses.get(name)! >= MIN_USES;
  const named = names.filter((name) => name && isSpeaker(name)).length;
  if (named < MIN_NAMED * cues.length) return cues;
  return cues.map((cue, i) => {
    const name = names[i];
    return name && isSpeaker(name) ? { ...cue, text: cue.text.replace(NAME, ""), speaker: name } : cue;
  });
}

/** Longest time between two cues of which the second continues the first, in seconds. */
const GAP = 0.5;

/** Returns how many lines at the end of a cue are also at the start of the next. */
function countRepeated(before: Block | undefined, { start, lines }: Block): number {
  if (!before || start - before.end > GAP) return 0;
  const [old, own] = [before.lines, lines].map((all) => all.map(getText)) as [string[], string[]];
  for (let count = Math.min(old.length, own.length); count > 0; count--) {
    if (own.slice(0, count).join("\n") === old.slice(-count).join("\n")) return count;
  }
  return 0;
}

/** Removes lines that were already in the previous cue, if most cues of the file repeat them. */
function dropRolledUp(blocks: readonly Block[]): Block[] {
  const repeated = blocks.map((block, at) => countRepeated(blocks[at - 1], block));
  const long = blocks.filter(({ lines }) => lines.length > 1);
  const rolled = blocks.filter(({ lines }, at) => lines.length > 1 && repeated[at]! > 0);
  if (rolled.length === 0 || rolled.length * 2 < long.length) return [...blocks];
  const kept: Block[] = [];
  for (const [at, block] of blocks.entries()) {
    const lines = block.lines.slice(repeated[at]);
    const last = kept.at(-1);
    if (lines.length > 0) kept.push({ ...block, lines });
    else if (last && repeated[at]! > 0) last.end = Math.max(last.end, block.end);
  }
  return kept;
}

/** Number of fields of an event if the file does not name them. The text is the last one, and may contain commas. */
const ASS_FIELDS = "Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text";

function readAss(text: string): Cue[] {
  const events = text.slice(text.search(/^\[Events\]/im));
  const fields = (/^Format:(.*)$/im.exec(events)?.[1] ?? ASS_FIELDS)
    .split(",")
    .map((name) => name.trim().toLowerCase());
  const [from, to] = ["start", "end"].map((name) => fields.indexOf(name)) as [number, number];
  const cues = Array.from(events.matchAll(/^Dialogue:(.*)$/gim), ([, line = ""]): Cue => {
    const values = line.split(",");
    const raw = values.slice(fields.length - 1).join(",");
    // `\p1` starts a drawing.
    const shown = /\{[^{}]*\\p[1-9]/.test(raw) ? "" : raw.replace(/\{[^{}]*\}/g, "");
    return {
      start: toSeconds(values[from]?.trim() ?? ""),
      end: toSeconds(values[to]?.trim() ?? ""),
      text: shown.replace(/\\n/gi, "\n").replace(/\\h/g, "\u00a0").trim(),
    };
  });
  const isTimed = ({ start, end }: Cue) => Number.isFinite(start) && Number.isFinite(end);
  return cues.filter((cue) => isTimed(cue) && cue.text !== "").sort((a, b) => a.start - b.start);
}
