/** Starts the token of a word that has a row of its own: "￨" and its id. No text of users contains it. */
export const MARK = "\uffe8";
const JAPANESE = /[\u3005\u3040-\u30ff\u3400-\u9fff]+/g;
const HAN = /[\u3005\u3400-\u9fff]/;
const KATAKANA = /[\u30a1-\u30ff]/;
const SHORTEST_STEM = 3;
const SHORTEST_PART = 3;
const LONGEST_PHRASE = 3;
const LONGEST_WORD = 40;
/** Costs of reading a compound: a word in it, and a letter that belongs to none. */
const PART = 1;
const LETTER = 0.6;
const MOST_LEFT = 0.3;
const LONGEST_RUN = 200;
/** Looked-up words that are kept, of each language. */
const MOST_FOUND = 10_000;
const LONGEST_JAPANESE_WORD = 10;
const JAPANESE_WORD = 0.5;

interface LanguageData {
  suffixes: string[];
  /** Each with the initials that it may have replaced. */
  prefixes: string[][];
  /** Endings that a word may have at most. */
  rounds: number;
  /** Forms of each word, separated by "|". */
  rows: string[];
  /** Token of each word: an English one, or one of the rows that follow them. */
  ids: number[];
}

/** languages.json of the bundled model, written by tools/training/add_languages.py. */
export interface LanguagesData {
  /** Tokens of the English vocabulary that are no words. */
  pieces: string[];
  languages: Record<string, LanguageData>;
}

/** Lower case without accents, as people type. */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i")
    .replaceAll("ß", "ss")
    .replaceAll("œ", "oe");
}

function mapForms({ rows, ids }: LanguageData): Map<string, number> {
  const words = new Map<string, number>();
  for (const [at, forms] of rows.entries()) {
    for (const form of forms.split("|")) if (!words.has(form)) words.set(form, ids[at]!);
  }
  return words;
}

interface Path {
  cost: number;
  /** Letters that belong to no word. */
  left: number;
  rows: number[];
}

/** Finds the rows of a language's words, whatever their form. */
class Language {
  readonly words: Map<string, number>;
  private readonly stems = new Map<string, number>();
  private readonly found = new Map<string, number | undefined>();
  private readonly suffixes: string[];
  private readonly prefixes: string[][];
  private readonly rounds: number;

  constructor(data: LanguageData) {
    this.suffixes = data.suffixes.toSorted((a, b) => b.length - a.length);
    this.prefixes = data.prefixes;
    this.rounds = data.rounds;
    this.words = mapForms(data);
    for (const [word, row] of this.words) {
      const stem = this.reduce(word).at(-1)!;
      if (!word.includes(" ") && !this.stems.has(stem)) this.stems.set(stem, row);
    }
  }

  /** Returns the row of a word in any form. The same words come again and again. */
  findRow(word: string): number | undefined {
    if (this.found.has(word)) return this.found.get(word);
    if (this.found.size >= MOST_FOUND) this.found.clear();
    const row = this.lookUp(word);
    this.found.set(word, row);
    return row;
  }

