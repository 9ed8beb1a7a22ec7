import { describe, expect, test } from "bun:test";
import { wrap } from "#plugins/dashboard/web/pages/library/edit/lines";
import { looks } from "#plugins/dashboard/web/pages/library/edit/looks";
import { readSubtitles } from "#plugins/dashboard/web/pages/library/edit/subtitles";
import { type Cue, cuesOf, pagesOf } from "#plugins/dashboard/web/pages/library/edit/words";
import { paginate } from "#plugins/local/edit/pages";
import { captionStyles } from "#plugins/local/edit/styles";
import { parseSubtitles } from "#plugins/local/edit/subtitles";
import { splitWords, timeWords } from "#plugins/local/edit/words";
import { wrapWords } from "#plugins/local/edit/wrap";

const texts = [
  "Cold brew hits different. Smooth, strong, and never bitter. Try it once, switch for good!",
  "One",
  "Λόγος και έργο, χωρίς κόπο; Ναι.",
  "新しい季節のコーヒーです。ぜひお試しください。",
  "قهوة باردة، بلا مرارة. جربها مرة",
  "Supercalifragilisticexpialidocious antidisestablishmentarianism, twice",
];
/** Widths that differ from word to word, without a font. */
const width = (text: string) => [...text].reduce((sum, sign) => sum + 0.3 + (sign.charCodeAt(0) % 7) / 10, 0);

describe("the preview of captions", () => {
  test("has the looks of the built-in editor", () => {
    expect(looks as unknown).toEqual(captionStyles);
  });

  test("shows the same words at the same times, whatever the text and the words at a time", () => {
    for (const text of texts)
      for (const maxWords of [1, 3, 4, 7])
        for (const duration of [2, 6.04, 61]) {
          const cues: Cue[] = [{ start: 0, end: duration, text }];
          expect(pagesOf(cues, maxWords, duration)).toEqual(paginate(timeWords(cues, duration), maxWords, duration));
        }
  });

  test("shows timed lines as they are drawn: sorted, cut where they overlap, joined where they begin together", () => {
    const cues: Cue[] = [
      { start: 4, end: 9, text: "Try it once." },
      { start: 0, end: 2.5, text: "Cold brew hits different." },
      { start: 0.05, end: 1, text: "And how" },
      { start: 2, end: 3.2, text: "Smooth, strong, never bitter" },
      { start: 7, end: 7, text: "never seen" },
    ];
    const before = structuredClone(cues);
    expect(pagesOf(cues, 3, 8)).toEqual(paginate(timeWords(cues, 8), 3, 8));
    expect(cues).toEqual(before);
  });

  test("breaks and shrinks lines as they are drawn", () => {
    for (const text of texts)
      for (const room of [
        { width: 9, lines: 2, scale: 0.45 },
        { width: 5, lines: 3, scale: 0.45 },
        { width: 3, lines: 1, scale: 1 },
      ])
        expect(wrap(splitWords(text), room, width)).toEqual(wrapWords(splitWords(text), room, width));
  });

  test("reads subtitles as the editor does", () => {
    const srt =
      "\uFEFF1\r\n00:00:00,500 --> 00:00:02,000\r\nCold <i>brew</i>\r\nhits\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,250\r\n{\\an8}different\r\n";
    const vtt = "WEBVTT\n\nNOTE by hand\n\nintro\n00:01.000 --> 00:02.500 align:start\nHello\n";
    for (const file of [srt, vtt])
      expect(readSubtitles(file)).toEqual(
        parseSubtitles(file).map((cue) => ({ ...cue, text: cue.text.replace(/\n/g, " ") })),
      );
    expect(readSubtitles("nothing of the kind")).toEqual([]);
  });

  test("cuts a text into lines to be timed by hand, in order and within the video", () => {
    const cues = cuesOf(texts[0] ?? "", 10);
    expect(cues.map(({ text }) => text)).toEqual([
      "Cold brew hits different.",
      "Smooth, strong, and never bitter.",
      "Try it once, switch for good!",
    ]);
    expect(cues[0]?.start).toBe(0);
    expect(cues.at(-1)?.end).toBe(10);
    for (const [at, { start, end }] of cues.entries()) {
      expect(end).toBeGreaterThan(start);
      expect(start).toBeGreaterThanOrEqual(cues[at - 1]?.end ?? 0);
    }
  });
});
