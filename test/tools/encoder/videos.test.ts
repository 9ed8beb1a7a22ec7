import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { createLog } from "#core/observability/log";
import { createEmbedder } from "#plugins/embedder/embedder";
import { createBm25, type Question, readSample } from "./sample";

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

const scores = {} as Record<"words" | "meaning" | "both", Scores>;
beforeAll(async () => {
  const log = createLog({ level: "silent", format: "text" });
  const { engine, stop } = createEmbedder({ dtype: "q8", offline: true, cacheDir: join(import.meta.dir, "none"), log });
  try {
    const embed = (texts: string[]) => engine.embed(texts, new AbortController().signal);
    const captions = await embed(videos);
    const asked = await embed(questions.map(({ q }) => q));
    const cosines = new Map(
      questions.map((question, row) => [
        question,
        captions.map((caption) => caption.reduce((sum, value, at) => sum + value * asked[row]![at]!, 0)),
      ]),
    );
    const bm25 = createBm25(videos);
    scores.words = ({ q }) => bm25(q).map(({ score }) => score);
    scores.meaning = (question) => cosines.get(question)!;
    // As the library does it: meaning, raised towards 1 by the best matches in words.
    scores.both = (question) => {
      const words = bm25(question.q);
      const best = Math.max(1e-6, ...words.map(({ score }) => score));
      return cosines.get(question)!.map((cosine, at) => {
        const { score, share } = words[at]!;
        return 1 - (1 - Math.max(0, cosine)) * (1 - (0.3 * score * share ** 2) / best);
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
