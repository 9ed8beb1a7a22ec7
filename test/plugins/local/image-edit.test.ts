import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { encodePng } from "#plugins/local/draw/png";
import { editImage } from "#plugins/local/image/edit";

const WIDTH = 320;
const HEIGHT = 200;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-edit-"));
  // Four fields: red, green, blue and grey.
  await draw("source.png", (ctx) => {
    ["#c04030", "#40a050", "#3050b0", "#808080"].forEach((color, i) => {
      ctx.fillStyle = color;
      ctx.fillRect((i % 2) * 160, i < 2 ? 0 : 100, 160, 100);
    });
  });
  await draw("left.png", (ctx) => {
    ctx.fillStyle = "#000000";
    ctx.fillRect(0, 0, WIDTH, HEIGHT);
    ctx.fillStyle = "#ffffff";
    ctx.fillRect(0, 0, 160, HEIGHT);
  });
  await draw("opaque-left.png", (ctx) => {
    ctx.fillStyle = "#000000";
    ctx.fillRect(0, 0, 160, HEIGHT);
  });
});
afterAll(() => rm(folder, { recursive: true }));

async function draw(name: string, paint: (ctx: ReturnType<ReturnType<typeof createCanvas>["getContext"]>) => void) {
  const canvas = createCanvas(WIDTH, HEIGHT);
  paint(canvas.getContext("2d"));
  await Bun.write(join(folder, name), encodePng(canvas));
}

async function edited(prompt: string, mask?: string, source = "source.png") {
  const result = await editImage(
    { source: join(folder, source), prompt, ...(mask ? { mask: join(folder, mask) } : {}) },
    { folder, progress() {} },
  );
  const image = await loadImage(result.image);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext("2d").drawImage(image, 0, 0);
  const at = (x: number, y: number) =>
    [...canvas.getContext("2d").getImageData(x, y, 1, 1).data] as [number, number, number, number];
  return { ...result, at };
}

const sum = ([r, g, b]: readonly number[]) => r! + g! + b!;
const RED = [192, 64, 48, 255] as const;

