import { describe, expect, test } from "bun:test";
import { createCanvas } from "@napi-rs/canvas";
import { buildFacts } from "#plugins/local/analyse/build-facts";
import { countColours, findMainColours } from "#plugins/local/analyse/colours";
import { findTextBands } from "#plugins/local/analyse/lettering";
import { measureSound } from "#plugins/local/analyse/sound";
import { getCanvasFont, registerFonts } from "#plugins/local/fonts/canvas";
import { findCuts } from "#sdk/captions/changes";
import { both, sounds } from "#test/plugins/local/sounds";

// Drawn with bundled fonts, because each machine has others.
registerFonts();

describe("colours", () => {
  test.each([
    ["#ff0000", "red"],
    ["#0c0c10", "black"],
    ["#ffffff", "white"],
    ["#8a8f98", "grey"],
    ["#2563eb", "blue"],
    ["#1e2a5e", "dark blue"],
    ["#16a34a", "green"],
    ["#0d9488", "teal"],
    ["#ffd21f", "yellow"],
    ["#ff7a1a", "orange"],
    ["#7a4a2a", "brown"],
    ["#e9dcc3", "beige"],
    ["#7c3aed", "purple"],
    ["#ff4d9d", "pink"],
  ])("%s is %s", (hex, name) => {
    expect(findMainColours(countColours(Buffer.from(hex.slice(1), "hex")))).toEqual([name]);
  });

  test("are none where no colour stands out", () => {
    const many = Buffer.from(
      ["ff0000", "16a34a", "2563eb", "ffd21f", "7c3aed", "ffffff", "0c0c10", "ff7a1a"].join(""),
      "hex",
    );
    expect(findMainColours(countColours(many))).toEqual([]);
  });
});

describe("cuts", () => {
  const quiet = Array.from({ length: 20 }, (_, i) => 0.02 + 0.01 * (i % 2));
  const at = (changes: number[], ...places: number[]) => changes.map((x, i) => (places.includes(i) ? 0.8 : x));

  test("stand out of what surrounds them", () => {
    expect(findCuts(quiet)).toEqual([]);
    expect(findCuts(at(quiet, 4, 11))).toEqual([4, 11]);
    expect(findCuts(at(quiet, 3, 5, 7, 9, 11))).toEqual([3, 5, 7, 9, 11]);
  });
  test("are none in steady commotion, in a fade, in an empty list", () => {
    expect(findCuts(quiet.map(() => 0.5))).toEqual([]);
    expect(findCuts([...quiet, 0.2, 0.22, 0.24, 0.24, 0.22, 0.2, ...quiet])).toEqual([]);
    expect(findCuts([])).toEqual([]);
  });
});

test.each([
  [8, "An 8-second"],
  [11, "An 11-second"],
  [18.5, "An 18.5-second"],
  [80, "An 80-second"],
  [10, "A 10-second"],
  [110, "A 110-second"],
  [180, "A 180-second"],
])("a summary of %s seconds begins with %s", (duration, start) => {
  const second = { light: 0.5, colours: [], motion: 0, spread: 0, where: "middle" as const, text: [], read: "" };
  const measured = { duration, width: 1080, height: 1920, cuts: [], seconds: [second], colours: [] };
  expect(buildFacts(measured, { model: "local-measure-1", url: "" }).summary).toStartWith(start);
});

describe("lines of text", () => {
  const [width, height] = [160, 284];
  function drawn(draw: (pen: ReturnType<ReturnType<typeof createCanvas>["getContext"]>) => void) {
    const canvas = createCanvas(width, height);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#203040";
    pen.fillRect(0, 0, width, height);
    draw(pen);
    const { data } = pen.getImageData(0, 0, width, height);
    return findTextBands(
      Uint8Array.from({ length: width * height }, (_, i) => data[4 * i + 1]!),
      width,
      height,
    );
  }
  const write = (text: string, y: number, size: number) => (pen: Parameters<Parameters<typeof drawn>[0]>[0]) => {
    pen.fillStyle = "#fff";
    pen.font = getCanvasFont("Inter", size);
    pen.textAlign = "center";
    pen.fillText(text, width / 2, y);
  };

  test("are found where they stand", () => {
    for (const [y, size] of [
      [50, 22],
      [150, 14],
      [250, 12],
    ] as const) {
      const [band, ...others] = drawn(write("Fresh lemonade now", y, size));
      expect(others).toEqual([]);
      expect(band!.top).toBeGreaterThan(y - size * 1.2);
      expect(band!.bottom).toBeLessThan(y + size * 0.5);
    }
  });
  test("are told from plain pictures, gradients, noise and stripes", () => {
    let state = 7;
    const draw = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    expect(drawn(() => {})).toEqual([]);
    expect(
      drawn((pen) => {
        for (let y = 0; y < height; y++) {
          pen.fillStyle = `rgb(${y % 256},${y % 256},${y % 256})`;
          pen.fillRect(0, y, width, 1);
        }
      }),
    ).toEqual([]);
    expect(
      drawn((pen) => {
        for (let i = 0; i < 20_000; i++) {
          const light = Math.floor(draw() * 256);
          pen.fillStyle = `rgb(${light},${light},${light})`;
          pen.fillRect(Math.floor(draw() * width), Math.floor(draw() * height), 2, 2);
        }
      }),
    ).toEqual([]);
    expect(
      drawn((pen) => {
        pen.fillStyle = "#fff";
        for (let x = 0; x < width; x += 8) pen.fillRect(x, 0, 4, height);
      }),
    ).toEqual([]);
  });
});

describe("sound", () => {
  test.each(["speech", "music", "tone", "noise", "silence"] as const)("%s is heard as what it is", (kind) => {
    const { heard } = measureSound(both(sounds[kind]!(6)));
    expect(heard).toEqual(Array.from({ length: 6 }, () => kind));
  });
  test("changes where it changes", () => {
    const parts = ["speech", "silence", "music"].map((kind) => sounds[kind]!(5));
    const { heard } = measureSound(both(Float32Array.from(parts.flatMap((part) => [...part]))));
    expect(heard[1]).toBe("speech");
    expect(heard[7]).toBe("silence");
    expect(heard[13]).toBe("music");
  });
  test("has the loudness that the standard gives: a full-scale sine of 997 Hz on one side is -3.01 LUFS", () => {
    const rate = 16_000;
    const left = Float32Array.from({ length: 2 * 5 * rate }, (_, i) =>
      i % 2 === 0 ? Math.sin((2 * Math.PI * 997 * (i / 2)) / rate) : 0,
    );
    expect(measureSound(left).whole).toBeCloseTo(-3.01, 1);
    expect(measureSound(new Float32Array(rate)).whole).toBe(-70);
  });
});
