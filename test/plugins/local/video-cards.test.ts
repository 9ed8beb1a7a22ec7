import { describe, expect, test } from "bun:test";
import { createCanvas } from "@napi-rs/canvas";
import { display, getFont, heading, label, registerFonts } from "#plugins/local/draw/fonts";
import { type CardKit, cards, type Facts, isFact } from "#plugins/local/video/designs/cards";
import type { Box } from "#plugins/local/video/stage";

registerFonts();
const canvas = createCanvas(1080, 1080);
const ctx = canvas.getContext("2d");
const style = {
  entrance: "fade",
  emphasis: "color",
  color: "#ffffff",
  accent: "#ffcc00",
  accentInk: "#000000",
} as const;
const boxes = { tall: [780, 1320], square: [900, 860], wide: [1600, 830], beside: [420, 700] } as const;
const shapes = { radius: 0.5, shadow: "none", badge: "disc", decor: "none" } as const;
const kit = (headline = heading, badge: "disc" | "burst" | "block" | "rule" = "disc"): CardKit => ({
  ctx,
  look: { headline, label, caps: (text) => text, shapes: { ...shapes, badge } },
});

test("a short price list in a tall box has each price below its name, in large letters", () => {
  const shot: Facts = {
    kind: "menu",
    text: "Shakshuka £11\nRicotta hotcakes £12.50\nBottomless coffee £4",
    subtext: "",
  };
  const set = (width: number, height: number) =>
    cards.menu!(kit(), shot, { x: 0, y: 0, width, height }, { font: heading, maxSize: 220, align: "center" });
  expect(set(760, 1200).size).toBeGreaterThan(90);
  expect(set(760, 1200).box.height).toBeGreaterThan(700);
  expect(set(1600, 800).box.width).toBeGreaterThan(1200);
});

test("two prices fill a square box, and the rows of a longer list stand apart in it", () => {
  const box = { x: 0, y: 0, width: 900, height: 860 };
  const set = (text: string) =>
    cards.menu!(kit(), { kind: "menu", text, subtext: "" }, box, { font: heading, maxSize: 220, align: "left" });
  expect(set("Salmon bowl $13.50\nTofu bowl $11.50").size).toBeGreaterThan(100);
  expect(set("Ramen 12.50\nGyoza 6.90\nCurry 11.00\nMatcha cake 5.20").box.height).toBeGreaterThan(550);
});

test("hours and an address in a tall box are as large as the width allows", () => {
  const place: Facts = { kind: "place", text: "Mo–Fr 9–18 Uhr", subtext: "Lindenstraße 40, Halle" };
  const box = { x: 0, y: 0, width: 756, height: 1100 };
  const content = cards.place!(kit(), place, box, { font: heading, maxSize: 220, align: "center" });
  expect(content.size).toBeGreaterThan(75);
  expect(content.box.height).toBeGreaterThan(450);
});

test("the panels of a comparison stand below each other where they are larger", () => {
  const comparison: Facts = {
    kind: "comparison",
    text: "Before: 40 minutes in the school car park\nAfter: 12 minutes on the bike bus",
    subtext: "",
  };
  const box = { x: 0, y: 0, width: 782, height: 620 };
  const content = cards.comparison!(kit(), comparison, box, { font: heading, maxSize: 190, align: "left" });
  expect(content.truncated).toBe(false);
  expect(content.size).toBeGreaterThan(58);
});

test("two prices alone, and the words of one, are large", () => {
  const box = { x: 0, y: 0, width: 760, height: 1200 };
  const options = { font: heading, maxSize: 220, align: "center" } as const;
  const menu: Facts = { kind: "menu", text: "Single visit €14\nTen visits €120", subtext: "" };
  expect(cards.menu!(kit(), menu, box, options).box.height).toBeGreaterThan(700);
  const sizes: number[] = [];
  const { fillText } = ctx;
  ctx.fillText = (...args) => {
    sizes.push(Number(/([\d.]+)px/.exec(ctx.font)![1]));
    fillText.call(ctx, ...args);
  };
  const price: Facts = { kind: "price", text: "2.400 TL", subtext: "Haftada 1 ders, aylık" };
  cards.price!(kit(), price, box, options).draw({ time: 5, length: 6, clock: 5, pulse: 0 }, 0, style);
  ctx.fillText = fillText;
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(60);
});

test("a former price is on one line with its words", () => {
  const price: Facts = { kind: "price", text: "", subtext: "", price: { was: "instead of €55", now: "€39" } };
  const words: { text: string; y: number }[] = [];
  const { fillText } = ctx;
  ctx.fillText = (text, x, y) => {
    words.push({ text, y });
    fillText.call(ctx, text, x, y);
  };
  const box = { x: 0, y: 0, width: 540, height: 1200 };
  cards.price!(kit(), price, box, { font: heading, maxSize: 220, align: "left" }).draw(
    { time: 5, length: 6, clock: 5, pulse: 0 },
    0,
    style,
  );
  ctx.fillText = fillText;
  expect(words.find(({ text }) => text === "instead")!.y).toBe(words.find(({ text }) => text.includes("€55"))!.y);
});

