import { beforeAll, describe, expect, test } from "bun:test";
import { createCanvas } from "@napi-rs/canvas";
import { body, display, heading, label, registerFonts } from "#plugins/local/draw/fonts";
import { brandMark, button, textBlock } from "#plugins/local/image/blocks";
import { checklist, pills } from "#plugins/local/image/points";
import type { Block } from "#plugins/local/image/stack";

const canvas = createCanvas(1000, 700);
const ctx = canvas.getContext("2d");
beforeAll(registerFonts);

const texts = [
  "Fjord Ægir QUÉ ÅÖ?",
  "静かな朝に、深煎りの一杯を",
  "عرض الصيف على جميع النظارات",
  "हर सुबह ताज़ी कॉफ़ी",
  "ฤดูร้อนนี้ลดราคาที่สุด",
  "🎂 Party 🎉",
];
const colors = { color: "#ffffff", accent: "#ff0000", accentInk: "#00ff00" };

/** Draws a block in the middle of an empty canvas and finds how far its ink goes beyond its box. */
function overhang(block: Block): number {
  ctx.clearRect(0, 0, canvas.width, canvas.height);
  block.draw(ctx, 100, 100);
  const { data, width, height } = ctx.getImageData(0, 0, canvas.width, canvas.height);
  let beyond = 0;
  let ink = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < 60) continue;
      ink++;
      beyond = Math.max(beyond, 100 - x, 100 - y, x - (100 + block.width), y - (100 + block.height));
    }
  }
  expect(ink).toBeGreaterThan(200);
  return beyond;
}

describe("a block of a poster keeps its ink inside the box it claims", () => {
  const common = { ...colors, maxWidth: 640, maxHeight: 420, maxSize: 110, align: "center" } as const;

  test.each(texts)("as a headline: %s", (text) => {
    for (const font of [display, heading, body]) {
      expect(overhang(textBlock(ctx, "headline", text, { ...common, font }))).toBeLessThanOrEqual(4);
    }
  });

  test.each(texts)("as points, button and brand: %s", (text) => {
    for (const rtl of [false, true]) {
      const style = { ...colors, maxWidth: 500, align: "left", rtl, size: 40, fonts: { body, label } } as const;
      const points = [text, `${text} ${text}`, text];
      const blocks = [
        checklist(ctx, points, style),
        pills(ctx, points, style),
        button(ctx, text, { fill: "#ffffff", ink: "#000000", maxWidth: 500, rtl, font: label }),
        brandMark(ctx, text, { ...style, bar: true, font: label }),
      ];
      for (const block of blocks) {
        expect(block.width).toBeLessThanOrEqual(501);
        expect(overhang(block)).toBeLessThanOrEqual(4);
      }
    }
  });
});
