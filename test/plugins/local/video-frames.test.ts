import { describe, expect, test } from "bun:test";
import { createCanvas } from "@napi-rs/canvas";
import { registerFonts } from "#plugins/local/draw/fonts";
import { drawCover, type Photo } from "#plugins/local/draw/photo";
import { createRandom } from "#plugins/local/draw/random";
import { type ParseInput, parsePrompt, writeLiteralStoryboard } from "#plugins/local/storyboard/index";
import type { DesignKit, Shot } from "#plugins/local/video/design";
import type { DesignName } from "#plugins/local/video/design-name";
import { designs } from "#plugins/local/video/designs/index";
import { HEADLINE, setTextGroup } from "#plugins/local/video/designs/parts";
import { Film, moveCamera, renderFrames } from "#plugins/local/video/film";
import { setLettering } from "#plugins/local/video/lettering";
import { chooseLook } from "#plugins/local/video/look";
import { planFilm } from "#plugins/local/video/plan";
import { createStage } from "#plugins/local/video/stage";
import { evenGrid } from "#plugins/local/video/tempo";
import { TRANSITION_FRAMES, transitions } from "#plugins/local/video/transitions";

registerFonts();

const tall = { width: 90, height: 160 };
const sizes = [tall, { width: 160, height: 90 }, { width: 90, height: 90 }];
const coffee =
  'Cold brew coffee that hits different — smooth and strong, zero sugar, ready in 5 seconds. Order "Nightowl"!';
const languages = {
  Latin: coffee,
  Cyrillic: "Летняя распродажа очков: скидки до 50%, защита UV400, бесплатная доставка. Закажите сегодня!",
  Greek: "Νέο ελληνικό ελαιόλαδο, εξαιρετικά παρθένο, από την Κρήτη. Δοκιμάστε το σήμερα",
  Japanese: "新しいアイスラテが登場！なめらかで濃厚な味わい。砂糖不使用、5秒で完成。今すぐお試しください。",
  Arabic: "قهوة باردة جديدة، ناعمة وقوية، بدون سكر، جاهزة في 5 ثوان. اطلبها الآن!",
  emoji: "🔥🚀 Party 🎉 tonight 🍹, free drinks 🍸",
};

function film(
  brief: ParseInput,
  { size = tall, seconds = 4, seed = 1, photos = [] as Photo[], opensOnPhoto = false } = {},
) {
  const count = seconds * 30;
  const sound = evenGrid(seconds, 120);
  const { scenes } = writeLiteralStoryboard(brief, { duration: seconds, media: photos.map((_, i) => String(i)) });
  const placed = scenes.map((scene) => (scene.mediaUrl ? { ...scene, photo: Number(scene.mediaUrl) } : scene));
  const topic = parsePrompt(brief);
  return new Film(planFilm({ scenes: placed, topic, photos, opensOnPhoto, size, count, seconds, sound, seed }));
}

async function hashes(subject: Film, count: number): Promise<string[]> {
  const all: string[] = [];
  for await (const frame of renderFrames(subject, () => {})) {
    all.push(Bun.hash(frame).toString(16));
    if (all.length === count) break;
  }
  return all;
}

/** A photo with a different colour in every corner. */
function photo(width: number, height: number): Photo {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext("2d");
  const fill = ctx.createLinearGradient(0, 0, width, height);
  fill.addColorStop(0, "#ff7a00");
  fill.addColorStop(1, "#0040a0");
  ctx.fillStyle = fill;
  ctx.fillRect(0, 0, width, height);
  ctx.fillStyle = "#ffffff";
  ctx.fillRect(width * 0.3, height * 0.3, width * 0.2, height * 0.2);
  return { canvas, width, height, focus: { kind: "detail", left: 0.4, top: 0.4, right: 0.6, bottom: 0.6 } };
}