const facts: Facts[] = [
  { kind: "price", text: "Down jackets", subtext: "This weekend", price: { was: "was $189", now: "now only $129" } },
  { kind: "price", text: "", subtext: "", price: { from: "€1,080", to: "€1,250", per: "per person" } },
  { kind: "price", text: "From 9 €", subtext: "Lunch" },
  { kind: "price", text: "ランチ", subtext: "", price: { was: "通常価格1,200円", now: "980円" } },
  { kind: "place", text: "Mo–Fr 8–18 Uhr", subtext: "Sa 9–16 Uhr\nHauptstr. 12, 50667 Köln" },
  { kind: "place", text: "السبت 9–5", subtext: "شارع الملك 12" },
  { kind: "contact", text: "+49 221 123456", subtext: "cafeluna.de\nhello@cafe-luna-am-platz.de\n@cafe.luna" },
  { kind: "rating", text: "4.8 stars", subtext: "From 312 reviews" },
  { kind: "rating", text: "★★★★☆", subtext: "" },
  { kind: "rating", text: "4.5 نجوم", subtext: "من 120 تقييم" },
  { kind: "menu", text: "Coffee", subtext: "Flat white 3.50\nMatcha latte with oat milk 4.20\nDinkelbrötchen 1,10 €" },
  { kind: "chart", text: "Subscribers", subtext: "2022: 1,200\n2023: 3,400\n2024: 9,800" },
  { kind: "chart", text: "Rent 40%\nFood and drinks 25%\nSavings 35%", subtext: "" },
  { kind: "chart", text: "40%\n65%", subtext: "" },
  { kind: "comparison", text: "Before: 3 hours of paperwork every day\nAfter: 10 minutes", subtext: "" },
];

function draw(
  fact: Facts,
  [width, height]: readonly [number, number],
  from = kit(),
  align: "left" | "center" = "center",
) {
  const box = { x: 0, y: 0, width, height };
  const options = { font: from.look.headline, maxSize: 200, align };
  const content = cards[fact.kind!]!(from, fact, box, options);
  content.draw({ time: 5, length: 6, clock: 5, pulse: 0 }, 0, style);
  return content;
}

describe("a card stays in its box, whole and large enough for a phone", () => {
  for (const [name, size] of Object.entries(boxes))
    test.each(facts)(`${name}: $kind $text`, (fact) => {
      const looks = [kit(), kit(display, "block"), kit(heading, "rule"), kit(heading, "burst")];
      for (const [at, look] of looks.entries()) {
        const align = (at + facts.indexOf(fact)) % 2 ? "left" : "center";
        const { box, truncated, size: letters } = draw(fact, size, look, align);
        expect(truncated).toBe(false);
        // Plates may be a little wider than their text.
        expect(box.x).toBeGreaterThanOrEqual(-60);
        expect(box.y).toBeGreaterThanOrEqual(-1);
        expect(box.x + box.width).toBeLessThanOrEqual(size[0] + 60);
        expect(box.y + box.height).toBeLessThanOrEqual(size[1] + 1);
        expect(letters).toBeGreaterThanOrEqual(name === "beside" ? 20 : 40);
      }
    });
});

/** All texts that a card draws, with their sizes. */
function listDrawn(fact: Facts): { text: string; size: number }[] {
  const drawn: { text: string; size: number }[] = [];
  const { fillText } = ctx;
  ctx.fillText = (text: string) => {
    drawn.push({ text, size: Number(/(\d+(?:\.\d+)?)px/.exec(ctx.font)?.[1]) });
  };
  try {
    draw(fact, boxes.tall);
  } finally {
    ctx.fillText = fillText;
  }
  return drawn;
}

test("every word is drawn once, and a figure and its currency stay together", () => {
  for (const fact of facts) {
    const { text, subtext, price } = fact;
    const source = [text, ...Object.values(price ?? {}), subtext].join("\n").match(/[\p{L}\p{N}@%€$円]+/gu) ?? [];
    const words = listDrawn(fact).flatMap((one) => one.text.match(/[\p{L}\p{N}@%€$円]+/gu) ?? []);
    expect(words.join("").length).toBe(source.join("").length);
  }
  const texts = listDrawn(facts[2]!).map(({ text }) => text);
  expect(texts).toContain("9\u00a0€");
});

test("a range of prices is read in one go, and a long unit of a chart stands once", () => {
  const range: Facts = { kind: "price", text: "", subtext: "", price: { from: "de 29 €", to: "à 65 €" } };
  const sizes = listDrawn(range).map(({ size }) => size);
  expect(new Set(sizes).size).toBe(1);
  const chart: Facts = { kind: "chart", text: "2022: 0.7 million homes\n2023: 1.2 million homes", subtext: "" };
  const texts = listDrawn(chart).map(({ text }) => text);
  expect(texts.filter((text) => text === "homes")).toHaveLength(1);
  expect(texts).toContain("1.2");
});

