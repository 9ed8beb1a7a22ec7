import { describe, expect, test } from "bun:test";
import { assert as check, property, string } from "fast-check";
import { escapeText } from "#plugins/local/edit/ass";
import { createTextMeasure } from "#plugins/local/edit/measure";
import { writePageEvents } from "#plugins/local/edit/page-events";
import { layoutPage } from "#sdk/captions/layout";
import { paginate } from "#sdk/captions/pages";
import { placeCaptions } from "#sdk/captions/placement";
import { captionStyles } from "#sdk/captions/styles";
import { decodeSubtitles, readSubtitles } from "#sdk/captions/subtitles";
import { ROWS } from "#sdk/captions/text-rows";
import { splitWords, spreadWords, timeWords } from "#sdk/captions/words";
import { lineText, wrapWords } from "#sdk/captions/wrap";

const texts = (words: readonly { text: string }[]) => words.map(({ text }) => text);

const parseSubtitles = (file: string) => readSubtitles(file) ?? [];

describe("subtitle files", () => {
  test.each([
    ["SRT", "1\n00:00:01,000 --> 00:00:02,500\nOne\ntwo\n\n2\n00:01:03,250 --> 00:01:04,000\nThree\n"],
    [
      "SRT from Windows with a byte order mark",
      "\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nOne\r\ntwo\r\n\r\n2\r\n00:01:03,250 --> 00:01:04,000\r\nThree",
    ],
    ["SRT without numbers", "00:00:01,000 --> 00:00:02,500\nOne\ntwo\n\n00:01:03,250 --> 00:01:04,000\nThree"],
    ["SRT without blank lines", "1\n00:00:01,000 --> 00:00:02,500\nOne\ntwo\n2\n00:01:03,250 --> 00:01:04,000\nThree"],
    [
      "SRT with tags",
      '1\n00:00:01,000 --> 00:00:02,500\n<i>One</i>\n{\\an8}<font color="red">two</font>\n\n2\n00:01:03,250 --> 00:01:04,000\nThree',
    ],
    [
      "WebVTT",
      "WEBVTT - title\nKind: captions\n\nNOTE a\ncomment\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.500 align:start line:80%\n<v Ann>One</v>\ntwo\n\n01:03.250 --> 01:04.000\n<00:01:03.500><c.x>Three</c>",
    ],
  ])("%s", (_, file) => {
    expect(parseSubtitles(file)).toMatchObject([
      { start: 1, end: 2.5, text: "One\ntwo" },
      { start: 63.25, end: 64, text: "Three" },
    ]);
  });

  test.each([
    [
      "SRT with blank lines inside a cue",
      "1\n00:00:01,000 --> 00:00:02,500\nOne\n\ntwo\n\n2\n00:01:03,250 --> 00:01:04,000\nThree",
    ],
    [
      "SRT with the dash of a word processor",
      "1\n00:00:01,000 —> 00:00:02,500\nOne\ntwo\n\n00:01:03,250 —> 00:01:04,000\nThree",
    ],
    ["SBV", "0:00:01.000,0:00:02.500\nOne\ntwo\n\n0:01:03.250,0:01:04.000\nThree"],
    [
      "ASS",
      "[Script Info]\nTitle: x\n\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:01:03.25,0:01:04.00,Default,Three\nComment: 0,0:00:00.00,0:00:09.00,Default,no\nDialogue: 0,0:00:01.00,0:00:02.50,Default,{\\i1}One{\\i0}\\Ntwo\nDialogue: 0,0:00:05.00,0:00:06.00,Default,{\\p1}m 0 0 l 1 1{\\p0}",
    ],
  ])("%s", (_, file) => {
    expect(parseSubtitles(file)).toEqual([
      { start: 1, end: 2.5, text: "One\ntwo" },
      { start: 63.25, end: 64, text: "Three" },
    ]);
  });

  test("without milliseconds, and numbers that are text", () => {
    const file = "1\n00:00:01 --> 00:00:03\nThe answer is\n42\n\n2\n0:03 --> 0:04\n2024";
    expect(parseSubtitles(file).map(({ start, text }) => [start, text])).toEqual([
      [1, "The answer is\n42"],
      [3, "2024"],
    ]);
  });

  const rolling = [
    "WEBVTT\nKind: captions\n\n00:00.160 --> 00:01.429 align:start\n \nwelcome<00:00.400><c> to</c><00:00.800><c> you</c>",
    "00:01.429 --> 00:01.439\nwelcome to you\n ",
    "00:01.439 --> 00:02.749\nwelcome to you\non<00:01.760><c> neural</c>",
    "00:02.749 --> 00:02.759\non neural\n ",
    "00:02.759 --> 00:04.500\non neural\nnets",
  ].join("\n\n");

  test("of YouTube that roll up show each phrase once, at its time, with the times of its words", () => {
    const cues = parseSubtitles(rolling);
    expect(cues.map(({ start, end, text }) => [start, end, text])).toEqual([
      [0.16, 1.439, "welcome to you"],
      [1.439, 2.759, "on neural"],
      [2.759, 4.5, "nets"],
    ]);
    expect(cues[0]!.words?.map(({ word, start }) => [word, start])).toEqual([
      ["welcome", 0.16],
      ["to", 0.4],
      ["you", 0.8],
    ]);
    const plain = rolling.replace(/<[^>]*>/g, "");
    expect(parseSubtitles(plain).map(({ text }) => text)).toEqual(["welcome to you", "on neural", "nets"]);
  });

  test("keep a phrase that is said twice", () => {
    const cues = parseSubtitles("WEBVTT\n\n00:00.000 --> 00:01.000\nNo!\n\n00:01.000 --> 00:02.000\nNo!");
    expect(cues.map(({ text }) => text)).toEqual(["No!", "No!"]);
  });

  test("have the characters that their references name", () => {
    const [cue] = parseSubtitles("WEBVTT\n\n00:00.000 --> 00:01.000\nTom&#39;s &quot;x&quot; &#x2764; &copy; &eacute;");
    expect(cue?.text).toBe('Tom\'s "x" ❤ © é');
  });

  test("are read in UTF-8, UTF-16 and Windows-1252", () => {
    const utf16 = (text: string) => Buffer.from(text, "utf16le");
    expect(decodeSubtitles(Buffer.from("\uFEFFCafé 北京"))).toBe("Café 北京");
    expect(decodeSubtitles(utf16("\uFEFFCafé 北京"))).toBe("Café 北京");
    expect(decodeSubtitles(utf16("\uFEFFCafé 北京").swap16())).toBe("Café 北京");
    expect(decodeSubtitles(utf16("1\r\n00:01 --> 00:02"))).toBe("1\r\n00:01 --> 00:02");
    expect(decodeSubtitles(Buffer.from("Café – déjà", "latin1").map((byte) => (byte === 0x13 ? 0x96 : byte)))).toBe(
      "Café – déjà",
    );
  });

  test("keep what only looks like markup", () => {
    const [cue] = parseSubtitles("WEBVTT\n\n00:00.000 --> 00:01.000\n1 < 2 &amp; 3 > 2 {ok} <3");
    expect(cue?.text).toBe("1 < 2 & 3 > 2 {ok} <3");
  });

  test("are refused when there is not one cue in them", () => {
    expect(readSubtitles("<html>404</html>")).toBeUndefined();
    expect(readSubtitles("\u0000\u0001PNG")).toBeUndefined();
    expect(readSubtitles("WEBVTT\n\n")).toEqual([]);
  });

  test("of any content are read or refused, nothing else", () => {
    check(
      property(string({ unit: "binary", maxLength: 200 }), (text) => {
        const cues = readSubtitles(`00:01.0 --> 00:02.0\n${text}`);
        expect(cues === undefined || cues.length > 0).toBe(true);
      }),
    );
  });
});

