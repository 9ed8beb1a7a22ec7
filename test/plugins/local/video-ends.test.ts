import { describe, expect, test } from "bun:test";
import { createCanvas } from "@napi-rs/canvas";
import { registerFonts } from "#plugins/local/draw/fonts";
import { createRandom } from "#plugins/local/draw/random";
import type { Shot } from "#plugins/local/video/design";
import * as ends from "#plugins/local/video/designs/end";
import { splitName } from "#plugins/local/video/designs/end-words";
import { designs } from "#plugins/local/video/designs/index";
import { chooseLook } from "#plugins/local/video/look";
import { createStage } from "#plugins/local/video/stage";

registerFonts();

type End = keyof typeof ends;
const all = Object.keys(ends) as End[];
const shapes = [
  [1080, 1920],
  [1080, 1080],
  [1920, 1080],
] as const;

interface Word {
  text: string;
  size: number;
  x: number;
  y: number;
}

/** Draws the end of an end card, and returns its words, and the directions in which lines are drawn. */
function draw(design: End, text: Partial<Shot>, [width, height]: readonly [number, number] = shapes[0]) {
  const stage = createStage({ width, height });
  const ctx = createCanvas(width, height).getContext("2d");
  const words: Word[] = [];
  const ways: number[] = [];
  const { fillText } = ctx;
  const stroke = ctx.stroke.bind(ctx) as () => void;
  ctx.fillText = (word, x, y) => {
    words.push({ text: word, size: Number(/([\d.]+)px/.exec(ctx.font)![1]), x, y });
    fillText.call(ctx, word, x, y);
  };
  ctx.stroke = () => {
    ways.push(Math.sign(ctx.getTransform().a));
    stroke();
  };
  const look = chooseLook({ look: "", subject: "", avoid: "" }, createRandom(4));
  const shot: Shot = { design, kind: "point", text: "", subtext: "", tone: "main", backdrop: "paper", ...text };
  const kit = { ctx, stage, look, brand: "", subject: "", photos: [], random: createRandom(1) };
  designs[design](shot, kit)({ time: 3, length: 4, clock: 3, pulse: 0 });
  return { words, ways };
}

const sizeOf = (words: readonly Word[], text: string) => words.find((word) => word.text.includes(text))!.size;

describe("an end card", () => {
  const long: Record<string, Partial<Shot>> = {
    "a shop in a shopping centre": {
      text: "Clearview Opticians, Unit 12, Riverside Shopping Centre, 220 High Street, Guildford GU1 3HE",
    },
    "a page of a website": { kind: "cta", text: "Book at www.stillwater-yoga-studio.example/new-mothers" },
    "a mail address": {
      kind: "cta",
      text: "Please write to findcoco.elmpark@mailbox.example",
      subtext: "Or call 07700 900123",
    },
  };
  test.each(Object.keys(long))("shows %s in letters that a phone can show", (name) => {
    for (const design of all)
      for (const shape of shapes) {
        const { words } = draw(design, long[name]!, shape);
        expect(Math.min(...words.map(({ size }) => size)), `${design} ${shape}`).toBeGreaterThanOrEqual(44);
      }
  });

  test("breaks an address at its commas", () => {
    const { words } = draw("endCentre", { text: "Kapitan Ahab Fischhandel, Große Elbstraße 117, 22767 Hamburg" });
    const line = (text: string) => words.find((word) => word.text.includes(text))!.y;
    expect(line("Große")).toBe(line("117,"));
    expect(line("22767")).toBeGreaterThan(line("117,"));
    const visit = draw("endCentre", { kind: "cta", text: "Visit us at 14 rue de la Paix, 69002 Lyon" }).words;
    expect(sizeOf(visit, "69002")).toBeGreaterThan(sizeOf(visit, "Visit") * 1.1);
  });

  test("shows a name above its town, also with a number or in a script without capitals", () => {
    expect(splitName("متجر الياسمين، الدوحة")).toEqual(["متجر الياسمين", "الدوحة"]);
    expect(splitName("योग आश्रम, ऋषिकेश")).toEqual(["योग आश्रम", "ऋषिकेश"]);
    expect(splitName("Route 9 Field, Albany NY")).toEqual(["Route 9 Field", "Albany NY"]);
    expect(splitName("Hauptstraße 9, Köln")).toEqual(["Hauptstraße 9, Köln", ""]);
    expect(splitName("Fresh, local, fair")).toEqual(["Fresh, local, fair", ""]);
    const { words } = draw("endCentre", { text: "متجر الياسمين، الدوحة" });
    expect(sizeOf(words, "متجر")).toBeGreaterThan(sizeOf(words, "الدوحة") * 1.2);
  });

  test("uses the room below a name for its town", () => {
    for (const design of ["endRoof", "endPanel", "endSlant"] as const)
      expect(sizeOf(draw(design, { text: "Echo Bar, Berlin" }).words, "Berlin")).toBeGreaterThan(110);
  });

  test("aligns all of its texts", () => {
    for (const design of ["endStrip", "endLeft", "endPanel"] as const) {
      const { words } = draw(design, { text: "Velo Studio, Coupure Links 84, 9000 Gent" });
      const starts = ["Velo", "Coupure", "9000"].map((text) => words.find((word) => word.text.startsWith(text))!.x);
      expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(8);
    }
  });

  test("keeps its name clear of a slanted edge", () => {
    const words = draw("endSlant", { kind: "cta", text: "Roast club for nerds, and many others: join at beanclub.eu" });
    const { height } = createStage({ width: 1080, height: 1920 });
    const lowest = Math.max(...words.words.filter(({ text }) => /join|others/i.test(text)).map(({ y }) => y));
    expect(lowest).toBeLessThan(height * 0.42 - 120);
  });

  test("has an arrow in the direction of reading", () => {
    const isMirrored = (text: string) => draw("endAccent", { kind: "cta", text }).ways.includes(-1);
    expect(isMirrored("Order now")).toBe(false);
    expect(isMirrored("سجل الآن: 04 555 1234")).toBe(true);
  });
});
