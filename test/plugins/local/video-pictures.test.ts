/** Pictures in scenes: what they show stays whole, bright and free of text, in every design and frame. */
import { describe, expect, test } from "bun:test";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { runChild } from "#core/process/child";
import { getContrast, toHex } from "#plugins/local/draw/colors";
import type { Focus } from "#plugins/local/draw/focus";
import { registerFonts } from "#plugins/local/draw/fonts";
import type { Photo } from "#plugins/local/draw/photo";
import { createRandom } from "#plugins/local/draw/random";
import type { DesignKit, Shot } from "#plugins/local/video/design";
import type { DesignName } from "#plugins/local/video/design-name";
import { designs } from "#plugins/local/video/designs/index";
import { chooseLook } from "#plugins/local/video/look";
import { prepareFilm } from "#plugins/local/video/render-video";
import { getFrameSize } from "#plugins/local/video/size";
import { createStage } from "#plugins/local/video/stage";

registerFonts();

const ends = Object.keys(designs).filter((name) => name.startsWith("end")) as DesignName[];
const ratios = ["9:16", "1:1", "16:9"] as const;
const HEAD = [255, 0, 255] as const;
const RIM = [0, 255, 255] as const;

const paint = (ctx: SKRSContext2D, [red, green, blue]: readonly number[]) => {
  ctx.fillStyle = `rgb(${red}, ${green}, ${blue})`;
};

/** A photo with a rimmed rectangle as its subject, on a ground of grey noise or of one colour. */
function createPhoto(
  width: number,
  height: number,
  kind: Focus["kind"],
  [left, top, right, bottom]: number[],
  ground?: string,
) {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext("2d");
  const chance = createRandom(7);
  for (let y = 0; y < height; y += 8)
    for (let x = 0; x < width; x += 8) {
      ctx.fillStyle = ground ?? `hsl(40, 20%, ${Math.round(20 + 60 * chance())}%)`;
      ctx.fillRect(x, y, 8, 8);
    }
  const box = [left! * width, top! * height, (right! - left!) * width, (bottom! - top!) * height] as const;
  paint(ctx, RIM);
  ctx.fillRect(...box);
  paint(ctx, HEAD);
  const rim = 16;
  ctx.fillRect(box[0] + rim, box[1] + rim, box[2] - 2 * rim, box[3] - 2 * rim);
  const focus: Focus = { kind, left: left!, top: top!, right: right!, bottom: bottom! };
  return { canvas, width, height, focus } satisfies Photo;
}

const texts: Partial<Shot>[] = [
  { text: "Gentle care" },
  { text: "Meet the whole team at Harbor Dental this summer", lead: true },
  { text: "Same-week appointments", subtext: "Also on Saturdays, from nine to one" },
  { kind: "price", text: "€49.90", subtext: "First visit" },
  { kind: "point", text: "Check-up\nCleaning\nX-ray" },
  { kind: "quote", text: "“The best dentist in town, and I have seen a few.”", subtext: "Ana, Lisbon" },
  { kind: "step", text: "Book online", number: 2, total: 3 },
  { text: "رعاية لطيفة" },
];

function draw(
  design: DesignName,
  ratio: (typeof ratios)[number],
  photo: Photo,
  shot: Partial<Shot>,
  seed = 3,
  time = 1.9,
) {
  // A third of 1080p.
  const size = { "9:16": [360, 640], "1:1": [360, 360], "16:9": [640, 360] }[ratio];
  const stage = createStage({ width: size[0]!, height: size[1]! });
  const canvas = createCanvas(size[0]!, size[1]!);
  const ctx = canvas.getContext("2d");
  ctx.scale(stage.scale, stage.scale);
  const look = chooseLook({ look: "", subject: "dentist", avoid: "" }, createRandom(seed));
  const kit: DesignKit = {
    ctx,
    stage,
    look,
    brand: "Harbor",
    subject: "dentist",
    photos: [photo],
    random: createRandom(seed),
  };
  const whole: Shot = { design, text: "", subtext: "", tone: "main", backdrop: "paper", photo: 0, ...shot };
  designs[design](whole, kit)({ time, length: 2, clock: time, pulse: 0 });
  return canvas.getContext("2d").getImageData(0, 0, size[0]!, size[1]!);
}