describe("capitals", () => {
  test.each([
    ["istanbul'da iyi bir gün", undefined, "İSTANBUL'DA İYİ BİR GÜN"],
    ["ışık", undefined, "IŞIK"],
    ["iki", "tr", "İKİ"],
    ["gəlin, bakıda", undefined, "GƏLİN, BAKIDA"],
    ["it is time", undefined, "IT IS TIME"],
    ["πρώτη τιμή", undefined, "ΠΡΩΤΗ ΤΙΜΗ"],
    ["straße", undefined, "STRASSE"],
  ])("of %s", (text, language, capitals) => {
    const style = { ...captionStyles.bold, ...(language ? { language } : {}) };
    const cues = [spreadWords(text, [{ start: 0, end: 2 }])];
    const frame = { width: 1080, height: 1920, duration: 2 };
    const placed = placeCaptions(cues, { style, position: "bottom", frame, measure: (part) => part.length / 2 });
    expect(placed.flatMap(({ layout }) => layout.lines.map(lineText)).join(" ")).toBe(capitals);
  });
});

test("captions beside a slide stay on one side of it, whether they have one line or two", () => {
  const text = {
    cuts: [0],
    between: () => new Float32Array(ROWS).fill(1, Math.round(0.38 * ROWS), Math.round(0.62 * ROWS)),
  };
  const steps =
    "These are the five steps of the loaf that we sell most. Mix in the evening and let it rest for forty minutes. Fold it four times, half an hour apart.";
  const placed = placeCaptions([spreadWords(steps, [{ start: 0, end: 14 }])], {
    ...{ style: captionStyles.bold, position: "bottom", measure: (part) => part.length / 2, text },
    frame: { width: 1080, height: 1920, duration: 14 },
  });
  expect(new Set(placed.map(({ layout }) => layout.lines.length))).toEqual(new Set([1, 2]));
  expect(new Set(placed.map(({ place }) => place.top > 960))).toEqual(new Set([true]));
});

