import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { type Canvas, createCanvas, loadImage } from "@napi-rs/canvas";
import { probe } from "#core/media/probe";
import { getCoverCrop, isEmpty, loadPhoto } from "#plugins/local/draw/photo";
import { encodePng } from "#plugins/local/draw/png";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-photo-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await Bun.write(path, bytes);
  return path;
}

function corner(): Canvas {
  const canvas = createCanvas(60, 40);
  const ctx = canvas.getContext("2d");
  ctx.fillStyle = "#ff0000";
  ctx.fillRect(0, 0, 60, 40);
  ctx.fillStyle = "#0000ff";
  ctx.fillRect(0, 0, 20, 20);
  return canvas;
}

/** Exif data that say how a picture must be turned. */
function exif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("II*\0", 0, "latin1");
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return tiff;
}

const PREFIX = Buffer.from("Exif\0\0", "latin1");

function turnedJpeg(orientation: number): Buffer {
  const body = Buffer.concat([PREFIX, exif(orientation)]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  const jpeg = corner().toBuffer("image/jpeg");
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** `at` is the place of the Exif data, from the start or from the end. */
function turnedPng(orientation: number, at: number): Buffer {
  const data = exif(orientation);
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write("eXIf", 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  const png = corner().toBuffer("image/png");
  return Buffer.concat([png.subarray(0, at), chunk, png.subarray(at)]);
}

function turnedWebp(data: Buffer): Buffer {
  const plain = corner().toBuffer("image/webp", 80);
  // The canvas may write an extended file, whose first chunk is replaced.
  const isExtended = plain.toString("latin1", 12, 16) === "VP8X";
  const head = Buffer.alloc(30);
  head.write("RIFF----WEBPVP8X", "latin1");
  head.writeUInt32LE(10, 16);
  head[20] = 0x08 | (isExtended ? plain[20]! : 0);
  head.writeUIntLE(59, 24, 3);
  head.writeUIntLE(39, 27, 3);
  const chunk = Buffer.alloc(8 + data.length);
  chunk.write("EXIF", "latin1");
  chunk.writeUInt32LE(data.length, 4);
  data.copy(chunk, 8);
  const file = Buffer.concat([head, plain.subarray(isExtended ? 30 : 12), chunk]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

function pixel(canvas: Canvas, x: number, y: number): number[] {
  return [...canvas.getContext("2d").getImageData(x, y, 1, 1).data];
}

describe("a photo", () => {
  test("from a phone held sideways stands upright", async () => {
    const photo = await loadPhoto(await file("turned.jpg", turnedJpeg(6)));
    expect([photo.width, photo.height]).toEqual([40, 60]);
    const [red, , blue] = pixel(photo.canvas, 36, 4);
    expect(blue).toBeGreaterThan(200);
    expect(red).toBeLessThan(60);
  });

  /** Where the blue corner is seen: top left, top right, bottom left, bottom right. */
  const seen = [0, 1, 3, 2, 0, 1, 3, 2];
  test.each([
    ["jpg", turnedJpeg],
    ["png", (orientation: number) => turnedPng(orientation, 33)],
    ["png", (orientation: number) => turnedPng(orientation, -12)],
    ["webp", (orientation: number) => turnedWebp(exif(orientation))],
    ["webp", (orientation: number) => turnedWebp(Buffer.concat([PREFIX, exif(orientation)]))],
  ] as const)("as %s is turned and mirrored as its Exif data say, and its size is that", async (format, make) => {
    for (const [index, place] of seen.entries()) {
      const path = await file(`${crypto.randomUUID()}.${format}`, make(index + 1));
      const { canvas } = await loadPhoto(path);
      const [width, height] = index < 4 ? [60, 40] : [40, 60];
      expect(await probe(path)).toMatchObject({ kind: "image", width, height });
      expect([index, canvas.width, canvas.height]).toEqual([index, width, height]);
      const corners = [3, height - 4].flatMap((y) => [3, width - 4].map((x) => pixel(canvas, x, y)[2]! > 150));
      expect([index, corners]).toEqual([index, corners.map((_, at) => at === place)]);
    }
  });

  test("above 50 megapixels is refused before it is decoded", async () => {
    const png = encodePng(corner());
    png.writeUInt32BE(10_000, 16);
    png.writeUInt32BE(6_000, 20);
    await expect(loadPhoto(await file("large.png", png))).rejects.toMatchObject({ code: "image_too_large" });
  });

  test.each([
    ["text", Buffer.from("not a picture")],
    ["half a PNG", encodePng(createCanvas(50, 50)).subarray(0, 40)],
    ["nothing", Buffer.alloc(0)],
    ["SVG, which may name other files", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ])("that is %s is refused", async (name, bytes) => {
    await expect(loadPhoto(await file(name.slice(0, 4), bytes))).rejects.toMatchObject({ code: "image_unreadable" });
  });

  test("is scaled down while loading", async () => {
    const photo = await loadPhoto(await file("wide.png", encodePng(createCanvas(900, 300))), 300);
    expect([photo.width, photo.height]).toEqual([300, 100]);
  });

  test("keeps its subject in view when it is cropped", async () => {
    const canvas = createCanvas(1200, 400);
    const ctx = canvas.getContext("2d");
    ctx.fillStyle = "#dddddd";
    ctx.fillRect(0, 0, 1200, 400);
    ctx.fillStyle = "#b02030";
    ctx.fillRect(820, 120, 160, 160);
    const crop = getCoverCrop(await loadPhoto(await file("subject.png", encodePng(canvas))), 1, 1);
    expect(crop.x).toBeLessThan(820);
    expect(crop.x + crop.width).toBeGreaterThan(980);
    expect(crop.height).toBe(400);
  });
});

describe("a PNG", () => {
  test("holds every pixel as it was drawn, see-through ones too", async () => {
    for (const canvas of [corner(), createCanvas(7, 3)]) {
      const image = await loadImage(encodePng(canvas));
      const copy = createCanvas(canvas.width, canvas.height);
      copy.getContext("2d").drawImage(image, 0, 0);
      expect(copy.data().equals(canvas.data())).toBe(true);
    }
  });
});

describe("what a photo is about", () => {
  /** A grey ground that darkens to its foot, with a red block on it. */
  async function shot(
    width: number,
    height: number,
    [left, top, right, bottom]: readonly [number, number, number, number],
  ) {
    const canvas = createCanvas(width, height);
    const ctx = canvas.getContext("2d");
    const ground = ctx.createLinearGradient(0, 0, 0, height);
    ground.addColorStop(0, "#eeeeee");
    ground.addColorStop(1, "#c4c4c4");
    ctx.fillStyle = ground;
    ctx.fillRect(0, 0, width, height);
    ctx.fillStyle = "#b02418";
    ctx.fillRect(width * left, height * top, width * (right - left), height * (bottom - top));
    return file(`${crypto.randomUUID()}.jpg`, canvas.encodeSync("jpeg", 90));
  }

  test("is the product on a plain ground, but not what the edge cuts", async () => {
    const { focus } = await loadPhoto(await shot(1600, 900, [0.1, 0.35, 0.9, 0.7]));
    expect(focus.kind).toBe("product");
    const bounds = [focus.left, focus.top, focus.right, focus.bottom];
    for (const [i, wanted] of [0.1, 0.35, 0.9, 0.7].entries()) expect(bounds[i]!).toBeCloseTo(wanted, 1);
    const person = await loadPhoto(await shot(1000, 1500, [0.2, 0.3, 0.8, 1]));
    expect(person.focus.kind).not.toBe("product");
  });

  test("is everybody whom the finder sees, with hair and chin, but no bystanders", async () => {
    const face = (x: number, width: number) => ({
      score: 1,
      x,
      y: 0.5,
      width,
      height: width,
      mouth: new Float32Array(),
    });
    const find = async () => [face(0.3, 0.2), face(0.6, 0.18), face(0.95, 0.03)];
    const path = await shot(800, 800, [0.2, 0.3, 0.8, 1]);
    const { focus } = await loadPhoto(path, 800, { find, close: async () => {} });
    expect(focus.kind).toBe("faces");
    expect(focus.left).toBeLessThan(0.2);
    expect(focus.right).toBeGreaterThan(0.69);
    expect(focus.right).toBeLessThan(0.8);
    expect(focus.top).toBeLessThan(0.3);
    expect(focus.bottom).toBeGreaterThan(0.6);
    expect((await loadPhoto(path)).focus.kind).not.toBe("faces");
  });

  test("is all of a screenshot, and what stands out before a wall of two colours", async () => {
    const canvas = createCanvas(1200, 700);
    const ctx = canvas.getContext("2d");
    const fill = (color: string, ...box: [number, number, number, number]) => {
      ctx.fillStyle = color;
      ctx.fillRect(...box);
    };
    fill("#ffffff", 0, 0, 1200, 700);
    fill("#223355", 0, 0, 200, 700);
    for (let y = 40; y < 680; y += 60) for (let x = 240; x < 1160; x += 100) fill("#778899", x, y, 70, 14);
    expect((await loadPhoto(await file("screen.png", encodePng(canvas)))).focus.kind).toBe("graphic");
    fill("#ffffff", 0, 0, 600, 700);
    fill("#c01020", 600, 0, 600, 700);
    for (let y = 200; y < 600; y += 20) fill(y % 40 ? "#101010" : "#f0c020", 520, y, 160, 20);
    const { focus } = await loadPhoto(await file("bottle.png", encodePng(canvas)));
    expect(focus.kind).toBe("thing");
    expect([focus.left < 0.46, focus.right > 0.53, focus.top < 0.32, focus.bottom > 0.8]).toEqual(Array(4).fill(true));
  });

  test("is left when transparent margins are cut off", async () => {
    const canvas = createCanvas(400, 300);
    canvas.getContext("2d").fillRect(150, 100, 80, 60);
    const logo = await loadPhoto(await file("logo.png", encodePng(canvas)));
    expect([logo.width, logo.height, isEmpty(logo)]).toEqual([80, 60, false]);
    expect(isEmpty(await loadPhoto(await file("nothing.png", encodePng(createCanvas(40, 40)))))).toBe(true);
  });
});
