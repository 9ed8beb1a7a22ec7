import { expect, test } from "bun:test";
import { interpret } from "#modules/viral-library/search/interpret";
import { type Hit, mergeHits, rank, selectContenders } from "#modules/viral-library/search/rank";

/** Numbers from a seed, 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
const toText = (text: string) => () => text;
const vocabulary = ["cold", "brew", "coffee", "sourdough", "bread", "morning", "routine", "gym"];

test.each(["cold brew coffee", "@user_3 bread", "#gym"])(
  "reading only contenders for %p ranks the best as reading all",
  (query) => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = numbers(seed);
      const pick = () => vocabulary[Math.floor(random() * vocabulary.length)]!;
      const hits: Hit[] = Array.from({ length: 60 }, (_, at) => ({
        ...{ id: `v${at}`, similarity: random() * 1.2 - 0.2 },
        ...(random() < 0.5 ? { words: random() } : {}),
      }));
      const texts = new Map(
        hits.map(({ id }, at) => [
          id,
          { getText: toText(`${pick()} ${pick()}`), username: `user_${at % 9}`, hashtags: [pick()] },
        ]),
      );
      const contenders = selectContenders(query, hits, 10);
      expect(rank(query, contenders, texts).slice(0, 10)).toEqual(rank(query, hits, texts).slice(0, 10));
    }
  },
);

test("a text that only shares a word with the query need not be read", () => {
  const near = Array.from({ length: 10 }, (_, at) => ({ id: `n${at}`, similarity: 0.8 }));
  const far = [{ id: "far", vector: { values: new Float32Array([0, 1]), scale: 1 }, bm25: 3 }];
  const hits = mergeHits(new Float32Array([1, 0]), near, far);
  expect(hits).toHaveLength(11);
  expect(selectContenders("cold brew", hits, 10)).toHaveLength(10);
});

test("words in common count without accents, without small words, and in scripts without spaces", () => {
  const text = (text: string) => new Map([["a", { getText: toText(text), username: "u", hashtags: [] }]]);
  const score = (query: string, caption: string) =>
    rank(query, [{ id: "a", similarity: 0.5, words: 1 }], text(caption))[0]!.score;
  const most = 0.65;
  expect(score("cafe turco", "Café turco en casa")).toBeCloseTo(most);
  expect(score("receta de la abuela", "Recetas con mi abuela")).toBeCloseTo(most);
  expect(score("ışıklar", "isiklar")).toBeCloseTo(most);
  expect(score("電池交換", "スマホの電池交換してみた")).toBeCloseTo(most);
  expect(score("電池交換", "スマホの画面を交換")).toBeLessThan(most);
  expect(score("die hard", "die Katze")).toBeLessThan(most);
});

const now = Date.UTC(2026, 10, 22, 12, 34);
const daysAgo = (days: number) => ({ publishedAfter: Date.UTC(2026, 10, 22 - days, 12) });
test.each([
  ["cheap dinners under 30 seconds, over a million views", "cheap dinners", { maxDuration: 30, minViews: 1_000_000 }],
  ["videos about morning routines with more than 500k views", "videos about morning routines", { minViews: 500_000 }],
  ["at most 1.5 minutes long and at least 1,000 views: bread", "bread", { maxDuration: 90, minViews: 1000 }],
  ["2.5 million+ views dogs by @some.one", "dogs", { minViews: 2_500_000, username: "some.one" }],
  ["under a minute", "under a minute", { maxDuration: 60 }],
  ["living under 30 in a van with a view", "living under 30 in a van with a view", {}],
  ["abs in 5 minutes", "abs in 5 minutes", {}],
  ["my dog @rex", "my dog @rex", {}],
  ["pasta of the last 3 weeks", "pasta", daysAgo(21)],
  ["pasta last month under a minute", "pasta", { ...daysAgo(30), maxDuration: 60 }],
  ["the last week of pregnancy", "the last week of pregnancy", {}],
  ["dernier jour d'école", "dernier jour d'école", {}],
  ["recetas de menos de 30 segundos con más de un millón de vistas", "recetas", { maxDuration: 30, minViews: 1e6 }],
  ["trucos del último mes de @ana", "trucos", { ...daysAgo(30), username: "ana" }],
  ["bolo com mais de mil visualizações em até 2 minutos", "bolo", { minViews: 1000, maxDuration: 120 }],
  ["dicas do mês passado", "dicas", daysAgo(30)],
  ["Rezepte unter 30 Sekunden mit über einer Million Aufrufen", "Rezepte", { maxDuration: 30, minViews: 1e6 }],
  ["Garten, höchstens eine halbe Minute, mindestens 500.000 Aufrufe", "Garten", { maxDuration: 30, minViews: 5e5 }],
  ["Gartentipps der letzten 30 Tage", "Gartentipps", daysAgo(30)],
  ["recettes avec plus d’1,5 million de vues", "recettes", { minViews: 1_500_000 }],
  ["déco des 30 derniers jours, moins d'une minute", "déco", { ...daysAgo(30), maxDuration: 60 }],
  ["ricette della settimana scorsa sotto i 30 secondi", "ricette", { ...daysAgo(7), maxDuration: 30 }],
  ["resep kurang dari semenit dengan lebih dari sejuta tayangan", "resep", { maxDuration: 60, minViews: 1e6 }],
  ["tips 30 hari terakhir", "tips", daysAgo(30)],
  ["30 saniyeden kısa tarifler 1 milyondan fazla izlenme", "tarifler", { maxDuration: 30, minViews: 1e6 }],
  ["geçen ay bir dakikanın altında danslar", "danslar", { ...daysAgo(30), maxDuration: 60 }],
  ["１分以内で100万回以上再生された猫の動画", "猫の動画", { maxDuration: 60, minViews: 1e6 }],
  ["過去30日間の料理", "料理", daysAgo(30)],
  ["mil maneras de cocinar huevos", "mil maneras de cocinar huevos", {}],
  ["unter 18 Partys", "unter 18 Partys", {}],
])("filters said in %p", (query, rest, filters) => {
  const interpreted = interpret(query, {}, { now });
  expect(interpreted.query).toBe(rest);
  expect(Object.fromEntries(interpreted.filters.map(({ parameter, value }) => [parameter, value]))).toEqual(filters);
  for (const { text } of interpreted.filters) expect(query).toContain(text);
});

test("a filter that is given as a parameter is not read from the words, and a long query takes no time", () => {
  const query = "bread under 30 seconds";
  expect(interpret(query, { maxDuration: "60" }, { now })).toEqual({ query, filters: [] });
  const measure = () => {
    const begun = process.cpuUsage();
    for (const words of ["with over 1,1,1,1,1 million ", "e ", "con y de "])
      interpret(words.repeat(500).slice(0, 1000), {}, { now });
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  };
  // The least of some: the compiler and the garbage collector work in between.
  expect(Math.min(...Array.from({ length: 5 }, measure))).toBeLessThan(500);
});
