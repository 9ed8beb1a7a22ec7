/** Prefix of the token of a word with its own row, followed by its id. Text of users never contains it. */
export const MARK = "\uffe8";
const JAPANESE = /[\u3005\u3040-\u30ff\u3400-\u9fff]+/g;
const HAN = /[\u3005\u3400-\u9fff]/;
const KATAKANA = /[\u30a1-\u30ff]/;
const SHORTEST_STEM = 3;
const SHORTEST_PART = 3;
const LONGEST_PHRASE = 3;
const LONGEST_WORD = 40;
/** Costs of splitting a compound: per word, and per letter that belongs to no word. */
const PART = 1;
const LETTER = 0.6;
const MOST_LEFT = 0.3;
const LONGEST_RUN = 200;
/** Number of looked-up words that are cached per language. */
const MOST_FOUND = 10_000;
const LONGEST_JAPANESE_WORD = 10;
const JAPANESE_WORD = 0.5;
/** Evidence for a language, relative to 1 for a listed word: an inflected form, a compound, and typical spelling. */
const INFLECTED = 0.8;
const COMPOUND = 0.6;
const SPELLING = 0.2;
/** Penalty for a letter that the language does not use, and the lead over English that a language needs. */
const STRANGE = 0.5;
const MARGIN = 0.3;

interface LanguageData {
  suffixes: string[];
  /** Letters of the language beyond a to z. */
  letters: string;
  /** True if compounds are written without spaces. */
  compounds?: boolean;
  /** Each with the initials that it may replace. */
  prefixes: string[][];
  /** Maximum number of endings of a word. */
  rounds: number;
  /**
   * Forms of each word, separated by "|". Listed forms are followed by those derived by rules, which start no others.
   */
  rows: string[];
  listed: number;
  /** Token of each word: an English token, or one of the rows after them. */
  ids: number[];
}

/** languages.json of the bundled model, written by tools/training/add_languages.py. */
export interface LanguagesData {
  /** Tokens of the English vocabulary that are not words. */
  pieces: string[];
  languages: Record<string, LanguageData>;
}

/** Converts to lower case without accents, as people type. */
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

/** Encodes letters of a folded word: a to z from 1, 0 for its start and end, the last value for any other letter. */
const LETTERS = 28;
function placeLetter(code: number): number {
  const place = code - 96;
  return place > 0 && place < LETTERS - 1 ? place : LETTERS - 1;
}

function visitThrees(word: string, visit: (three: number) => void): void {
  let [before, letter] = [0, placeLetter(word.charCodeAt(0))];
  for (let at = 1; at <= word.length; at++) {
    const after = at < word.length ? placeLetter(word.charCodeAt(at)) : 0;
    visit((before * LETTERS + letter) * LETTERS + after);
    [before, letter] = [letter, after];
  }
}

/** Returns a function that rates how typical a word's spelling is: the mean log frequency of its letter trigrams. */
function learnSpelling(words: readonly string[]): (word: string) => number {
  const counts = new Float64Array(LETTERS ** 3);
  for (const word of words) visitThrees(word, (three) => void counts[three]!++);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const logarithms = counts.map((count) => Math.log((count + 0.1) / (total + 900)));
  return (word) => {
    let sum = 0;
    visitThrees(word, (three) => {
      sum += logarithms[three]!;
    });
    return sum / word.length;
  };
}

interface Path {
  cost: number;
  /** Letters that belong to no word. */
  left: number;
  rows: number[];
}

/** Finds the rows of a language's words in any form. */
class Language {
  readonly words: Map<string, number>;
  private readonly stems = new Map<string, number>();
  private readonly found = new Map<string, number | undefined>();
  private readonly suffixes: Set<string>;
  private readonly longestSuffix: number;
  private readonly prefixes: string[][];
  private readonly rounds: number;
  private readonly likeness: (word: string) => number;
  private readonly letters: string;
  private readonly hasCompounds: boolean;

