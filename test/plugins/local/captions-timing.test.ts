import { describe, expect, test } from "bun:test";
import { array, assert as check, integer, property, string, tuple } from "fast-check";
import { alignWords } from "#sdk/captions/align";
import { findStretches } from "#sdk/captions/speech";
import spoken from "./spoken-words.json";

/** Seconds between where each word is put and where espeak-ng said it. */
function measureErrors({ text, levels, words }: (typeof spoken)[number]): number[] {
  const stretches = findStretches([...Buffer.from(levels, "base64")].map((level) => -level));
  const said = new Map(words.map(([place, start]) => [place, start]));
  let at = 0;
  return alignWords(text, stretches).flatMap((word) => {
    const place = text.indexOf(word.text, at);
    at = place + word.text.length;
    const start = said.get(place);
    return start === undefined ? [] : [Math.abs(word.start - start)];
  });
}

const quantile = (list: readonly number[], share: number) =>
  list.toSorted((a, b) => a - b)[Math.floor(share * (list.length - 1))]!;

describe("words of a text without times", () => {
  test("are shown when they are said: ten texts in four languages, spoken by espeak-ng", () => {
    const all = spoken.map(measureErrors);
    for (const errors of all) {
      expect(errors.length).toBeGreaterThan(15);
      expect(quantile(errors, 0.5)).toBeLessThan(0.15);
      expect(quantile(errors, 0.9)).toBeLessThan(0.35);
    }
    expect(quantile(all.flat(), 0.5)).toBeLessThan(0.08);
    expect(quantile(all.flat(), 0.9)).toBeLessThan(0.2);
  });

  test("begin a sentence after the longer pause, not within it after a shorter one", () => {
    const stretches = [
      { start: 0, end: 0.92 },
      { start: 1.15, end: 1.92 },
      { start: 2.58, end: 6 },
      { start: 6.12, end: 6.7 },
    ];
    const words = alignWords("only ten or so. The biggest mistake of my life cost me eighteen thousand", stretches);
    expect(words.find(({ text }) => text === "The")!.start).toBe(2.58);
  });

  test("stay in order, within the speech, whatever is said", () => {
    const lengths = array(tuple(integer({ min: 5, max: 400 }), integer({ min: 5, max: 200 })), { maxLength: 20 });
    check(
      property(string({ unit: "grapheme", maxLength: 300 }), lengths, (text, parts) => {
        let at = 0;
        const stretches = parts.map(([speech, pause]) => {
          const start = at;
          at += (speech + pause) / 100;
          return { start, end: start + speech / 100 };
        });
        const words = alignWords(text, stretches);
        const times = words.flatMap(({ start, end }) => [start, end]);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(times.every((time) => time >= 0 && time <= at)).toBe(true);
      }),
      { seed: 7 },
    );
  });

  test("10,000 characters over hundreds of pauses are timed within a second", () => {
    const text = "We said one more thing, and then we left. ".repeat(240);
    const stretches = Array.from({ length: 300 }, (_, i) => ({ start: i * 2, end: i * 2 + 1.6 }));
    const began = performance.now();
    expect(alignWords(text, stretches)).toHaveLength(240 * 9);
    expect(performance.now() - began).toBeLessThan(3000);
  });
});