/** Bounds of the pixels of a colour, and how much of each row between them has it. */
function find({ data, width, height }: ReturnType<typeof draw>, color: readonly number[]) {
  const is = (at: number) => color.every((value, channel) => Math.abs(data[4 * at + channel]! - value) <= 14);
  let [left, top, right, bottom, count, spans] = [width, height, -1, -1, 0, 0];
  for (let y = 0; y < height; y++) {
    let [first, last] = [width, -1];
    for (let x = 0; x < width; x++) {
      if (!is(y * width + x)) continue;
      if (last < 0) first = x;
      last = x;
      count++;
    }
    if (last < 0) continue;
    [left, right] = [Math.min(left, first), Math.max(right, last)];
    [top, bottom] = [Math.min(top, y), y];
    spans += last - first + 1;
  }
  return { left, top, right, bottom, filled: count / Math.max(1, spans), count };
}

/** True if the subject is whole, as bright as in the photo, and nothing covers it. */
function isWhole(picture: ReturnType<typeof draw>): boolean {
  const head = find(picture, HEAD);
  const rim = find(picture, RIM);
  const beyond = [head.left - rim.left, head.top - rim.top, rim.right - head.right, rim.bottom - head.bottom];
  return head.filled > 0.985 && head.count > 1000 && beyond.every((pixels) => pixels >= 1);
}

/** Lists the cases in which the subject is not whole. */
const listBroken = <Case>(cases: readonly Case[], drawCase: (one: Case) => ReturnType<typeof draw>): Case[] =>
  cases.filter((one) => !isWhole(drawCase(one)));

/** Every second combination of the ratios with the indexes of some subjects and texts. */
const combine = (subjects: number, words: number) =>
  ratios.flatMap((ratio) =>
    Array.from({ length: subjects * words }, (_, i) => ({
      ratio,
      subject: i % subjects,
      text: Math.floor(i / subjects),
    })).filter(({ subject, text }) => (subject + text) % 2 === 0),
  );

describe("a face in a picture", () => {
  const portraits = [
    createPhoto(800, 1200, "faces", [0.3, 0.12, 0.7, 0.45]),
    createPhoto(1500, 1000, "faces", [0.62, 0.2, 0.8, 0.6]),
    createPhoto(900, 900, "faces", [0.25, 0.05, 0.75, 0.8]),
    createPhoto(1600, 900, "faces", [0.06, 0.3, 0.94, 0.75]),
  ];
  test.each(["photoFull", "photoLabel", "photoPart", "photoFlip", "photoCard"] as const)(
    "is whole, bright and free of text in %s",
    (design) => {
      const broken = listBroken(combine(portraits.length, texts.length), ({ ratio, subject, text }) =>
        draw(design, ratio, portraits[subject]!, texts[text]!, text),
      );
      expect(broken).toEqual([]);
    },
    60_000,
  );

  test("is whole where there is no text", () => {
    const cases = combine(portraits.length, 2).map((one) => ({ ...one, text: { text: "" } }));
    for (const design of ["photoFull", "photoLabel", "photoPart", "photoCard"] as const)
      expect(listBroken(cases, ({ ratio, subject, text }) => draw(design, ratio, portraits[subject]!, text))).toEqual(
        [],
      );
    for (const { ratio, subject } of cases) draw("opening", ratio, portraits[subject]!, { text: "", lead: true });
  });

  test("is whole on every end card", () => {
    const end = { kind: "cta", text: "Book at harbordental.com", subtext: "12 Harbour Street" } as const;
    const cases = combine(portraits.length, ends.length);
    expect(listBroken(cases, ({ ratio, subject, text }) => draw(ends[text]!, ratio, portraits[subject]!, end))).toEqual(
      [],
    );
  });
});

describe("a product", () => {
  const products = [
    createPhoto(1000, 1000, "product", [0.35, 0.15, 0.65, 0.85], "#e8e4dc"),
    createPhoto(1600, 900, "product", [0.2, 0.35, 0.8, 0.65], "#e8e4dc"),
  ];

  test("stays whole beside its text", () => {
    const broken = listBroken(combine(products.length, texts.length), ({ ratio, subject, text }) =>
      draw("photoGround", ratio, products[subject]!, texts[text]!, text),
    );
    expect(broken).toEqual([]);
  });

  test("has its own ground around it, up to the edges of the frame", () => {
    for (const ratio of ratios) {
      const { data, width } = draw("photoGround", ratio, products[1]!, texts[0]!);
      for (const at of [0, width - 1, data.length / 4 - 1]) expect(Math.abs(data[4 * at]! - 0xe8)).toBeLessThan(4);
    }
  });
});

