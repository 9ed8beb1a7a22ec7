import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { Photo } from "#plugins/local/draw/photo";
import { encodePng } from "#plugins/local/draw/png";
import { drawPoster, layoutNames, type Poster, type PosterRatio, sizes } from "#plugins/local/image/poster";
import { renderImage } from "#plugins/local/image/render-image";

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
const ratios = Object.keys(sizes) as PosterRatio[];

function photo(color: string): Photo {
  const canvas = createCanvas(400, 300);
  const ctx = canvas.getContext("2d");
  ctx.fillStyle = color;
  ctx.fillRect(0, 0, 400, 300);
  return { canvas, width: 400, height: 300, focus: { kind: "detail", left: 0.4, top: 0.4, right: 0.6, bottom: 0.6 } };
}

/** A red product, twice as high as wide, on a plain ground. */
function product(): Photo {
  const canvas = createCanvas(600, 800);
  const ctx = canvas.getContext("2d");
  ctx.fillStyle = "#f4f1ec";
  ctx.fillRect(0, 0, 600, 800);
  ctx.fillStyle = "#e01010";
  ctx.fillRect(200, 200, 200, 400);
  const focus = { kind: "product", left: 1 / 3, top: 0.25, right: 2 / 3, bottom: 0.75 } as const;
  return { canvas, width: 600, height: 800, focus };
}

function graphic(): Photo {
  const drawn = product();
  return { ...drawn, focus: { kind: "graphic", left: 0, top: 0, right: 1, bottom: 1 } };
}