  constructor(data: LanguageData) {
    this.suffixes = new Set(data.suffixes);
    this.longestSuffix = Math.max(0, ...data.suffixes.map(({ length }) => length));
    this.prefixes = data.prefixes;
    this.rounds = data.rounds;
    this.letters = data.letters;
    this.hasCompounds = data.compounds ?? false;
    this.words = mapForms(data);
    const listed = data.rows
      .slice(0, data.listed)
      .flatMap((forms) => forms.split("|").filter((form) => !form.includes(" ")));
    for (const word of listed) {
      const stem = this.findStem(word);
      if (!this.stems.has(stem)) this.stems.set(stem, this.words.get(word)!);
    }
    this.likeness = learnSpelling(listed);
  }

  /** Returns the row of a word in any form. Cached, because words repeat often. */
  findRow(word: string): number | undefined {
    if (this.found.has(word)) return this.found.get(word);
    if (this.found.size >= MOST_FOUND) this.found.clear();
    const row = this.lookUp(word);
    this.found.set(word, row);
    return row;
  }

  /** Returns the evidence of a word for this language. */
  weigh(word: string): number {
    return this.findEvidence(word) + SPELLING * this.likeness(word);
  }

  countStrange(letters: readonly string[]): number {
    return letters.filter((letter) => !this.letters.includes(letter)).length;
  }

  private findEvidence(word: string): number {
    if (this.words.has(word)) return 1;
    if (this.findRow(word) !== undefined) return INFLECTED;
    return this.hasCompounds && this.splitCompound(word).length > 0 ? COMPOUND : 0;
  }

  private lookUp(word: string): number | undefined {
    const row = this.findInflected(word);
    if (row !== undefined) return row;
    for (const [prefix, ...initials] of this.prefixes) {
      const rest = word.slice(prefix!.length);
      if (!word.startsWith(prefix!) || rest.length < SHORTEST_STEM) continue;
      for (const initial of initials) {
        const row = this.findInflected(initial + rest);
        if (row !== undefined) return row;
      }
    }
    return undefined;
  }

  /** Splits a compound or a hashtag into known words. Returns no rows if too many letters remain. */
  splitCompound(word: string): number[] {
    const length = Math.min(word.length, LONGEST_WORD);
    const best: Path[] = [{ cost: 0, left: 0, rows: [] }];
    for (let end = 1; end <= length; end++) {
      const before = best[end - 1]!;
      let cheapest: Path = { cost: before.cost + LETTER, left: before.left + 1, rows: before.rows };
      for (let start = 0; start <= end - SHORTEST_PART; start++) {
        const row = this.findPart(word.slice(start, end), end === length);
        const { cost, left, rows } = best[start]!;
        if (row !== undefined && cost + PART < cheapest.cost)
          cheapest = { cost: cost + PART, left, rows: [...rows, row] };
      }
      best.push(cheapest);
    }
    const whole = best[length]!;
    return whole.left <= MOST_LEFT * length ? whole.rows : [];
  }

  /** Returns the word without each of its possible endings. The longer the ending, the more letters must remain. */
  private shorten(word: string): string[] {
    const shorter: string[] = [];
    for (let length = 1; length <= this.longestSuffix; length++) {
      const left = word.length - length;
      if (left < SHORTEST_STEM + (length > 2 ? 1 : 0)) break;
      if (this.suffixes.has(word.slice(left))) shorter.push(word.slice(0, left));
    }
    return shorter;
  }

  /** Returns the word with its longest ending removed, repeatedly. */
  private findStem(word: string): string {
    let stem = word;
    for (let round = 0; round < this.rounds; round++) stem = this.shorten(stem).at(-1) ?? stem;
    return stem;
  }

  /** Returns the word and its stems, longest first. */
  private listForms(word: string): string[] {
    const forms = new Set([word]);
    let level = [word];
    for (let round = 0; round < this.rounds; round++) {
      level = [...new Set(level.flatMap((form) => this.shorten(form)))];
      for (const form of level) forms.add(form);
    }
    return [...forms].sort((a, b) => b.length - a.length);
  }

