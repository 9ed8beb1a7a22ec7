import { beforeAll, describe, expect, test } from "bun:test";
import { createCanvas } from "@napi-rs/canvas";
import { body, display, getFont, heading, headlines, registerFonts } from "#plugins/local/draw/fonts";
import { splitPieces } from "#plugins/local/draw/linebreaks";
import { createRandom } from "#plugins/local/draw/random";
import { findStress } from "#plugins/local/draw/stress";
import { capitals, layOutText } from "#plugins/local/draw/text";
import { pickType } from "#plugins/local/draw/typography";

const ctx = createCanvas(10, 10).getContext("2d");
const box = { maxWidth: 600, maxHeight: 400, maxSize: 120, minSize: 24 };
beforeAll(registerFonts);

const samples = {
  English: "Cold brew coffee that hits different",
  German: "Frisch geröstete Kaffeespezialitäten für jeden Tag",
  Russian: "Свежая обжарка каждый день",
  Greek: "Φρέσκος καφές κάθε μέρα",
  Japanese: "静かな朝に、深煎りの一杯を",
  Chinese: "新款智能手表，全天候陪伴你的每一步",
  Korean: "여름 세일 최대 50% 할인",
  Thai: "ฤดูร้อนนี้ลดราคาสูงสุดครึ่งหนึ่ง",
  Hindi: "हर सुबह ताज़ी कॉफ़ी का आनंद लें",
  Arabic: "عرض الصيف على جميع النظارات",
  Hebrew: "קפה קר וחזק לכל בוקר",
  emoji: "Birthday party 🎉🎂 this Saturday 🥳",
};