test("each line of a caption has the direction of the whole caption", () => {
  const style = captionStyles.bold;
  const words = spreadWords("السعر 1,250 ر.س (خصم 20%)", [{ start: 0, end: 2 }]);
  const frame = { width: 540, height: 960 };
  const layout = layoutPage({ start: 0, end: 2, words }, frame, style, createTextMeasure(style.family, style.weight));
  expect(layout.lines.length).toBeGreaterThan(1);
  const marked = (texts: string) => texts.includes("\u200f");
  for (const { text, layer } of writePageEvents(layout, { top: 0, covers: false }, frame, style))
    if (layer === 1) expect(marked(text)).toBe(true);
});

describe("words", () => {
  test("are cut at spaces, or by dictionary where there are none", () => {
    expect(texts(splitWords("Don't stop,\n\tnow\u0000!"))).toEqual(["Don't", "stop,", "now", "!"]);
    expect(texts(splitWords("我喜欢「咖啡」，真的。"))).toEqual(["我", "喜欢", "「咖啡」，", "真的。"]);
    expect(texts(splitWords("สวัสดีชาวโลก"))).toEqual(["สวัสดี", "ชาว", "โลก"]);
    expect(lineText(splitWords("今日はコーヒー ok 世界"))).toBe("今日はコーヒー ok 世界");
  });

  test("take their time from the transcript where it has it", () => {
    const words = [
      { word: " Hi", start: 0.5, end: 0.7 },
      { text: "you", start: 0.9, end: 3 },
    ];
    const [cue] = timeWords([{ start: 0, end: 2, text: "ignored", words }], 2);
    expect(cue).toMatchObject([
      { text: "Hi", start: 0.5, end: 0.7 },
      { text: "you", start: 0.9, end: 2 },
    ]);
  });

  test("are spread by length, and rest where a sentence ends", () => {
    const [long, short, last] = spreadWords("Extraordinarily so. Yes", [{ start: 0, end: 10 }]);
    expect(long!.end - long!.start).toBeGreaterThan(short!.end - short!.start);
    expect(short!.end - short!.start).toBeGreaterThan(last!.end - last!.start);
    expect(last!.end).toBe(10);
  });

  test("are said during the speech, never in the pauses", () => {
    const speech = [
      { start: 1, end: 2 },
      { start: 5, end: 6 },
    ];
    for (const { start } of spreadWords("one two three four five six", speech)) {
      expect(speech.some((interval) => start >= interval.start && start < interval.end)).toBe(true);
    }
  });

  test("of overlapping cues follow each other, and together where they start together", () => {
    const cues = timeWords(
      [
        { start: 2, end: 4, text: "second" },
        { start: 0, end: 3, text: "first" },
        { start: 2, end: 5, text: "voice" },
        { start: 9, end: 8, text: "backwards" },
      ],
      10,
    );
    expect(cues.map(texts)).toEqual([["first"], ["second", "voice"]]);
    expect(cues[0]![0]!.end).toBe(2);
  });
});