test("a screenshot is shown whole", () => {
  const screen = createPhoto(1280, 640, "graphic", [0, 0, 1, 1]);
  const broken = listBroken(combine(1, 4), ({ ratio, text }) => draw("photoCard", ratio, screen, texts[text]!));
  expect(broken).toEqual([]);
});

test("text above a picture that is shown whole does not cover it", () => {
  const cat = createPhoto(900, 600, "graphic", [0, 0, 1, 1]);
  const text = { text: "Bring your dog, win a year of treats" };
  const visible = (["photoCard", "photoCardFlip"] as const).map(
    (design) => find(draw(design, "1:1", cat, text), HEAD).count,
  );
  expect(visible[1]! / visible[0]!).toBeGreaterThan(0.97);
});

test("a silent scene moves over a picture that is wider than the frame, and fills it", () => {
  const wide = createPhoto(1600, 1068, "detail", [0.2, 0.25, 0.7, 0.75], "#ff00ff");
  const filled = [0.1, 1.9].map((time) => {
    const { filled, count, left, right } = find(draw("photoFull", "9:16", wide, {}, 3, time), HEAD);
    return { filled, count, width: right - left };
  });
  for (const { count, width } of filled) expect([count > 360 * 640 * 0.8, width]).toEqual([true, 359]);
});

test("pictures that are shown whole change sides", () => {
  const screen = createPhoto(1280, 800, "graphic", [0, 0, 1, 1]);
  const [left, right] = (["photoCardFlip", "photoCard"] as const).map((design) =>
    find(draw(design, "16:9", screen, texts[0]!), HEAD),
  );
  expect(left!.right).toBeLessThan(400);
  expect(right!.left).toBeGreaterThan(240);
});

test("a logo is on a ground on which all of it can be seen", () => {
  const logo = createCanvas(400, 400);
  const ctx = logo.getContext("2d");
  ctx.fillStyle = "#0b6e4f";
  ctx.fillRect(60, 140, 280, 120);
  const photo: Photo = {
    canvas: logo,
    width: 400,
    height: 400,
    focus: { kind: "product", left: 0.15, top: 0.35, right: 0.85, bottom: 0.65 },
  };
  for (const design of ["photoGround", "photoDisc"] as const)
    for (let seed = 0; seed < 12; seed++) {
      const { data, width } = draw(design, "1:1", photo, {}, seed);
      const isLogo = (at: number) =>
        Math.abs(data[4 * at]! - 11) + Math.abs(data[4 * at + 1]! - 110) + Math.abs(data[4 * at + 2]! - 79) < 12;
      const row = Math.floor(data.length / 4 / width / 2);
      const first = Array.from({ length: width }, (_, x) => row * width + x).findIndex(isLogo);
      const beside = 4 * (row * width + first - 14);
      const ground = toHex([data[beside]!, data[beside + 1]!, data[beside + 2]!]);
      expect([design, seed, getContrast(ground, "#0b6e4f") >= 2.9]).toEqual([design, seed, true]);
    }
});

describe("an end card", () => {
  test("has eight designs or more", () => {
    expect(ends.length).toBeGreaterThanOrEqual(8);
  });

  /** Draws a card. Returns the size of each word in pixels. */
  function measureWords(
    design: (typeof ends)[number],
    ratio: (typeof ratios)[number],
    text: string,
    subtext = "",
    { kind = "cta", brand = "Harbor" }: { kind?: Shot["kind"]; brand?: string } = {},
  ) {
    const size = getFrameSize(ratio, "1080p");
    const ctx = createCanvas(size.width, size.height).getContext("2d");
    const sizes = new Map<string, number>();
    const { fillText } = ctx;
    ctx.fillText = (text, ...rest) => {
      if (ctx.getTransform().b === 0)
        sizes.set(text.toLowerCase(), Number(/([\d.]+)px/.exec(ctx.font)![1]) * ctx.getTransform().a);
      fillText.call(ctx, text, ...rest);
    };
    const look = chooseLook({ look: "", subject: "", avoid: "" }, createRandom(5));
    const kit = {
      ctx,
      stage: createStage(size),
      look,
      brand,
      subject: "",
      photos: [],
      random: createRandom(5),
    } as DesignKit;
    const shot: Shot = { design, kind, text, subtext, tone: "main", backdrop: "paper" };
    designs[design](shot, kit)({ time: 1.5, length: 2, clock: 1.5, pulse: 0 });
    return sizes;
  }

  test.each(ratios)("in %s shows the brand the largest, and nothing small", (ratio) => {
    for (const design of ends) {
      const sizes = measureWords(design, ratio, "Book at harbordental.com", "12 Harbour Street");
      const others = [..."book at harbordental.com street".split(" ")].map((word) => sizes.get(word) ?? 0);
      expect([design, sizes.get("harbor")! > Math.max(...others), Math.min(...others) >= 48]).toEqual([
        design,
        true,
        true,
      ]);
    }
  });

  test("shows a name larger than its address, and an address below what it is for", () => {
    for (const design of ends) {
      const named = { kind: "point", brand: "" } as const;
      const cafe = measureWords(design, "9:16", "Café Tilleul, 4 place des Carmes, Toulouse", "", named);
      expect([design, cafe.get("tilleul")! > cafe.get("toulouse")!]).toEqual([design, true]);
      const roast = measureWords(design, "9:16", "Torra Clara, @torraclara", "", named);
      expect([design, roast.get("clara")! > roast.get("@torraclara")!]).toEqual([design, true]);
      const jobs = measureWords(design, "9:16", "parc.example", "Clinique du Parc is hiring", { brand: "" });
      expect([design, jobs.get("hiring")! > jobs.get("parc.example")!]).toEqual([design, true]);
    }
  });

  test("shows two contacts without the word between them", () => {
    for (const design of ends) {
      const words = [...measureWords(design, "9:16", "harbor.example or 030 1234567").keys()];
      expect([design, words.includes("harbor.example"), words.includes("or")]).toEqual([design, true, false]);
    }
  });
});