describe("text", () => {
  test.each(Object.entries(samples))("in %s fits into its box, whole, with no line on another", (_, text) => {
    for (const font of [display, heading, body]) {
      const block = layOutText(ctx, text, { font, ...box });
      expect(block.truncated).toBe(false);
      expect(block.height).toBeLessThanOrEqual(box.maxHeight + 1);
      expect(
        block.lines
          .map((line) => line.text)
          .join("")
          .replace(/\s/g, ""),
      ).toBe(text.replace(/\s/g, ""));
      ctx.font = block.font;
      for (const [i, line] of block.lines.entries()) {
        expect(line.x).toBeGreaterThanOrEqual(0);
        expect(line.x + line.width).toBeLessThanOrEqual(box.maxWidth + 1);
        const next = block.lines[i + 1];
        if (!next) continue;
        const inkBelow = line.y + ctx.measureText(line.text).actualBoundingBoxDescent;
        expect(next.y - ctx.measureText(next.text).actualBoundingBoxAscent).toBeGreaterThanOrEqual(inkBelow);
      }
    }
  });

  test.each(Object.entries(samples))("in %s is drawn with glyphs and not with empty boxes", (_, text) => {
    const missing = getPixels("\u{10FFFD}");
    for (const char of new Set(text.match(/[\p{L}\p{N}\p{P}\p{Extended_Pictographic}]/gu)))
      expect(getPixels(char)).not.toBe(missing);
  });

  test("no line is a single short word, no short compound is broken, and a local number stays whole", () => {
    const lines = (text: string) =>
      layOutText(ctx, text, { font: headlines.bricolage, maxWidth: 600, maxHeight: 900, maxSize: 220 }).lines.map(
        (line) => line.text,
      );
    for (const text of ["Book a demo", "Send a message"])
      expect(lines(text).filter((line) => line.length <= 2)).toEqual([]);
    expect(splitPieces("Gluten-free, Mon-Sat").map(({ text }) => text)).toEqual(["Gluten-free,", "Mon-Sat"]);
    expect(splitPieces("Text 555 0142").map(({ text }) => text)).toEqual(["Text", "555\u00a00142"]);
  });

  test("a phone number and a short address stay on one line, and a long address goes on after its domain", () => {
    const pieces = splitPieces("Call Hart & Co 020 7946 0018 by 12 May").map(({ text }) => text);
    const address = splitPieces("Sign up at pensionpal.co.uk/webinar or acme.com/jobs").map(({ text }) => text);
    expect(address).toEqual(["Sign", "up", "at", "pensionpal.co.uk/", "webinar", "or", "acme.com/jobs"]);
    expect(pieces).toEqual(["Call", "Hart", "&", "Co", "020\u00a07946\u00a00018", "by", "12\u00a0May"]);
  });

  test("words for type choose the font of headlines", () => {
    const family = (look: string, seed: number) =>
      pickType("plain", createRandom(seed), "Sale", look).headline.latin.family;
    for (let seed = 0; seed < 6; seed++) {
      expect(["DM Serif Display", "Fraunces"]).toContain(family("elegant serif font", seed));
      expect(["Inter", "Montserrat"]).toContain(family("sans-serif type", seed));
      expect(["Anton", "Bebas Neue"]).toContain(family("bold condensed letters", seed));
      expect(family("handwritten look", seed)).toBe("Fredoka");
      expect(family("typewriter font", seed)).toBe("Space Grotesk");
    }
  });

  test("numbers stay with their unit, currency or month, and titles with the name", () => {
    const pairs = [
      ...["7 pm", "9 days", "250 ml", "84 m²", "120 €", "899 TL", "R$ 49,90", "20 %", "10 Uhr"],
      ...["30 November", "12. Juli", "Dec 24–26", "2 de mayo", "Dr. Maya", "12 Harbour Street"],
      ...["199 LEI", "120 ريال", "ul. Długa", "8 rue"],
    ];
    for (const pair of pairs) {
      const joined = splitPieces(`Come at ${pair} or later`).map(({ text }) => text.replaceAll("\u00a0", " "));
      const [first = ""] = pair.split(" Street");
      expect(joined).toContain(first);
    }
    expect(splitPieces("活动到12月31日").map(({ text }) => text)).toContain("12月31日");
    expect(splitPieces("奶茶店")).toHaveLength(1);
    expect(splitPieces("7 In a row, and 3 more").map(({ text }) => text)).toEqual("7 In a row, and 3 more".split(" "));
  });

  test("leaves no short word alone on the last line of a headline", () => {
    const options = { font: display, maxWidth: 700, maxHeight: 900, maxSize: 150, align: "center" } as const;
    for (const text of ["Sourdough bread every day", "Every first Monday evening at 7", "Come and see what we do"]) {
      const { lines } = layOutText(ctx, text, options);
      const widest = Math.max(...lines.map(({ width }) => width));
      expect([
        text,
        lines.length === 1 || lines.at(-1)!.text.includes(" ") || lines.at(-1)!.width > 0.36 * widest,
      ]).toEqual([text, true]);
    }
  });

  test("keeps each of two clauses on one line where both nearly fit", () => {
    const options = { font: headlines.montserrat, maxWidth: 760, maxHeight: 380, maxSize: 190 };
    const { lines } = layOutText(ctx, "Warm at night, bright at noon", options);
    expect(lines.map(({ words }) => words.map(({ text }) => text))).toEqual([
      ["Warm", "at", "night,"],
      ["bright", "at", "noon"],
    ]);
  });

  test("keeps times, millions and short names whole, and a number with what it counts", () => {
    for (const whole of ["7 h 30", "1.2 million", "7 مساءً", "Ink & Alder", "4 pm CET"])
      expect(splitPieces(`Open ${whole} now`).map(({ text }) => text.replaceAll("\u00a0", " "))).toContain(whole);
    const { lines } = layOutText(ctx, "14 passwords on sticky notes", {
      font: headlines.inter,
      maxWidth: 660,
      maxHeight: 480,
      maxSize: 145,
    });
    expect(lines[0]!.text.replace("\u00a0", " ")).toStartWith("14 passwords");
  });

  test("sets two words as a stack where that makes them larger", () => {
    const { lines } = layOutText(ctx, "Consultations free", {
      font: headlines.fraunces,
      maxWidth: 860,
      maxHeight: 480,
      maxSize: 220,
    });
    expect(lines.map(({ text }) => text)).toEqual(["Consultations", "free"]);
  });

  test("has a narrow face where a word is long", () => {
    for (let seed = 0; seed < 12; seed++) {
      const { headline } = pickType("loud", createRandom(seed), "Consultations free");
      expect(headline.latin.family).not.toBe("Archivo Black");
    }
  });

  test("has a condensed face where a word is very long, unless the design is quiet", () => {
    const family = (mood: "tech" | "calm", seed: number) =>
      pickType(mood, createRandom(seed), "Steuererklärung in 20 Minuten").headline.latin.family;
    for (let seed = 0; seed < 6; seed++) {
      expect(["Anton", "Bebas Neue"]).toContain(family("tech", seed));
      expect(["DM Serif Display", "Fraunces", "Montserrat"]).toContain(family("calm", seed));
    }
  });

  test("emphasises the word that carries the weight of a headline", () => {
    const stress = (text: string) => findStress(text, { brand: "" });
    expect(stress("Kiel Harbour Sauna")).toBe("Sauna");
    expect(stress("Your first tattoo deserves a quiet room")).toBe("room");
    expect(stress("Coding camp for kids 8–12")).toBe("kids");
    expect(stress("Everything 20% off")).toBe("20%");
    expect(stress("Late night ramen until 3 am")).toBe("ramen");
  });

  test("breaks Japanese after a clause and never before a closing mark", () => {
    const { lines } = layOutText(ctx, samples.Japanese, { font: display, ...box, maxHeight: 300 });
    expect(lines.map((line) => line.text)).toEqual(["静かな朝に、", "深煎りの", "一杯を"]);
    const polite = splitPieces("今すぐお近くの店舗でお試しください").map(({ text }) => text);
    expect(polite).toEqual(["今すぐ", "お近くの", "店舗で", "お試しください"]);
  });

  test.each([
    "陶器市 大歓迎 駐車場あり 焼き菓子と 味噌づくり 第3土曜日に 午前10時 珈琲豆 古民家を",
    "五折起 新店 每一杯",
  ])("keeps one word of Chinese or Japanese on a line: %s", (words) => {
    for (const word of words.split(" "))
      expect(splitPieces(`今回の${word}`).map(({ text }) => text)).toEqual(["今回の", word]);
    for (const { text } of splitPieces("「夏のセール！」最大50%オフ、送料無料。"))
      expect(text).not.toMatch(/^[、。！」%ー]/);
  });

  test("hyphenates a long word only when the smallest size does not fit", () => {
    const word = "Donaudampfschifffahrtsgesellschaftskapitän";
    const whole = layOutText(ctx, word, { font: heading, ...box, maxWidth: 900 });
    expect(whole.lines.map((line) => line.text)).toEqual([word]);
    const broken = layOutText(ctx, word, { font: heading, ...box, maxWidth: 300 });
    expect(broken.lines.map((line) => line.text.replace(/-$/, "")).join("")).toBe(word);
    expect(broken.lines.every((line) => line.width <= 300)).toBe(true);
  });

  test("ends in an ellipsis only when nothing else helps", () => {
    const block = layOutText(ctx, "word ".repeat(200), { font: body, ...box, maxHeight: 120 });
    expect(block.truncated).toBe(true);
    expect(block.lines.at(-1)?.text).toEndWith("…");
    expect(block.height).toBeLessThanOrEqual(121);
  });

  test("places words from the right in Arabic, Latin names inside in their own order", () => {
    const [line] = layOutText(ctx, "قهوة Blue Bottle هنا", { font: body, ...box, maxHeight: 60 }).lines;
    const x = (word: string) => line!.words.find(({ text }) => text === word)!.x;
    expect(x("قهوة")).toBeGreaterThan(x("Bottle"));
    expect(x("Bottle")).toBeGreaterThan(x("Blue"));
    expect(x("Blue")).toBeGreaterThan(x("هنا"));
  });

  test("puts words where the whole line has them", () => {
    const [line] = layOutText(ctx, "AVA Tokyo To", { font: heading, ...box, maxHeight: 120 }).lines;
    const last = line!.words.at(-1)!;
    expect(last.x + last.width).toBeCloseTo(line!.x + line!.width, 1);
  });

  test("is put in capitals where the script has them", () => {
    expect(capitals("größe")).toBe("GRÖSSE");
    expect(capitals("Καφές")).toBe("ΚΑΦΕΣ");
    expect(capitals("夏のsale")).toBe("夏のsale");
  });

  test("is put in capitals by the language of the whole text, and addresses are not", () => {
    const type = pickType("loud", createRandom(1), "Tatlı Köşe pastanesi");
    expect(type.caps("pastanesi simit.example")).toBe("PASTANESİ simit.example");
  });
});

