import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { Photo } from "#plugins/local/draw/photo";
import { encodePng } from "#plugins/local/draw/png";
import { type AspectRatio, drawPoster, type Poster, sizes, templates } from "#plugins/local/image/poster";
import { renderImage } from "#plugins/local/image/render";

const prompts = [
  'Cold brew coffee that hits different — smooth and strong, zero sugar. Order "Nightowl" today!',
  "Summer sale on sunglasses — up to 50% off, UV400, free shipping. Shop now",
  'A poster that says "Good things take time" with a button "Reserve a table"',
  "“Simplicity is the ultimate sophistication” — Leonardo",
  "Donaudampfschifffahrtsgesellschaftskapitän",
  "Hi",
  "🎉🎂 Birthday party this Saturday! 🥳",
  "夏のセール！最大50%オフ、送料無料。今すぐチェック",
  "عرض الصيف! خصم 50% على جميع النظارات، شحن مجاني. اطلب الآن",
  "ฤดูร้อนนี้ลดราคาสูงสุดครึ่งหนึ่งสำหรับสินค้าทุกชิ้นในร้านของเรา",
  "Свежая обжарка, уютная атмосфера, достопримечательности. Закажи сейчас со скидкой 1 299,00 ₽",
  "headline: We believe that every single morning deserves a ritual; points: Roasted in small batches near you, Ships within twenty-four hours, Anywhere in the whole country, Without any charge at all; cta: Start your subscription now; brand: The Extraordinarily Slow Coffee Company",
];
const ratios = Object.keys(sizes) as AspectRatio[];

function photo(color: string): Photo {
  const canvas = createCanvas(400, 300);
  const ctx = canvas.getContext("2d");
  ctx.fillStyle = color;
  ctx.fillRect(0, 0, 400, 300);
  return { canvas, width: 400, height: 300, focus: { kind: "detail", left: 0.4, top: 0.4, right: 0.6, bottom: 0.6 } };
}

function expectTidy({ canvas, blocks, template }: Poster, about: string) {
  expect(blocks.length, about).toBeGreaterThan(0);
  for (const [i, a] of blocks.entries()) {
    const where = `${about}: ${template} ${a.kind}`;
    expect(a.x, where).toBeGreaterThanOrEqual(0);
    expect(a.y, where).toBeGreaterThanOrEqual(0);
    expect(a.x + a.width, where).toBeLessThanOrEqual(canvas.width);
    expect(a.y + a.height, where).toBeLessThanOrEqual(canvas.height);
    for (const b of blocks.slice(i + 1)) {
      const apart =
        a.x + a.width <= b.x + 1 || b.x + b.width <= a.x + 1 || a.y + a.height <= b.y + 1 || b.y + b.height <= a.y + 1;
      expect(apart, `${where} and ${b.kind}`).toBe(true);
    }
  }
}

describe("a poster", () => {
  test.each(templates.map(({ name }) => name))(
    "of the template %s keeps all blocks apart and on the canvas",
    (template) => {
      const used = new Set<string>();
      for (const prompt of prompts) {
        for (const aspectRatio of ratios) {
          for (const photos of [[], [photo("#557799")]]) {
            const poster = drawPoster({ brief: { prompt }, aspectRatio, seed: prompt.length, photos, template });
            expectTidy(poster, `${aspectRatio} ${prompt}`);
            used.add(poster.template);
          }
        }
      }
      expect(used).toContain(template);
    },
  );

  test("is designed in several ways", () => {
    const used = new Set<string>();
    for (let seed = 0; seed < 24; seed++) {
      for (const photos of [[], [photo("#557799")]]) {
        const brief = { prompt: "Stay curious every single day with 20% off coffee" };
        used.add(drawPoster({ brief, aspectRatio: "1:1", seed, photos }).template);
      }
    }
    expect(used.size).toBeGreaterThanOrEqual(5);
  });

  test("shows the photo it is given", () => {
    for (let seed = 0; seed < 8; seed++) {
      const { canvas, template } = drawPoster({
        brief: { prompt: "Handmade mugs" },
        aspectRatio: "4:5",
        seed,
        photos: [photo("#00ff00")],
      });
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let green = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i + 1]! > data[i]! + 40 && data[i + 1]! > data[i + 2]! + 40) green++;
      expect(green / (data.length / 4), template).toBeGreaterThan(0.12);
    }
  });

  test("is the same for the same seed and another for another", () => {
    const bytes = (seed: number) =>
      Bun.hash(drawPoster({ brief: { prompt: prompts[0]! }, aspectRatio: "1:1", seed, photos: [] }).canvas.data());
    expect(bytes(3)).toBe(bytes(3));
    expect(bytes(3)).not.toBe(bytes(4));
  });
});

describe("rendering a picture", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vireo-image-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each(Object.entries(sizes))("of %s leaves a PNG of that size and reports its progress", async (ratio, size) => {
    const steps: number[] = [];
    const photos = [join(folder, "photo.png")];
    await Bun.write(photos[0]!, encodePng(photo("#aa5533").canvas));
    const { image, width, height } = await renderImage(
      { brief: { prompt: prompts[0]! }, aspectRatio: ratio as AspectRatio, seed: 1, photos },
      { folder, progress: (percent) => steps.push(percent) },
    );
    expect([width, height]).toEqual([...size]);
    const written = await loadImage(image);
    expect([written.width, written.height]).toEqual([...size]);
    expect(steps.at(-1)).toBe(100);
  });

  test("fails with a reason when a photo is broken", async () => {
    await Bun.write(join(folder, "broken.jpg"), "nothing");
    const render = renderImage(
      { brief: { prompt: "Mugs" }, aspectRatio: "1:1", photos: [join(folder, "broken.jpg")] },
      { folder, progress() {} },
    );
    await expect(render).rejects.toMatchObject({ name: "RenderError", code: "image_unreadable" });
  });
});
