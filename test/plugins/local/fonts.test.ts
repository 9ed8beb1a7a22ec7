import { describe, expect, test } from "bun:test";
import { copyFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { getCanvasFont, registerFonts } from "#plugins/local/fonts/canvas";
import { covers } from "#plugins/local/fonts/font-file";
import { createFontFolder, findFont, fonts } from "#plugins/local/fonts/index";
import { checkLetters } from "#plugins/local/fonts/letters";
import { addOwnFont } from "#plugins/local/fonts/own";
import { findMissing, splitFontRuns } from "#plugins/local/fonts/runs";
import { scratch } from "#test/plugins/local/edit-clips";

/** One entry of a font's name table, in UTF-16. 1 is the family. */
function nameColour(path: string, id: number): string | undefined {
  const font = readFileSync(path);
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + i * 16);
  const record = tables.find((at) => font.toString("latin1", at, at + 4) === "name")!;
  const table = font.readUInt32BE(record + 8);
  const strings = table + font.readUInt16BE(table + 4);
  for (let i = 0; i < font.readUInt16BE(table + 2); i++) {
    const at = table + 6 + i * 12;
    if (font.readUInt16BE(at) !== 3 || font.readUInt16BE(at + 6) !== id) continue;
    const start = strings + font.readUInt16BE(at + 10);
    const bytes = font.subarray(start, start + font.readUInt16BE(at + 8));
    return Buffer.from(bytes).swap16().toString("utf16le");
  }
  return undefined;
}

const samples: Record<string, string> = {
  Latin: "Zażółć gęślą jaźń, Đây là tiếng Việt, ÆØÅ",
  Cyrillic: "Съешь ещё этих мягких французских булок, ґїєў",
  Greek: "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
  Arabic: "هذا نص عربي، پچگ ۱۲۳؟",
  Hebrew: "דג סקרן שט בים מאוכזב",
  Thai: "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า",
  Devanagari: "ऋषियों को सताने वाले दुष्ट राक्षसों",
  Chinese: "我能吞下玻璃而不伤身体。繁體中文：憂鬱的臺灣烏龜",
  Japanese: "いろはにほへと、カタカナ「漢字」〜",
  Odia: "ଓଡ଼ିଆ ଭାଷା",
  Korean: "키스의 고유조건은 입술끼리 만나야 하고 뷁",
  Emoji: "😀🔥👨‍👩‍👧‍👦🇩🇪👍🏽❤️✅1️⃣",
};

describe("fonts", () => {
  test("are listed under the family that their files say", () => {
    for (const { file, family } of fonts) expect(nameColour(file, 1)).toBe(family);
  });

  test("are all listed, and come with licences", () => {
    const files = fonts.map(({ file }) => basename(file)).sort();
    const folder = join(import.meta.dir, "../../../plugins/local/fonts");
    expect(readdirSync(join(folder, "files")).sort()).toEqual(files);
    for (const licence of readdirSync(join(folder, "licences"))) {
      expect(readFileSync(join(folder, "licences", licence), "utf8")).toContain("SIL OPEN FONT LICENSE Version 1.1");
    }
  });

  test("are found by family in any case, by the nearest weight", () => {
    expect(findFont("MONTSERRAT", 850)).toMatchObject({ family: "Montserrat", weight: 900 });
    expect(findFont("inter", 100)).toMatchObject({ family: "Inter", weight: 500 });
    expect(findFont("Comic Sans")).toBeUndefined();
  });

  test("are copied into a folder, whole, only those asked for", async () => {
    const folder = scratch();
    await createFontFolder(folder, ["Anton", "Noto Emoji"]);
    expect((await readdir(folder)).sort()).toEqual(["Anton-Regular.ttf", "NotoEmoji-Bold.ttf"]);
    const anton = await readFile(findFont("Anton")!.file);
    expect(Buffer.compare(await readFile(join(folder, "Anton-Regular.ttf")), anton)).toBe(0);
  });
});

describe("runs", () => {
  test.each(Object.entries(samples))("%s has a glyph for every character", (_, text) => {
    for (const { text: part, font } of splitFontRuns(text, "Anton")) {
      const characters = [...part].filter((char) => !/[\s\p{Default_Ignorable_Code_Point}]/u.test(char));
      expect(characters.filter((char) => !covers(font.file, char.codePointAt(0)!))).toEqual([]);
    }
  });

  test("put together are the text again", () => {
    const text = Object.values(samples).join(" ");
    expect(
      splitFontRuns(text, "Inter")
        .map((run) => run.text)
        .join(""),
    ).toBe(text);
  });

  test("stay in the preferred family as long as it has the glyphs", () => {
    const runs = splitFontRuns("Price: 100% café 世界! 🔥 now", "Anton");
    expect(runs.map(({ text, font }) => [text, font.family])).toEqual([
      ["Price: 100% café ", "Anton"],
      ["世界! ", "Noto Sans CJK JP"],
      ["🔥", "Noto Emoji"],
      [" now", "Anton"],
    ]);
  });

  test("draw a sequence of emoji as one picture, also if its first one is text by default", () => {
    registerFonts();
    const context = createCanvas(1, 1).getContext("2d");
    context.font = getCanvasFont("Noto Color Emoji", 100, 400);
    const single = context.measureText("😀").width;
    for (const emoji of ["🏳️‍🌈", "❤️‍🔥", "❤️‍🩹", "⛓️‍💥", "🏴‍☠️", "👁️‍🗨️", "👩🏽‍❤️‍💋‍👨🏿", "🇩🇪", "1️⃣", "👨‍👩‍👧"]) {
      const [run, ...others] = splitFontRuns(emoji, "Inter");
      expect(others).toEqual([]);
      expect(context.measureText(run!.text).width).toBeCloseTo(single, 0);
    }
  });

  test("name letters that no font has, once each", () => {
    expect(findMissing("Hello, 世界 ଓଡ଼ିଆ 🔥 👨‍👩‍👧 🏳️‍🌈 ½ €")).toEqual([]);
    expect(findMissing("ᚠᚢ ok ᚠ")).toEqual(["ᚠ", "ᚢ"]);
    expect(() => checkLetters("ᚠᚢ")).toThrow("ᚠ (U+16A0), ᚢ (U+16A2)");
  });

  test("never cut a family of emoji apart", () => {
    expect(splitFontRuns("👨‍👩‍👧‍👦🇩🇪", "Inter").map((run) => run.text)).toEqual(["👨‍👩‍👧‍👦🇩🇪"]);
  });
});

test("canvas draws every script with glyphs of its own and no two letters alike", () => {
  registerFonts();
  const context = createCanvas(80, 80).getContext("2d");
  context.font = getCanvasFont("Anton", 50);
  const pictures = [..."AЖΩشשกक今한あ🔥"].map((char) => {
    context.clearRect(0, 0, 80, 80);
    context.fillText(char, 5, 60);
    return Bun.hash(context.getImageData(0, 0, 80, 80).data);
  });
  expect(new Set(pictures).size).toBe(pictures.length);
});

test("an uploaded font that is added again is read from its new file, because the first one may be gone", async () => {
  const folder = scratch();
  for (const name of ["first.ttf", "second.ttf"]) {
    const path = join(folder, name);
    copyFileSync(findFont("Anton")!.file, path);
    addOwnFont({ family: "Twice", weight: 400, path });
  }
  rmSync(join(folder, "first.ttf"));
  expect(readdirSync(await createFontFolder(join(folder, "fonts"), ["Twice"]))).toEqual(["second.ttf"]);
});
