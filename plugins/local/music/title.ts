const MAX_CODE_POINTS = 200;
/** Generated titles are short enough for large type on the cover. */
const MAX_MADE = 48;

const COMMAND =
  /^(?:(?:hi|hello|please|can you|could you|would you|i(?:'d| would) like|i want|i need|we need|we want|give me|let's|make|create|generate|compose|produce|write|render|build)\b[\s,]*(?:to have |me |us |to )?)+/i;
const ARTICLE = /^\s+(?:of\s+)?(?:(?:an?|the|some)\s+)?/i;
const MEASURES = [
  /,?(?:\s+(?:at|around|about))?\s*\b\d{2,3}(?:\s*[-–]\s*\d{2,3})?\s*-?\s*bpm\b/gi,
  /,?\s*\b(?:\d+(?:[.,]\d+)?|an?|one|two|three|thirty|sixty|ninety)[\s-]*(?:seconds?|secs?|minutes?|mins?)\b(?:[\s-]long| and a half)?/gi,
  /,?\s*\b\d{1,2}:\d{1,2}\b/g,
];
const NOUN =
  /\s+(?:background\s+)?(?:track|song|music|tune|instrumental|piece|soundtrack|audio|bgm|bed)(?=$|\s|[,.;:!?])/i;
const SMALL = new Set(
  "a an and at by de del der di du en et for from in la le of on or the to und von with y".split(" "),
);

/** Cleans the caller's title: one line, no control characters, at most 200 code points. */
export function cleanTitle(title: string): string {
  return cut(
    title
      .normalize("NFC")
      .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, " ")
      .replace(/\s+/g, " ")
      .trim(),
    MAX_CODE_POINTS,
  );
}

/** Derives a short title from a prompt in any script. Returns `fallback` if the prompt has no distinctive words. */
export function makeTitle(prompt: string, fallback: string): string {
  const line = cleanTitle(prompt.split(/[.!?\n;。！？；]/u).find((part) => /[\p{L}\p{N}]/u.test(part)) ?? "");
  const measured = MEASURES.reduce((text, measure) => text.replace(measure, " "), line.replace(COMMAND, ""));
  const core = ` ${measured.trim()}`.replace(ARTICLE, "").replace(NOUN, "");
  const first = core.split(/[,，、:—–|]|\s-\s/u).find((part) => /\p{L}/u.test(part)) ?? "";
  const words = first
    .replace(/^[^\p{L}\p{N}"“'¡¿#]+|[^\p{L}\p{N}\p{M}"”')%]+$/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return titleCase(trimSmall(cut(words, MAX_MADE))) || fallback;
}

/** Shortens a text, never within a grapheme, and between words if possible. */
function cut(text: string, codePoints: number): string {
  if ([...text].length <= codePoints) return text;
  let kept = "";
  let count = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)) {
    count += [...segment].length;
    if (count > codePoints) break;
    kept += segment;
  }
  const space = kept.lastIndexOf(" ");
  return (space > kept.length * 0.6 ? kept.slice(0, space) : kept).trim();
}

function trimSmall(text: string): string {
  const words = text.split(" ");
  while (words.length > 1 && SMALL.has(words.at(-1)!.toLowerCase())) words.pop();
  return words.join(" ");
}

function titleCase(text: string): string {
  return text
    .split(" ")
    .map((word, i) =>
      i > 0 && SMALL.has(word) ? word : word.replace(/^(["“'(]?)(\p{Ll})/u, (_, open, c) => open + c.toUpperCase()),
    )
    .join(" ");
}