describe("the frames", () => {
  test("are the same for the same seed and others for another", async () => {
    const [one, again, other] = await Promise.all(
      [1, 1, 2].map((seed) => hashes(film({ prompt: coffee }, { seed }), 120)),
    );
    expect(again).toEqual(one!);
    expect(other).not.toEqual(one!);
  });

  test("never stand still", async () => {
    for (const prompt of [coffee, "coffee"]) {
      const all = await hashes(film({ prompt }, { size: { width: 270, height: 480 } }), 120);
      all.slice(1).forEach((frame, i) => {
        expect(frame).not.toBe(all[i]!);
      });
    }
  });

  test("change visibly from one to the next", () => {
    const size = { width: 90, height: 160 };
    const prompt =
      "Corner bakery: cinnamon buns straight from the oven. Every Saturday 8-12. Come early, they sell out";
    for (let seed = 0; seed < 6; seed++) {
      const subject = film({ prompt }, { seed, size, seconds: 8 });
      const before = new Uint8ClampedArray(size.width * size.height);
      const changes: number[] = [];
      for (let frame = 0; frame < 240; frame++) {
        subject.draw(frame);
        const pixels = subject.canvas.data();
        let change = 0;
        for (let i = 0; i < before.length; i++) {
          const was = before[i]!;
          before[i] = 0.299 * pixels[4 * i]! + 0.587 * pixels[4 * i + 1]! + 0.114 * pixels[4 * i + 2]!;
          change += Math.abs(before[i]! - was);
        }
        if (frame > 0) changes.push(change / before.length);
      }
      const moving = changes.filter((change) => change >= 1).length / changes.length;
      expect([seed, moving > 0.65]).toEqual([seed, true]);
    }
  });

  test("keep all words moving while they are read", () => {
    const prompt =
      "HydroFlow, the insulated water bottle. Leak-proof lid, fits every cup holder, recycled steel. $29.99";
    const subject = film({ prompt }, { seconds: 6 });
    const ctx = subject.canvas.getContext("2d");
    const { fillText } = ctx;
    let places: Map<string, string>;
    ctx.fillText = (text, ...rest) => {
      places.set(text, JSON.stringify(ctx.getTransform()));
      fillText.call(ctx, text, ...rest);
    };
    const draw = (frame: number) => {
      places = new Map();
      subject.draw(frame);
      return places;
    };
    let compared = 0;
    for (let frame = 0; frame < 180; frame += 6) {
      const [before, after] = [draw(frame), draw(frame + 2)];
      for (const [text, place] of before) expect([frame, text, after.get(text)]).not.toEqual([frame, text, place]);
      compared += before.size;
    }
    expect(compared).toBeGreaterThan(50);
  });

  test("cover the whole picture while the camera moves", () => {
    const stage = createStage({ width: 1080, height: 1920 });
    const ctx = createCanvas(10, 10).getContext("2d");
    for (const shot of [0, 1, 2, 3]) {
      for (const length of [0.5, 3, 9]) {
        const places = [0, length / 2, length, length + 1].map((time) => {
          ctx.resetTransform();
          moveCamera(ctx, stage, shot, { time, length, clock: time, pulse: 0 });
          return ctx.getTransform();
        });
        for (const { a, d, e, f } of places) {
          expect(Math.max(e, f)).toBeLessThanOrEqual(1e-9);
          expect(e + a * stage.width).toBeGreaterThanOrEqual(stage.width - 1e-9);
          expect(f + d * stage.height).toBeGreaterThanOrEqual(stage.height - 1e-9);
        }
        expect(places[1]).not.toEqual(places[0]!);
      }
    }
  });

  test("begin with exactly the first frame that was given", () => {
    const source = photo(300, 200);
    const subject = film({ prompt: coffee }, { photos: [source], opensOnPhoto: true });
    subject.draw(0);
    const wanted = createCanvas(tall.width, tall.height);
    drawCover(wanted.getContext("2d"), source, 0, 0, tall.width, tall.height);
    expect(Bun.hash(subject.canvas.data())).toBe(Bun.hash(wanted.data()));
    subject.draw(60);
    expect(Bun.hash(subject.canvas.data())).not.toBe(Bun.hash(wanted.data()));
  });

  test("change over from scene to scene in less than 0.3 seconds", () => {
    expect(TRANSITION_FRAMES / 30).toBeLessThan(0.3);
    expect(Object.keys(transitions).length).toBeGreaterThanOrEqual(20);
  });

  test("show more than one colour in every moment, changes included", () => {
    const size = { width: 54, height: 96 };
    for (let seed = 0; seed < 8; seed++) {
      const subject = film({ prompt: coffee }, { seed, size, seconds: 10 });
      for (let frame = 0; frame < 300; frame += 2) {
        subject.draw(frame);
        expect(spread(subject)).toBeGreaterThan(24);
      }
    }
  });
});

