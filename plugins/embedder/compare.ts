/** Number of a query's words that are compared with those of texts: the most significant ones. */
const MOST_ASKED = 16;
/** Same as above, for each of two texts. */
const MOST_COMPARED = 24;
/** Cosine above which a word counts as found. The same word is no better a match than a synonym. */
const FOUND = 0.6;
/** Number of texts whose tokens are cached, because splitting a text takes longer than comparing it. */
const MOST_KEPT = 5000;
/** Weights of what is added to the cosine of two texts, chosen on STS-B dev. `words` is added for each of the texts. */
const WEIGHTS = { words: 2, missing: -2, numbers: 0.25, clash: -0.25 };
/** The score of a text compared with itself. */
const HIGHEST = 1 + 2 * WEIGHTS.words * FOUND;

interface Table {
  /** Concatenated vectors of all tokens. */
  rows: Int8Array;
  /** One factor per token: its vector is its row times the factor. */
  factors: Float32Array;
  dimensions: number;
  /** Returns the tokens of a text. */
  split(text: string): number[];
  /** Returns the unit vector of a text with these tokens. */
  toVector(tokens: readonly number[]): Float32Array;
}

interface Word {
  id: number;
  /** Offset of its row. */
  start: number;
  length: number;
  /** Its share of the text. */
  weight: number;
}

/** Compares texts word by word. Telling words have long vectors, so the weight of a word is the length of its vector. */
export function createComparer({ rows, factors, dimensions, split, toVector }: Table) {
  /** Multiplies two rows, without their factors. */
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
  const tokenCache = new Map<string, number[]>();
  function splitOnce(text: string): number[] {
    const tokens = tokenCache.get(text) ?? split(text);
    if (tokenCache.size >= MOST_KEPT) tokenCache.clear();
    tokenCache.set(text, tokens);
    return tokens;
  }
  function weigh(tokens: readonly number[], most: number): Word[] {
    const words = [...new Set(tokens)]
      .map((id) => ({ id, start: id * dimensions, length: measure(id), weight: measure(id) * factors[id]! }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, most);
    const whole = words.reduce((sum, { weight }) => sum + weight, 0) || 1;
    return words.map((word) => ({ ...word, weight: word.weight / whole }));
  }
  /** Returns a function that computes the cosines of a token with each of the words. */
  function compareWith(words: readonly Word[]): (id: number) => Float32Array {
    const known = new Map<number, Float32Array>();
    return (id) => {
      const cached = known.get(id);
      if (cached) return cached;
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
    const queryTokens = weigh(split(query), MOST_ASKED);
    const compare = compareWith(queryTokens);
    return Float32Array.from(texts, (text) => {
      const tokens = [...new Set(splitOnce(text))].map(compare);
      return tokens.length === 0 ? 0 : meanOf(queryTokens, nearestOf(queryTokens, tokens));
    });
  }

  function compareTexts(text: string, others: readonly string[]): Float32Array {
    const tokens = splitOnce(text);
    const vector = toVector(tokens);
    const words = weigh(tokens, MOST_COMPARED);
    const numbers = readNumbers(text);
    const compare = compareWith(words);
    return Float32Array.from(others, (other) => {
      const otherTokens = splitOnce(other);
      const otherWords = weigh(otherTokens, MOST_COMPARED);
      if (words.length === 0 || otherWords.length === 0) return 0;
      const cosines = otherWords.map(({ id }) => compare(id));
      const here = nearestOf(words, cosines);
      const there = cosines.map((row) => Math.max(-1, ...row));
      const sum =
        toVector(otherTokens).reduce((dot, value, at) => dot + value * vector[at]!, 0) +
        WEIGHTS.words * (meanOf(words, here) + meanOf(otherWords, there)) +
        WEIGHTS.missing * Math.max(...weighMissing(words, here), ...weighMissing(otherWords, there), 0) +
        weighNumbers(numbers, readNumbers(other));
      return Math.min(1, sum / HIGHEST);
    });
  }

  return { compareWords, compareTexts };
}

/** Returns each word's cosine with its nearest token. */
const nearestOf = (words: readonly Word[], tokens: readonly Float32Array[]): number[] =>
  words.map((_, word) => tokens.reduce((nearest, cosines) => Math.max(nearest, cosines[word]!), -1));

const meanOf = (words: readonly Word[], nearest: readonly number[]): number =>
  words.reduce((sum, { weight }, at) => sum + weight * Math.min(nearest[at]!, FOUND), 0);

/** Returns how much each word is missing in the other text: its weight, reduced by the similarity of the nearest word. */
const weighMissing = (words: readonly Word[], nearest: readonly number[]): number[] =>
  words.map(({ weight }, at) => weight * (1 - nearest[at]!));

const SPELLED = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const NUMBER = new RegExp(`\\d+(?:[.,]\\d+)*|\\b(?:${SPELLED.join("|")})\\b`, "g");

/** Returns the numbers of a text as digits, because vectors of different numbers are nearly the same. */
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