describe("editing a picture", () => {
  test("a crop keeps the text at both sides of a poster, on a longer ground", async () => {
    await draw("poster.png", (ctx) => {
      ctx.fillStyle = "#fff4d6";
      ctx.fillRect(0, 0, WIDTH, HEIGHT);
      ctx.fillStyle = "#102030";
      for (const x of [10, 270]) for (let letter = 0; letter < 4; letter++) ctx.fillRect(x + letter * 10, 90, 6, 30);
    });
    const { width, height, at } = await edited("crop to 1:1", undefined, "poster.png");
    expect([width, height]).toEqual([WIDTH, WIDTH]);
    expect([at(12, 160), at(272, 160)]).toEqual([at(12, 160), at(12, 160)]);
    expect(at(12, 160).slice(0, 3)).toEqual([16, 32, 48]);
    expect(at(20, 5).slice(0, 3)).toEqual([255, 244, 214]);
  });

  test("changes its light and colours", async () => {
    expect(sum((await edited("brighter")).at(40, 40))).toBeGreaterThan(sum(RED) + 30);
    expect(sum((await edited("darker")).at(40, 40))).toBeLessThan(sum(RED) - 30);
    const [r, g, b] = (await edited("black and white")).at(40, 40);
    expect([g, b]).toEqual([r, r]);
    const warm = (await edited("warmer")).at(280, 180);
    expect(warm[0]).toBeGreaterThan(warm[2] + 25);
    expect((await edited("invert")).at(40, 40)).toEqual([63, 191, 207, 255]);
    const vivid = (await edited("more vibrant")).at(40, 40);
    expect(vivid[0] - vivid[2]).toBeGreaterThan(RED[0] - RED[2]);
  });

  test("turns, flips, crops and resizes it", async () => {
    expect((await edited("flip horizontally")).at(280, 40)).toEqual([...RED]);
    const turned = await edited("rotate 90 degrees");
    expect([turned.width, turned.height]).toEqual([HEIGHT, WIDTH]);
    expect(turned.at(180, 20)).toEqual([...RED]);
    expect(await edited("square")).toMatchObject({ width: 200, height: 200 });
    expect(await edited("9:16")).toMatchObject({ width: 113, height: 200 });
    expect(await edited("resize to 100x100")).toMatchObject({ width: 100, height: 100 });
    const tilted = await edited("rotate 10 degrees");
    for (const [x, y] of [
      [0, 0],
      [tilted.width - 1, 0],
      [0, tilted.height - 1],
      [tilted.width - 1, tilted.height - 1],
    ] as const) {
      expect(tilted.at(x, y)[3]).toBeGreaterThan(250);
    }
  });

  test("blurs, pixelates and sharpens its edges", async () => {
    const [red] = (await edited("blur a lot")).at(158, 40);
    expect(red).toBeLessThan(190);
    expect(red).toBeGreaterThan(70);
    const blocks = await edited("pixelate");
    expect(blocks.at(0, 0)).toEqual(blocks.at(3, 3));
    expect((await edited("sharpen strongly")).at(159, 40)).not.toEqual([...RED]);
  });

  test("frames it, and rounds its corners to nothing", async () => {
    const framed = await edited("add a thick white border and rounded corners");
    expect(framed.at(160, 2)).toEqual([255, 255, 255, 255]);
    expect(framed.at(0, 0)[3]).toBe(0);
    expect(framed.at(160, 60)[3]).toBe(255);
  });

  test("writes text where it was asked to", async () => {
    const { at } = await edited('add text "HELLO" at the top in yellow');
    const yellow = (from: number, to: number) => {
      let count = 0;
      for (let y = from; y < to; y++) {
        for (let x = 0; x < WIDTH; x++) {
          const [r, g, b] = at(x, y);
          if (r > 240 && g > 190 && b < 90) count++;
        }
      }
      return count;
    };
    expect(yellow(0, 70)).toBeGreaterThan(50);
    expect(yellow(100, HEIGHT)).toBe(0);
  });

  test("writes text into a corner", async () => {
    const { at } = await edited('add the large text "MMM" in the top right corner');
    const bright = (from: number, to: number) => {
      let count = 0;
      for (let x = from; x < to; x += 2) for (let y = 8; y < 60; y += 2) if (sum(at(x, y)) > 700) count++;
      return count;
    };
    expect(bright(160, 320)).toBeGreaterThan(20);
    expect(bright(0, 150)).toBe(0);
  });

  test("removes a plain background, keeps its color inside the subject, and refuses another one", async () => {
    await draw("product.png", (ctx) => {
      ctx.fillStyle = "#f4f4f2";
      ctx.fillRect(0, 0, WIDTH, HEIGHT);
      ctx.fillStyle = "#205080";
      ctx.fillRect(100, 40, 120, 120);
      ctx.fillStyle = "#f4f4f2";
      ctx.fillRect(140, 80, 40, 40);
    });
    const cut = await edited("remove the background", undefined, "product.png");
    expect(cut.at(20, 20)[3]).toBe(0);
    expect(cut.at(110, 60)).toEqual([0x20, 0x50, 0x80, 255]);
    expect(cut.at(160, 100)[3]).toBe(255);
    const red = await edited("make the background red", undefined, "product.png");
    expect(red.at(20, 20)).toEqual([0xe1, 0x1d, 0x2e, 255]);
    await expect(edited("remove the background")).rejects.toThrow("not one plain color");
  });

  test.each(["left.png", "opaque-left.png"])("changes only what the mask %s selects", async (mask) => {
    const { at } = await edited("invert", mask);
    expect(at(40, 40)).toEqual([63, 191, 207, 255]);
    expect(at(280, 180)).toEqual([128, 128, 128, 255]);
  });

  test("writes text inside the mask", async () => {
    const { at } = await edited('add big text "HI" in the center', "left.png");
    expect(at(280, 40)).toEqual([64, 160, 80, 255]);
    let white = 0;
    for (let x = 0; x < 160; x++) for (let y = 0; y < HEIGHT; y++) if (Math.min(...at(x, y)) > 245) white++;
    expect(white).toBeGreaterThan(50);
  });

  test("tells what was done", async () => {
    const { operations } = await edited("crop to 1:1, a bit warmer and add a vignette");
    expect(operations).toEqual(["crop 1:1", "warmth +20%", "vignette"]);
  });

  test.each([
    ["remove the dog and make it brighter", undefined, "“remove the dog”"],
    ["blur the background", undefined, "send a mask"],
    ["crop to square", "left.png", "crop 1:1"],
    ["please", undefined, "no supported change"],
    ["resize to 9000x9000", undefined, "4096"],
  ])("refuses what it cannot do in full, and says why: %s", async (prompt, mask, reason) => {
    const error = await edited(prompt, mask).then(
      () => undefined,
      (e: unknown) => e as { code: string; message: string },
    );
    expect(error?.code).toBe("edit_unsupported");
    expect(error?.message).toContain(reason);
  });

  test("gives the same grain for the same seed", async () => {
    const first = (await edited("grain")).at(20, 20);
    expect((await edited("grain")).at(20, 20)).toEqual(first);
  });
});