/** The difference between the darkest and the brightest green in a picture. */
function spread({ canvas }: Film): number {
  const pixels = canvas.data();
  let low = 255;
  let high = 0;
  for (let i = 1; i < pixels.length; i += 4) {
    low = Math.min(low, pixels[i]!);
    high = Math.max(high, pixels[i]!);
  }
  return high - low;
}

describe("every design of a shot", () => {
  const photos = [photo(300, 200), photo(200, 300), photo(250, 250)];

  test.each(Object.keys(designs) as DesignName[])("%s draws in all shapes and languages", (design) => {
    for (const size of sizes) {
      for (const prompt of Object.values(languages)) {
        const topic = parsePrompt({ prompt });
        const stage = createStage(size);
        const canvas = createCanvas(size.width, size.height);
        const ctx = canvas.getContext("2d");
        ctx.scale(stage.scale, stage.scale);
        const look = chooseLook(topic, createRandom(3));
        const [{ text = "" } = {}] = writeLiteralStoryboard({ prompt }, { duration: 9, media: [] }).scenes;
        const shot: Shot = {
          design,
          text,
          subtext: text,
          tone: "main",
          backdrop: "mesh",
          photo: 0,
          number: 1,
          total: 3,
        };
        const { brand, subject } = topic;
        const scene = designs[design](shot, { ctx, stage, look, brand, subject, photos, random: createRandom(3) });
        const looks = [0, 0.9, 1.9].map((time) => {
          ctx.save();
          scene({ time, length: 2, clock: 4 + time, pulse: 0.5 });
          ctx.restore();
          return Bun.hash(canvas.data());
        });
        expect(new Set(looks).size).toBe(3);
      }
    }
  });
});

/** The text of a scene in its look, as the designs set it. */
function speech(shot: Pick<Shot, "text" | "subtext">) {
  const stage = createStage({ width: 1080, height: 1920 });
  const look = chooseLook({ look: "", subject: "", avoid: "" }, createRandom(1));
  const ctx = createCanvas(1080, 1920).getContext("2d");
  const kit = { ctx, look, stage } as DesignKit;
  return setTextGroup(kit, shot, stage.safe, { font: look.headline, maxSize: 220 });
}

test("a label is never larger than what it says", () => {
  for (const subtext of [
    "The battery dies after 3 years",
    "$689,000 for four bedrooms, two baths and a garden to the south",
  ]) {
    const { text, detail } = speech({ text: "Offered", subtext });
    expect(detail!.block.size).toBeGreaterThanOrEqual(text.block.size);
    expect(detail!.box.y).toBeGreaterThan(text.box.y + text.box.height);
  }
  const named = speech({ text: "Cold brew", subtext: "Smooth, strong and ready in 5 seconds" });
  expect(named.detail!.block.size / named.text.block.size).toBeLessThan(0.7);
});

test("a house number stays on the line of its street", () => {
  const lines = (text: string) => speech({ text, subtext: "" }).text.block.lines.map((line) => line.text);
  expect(lines("Via Francesca, 5")).not.toContain("5");
  expect(lines("Come by, 12 Harbour Street").some((line) => /^12\u00a0harbour/iu.test(line))).toBe(true);
  expect(lines("So far we have saved 12,000 jars from landfill").join("\n")).not.toContain("\u00a0");
});

test.each(["layoutCorner", "layoutCount"] as const)("%s keeps its ornament off the text", (design) => {
  const colors = {
    ground: "#ffffff",
    ink: "#000000",
    accent: "#ff0000",
    accentInk: "#ff0000",
    stops: ["#ffffff"],
    vivid: ["#ffffff"],
  };
  for (const size of sizes) {
    const stage = createStage(size);
    const ctx = createCanvas(size.width, size.height).getContext("2d");
    ctx.scale(stage.scale, stage.scale);
    for (let corner = 0; corner < 5; corner++) {
      const look = { ...chooseLook({ look: "", subject: "", avoid: "" }, createRandom(2)), corner, flat: true };
      look.tones = { ...look.tones, main: { ...look.tones.main, ...colors } };
      const text = "Grand opening of the Riverside Café and its garden";
      const shot: Shot = {
        design,
        text,
        subtext: "",
        tone: "main",
        backdrop: "paper",
        lead: true,
        number: 2,
        total: 4,
      };
      const kit = { ctx, stage, look, brand: "", subject: "", photos: [], random: createRandom(2) } as DesignKit;
      ctx.save();
      designs[design](shot, kit)({ time: 1.9, length: 2, clock: 1.9, pulse: 1 });
      ctx.restore();
      expect(countInside(ctx.canvas.data(), size.width)).toBe(0);
    }
  }
});