test("a given picture is on screen for most of its scene, and a warning names the scene of one that cannot be seen", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vireo-pictures-"));
  try {
    const [empty, product] = [join(folder, "empty.png"), join(folder, "product.png")];
    await Bun.write(empty, createCanvas(40, 40).toBuffer("image/png"));
    const { canvas } = createPhoto(900, 900, "product", [0.3, 0.2, 0.7, 0.8], "#e8e4dc");
    await Bun.write(product, canvas.toBuffer("image/png"));
    const kinds = ["hook", "point", "price", "quote", "step", "cta"] as const;
    const scenes = kinds.map((kind) => ({
      kind,
      text: "Tea €3",
      mediaUrl: kind === "price" ? empty : product,
      seconds: 1.5,
    }));
    const { film, plan, warnings } = await prepareFilm(
      { promptContext: { prompt: "Tea" }, scenes, aspectRatio: "9:16", resolution: "540p", duration: 9, seed: 4 },
      { limitCpu: () => {} },
    );
    expect(warnings).toEqual([{ code: "media_not_shown", message: expect.stringContaining("scenes.2 ") }]);
    const shown = kinds.map(() => ({ frames: 0, seen: 0 }));
    for (let frame = 0; frame < film.count; frame += 3) {
      film.draw(frame);
      const { width, height } = film.canvas;
      const { scene } = plan.shots[plan.starts.findLastIndex((start) => start <= frame / 30)]!;
      const { filled, count: pixels } = find(film.canvas.getContext("2d").getImageData(0, 0, width, height), HEAD);
      shown[scene]!.frames++;
      if (pixels > 2000 && filled > 0.95) shown[scene]!.seen++;
    }
    for (const [i, { frames, seen }] of shown.entries())
      if (kinds[i] !== "price") expect([kinds[i], seen / frames >= 0.7]).toEqual([kinds[i], true]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("faces are found in the confined process that draws", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vireo-pictures-"));
  const sources = join(import.meta.dir, "../../../plugins/local/video/scene-media.ts");
  const plugin = `
import { loadSceneMedia } from ${JSON.stringify(sources)};
export default {
  name: "looker",
  children: {
    look: async () => async ({ files }) => {
      const media = await loadSceneMedia(files, { size: { width: 72, height: 128 }, duration: 3 }, { limitCpu() {} });
      return media.map(({ photo }) => photo.focus);
    },
  },
  start: () => ({}),
};`;
  try {
    await Bun.write(join(folder, "looker.ts"), plugin);
    const portraits = ["portrait-1.jpg", "portrait-2.jpg"];
    for (const name of portraits) await copyFile(join(import.meta.dir, "reframe", name), join(folder, name));
    const input = { files: portraits.map((name) => join(folder, name)) };
    const options = { folder, signal: AbortSignal.timeout(60_000), timeLimitMs: 60_000 };
    const host = { plugins: [join(folder, "looker.ts")] };
    const found = await runChild<Focus[]>(host, "looker", "look", input, options);
    expect(found.map(({ kind, bottom }) => [kind, bottom < 0.5])).toEqual([
      ["faces", true],
      ["faces", true],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