  private findInflected(word: string): number | undefined {
    const forms = this.listForms(word);
    for (const known of [this.words, this.stems]) {
      const form = forms.find((candidate) => known.has(candidate));
      if (form !== undefined) return known.get(form);
    }
    return undefined;
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

/** Splits Japanese text, which has no spaces, along the cheapest path through a run of characters. */
function splitJapanese(text: string, words: ReadonlyMap<string, number>): number[] {
  const run = text.slice(0, LONGEST_RUN);
  const best: { cost: number; rows: number[] }[] = [{ cost: 0, rows: [] }];
  for (let end = 1; end <= run.length; end++) {
    const before = best[end - 1]!;
    let cheapest = { cost: before.cost + costOfCharacter(run[end - 1]!), rows: before.rows };
    for (let start = Math.max(0, end - LONGEST_JAPANESE_WORD); start < end; start++) {
      const row = words.get(run.slice(start, end));
      const { cost, rows } = best[start]!;
      if (row !== undefined && cost + JAPANESE_WORD < cheapest.cost) {
        cheapest = { cost: cost + JAPANESE_WORD, rows: [...rows, row] };
      }
    }
    best.push(cheapest);
  }
  return best.at(-1)!.rows;
}

function createDetector(
  languages: readonly Language[],
  isEnglish: (word: string) => boolean,
  english: readonly string[],
) {
  const likenessToEnglish = learnSpelling(english);

  /** Returns the evidence of a word for English, by its spelling alone, and for each other language. */
  const weighed = new Map<string, number[]>();
  function weigh(word: string): number[] {
    const known = weighed.get(word);
    if (known) return known;
    const weights = [SPELLING * likenessToEnglish(word), ...languages.map((language) => language.weigh(word))];
    if (weighed.size >= MOST_FOUND) weighed.clear();
    weighed.set(word, weights);
    return weights;
  }

  /** Returns the language with the most evidence, or undefined for English. Words with accents are not English. */
  return function detect(written: string[], words: string[]): Language | undefined {
    const distinct = new Map(
      words.map((word, at) => [word, written[at]!] as const).filter(([word]) => word.length > 1),
    );
    let known = 0;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII
    for (const [word, whole] of distinct) if (isEnglish(word) && /^[\x00-\x7f]*$/.test(whole)) known++;
    if (known === distinct.size) return undefined;
    const letters =
      written
        .join("")
        .toLowerCase()
        .match(/\P{ASCII}/gu) ?? [];
    const weights = [known + MARGIN, ...languages.map((language) => -STRANGE * language.countStrange(letters))];
    for (const word of distinct.keys()) {
      const more = weigh(word);
      for (let at = 0; at < weights.length; at++) weights[at]! += more[at]!;
    }
    const most = Math.max(...weights);
    return languages[weights.indexOf(most) - 1];
  };
}

/**
 * Replaces words of other languages with the tokens of their meaning. A text counts as another language if that
 * language knows more of its words than the English vocabulary does. English texts are unchanged.
 */
export function createLanguages(data: LanguagesData, vocabulary: ReadonlyMap<string, number>) {
  const tokens = [...vocabulary].sort(([, a], [, b]) => a - b).map(([token]) => token);
  const writeTokens = (rows: number[]) => ` ${rows.map((row) => `${tokens[row]} `).join("")}`;
  const pieces = new Set(data.pieces);
  const { ja, ...others } = data.languages;
  const japanese = ja && mapForms(ja);
  const languages = Object.values(others).map((data) => new Language(data));
  const isEnglish = (word: string) => /^\p{L}+$/u.test(word) && vocabulary.has(word) && !pieces.has(word);
  const detect = createDetector(languages, isEnglish, tokens.filter(isEnglish));

  /** Returns the number of words of the listed phrase at a position. 1 if there is none. */
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
      // A hashtag's words need no prefix. Pieces of an unknown word would be read as English.
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