/** Red pixels between black ones of the same row. */
function countInside(pixels: Uint8Array, width: number): number {
  let count = 0;
  for (let row = 0; row < pixels.length; row += width * 4) {
    const is = (x: number, red: boolean) =>
      red === pixels[row + x * 4]! > 200 && pixels[row + x * 4 + 1]! < 40 && pixels[row + x * 4 + 2]! < 40;
    const columns = Array.from({ length: width }, (_, x) => x);
    const [first, last] = [columns.find((x) => is(x, false)), columns.findLast((x) => is(x, false))];
    if (first !== undefined) count += columns.slice(first, last).filter((x) => is(x, true)).length;
  }
  return count;
}

describe("headlines", () => {
  test.each(Object.entries(languages))("in %s fit into the safe area whole", (_name, prompt) => {
    const [{ text: hook = "" } = {}] = writeLiteralStoryboard({ prompt }, { duration: 9, media: [] }).scenes;
    for (const size of sizes) {
      const stage = createStage(size);
      const ctx = createCanvas(1, 1).getContext("2d");
      const { headline } = chooseLook(parsePrompt({ prompt }), createRandom(1));
      const { block, box } = setLettering(ctx, hook, stage.safe, { font: headline, maxSize: HEADLINE[stage.shape] });
      expect(block.truncated).toBe(false);
      expect(box.x).toBeGreaterThanOrEqual(stage.safe.x - 1);
      expect(box.x + box.width).toBeLessThanOrEqual(stage.safe.x + stage.safe.width + 1);
      expect(box.y).toBeGreaterThanOrEqual(stage.safe.y - 1);
      expect(box.y + box.height).toBeLessThanOrEqual(stage.safe.y + stage.safe.height + 1);
    }
  });

  test("leave the top tenth, the bottom fifth and the right of a tall picture free", () => {
    const { width, height, safe } = createStage({ width: 1080, height: 1920 });
    expect(safe.y).toBeGreaterThanOrEqual(height * 0.1);
    expect(safe.y + safe.height).toBeLessThanOrEqual(height * 0.8);
    expect(safe.x + safe.width).toBeLessThanOrEqual(width * 0.88);
  });

  test("leave the sides of a square picture free, where the camera moves", () => {
    expect(createStage({ width: 1080, height: 1080 }).safe.x).toBeGreaterThanOrEqual(108);
  });

  test("stay clear of the frame around them until the end of the scene", () => {
    for (const size of [tall, { width: 1920, height: 1080 }]) {
      const stage = createStage(size);
      const ctx = createCanvas(size.width, size.height).getContext("2d");
      const look = chooseLook({ look: "", subject: "", avoid: "" }, createRandom(1));
      const kit: DesignKit = { ctx, look, stage, brand: "", subject: "", photos: [], random: createRandom(1) };
      const text = "The best massage in the whole town";
      const shot = { kind: "point", text, subtext: "", design: "layoutFrame", tone: "main", backdrop: "paper" } as Shot;
      const scene = designs.layoutFrame(shot, kit);
      let frame = 0;
      const lefts: number[] = [];
      ctx.strokeRect = (x) => {
        frame = x;
      };
      ctx.fillText = (_, x) => {
        const { a, e } = ctx.getTransform();
        lefts.push(a * x + e);
      };
      scene({ time: 4, length: 4, clock: 4, pulse: 1 });
      expect(Math.min(...lefts) - frame).toBeGreaterThan(36);
    }
  });

  test("stress the words of the keyword and no others", () => {
    const ctx = createCanvas(1, 1).getContext("2d");
    const stage = createStage(tall);
    const { headline } = chooseLook({ look: "", subject: "", avoid: "" }, createRandom(1));
    const { words } = setLettering(ctx, "The new Cold Brew, brewed cold", stage.safe, {
      font: headline,
      maxSize: 90,
      stress: "cold brew",
    });
    expect(words.filter((word) => word.stressed).map((word) => word.text)).toEqual(["Cold", "Brew,"]);
  });
});