function getPixels(char: string): string {
  const canvas = createCanvas(60, 60);
  const own = canvas.getContext("2d");
  own.font = getFont(display, char, 40);
  own.fillText(char, 8, 45);
  return Bun.hash(canvas.data()).toString();
}

test("mail addresses and phone numbers hold together, and a dash ends its line", () => {
  const pieces = (text: string) => splitPieces(text).map((piece) => piece.text);
  expect(pieces("Write to jobs@volt-leipzig.de")).toEqual(["Write", "to", "jobs@volt-leipzig.de"]);
  expect(pieces("Call 8 800 555-12-34")).toEqual(["Call", "8\u00a0800\u00a0555-12-34"]);
  expect(pieces("LingoLoop – 5-minute lessons")).toEqual(["LingoLoop\u00a0–", "5-minute", "lessons"]);
});

test("a long address is broken where its small letters become larger, and before its @", () => {
  const lines = (text: string, maxSize: number) =>
    layOutText(ctx, text, { font: heading, maxWidth: 780, maxHeight: 900, maxSize }).lines.map((line) => line.text);
  expect(lines("findcoco.elmpark@mailbox.example", 100)).toEqual(["findcoco.elmpark", "@mailbox.example"]);
  expect(lines("www.stillwater-yoga.example/mothers", 100)).toEqual(["www.stillwater-yoga", ".example/mothers"]);
  expect(lines("hangul.school", 200)).toEqual(["hangul.school"]);
});

