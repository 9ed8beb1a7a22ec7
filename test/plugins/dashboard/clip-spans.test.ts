/** Where the edges of a clip can be. */
import { describe, expect, test } from "bun:test";
import { describeSpan, step, type Word } from "#plugins/dashboard/web/features/clips/spans";

/** Ten words of 0.4 s, each half a second after the last, from 10 s on; then one that takes 2 s. */
const words: Word[] = [
  ...Array.from({ length: 10 }, (_, i) => ({ word: `w${i}`, start: 10 + 0.5 * i, end: 10.4 + 0.5 * i })),
  { word: "long", start: 15, end: 17 },
];
const span = { start: 10, end: 14.2 };
const isInside = (time: number) => words.some(({ start, end }) => time > start + 0.05 && time < end - 0.05);

describe("a step of an edge", () => {
  test("goes from word to word, and never into one", () => {
    for (const [edge, by] of [
      ["start", 1],
      ["end", -1],
      ["end", 1],
    ] as const) {
      let at = span;
      for (let i = 0; i < 5; i++) {
        const next = step(words, edge, by, at, 60);
        expect(isInside(next)).toBe(false);
        expect(Math.sign(next - at[edge])).toBe(by);
        at = { ...at, [edge]: next };
      }
    }
    expect(step(words, "start", 1, span, 60)).toBeCloseTo(10.4, 5);
  });

  test("is a second where nobody speaks", () => {
    expect(step(words, "start", -1, { start: 8, end: 14 }, 60)).toBe(7);
    expect(step(words, "end", 1, { start: 10, end: 30 }, 60)).toBe(31);
    expect(step([], "end", 1, { start: 10, end: 30 }, 60)).toBe(31);
    expect(step([], "end", 1, { start: 10, end: 59.5 }, 60)).toBe(60);
  });
});

test("an edge inside a word is named only if the time of the word is known", () => {
  const said = (isEstimated: boolean) =>
    describeSpan(
      { start: 10, end: 16 },
      words.map((word) => ({ ...word, isEstimated })),
      [],
      "a",
    );
  expect([said(false), said(true)]).toEqual([["Ends inside “long”."], []]);
});
