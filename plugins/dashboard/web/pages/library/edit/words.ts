/**
 * When each word is on screen, as the built-in editor times and pages them: what is seen here is what will be drawn.
 * All times are in seconds.
 */
export interface Word {
  text: string;
  start: number;
  end: number;
  /** Written against the word before it, where a script has no spaces. */
  joined: boolean;
}

export interface Cue {
  start: number;
  end: number;
  text: string;
}

/** The words on screen at one time. */
export interface Page {
  words: Word[];
  start: number;
  end: number;
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
const SENTENCE_END = /[.!?…。！？؟।]["'”’)\]»」』]*$/u;
const PAUSE = /[,;:،、，；：—–]["'”’)\]»」』]*$/u;
const segments = new Intl.Segmenter("und", { granularity: "word" });
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** A silence this long ends a page; one shorter than `HOLD` keeps it; nobody sees one for less than `SHORTEST`. */
const [GAP, HOLD, SHORTEST] = [0.6, 0.35, 0.2];

export function splitWords(text: string): Pick<Word, "text" | "joined">[] {
  const clean = text.normalize("NFC").replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\uFEFF\uFFFC\uFFFE\uFFFF]/gu, " ");
  return clean.split(/\s+/u).filter(Boolean).flatMap(splitToken);
}

function splitToken(token: string): Pick<Word, "text" | "joined">[] {
  if (!UNSPACED.test(token)) return [{ text: token, joined: false }];
  const parts: string[] = [];
  let opening = "";
  for (const { segment, isWordLike } of segments.segment(token)) {
    if (/^[\p{Ps}\p{Pi}]/u.test(segment)) opening += segment;
    else if (isWordLike || opening || parts.length === 0) {
      parts.push(opening + segment);
      opening = "";
    } else parts[parts.length - 1] += segment;
  }
  if (opening) parts.push(opening);
  return parts.map((text, at) => ({ text, joined: at > 0 }));
}

/** How long a word takes to say, in no particular unit. */
function weight(text: string): number {
  const length = [...graphemes.segment(text)].length * (UNSPACED.test(text) ? 2 : 1);
  return length + 2 + (SENTENCE_END.test(text) ? 6 : PAUSE.test(text) ? 3 : 0);
}

/** The words of a text, spread over a stretch of time by how long each takes to say. */
export function spread({ text, start, end }: Cue): Word[] {
  const words = splitWords(text);
  const total = words.reduce((sum, word) => sum + weight(word.text), 0);
  let said = 0;
  const clock = () => start + (said / total) * (end - start);
  return words.map((word) => {
    const from = clock();
    said += weight(word.text);
    return { ...word, start: from, end: clock() };
  });
}

/** Sorted, inside the video, one after the other; cues that start together become one. */
function tidy(cues: readonly Cue[], duration: number): Cue[] {
  const sorted = cues
    .map((cue) => ({ ...cue, start: Math.max(0, cue.start), end: Math.min(cue.end, duration) }))
    .filter(({ start, end }) => end - start > 0.01)
    .sort((a, b) => a.start - b.start);
  const result: Cue[] = [];
  for (const cue of sorted) {
    const last = result.at(-1);
    if (last && cue.start - last.start < 0.1) {
      result[result.length - 1] = {
        start: last.start,
        end: Math.max(last.end, cue.end),
        text: `${last.text} ${cue.text}`,
      };
    } else {
      if (last && last.end > cue.start) last.end = cue.start;
      result.push(cue);
    }
  }
  return result;
}

/** What is on screen when: each cue in pages of at most so many words. */
export function pagesOf(cues: readonly Cue[], maxWords: number, duration: number): Page[] {
  const all = tidy(cues, duration)
    .flatMap((cue) => groups(spread(cue), maxWords))
    .sort((a, b) => a[0]!.start - b[0]!.start);
  const shown: Word[][] = [];
  for (const words of all) {
    const last = shown.at(-1);
    if (last && words[0]!.start - last[0]!.start < SHORTEST) last.push(...words);
    else shown.push([...words]);
  }
  return shown
    .map((words, at) => {
      const [start, spoken, next] = [words[0]!.start, words.at(-1)!.end, shown[at + 1]?.[0]?.start ?? duration];
      const end = next - spoken < HOLD ? next : Math.max(spoken, start + SHORTEST);
      return { words, start: hundredths(start), end: hundredths(Math.min(end, next, duration)) };
    })
    .filter(({ start, end }) => end > start);
}

const hundredths = (seconds: number) => Math.round(seconds * 100) / 100;

function groups(words: readonly Word[], maxWords: number): Word[][] {
  const sentences: Word[][] = [];
  for (const word of words) {
    const last = sentences.at(-1)?.at(-1);
    if (!last || word.start - last.end > GAP || SENTENCE_END.test(last.text)) sentences.push([word]);
    else sentences.at(-1)!.push(word);
  }
  return sentences.flatMap((sentence) => {
    const pages = Math.ceil(sentence.length / maxWords);
    return Array.from({ length: pages }, (_, at) =>
      sentence.slice(Math.round((at * sentence.length) / pages), Math.round(((at + 1) * sentence.length) / pages)),
    );
  });
}

/** A text as cues to be timed by hand: its sentences, spread over the length. */
export function cuesOf(text: string, duration: number): Cue[] {
  const sentences = text.match(/[^.!?…。！？\n]+[.!?…。！？]*\s*/gu)?.map((one) => one.trim()) ?? [];
  const words = spread({ text, start: 0, end: duration });
  let next = 0;
  return sentences.filter(Boolean).map((sentence) => {
    const first = words[next];
    next += splitWords(sentence).length;
    const last = words[next - 1];
    return { text: sentence, start: hundredths(first?.start ?? 0), end: hundredths(last?.end ?? duration) };
  });
}