  private lookUp(word: string): number | undefined {
    const row = this.findInflected(word);
    if (row !== undefined) return row;
    for (const [prefix, ...initials] of this.prefixes) {
      const rest = word.slice(prefix!.length);
      if (!word.startsWith(prefix!) || rest.length < SHORTEST_STEM) continue;
      for (const initial of initials) {
        const found = this.findInflected(initial + rest);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** Splits a compound or a hashtag into known words. Returns no rows if too much of it is left. */
  splitCompound(word: string): number[] {
    const length = Math.min(word.length, LONGEST_WORD);
    const best: Path[] = [{ cost: 0, left: 0, rows: [] }];
    for (let end = 1; end <= length; end++) {
      const before = best[end - 1]!;
      let found: Path = { cost: before.cost + LETTER, left: before.left + 1, rows: before.rows };
      for (let start = 0; start <= end - SHORTEST_PART; start++) {
        const row = this.findPart(word.slice(start, end), end === length);
        const { cost, left, rows } = best[start]!;
        if (row !== undefined && cost + PART < found.cost) found = { cost: cost + PART, left, rows: [...rows, row] };
      }
      best.push(found);
    }
    const whole = best[length]!;
    return whole.left <= MOST_LEFT * length ? whole.rows : [];
  }

  /** Returns the word, then the word without one ending, without two and so on. */
  private reduce(word: string): string[] {
    const forms = [word];
    let form = word;
    for (let round = 0; round < this.rounds; round++) {
      const suffix = this.suffixes.find(
        (one) => form.endsWith(one) && form.length - one.length >= SHORTEST_STEM + (one.length > 2 ? 1 : 0),
      );
      if (suffix === undefined) break;
      form = form.slice(0, -suffix.length);
      forms.push(form);
    }
    return forms;
  }

  private findInflected(word: string): number | undefined {
    const forms = this.reduce(word);
    const known = forms.find((form) => this.words.has(form));
    if (known !== undefined) return this.words.get(known);
    const stem = forms.find((form) => this.stems.has(form));
    return stem === undefined ? undefined : this.stems.get(stem);
  }

  private findPart(text: string, isLast: boolean): number | undefined {
    const row = this.words.get(text);
    if (row !== undefined || text.length <= SHORTEST_PART) return row;
    return isLast ? this.findInflected(text) : this.stems.get(text);
  }
}

function costOfCharacter(character: string): number {
  if (HAN.test(character)) return 1.2;
  return KATAKANA.test(character) ? 0.8 : 0.4;
}

/** Japanese has no spaces: finds the cheapest way through a run of characters. */
function splitJapanese(text: string, words: ReadonlyMap<string, number>): number[] {
  const run = text.slice(0, LONGEST_RUN);
  const best: { cost: number; rows: number[] }[] = [{ cost: 0, rows: [] }];
  for (let end = 1; end <= run.length; end++) {
    const before = best[end - 1]!;
    let found = { cost: before.cost + costOfCharacter(run[end - 1]!), rows: before.rows };
    for (let start = Math.max(0, end - LONGEST_JAPANESE_WORD); start < end; start++) {
      const row = words.get(run.slice(start, end));
      const { cost, rows } = best[start]!;
      if (row !== undefined && cost + JAPANESE_WORD < found.cost) {
        found = { cost: cost + JAPANESE_WORD, rows: [...rows, row] };
      }
    }
    best.push(found);
  }
  return best.at(-1)!.rows;
}

/**
 * Replaces words of other languages by the tokens of their meaning. A text counts as another language if that language knows
 * more of its words than the English vocabulary does; English texts stay as they are.
 */
export function createLanguages(data: LanguagesData, vocabulary: ReadonlyMap<string, number>) {
  const tokens = [...vocabulary].sort(([, a], [, b]) => a - b).map(([token]) => token);
  const writeTokens = (rows: number[]) => ` ${rows.map((row) => `${tokens[row]} `).join("")}`;
  const pieces = new Set(data.pieces);
  const { ja, ...others } = data.languages;
  const japanese = ja && mapForms(ja);
  const languages = Object.values(others).map((one) => new Language(one));
  const isEnglish = (word: string) => /^\p{L}+$/u.test(word) && vocabulary.has(word) && !pieces.has(word);

  /** Returns the language that knows most of the words, or undefined for English. Accents are not English. */
  function detect(written: string[], words: string[]): Language | undefined {
    const distinct = new Map(
      words.map((word, at) => [word, written[at]!] as const).filter(([word]) => word.length > 1),
    );
    let most = 0;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII
    for (const [word, whole] of distinct) if (isEnglish(word) && /^[\x00-\x7f]*$/.test(whole)) most++;
    if (most === distinct.size) return undefined;
    let found: Language | undefined;
    for (const language of languages) {
      let count = distinct.size;
      for (const word of distinct.keys()) {
        if (language.findRow(word) === undefined) count--;
        if (count <= most) break;
      }
      if (count > most) [most, found] = [count, language];
    }
    return found;
  }

  /** Counts the words of the listed phrase at a place; 1 without one. */
  function measurePhrase(words: string[], at: number, language: Language): number {
    for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 1; length--) {
      if (language.words.has(words.slice(at, at + length).join(" "))) return length;
    }
    return 1;
  }

  function replace(text: string, places: RegExpExecArray[], words: string[], language: Language): string {
    let written = "";
    let end = 0;
    for (let at = 0; at < words.length; ) {
      const length = measurePhrase(words, at, language);
      const word = words.slice(at, at + length).join(" ");
      const isKept = isEnglish(word) && !language.words.has(word);
      const row = length > 1 ? language.words.get(word) : isKept ? undefined : language.findRow(word);
      const rows = row !== undefined ? [row] : isKept ? [] : language.splitCompound(word);
      const last = places[at + length - 1]!;
      const stop = last.index + last[0].length;
      const between = text.slice(end, places[at]!.index);
      // A hashtag's words need no sign. Pieces of an unknown word would mean what they mean in English.
      if (isKept) written += between + text.slice(places[at]!.index, stop);
      else written += between.replace(/#$/, "") + (rows.length > 0 ? writeTokens(rows) : "");
      end = stop;
      at += length;
    }
    return written + text.slice(end);
  }

  return function prepare(original: string): string {
    const text = original.replaceAll(MARK, " ").normalize("NFC");
    if (japanese && text.search(JAPANESE) !== -1) {
      return text.replace(JAPANESE, (run) => writeTokens(splitJapanese(run, japanese)));
    }
    const places = [...text.matchAll(/\p{L}+/gu)];
    const words = places.map(([word]) => fold(word));
    const language = detect(
      places.map(([word]) => word),
      words,
    );
    return language ? replace(text, places, words, language) : text;
  };
}
