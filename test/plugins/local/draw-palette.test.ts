import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { getContrast, toHsl } from "#plugins/local/draw/colors";
import { findNamedColors } from "#plugins/local/draw/colorwords";
import { findIcon } from "#plugins/local/draw/icons";
import { choosePalette, type Palette, toPalette } from "#plugins/local/draw/palette";
import { palettes } from "#plugins/local/draw/palettes";

const first = () => 0;

function expectReadable(palette: Palette) {
  for (const ground of [palette.base, ...palette.stops])
    expect(getContrast(palette.ink, ground)).toBeGreaterThanOrEqual(4.5);
  expect(getContrast(palette.accentInk, palette.accent)).toBeGreaterThanOrEqual(4.5);
  expect(getContrast(palette.accent, palette.base)).toBeGreaterThanOrEqual(3);
}

const wish = (subject: string, avoid = "") => ({ look: "", subject, avoid });

describe("a palette", () => {
  test.each(palettes.map((palette) => [palette.name, palette] as const))("%s is readable everywhere", (_, palette) => {
    expectReadable(palette);
  });

  test("has the color of the pictures, unless the prompt names others", () => {
    for (const [hue, subject] of [
      [5, "motorbike for sale"],
      [210, "handmade mug"],
    ] as const)
      for (let seed = 0; seed < 8; seed++) {
        const { base, accent, name } = choosePalette({ ...wish(subject), hue }, () => seed / 8);
        const isNear = (color: string) => {
          const [own, saturation] = toHsl(color);
          const away = Math.abs(own - hue) % 360;
          return saturation > 0.2 && Math.min(away, 360 - away) < 30;
        };
        expect(isNear(base) || isNear(accent), `${subject}: ${name}`).toBe(true);
      }
    const green = { ...wish("motorbike"), look: "in green", hue: 5 };
    expect(choosePalette(green, first)).toEqual(choosePalette({ ...green, hue: undefined }, first));
  });

  test("of a logo suits the subject too, and is not grey unless asked", () => {
    for (let seed = 0; seed < 8; seed++) {
      const chance = () => seed / 8;
      expect(choosePalette({ ...wish("leather wallets and belts"), hue: 158 }, chance).name).toBe("bottle");
      expect(toHsl(choosePalette(wish("something for everyone"), chance).accent)[1]).toBeGreaterThan(0.2);
    }
    // Degrees, not German grey.
    expect(findNamedColors("Água a 93 graus")).toEqual([]);
  });

  test("is one of forty or more", () => {
    expect(palettes.length).toBeGreaterThanOrEqual(40);
  });

  test("made from any colours is readable everywhere", () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
    fc.assert(
      fc.property(fc.array(color, { minLength: 1, maxLength: 3 }), fc.boolean(), (colors, dark) => {
        expectReadable(toPalette(colors, dark));
      }),
      { seed: 7 },
    );
  });

  test("follows the subject by whole words only", () => {
    expect(choosePalette(wish("fresh espresso"), first).name).toBe("espresso");
    expect(choosePalette(wish("two coffees"), first).name).toBe("espresso");
    // "app" in "happy" and "ai" in "fair" are no technology.
    for (let i = 0; i < 40; i++) {
      const names = new Set([0, 0.3, 0.6, 0.99].map((n) => choosePalette(wish("happy fair"), () => n).name));
      expect(names.size).toBeGreaterThan(1);
    }
  });

  test("follows the colours that the prompt names", () => {
    expect(findNamedColors("Teal and #ff0066, please")).toEqual(["#0d9488", "#ff0066"]);
    expect(findNamedColors("bored readers scored")).toEqual([]);
    expect(findNamedColors("蓝色背景，白色文字")).toEqual(["#2563eb", "#ffffff"]);
    expect(findNamedColors("面白いカフェ")).toEqual([]);
    expect(choosePalette(wish("black and gold"), first)).toMatchObject({
      base: "#0c0c10",
      accent: "#d4a537",
      dark: true,
    });
    expect(choosePalette(wish("a poster in #f06"), first).base).toBe("#ff0066");
    expect(findNamedColors("Schwarzer Hintergrund mit goldener Schrift")).toEqual(["#0c0c10", "#d4a537"]);
    expect(choosePalette({ look: "warm red tones", subject: "blue shoes", avoid: "" }, first).base).toBe("#e11d2e");
    const neon = choosePalette({ look: "neon colours on black", subject: "laptops", avoid: "" }, first);
    expect(neon).toMatchObject({ base: "#0c0c10", accent: "#b6ff1a" });
    expect(choosePalette(wish("Tanzkurs für Paare. Tanzschule Weiß, Ulm"), first).name).not.toBe("custom");
    const cabin = { look: "", subject: "A cabin in the Black Forest", avoid: "" };
    expect(choosePalette(cabin, first).name).not.toBe("custom");
    expect(choosePalette(wish("Boulangerie, rue des Lilas 12"), first).name).not.toBe("custom");
  });
});

test.each([
  [["dark blue", "dunkelblau", "bleu foncé", "тёмно-синий", "深蓝色"]],
  [["light blue", "hellblau", "azul claro", "浅蓝色"]],
])("a shade is a part of its color: %p", (names) => {
  const found = names.map((name) => findNamedColors(name));
  expect(new Set(found.flat()).size).toBe(1);
  expect(found.every((colors) => colors.length === 1 && colors[0] !== "#2563eb")).toBe(true);
});

test("a muted color has less saturation, and white keeps its own", () => {
  const [vivid, muted] = ["green", "muted greens"].map((text) => toHsl(findNamedColors(text)[0]!)[1]);
  expect(muted!).toBeLessThan(vivid! / 2);
  expect(findNamedColors("white with dark text, muted white")).toEqual(["#ffffff"]);
});

describe("an icon", () => {
  test("stands for a word of the text, also in the plural and in other languages", () => {
    expect(findIcon("Two coffees please")).toBe("coffee");
    expect(findIcon("Frischer Kaffee")).toBe("coffee");
    expect(findIcon("3 Fehler beim Kaffeekochen mit Wasser")).toBe("coffee");
    expect(findIcon("Why houseplants die without light")).toBe("sprout");
    expect(findIcon("深煎りコーヒー専門店")).toBe("coffee");
    expect(findIcon("New running shoes", new Set(["footprints"]))).toBe("sport-shoe");
  });

  test("is left out when no word has one", () => {
    expect(findIcon("Something entirely abstract")).toBeUndefined();
    expect(findIcon("careless scarf")).toBeUndefined();
  });
});