describe("pages", () => {
  const words = spreadWords("one two three four five. six seven", [{ start: 0, end: 7 }]);

  test("hold at most as many words as asked for, evenly, and end with the sentence", () => {
    expect(paginate([words], 3, 7).map((page) => texts(page.words))).toEqual([
      ["one", "two", "three"],
      ["four", "five."],
      ["six", "seven"],
    ]);
  });

  test("follow each other without overlap, and none is too short to be seen", () => {
    const fast = spreadWords("word ".repeat(500), [{ start: 0, end: 3 }]);
    const pages = paginate([fast], 2, 3);
    expect(pages.flatMap((page) => page.words)).toHaveLength(500);
    for (const [i, page] of pages.entries()) {
      expect(page.end - page.start).toBeGreaterThan(0.1);
      expect(page.end).toBeLessThanOrEqual(pages[i + 1]?.start ?? 3);
    }
  });
});

test("every line stays on screen as long as its page, however fast its words are", () => {
  const [frame, measure] = [{ width: 1080, height: 1920 }, createTextMeasure("Anton", 400)];
  const pages = paginate([spreadWords("one two three ".repeat(60), [{ start: 0.1234, end: 1.9876 }])], 3, 2);
  for (const page of pages) {
    const layout = layoutPage(page, frame, captionStyles.bold, measure);
    const events = writePageEvents(layout, { top: 1000, covers: false }, frame, captionStyles.bold);
    for (const line of Map.groupBy(events, ({ text }) => /pos\([^)]*\)/.exec(text)![0]).values()) {
      const times = line.sort((a, b) => a.start - b.start).flatMap(({ start, end }) => [start, end]);
      expect([times[0], times.at(-1)]).toEqual([page.start, page.end]);
      for (let i = 1; i + 1 < times.length; i += 2) expect(times[i]).toBe(times[i + 1]!);
    }
  }
});

describe("lines", () => {
  const measure = (text: string) => text.length;

  test("are balanced", () => {
    const { lines, scale } = wrapWords(splitWords("aaa bbb ccc ddd"), { width: 12, lines: 2, scale: 0.5 }, measure);
    expect([lines.map(lineText), scale]).toEqual([["aaa bbb", "ccc ddd"], 1]);
  });

  test("shrink for a long word, and hyphenate one that is far too long", () => {
    const shrunk = wrapWords(splitWords("extraordinary"), { width: 10, lines: 2, scale: 0.5 }, measure);
    expect(shrunk.lines.map(lineText)).toEqual(["extraordinary"]);
    expect(shrunk.scale).toBeLessThan(0.8);
    const getLines = (text: string) =>
      wrapWords(splitWords(text), { width: 10, lines: 3, scale: 0.5 }, measure).lines.map(lineText);
    expect(getLines("Rechtsschutzversicherungen")).toEqual(["Rechtsschutz-", "versicherun-", "gen"]);
    expect(getLines("x".repeat(30))).toEqual(["x".repeat(13), "x".repeat(13), "x".repeat(4)]);
    expect(getLines("example.com/everything/else").join("")).toBe("example.com/everything/else");
  });
});

test("text never becomes a command of the subtitle renderer", () => {
  check(
    property(string({ unit: "grapheme" }), (text) => {
      const escaped = escapeText(text);
      expect(escaped).not.toMatch(/(?<!\\)[{}]|\\[Nnh]|[\r\n]/);
      expect(escaped.replace(/\\([{}])/g, "$1").replaceAll("\\\u2060", "\\")).toBe(text.replace(/[\r\n]+/g, " "));
    }),
  );
});
