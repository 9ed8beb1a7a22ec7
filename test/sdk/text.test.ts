import { expect, test } from "bun:test";
import { splitCaption, splitSentences, tokenize } from "#sdk/text";

test("a written text is split where Unicode ends a sentence", () => {
  expect(splitSentences("One pan, e.g. cast iron. Ten minutes!\nDone.")).toEqual([
    "One pan, e.g. cast iron.",
    "Ten minutes!",
    "Done.",
  ]);
  expect(splitSentences("今日は。コーヒー！")).toEqual(["今日は。", "コーヒー！"]);
});

test("a caption is split before lower case too, and nothing of it is lost", () => {
  expect(splitCaption('...only $3.50. "link in bio…" go!\n🔥')).toEqual([
    "...only $3.50.",
    '"link in bio…"',
    "go!",
    "🔥",
  ]);
  expect(splitCaption("see vireo.app! 「はい。」そう。")).toEqual(["see vireo.app!", "「はい。」", "そう。"]);
});

test("a text is split into comparable words", () => {
  expect(tokenize("Don't miss @one_pan: MEAL-prep!")).toEqual(["dont", "miss", "one_pan", "meal", "prep"]);
});
