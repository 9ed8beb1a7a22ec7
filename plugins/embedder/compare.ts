/** Words of a query that are compared with those of texts: the most telling ones. */
const MOST_ASKED = 16;
/** The same for each of two texts. */
const MOST_COMPARED = 24;
/** The cosine above which a word counts as found: the same word is no better an answer than one that means the same. */
const FOUND = 0.6;
/** Texts whose tokens are kept, because splitting a text takes longer than comparing it. */
const MOST_KEPT = 5000;
/** What counts beside the cosine of two texts, chosen on STS-B dev. The first counts for each of them. */
const WEIGHTS = { words: 2, alone: -2, numbers: 0.25, clash: -0.25 };
/** What a text has beside itself. */
const WHOLE = 1 + 2 * WEIGHTS.words * FOUND;

export interface Table {
  rows: Int8Array;
  /** Of each row. */
  factors: Float32Array;
  dimensions: number;
  /** Tokens of a text. */
  split(text: string): number[];
  /** Concatenated unit vectors. */
  embed(texts: readonly string[]): Float32Array;
}

interface Word {
  id: number;
  /** Where its row starts. */
  start: number;
  length: number;
  /** Its share of the text. */
  weight: number;
}

/** Compares texts word by word. Telling words have long vectors, so a word counts by its length. */
export function createComparer({ rows, factors, dimensions, split, embed }: Table) {
  /** Of whole numbers, without the factors. */
  function multiply(a: number, b: number): number {
    let sum = 0;
    for (let i = 0; i < dimensions; i++) sum += rows[a + i]! * rows[b + i]!;
    return sum;
  }
  const lengths = new Float32Array(factors.length);
  const measure = (id: number): number => {
    lengths[id] ||= Math.sqrt(multiply(id * dimensions, id * dimensions)) || 1;
    return lengths[id]!;
  };
  const kept = new Map<string, number[]>();
  function splitOnce(text: string): number[] {
    const tokens = kept.get(text) ?? [...new Set(split(text))];
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, tokens);
    return tokens;
  }
  function weigh(tokens: readonly number[], most: number): Word[] {
    const words = tokens
      .map((id) => ({ id, start: id * dimensions, length: measure(id), weight: measure(id) * factors[id]! }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, most);
    const whole = words.reduce((sum, { weight }) => sum + weight, 0) || 1;
    return words.map((word) => ({ ...word, weight: word.weight / whole }));
  }
  /** Returns a function for the cosines of a token and each of the words. */
  function compareWith(words: readonly Word[]): (id: number) => Float32Array {
    const known = new Map<number, Float32Array>();
    return (id) => {
      const found = known.get(id);
      if (found) return found;
      const length = measure(id);
      const cosines = Float32Array.from(
        words,
        (word) => multiply(word.start, id * dimensions) / (word.length * length),
      );
      known.set(id, cosines);
      return cosines;
    };
  }

  function compareWords(query: string, texts: readonly string[]): Float32Array {
    const asked = weigh([...new Set(split(query))], MOST_ASKED);
    const compare = compareWith(asked);
    return Float32Array.from(texts, (text) => {
      const tokens = splitOnce(text).map(compare);
      return tokens.length === 0 ? 0 : meanOf(asked, nearestOf(asked, tokens));
    });
  }

  function compareTexts(text: string, others: readonly string[]): Float32Array {
    const words = weigh(splitOnce(text), MOST_COMPARED);
    const numbers = readNumbers(text);
    const compare = compareWith(words);
    const vectors = embed([text, ...others]);
    const dot = (row: number) => {
      let sum = 0;
      for (let i = 0; i < dimensions; i++) sum += vectors[i]! * vectors[row * dimensions + i]!;
      return sum;
    };
    return Float32Array.from(others, (other, at) => {
      const own = weigh(splitOnce(other), MOST_COMPARED);
      if (words.length === 0 || own.length === 0) return 0;
      const cosines = own.map(({ id }) => compare(id));
      const here = nearestOf(words, cosines);
      const there = cosines.map((row) => Math.max(-1, ...row));
      const sum =
        dot(at + 1) +
        WEIGHTS.words * (meanOf(words, here) + meanOf(own, there)) +
        WEIGHTS.alone * Math.max(...aloneOf(words, here), ...aloneOf(own, there), 0) +
        weighNumbers(numbers, readNumbers(other));
      return Math.min(1, sum / WHOLE);
    });
  }

  return { compareWords, compareTexts };
}

/** The cosine of each word and the token that is nearest to it. */
const nearestOf = (words: readonly Word[], tokens: readonly Float32Array[]): number[] =>
  words.map((_, word) => tokens.reduce((nearest, cosines) => Math.max(nearest, cosines[word]!), -1));

const meanOf = (words: readonly Word[], nearest: readonly number[]): number =>
  words.reduce((sum, { weight }, at) => sum + weight * Math.min(nearest[at]!, FOUND), 0);

/** How much of the text each word is that has no like in the other text. */
const aloneOf = (words: readonly Word[], nearest: readonly number[]): number[] =>
  words.map(({ weight }, at) => weight * (1 - nearest[at]!));

const SPELLED = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const NUMBER = new RegExp(`\\d+(?:[.,]\\d+)*|\\b(?:${SPELLED.join("|")})\\b`, "g");

/** Numbers of a text as digits: a vector says that there is a number, not which. */
const readNumbers = (text: string): Set<string> =>
  new Set(
    Array.from(text.toLowerCase().matchAll(NUMBER), ([found]) => {
      const at = SPELLED.indexOf(found);
      return at < 0 ? found : String(at);
    }),
  );

function weighNumbers(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): number {
  const all = ours.union(theirs).size;
  if (all === 0) return 0;
  const shared = ours.intersection(theirs).size;
  const clash = shared === 0 && ours.size > 0 && theirs.size > 0 ? WEIGHTS.clash : 0;
  return WEIGHTS.numbers * (shared / all - 0.5) + clash;
}