test("figures of columns stand apart", () => {
  const chart: Facts = { kind: "chart", text: "2021: 12,300\n2022: 15,800\n2023: 19,450\n2024: 24,100", subtext: "" };
  const ends: number[] = [];
  const { fillText } = ctx;
  ctx.fillText = (text: string, x: number) => {
    if (text.includes(",")) ends.push(x, x + ctx.measureText(text).width);
  };
  draw(chart, boxes.square);
  ctx.fillText = fillText;
  for (let at = 1; at < ends.length - 1; at += 2) expect(ends[at + 1]! - ends[at]!).toBeGreaterThan(20);
});

test("no label is larger than the figure it belongs to", () => {
  const drawn = listDrawn(facts[0]!);
  const figure = drawn.find(({ text }) => text === "$129")!.size;
  for (const { text, size } of drawn) if (text !== "$129") expect([text, size < figure]).toEqual([text, true]);
});

test("an address alone is set as large as its lines allow, under its mark", () => {
  const { size } = draw({ kind: "place", text: "14 Pine Street", subtext: "" }, boxes.tall);
  expect(size).toBeGreaterThan(160);
});

/** Words of a card as they are drawn at its end. */
function drawWords(shot: Facts, box: Box, align: "left" | "center", own = kit()) {
  const words: { text: string; size: number; x: number; y: number }[] = [];
  const { fillText } = ctx;
  ctx.fillText = (text, x, y) => {
    words.push({ text, size: Number(/([\d.]+)px/.exec(ctx.font)![1]), x, y });
    fillText.call(ctx, text, x, y);
  };
  cards[shot.kind!]!(own, shot, box, { font: heading, maxSize: 220, align }).draw(
    { time: 5, length: 1e9, clock: 0, pulse: 0 },
    0,
    style,
  );
  ctx.fillText = fillText;
  return words;
}

const tall = { x: 0, y: 0, width: 780, height: 1300 };

test("a currency in letters stands below a figure that is much larger without it", () => {
  const [number, unit] = drawWords({ kind: "price", text: "1,500 บาท", subtext: "" }, tall, "left");
  expect(number!.text).toBe("1,500");
  expect(number!.size).toBeGreaterThan(220);
  expect(unit!.y).toBeGreaterThan(number!.y);
  const [one, other] = drawWords({ kind: "price", text: "240 €", subtext: "" }, tall, "left");
  expect(other?.y ?? one!.y).toBe(one!.y);
});

test("a figure between lines begins where the words around it begin", () => {
  const words = drawWords({ kind: "price", text: "650 TL", subtext: "1 litre" }, tall, "left", kit(heading, "rule"));
  expect(
    Math.abs(words.find(({ text }) => text.startsWith("650"))!.x - words.find(({ text }) => text === "1")!.x),
  ).toBeLessThan(8);
});

test("a price is not marked as a time of day", () => {
  expect(isFact("£6.50")).toBe(false);
  expect(isFact("Sat 6.30 pm")).toBe(true);
});

test("the labels of bars stay on one line where they are not much smaller", () => {
  const chart: Facts = {
    kind: "chart",
    text: "What our readers want",
    subtext: "Shorter articles 48%\nMore photos 31%\nPodcasts 21%",
  };
  const words = drawWords(chart, tall, "left");
  const line = (text: string) => words.find((word) => word.text === text)!.y;
  expect(line("Shorter")).toBe(line("articles"));
  const few = { kind: "chart", text: "Bike 62%\nBus 27%\nCar 11%", subtext: "" } as const;
  const { box } = cards.chart!(kit(), few, tall, { font: heading, maxSize: 220, align: "left" });
  expect(box.height).toBeGreaterThan(tall.height * 0.5);
});

test("the figure of an Arabic price begins on the right, as the words around it do", () => {
  const price: Facts = { kind: "price", text: "٤٥ ريال", subtext: "طبق اليوم" };
  const words = drawWords(price, tall, "left", kit(heading, "rule"));
  const end = ({ text, x, size }: (typeof words)[number]) => {
    ctx.font = getFont(heading, text, size);
    return x + ctx.measureText(text).width;
  };
  expect(Math.abs(end(words[0]!) - end(words.at(-2)!))).toBeLessThan(60);
});

test("a figure alone is larger than the words it is compared with", () => {
  const comparison: Facts = {
    kind: "comparison",
    text: "Before: 40 minutes every Sunday\nAfter: 0",
    subtext: "",
  };
  const words = drawWords(comparison, tall, "left");
  const size = (text: string) => words.find((word) => word.text.endsWith(text))!.size;
  expect(size("0")).toBeGreaterThan(size("Sunday") * 1.4);
});