function expectTidy({ canvas, blocks, design }: Poster, about: string) {
  expect(blocks.length, about).toBeGreaterThan(0);
  for (const [i, a] of blocks.entries()) {
    const where = `${about}: ${design} ${a.kind}`;
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
  test.each(layoutNames)("of the layout %s keeps all texts apart and on the canvas", (layout) => {
    const at = layoutNames.indexOf(layout);
    for (const [i, prompt] of prompts.entries()) {
      // Every second combination: each prompt in each layout, and each ratio with half of the prompts.
      for (const aspectRatio of ratios.filter((_, n) => (n + i + at) % 2 === 0)) {
        const poster = drawPoster({ promptContext: { prompt }, aspectRatio, seed: prompt.length, photos: [], layout });
        expectTidy(poster, `${aspectRatio} ${prompt}`);
      }
    }
  });

  test("with a picture keeps all texts apart and on the canvas", () => {
    const used = new Set<string>();
    for (const [i, prompt] of prompts.entries()) {
      for (const [seed, aspectRatio] of ratios.entries()) {
        const picture = (i + seed) % 2 ? photo("#557799") : product();
        const poster = drawPoster({ promptContext: { prompt }, aspectRatio, seed, photos: [picture] });
        expectTidy(poster, `${aspectRatio} ${prompt}`);
        used.add(poster.design);
      }
    }
    expect(used.size).toBeGreaterThanOrEqual(5);
  });

  test("shows a product whole on its own ground, clear of the texts", () => {
    for (let seed = 0; seed < 3; seed++) {
      const brief = { prompt: "Nóra facial oil, €38. Rosehip and sea buckthorn. nora.example" };
      const { canvas, blocks, design } = drawPoster({
        promptContext: brief,
        aspectRatio: "4:5",
        seed,
        photos: [product()],
      });
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const ink = { left: canvas.width, right: 0, top: canvas.height, bottom: 0 };
      for (let at = 0; at < data.length; at += 4) {
        if (data[at]! < 200 || data[at + 1]! > 40 || data[at + 2]! > 40) continue;
        const [x, y] = [(at / 4) % canvas.width, Math.floor(at / 4 / canvas.width)];
        ink.left = Math.min(ink.left, x);
        ink.right = Math.max(ink.right, x);
        ink.top = Math.min(ink.top, y);
        ink.bottom = Math.max(ink.bottom, y);
      }
      expect(ink.left, design).toBeGreaterThan(0);
      expect(ink.right, design).toBeLessThan(canvas.width - 1);
      expect((ink.bottom - ink.top) / (ink.right - ink.left), design).toBeCloseTo(2, 1);
      for (const { x, y, width, height } of blocks)
        expect(x + width <= ink.left || x >= ink.right || y + height <= ink.top || y >= ink.bottom, design).toBe(true);
    }
  });

  test("sets prices in a column, and times, addresses and contacts as facts", () => {
    const list = (prompt: string) =>
      drawPoster({ promptContext: { prompt }, aspectRatio: "9:16", seed: 2, photos: [] }).blocks.map(
        ({ kind }) => kind,
      );
    expect(list("Coffee menu: Espresso 2.40, Flat white 3.60, Mocha 4.10, Filter 2.90")).toEqual(["headline", "card"]);
    expect(list("Jazz im Hof. Freitag, 12. Juni, 20 Uhr. Eintritt frei. Kastanienallee 40, Berlin")).toEqual([
      "headline",
      "points",
      "facts",
    ]);
  });

  test("has lines that are read from afar below a headline of one long word", () => {
    const prompt = "Zwiebelkuchenverkostung. Neuer Wein und Zwiebelkuchen. Samstag ab 17 Uhr, Weingut Herz";
    for (const seed of [1, 2, 3, 4]) {
      const { blocks } = drawPoster({ promptContext: { prompt }, aspectRatio: "9:16", seed, photos: [] });
      expect(blocks.find(({ kind }) => kind === "facts")!.height).toBeGreaterThan(145);
    }
  });

  test("has lines that are read from afar beside a product, and a small headline if it is minimal", () => {
    const brief = {
      prompt: "Sunday roast, the Italian way. Porchetta, potatoes. £24 per person. Osteria Nove, from 12:30",
    };
    for (let seed = 0; seed < 4; seed++) {
      const { blocks } = drawPoster({ promptContext: brief, aspectRatio: "4:5", seed, photos: [product()] });
      expect(blocks.find(({ kind }) => kind === "headline")!.height).toBeGreaterThan(72);
    }
    for (let seed = 0; seed < 4; seed++) {
      const calm = {
        prompt:
          'minimal luxury poster: "Maison Orval" private sale, 14–16 November, by invitation only, 9 rue Royale, Bruxelles',
      };
      const { blocks } = drawPoster({ promptContext: calm, aspectRatio: "4:5", seed, photos: [] });
      expect(blocks.find(({ kind }) => kind === "headline")!.height).toBeLessThan(400);
    }
  });

  test("has no text that is much smaller than the others, also beside a picture", () => {
    const prompts = [
      "Zweiraumwohnung im Altbau, 68 m², Balkon nach Süden. 1.140 € warm. Besichtigung Samstag 11 Uhr, Lindenallee 9",
      "“The calmest dentist my son has ever met.” Rosa Lindgren, mother of Elias. Tandvård Solsidan, 08-555 210 40",
      "秋の写真教室。10月12日から毎週日曜、午前10時。全6回、18,000円。初心者歓迎。港町フォトスタジオ",
      "Kids' climbing camp! Ages 6–12, 20–24 July. €140 with lunch. Sign up at boulderkids.eu",
    ];
    const pictures = [photo("#557799"), product()];
    // Every second combination: each prompt in each ratio with both pictures.
    for (const [at, prompt] of prompts.entries())
      for (const aspectRatio of ["4:5", "16:9"] as const)
        for (const seed of [0, 1, 2])
          for (const picture of pictures.filter((_, i) => (i + seed + at) % 2 === 0)) {
            const { blocks, canvas } = drawPoster({ promptContext: { prompt }, aspectRatio, seed, photos: [picture] });
            const heights = blocks.filter(({ kind }) => kind !== "mark").map(({ height }) => height);
            expect(Math.min(...heights), `${aspectRatio} ${prompt}`).toBeGreaterThan(canvas.height * 0.017);
          }
  });

  test("shows a tall product large in a square, and a contact below the words before it", () => {
    const design = {
      promptContext: { prompt: "Cold-pressed olive oil. 500 ml, €16. oil.example" },
      aspectRatio: "1:1",
    } as const;
    for (const seed of [0, 1, 2, 3]) {
      const { canvas } = drawPoster({ ...design, seed, photos: [product()] });
      const { data } = canvas.getContext("2d").getImageData(0, 0, 1080, 1080);
      const red = data.filter((value, at) => at % 4 === 0 && value > 200 && data[at + 1]! < 40).length;
      expect(red / 1080 ** 2).toBeGreaterThan(0.08);
    }
    const { blocks } = drawPoster({
      promptContext: { prompt: "Fensterputzer für Büros und Praxen. Ab 49 € pro Besuch. Anruf genügt: 0341 555 20 18" },
      ...{ aspectRatio: "9:16", seed: 1, photos: [] },
    });
    expect(blocks.find(({ kind }) => kind === "facts")!.height).toBeGreaterThan(100);
  });

  test("has no lines that a phone shows too small, beside a picture, in a column or below a star", () => {
    const prompts = [
      ["展覧会「海のかたち」。2026年4月3日〜5月31日。市立美術館。入場料 1,200円", "4:5", []],
      ["Weekend at the lake. Two nights, breakfast included. From 240 €. seehaus-tannwald.de", "1:1", [graphic()]],
      ["Free first aid course. CPR, burns, cuts and more. Monday 6 pm, Community Hall, 5 Elm Road", "1:1", []],
    ] as const;
    for (const [prompt, aspectRatio, photos] of prompts)
      for (let seed = 0; seed < 6; seed++) {
        const { blocks } = drawPoster({ promptContext: { prompt }, aspectRatio, seed, photos });
        for (const { kind, height } of blocks)
          expect(height, `${kind} of ${prompt}`).toBeGreaterThan(kind === "card" ? 100 : 24);
      }
  });

  test("is dark if it is neon", () => {
    for (let seed = 0; seed < 24; seed++) {
      const brief = { prompt: "Neon. Arcade night for grown-ups. Friday 21:00. Pixel Bar, Hamburg" };
      const { canvas, design } = drawPoster({ promptContext: brief, aspectRatio: "4:5", seed, photos: [] });
      const { data } = canvas.getContext("2d").getImageData(60, 0, 1, 1350);
      const light = data.filter((value, at) => at % 4 < 3 && value > 140).length / (1350 * 3);
      expect(light, design).toBeLessThan(0.2);
    }
  });

  test("shows a logo of the ground's color on a plate", () => {
    const logo = { ...photo("#0b6e4f"), canvas: createCanvas(300, 100), width: 300, height: 100 };
    const ctx = logo.canvas.getContext("2d");
    ctx.fillStyle = "#0b6e4f";
    ctx.fillRect(20, 20, 260, 60);
    const { canvas, blocks } = drawPoster({
      promptContext: { prompt: "Open house on Sunday", style: { colors: ["#0b6e4f"] } },
      ...{ aspectRatio: "4:5", seed: 1, photos: [], logo, layout: "centre" },
    });
    const { x, y, width, height } = blocks.find(({ kind }) => kind === "brand")!;
    const { data } = canvas.getContext("2d").getImageData(x, y, width, height);
    let light = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at]! > 240 && data[at + 1]! > 240) light++;
    expect(light / (data.length / 4)).toBeGreaterThan(0.15);
  });

  test("is designed in several ways", () => {
    const used = new Set<string>();
    for (let seed = 0; seed < 24 && used.size < 5; seed++) {
      for (const photos of [[], [photo("#557799")]]) {
        const brief = { prompt: "Stay curious every single day with 20% off coffee" };
        used.add(drawPoster({ promptContext: brief, aspectRatio: "1:1", seed, photos }).design);
      }
    }
    expect(used.size).toBeGreaterThanOrEqual(5);
  });

  test("shows the photo it is given", () => {
    for (let seed = 0; seed < 8; seed++) {
      const { canvas, design } = drawPoster({
        promptContext: { prompt: "Handmade mugs" },
        aspectRatio: "4:5",
        seed,
        photos: [photo("#00ff00")],
      });
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let green = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i + 1]! > data[i]! + 40 && data[i + 1]! > data[i + 2]! + 40) green++;
      expect(green / (data.length / 4), design).toBeGreaterThan(0.12);
    }
  });

  test("is the same for the same seed and another for another", () => {
    const bytes = (seed: number) =>
      Bun.hash(
        drawPoster({ promptContext: { prompt: prompts[0]! }, aspectRatio: "1:1", seed, photos: [] }).canvas.data(),
      );
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
      { promptContext: { prompt: prompts[0]! }, aspectRatio: ratio as PosterRatio, seed: 1, photos },
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
      { promptContext: { prompt: "Mugs" }, aspectRatio: "1:1", photos: [join(folder, "broken.jpg")] },
      { folder, progress() {} },
    );
    await expect(render).rejects.toMatchObject({ name: "RenderError", code: "image_unreadable" });
  });
});