test("lines end at the commas of an address, and a single word stays on the line before it", () => {
  const options = { font: heading, maxWidth: 900, maxHeight: 900, maxSize: 70 };
  const lines = (text: string) =>
    layOutText(ctx, text, options).lines.map((line) => line.text.replaceAll("\u00a0", " "));
  expect(lines("14 rue de la République, 69002 Lyon, France")).toEqual([
    "14 rue de la République,",
    "69002 Lyon, France",
  ]);
});

test("a number and one word are a stack", () => {
  const { lines } = layOutText(ctx, "3 Bühnen", { font: heading, maxWidth: 700, maxHeight: 900, maxSize: 260 });
  expect(lines.map(({ text }) => text)).toEqual(["3", "Bühnen"]);
});

test("a Thai word that the dictionary lacks is not broken before a vowel", () => {
  expect(splitPieces("ตลาดนัดงานคราฟต์").map(({ text }) => text)).toEqual(["ตลาด", "นัด", "งานคราฟต์"]);
});

test("long Cyrillic words are not in capitals, and in the narrowest face", () => {
  for (let seed = 0; seed < 6; seed++) {
    const type = pickType("loud", createRandom(seed), "Ремонт велосипедов за один день");
    expect(type.caps("велосипедов")).toBe("велосипедов");
    expect(type.headline.cyrillic.family).toBe("Inter");
  }
});

test("spaces of a Thai text end its lines, and hours stay with their unit", () => {
  const options = { font: heading, maxWidth: 780, maxHeight: 900, maxSize: 260 };
  expect(layOutText(ctx, "ร้านบัวสปา ขอนแก่น", options).lines.map(({ text }) => text)).toEqual(["ร้านบัวสปา", "ขอนแก่น"]);
  const pieces = splitPieces("เปิดทุกวัน 10.00–22.00 น").map(({ text }) => text);
  expect(pieces.at(-1)).toBe("10.00–22.00\u00a0น");
  expect(splitPieces("Route 9 Field").map(({ text }) => text)).toEqual(["Route\u00a09", "Field"]);
});

test("a mail address is broken rather than cut where rows have one size", () => {
  const options = { font: heading, maxWidth: 500, maxHeight: 400, maxSize: 44, minSize: 44, maxLines: 2 };
  const { lines, forced } = layOutText(ctx, "openmic.crooked@mailbox.example", options);
  expect(forced).toBe(false);
  expect(lines.map(({ text }) => text)).toEqual(["openmic.crooked", "@mailbox.example"]);
});
