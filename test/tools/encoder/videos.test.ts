import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { createLog } from "#core/observability/log";
import { createEmbedder } from "#plugins/embedder/embedder";
import { createBm25, LANGUAGES, type Question, readLanguage, readSample } from "./sample";

const { videos, questions } = readSample();
const reworded = questions.filter((question) => question.isReworded);

type Scores = (question: Question) => number[];
/** How often a right video is among the first n; what shares nothing with the question is never found. */
function hits(scores: Scores, of: readonly Question[], n: number): number {
  const found = of.filter((question) => {
    const ranked = scores(question).map((score, at) => ({ score, at }));
    const best = ranked.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
    return best.slice(0, n).some(({ at }) => question.right.has(at));
  });
  return found.length / of.length;
}

type Engine = ReturnType<typeof createEmbedder>["engine"];
const never = new AbortController().signal;
/** Hits that get a second look. */
const LOOKED_AT = 30;

/** Similarities of a question to texts, as the library ranks by them: a second look at the nearest texts, where it gains something. */
async function look(
  engine: Engine,
  q: string,
  cosines: readonly number[],
  texts: readonly string[],
): Promise<number[]> {
  const nearest = cosines.map((_, at) => at).sort((a, b) => cosines[b]! - cosines[a]!);
  const seen = nearest.slice(0, LOOKED_AT);
  const nearness = await engine.compareWords!(
    q,
    seen.map((at) => texts[at]!),
    never,
  );
  if (!nearness) return [...cosines];
  const found = cosines.map((cosine) => cosine - 2);
  for (const [row, at] of seen.entries()) found[at] = (cosines[at]! + 0.7 * nearness[row]!) / 1.7;
  return found;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

/** How often the right caption is among the first five: for questions in the same language, and in English. */
async function measureLanguage(name: string, engine: Engine): Promise<{ same: number; english: number }> {
  const { captions, questions, english } = readLanguage(name);
  const vectors = await engine.embed(captions, never);
  async function countHits(asked: string[]): Promise<number> {
    let found = 0;
    for (const [right, question] of (await engine.embed(asked, never)).entries()) {
      const cosines = vectors.map((caption) => dot(caption, question));
      const scores = await look(engine, asked[right]!, cosines, captions);
      if (scores.filter((score) => score > scores[right]!).length < 5) found++;
    }
    return found / asked.length;
  }
  return { same: await countHits(questions), english: await countHits(english) };
}

const languages = new Map<string, { same: number; english: number }>();
const scores = {} as Record<"words" | "vectors" | "meaning" | "both", Scores>;
beforeAll(async () => {
  const log = createLog({ level: "silent", format: "text" });
  const { engine, stop } = createEmbedder({ dtype: "q8", offline: true, cacheDir: join(import.meta.dir, "none"), log });
  try {
    for (const name of LANGUAGES) languages.set(name, await measureLanguage(name, engine));
    const captions = await engine.embed(videos, never);
    const asked = await engine.embed(
      questions.map(({ q }) => q),
      never,
    );
    const cosines = new Map(
      questions.map((question, row) => [question, captions.map((caption) => dot(caption, asked[row]!))]),
    );
    const similarities = new Map<Question, number[]>();
    for (const question of questions) {
      similarities.set(question, await look(engine, question.q, cosines.get(question)!, videos));
    }
    const bm25 = createBm25(videos);
    scores.words = ({ q }) => bm25(q).map(({ score }) => score);
    scores.vectors = (question) => cosines.get(question)!;
    scores.meaning = (question) => similarities.get(question)!;
    // As the library does it: meaning, raised towards 1 by the best matches in words.
    scores.both = (question) => {
      const words = bm25(question.q);
      const best = Math.max(1e-6, ...words.map(({ score }) => score));
      return similarities.get(question)!.map((similarity, at) => {
        const { score, share } = words[at]!;
        return 1 - (1 - Math.max(0, similarity)) * (1 - (0.3 * score * share ** 2) / best);
      });
    };
  } finally {
    await stop();
  }
  if (process.env.ENCODER_TABLE) {
    const table = Object.entries(scores).map(([by, score]) => [
      by,
      ...[questions, reworded].flatMap((of) => [1, 5].map((n) => hits(score, of, n).toFixed(3))),
    ]);
    console.table(Object.fromEntries(languages));
    console.table([["", "hit@1", "hit@5", "hit@1 reworded", "hit@5 reworded"], ...table]);
  }
});

test("the sample is large, and half of its questions share no word with what answers them", () => {
  expect(videos.length).toBeGreaterThanOrEqual(320);
  expect(questions.length).toBeGreaterThanOrEqual(160);
  expect(reworded.length * 2).toBeGreaterThanOrEqual(questions.length);
});

test("the bundled model puts a right video first for six questions in ten, and among five for 85 in a hundred", () => {
  expect(hits(scores.meaning, questions, 1)).toBeGreaterThanOrEqual(0.6);
  expect(hits(scores.meaning, questions, 5)).toBeGreaterThanOrEqual(0.85);
});

test("it finds what words alone cannot, and together with words it finds no less than they do", () => {
  expect(hits(scores.meaning, reworded, 5)).toBeGreaterThan(hits(scores.words, reworded, 5) + 0.5);
  for (const n of [1, 5]) {
    expect(hits(scores.both, questions, n)).toBeGreaterThanOrEqual(hits(scores.words, questions, n));
  }
});

test("captions in eight languages are found by questions in the same language and in English", () => {
  const average = (kind: "same" | "english") =>
    [...languages.values()].reduce((sum, one) => sum + one[kind], 0) / languages.size;
  expect(average("same")).toBeGreaterThanOrEqual(0.83);
  expect(average("english")).toBeGreaterThanOrEqual(0.86);
  for (const { same, english } of languages.values()) {
    expect(same).toBeGreaterThanOrEqual(0.8);
    expect(english).toBeGreaterThanOrEqual(0.8);
  }
});
