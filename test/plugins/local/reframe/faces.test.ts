/**
 * The faces that reframing follows, found in a confined child process as in production. The pictures are official portraits
 * made by employees of the United States government, in the public domain there, scaled down.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas, type Image, ImageData, loadImage } from "@napi-rs/canvas";
import { runChild } from "#core/process/child";
import type { Face } from "#plugins/local/reframe/faces";

const [WIDTH, HEIGHT] = [640, 360];

/** Where the face is in a portrait, as fractions of the portrait's width and height. */
const PORTRAITS = [
  { file: "portrait-1.jpg", x: 0.542, y: 0.247, width: 0.292, mouthX: 0.544, mouthY: 0.289 },
  { file: "portrait-2.jpg", x: 0.585, y: 0.188, width: 0.298, mouthX: 0.597, mouthY: 0.211 },
] as const;

/** Its child finds the faces of frames. */
const plugin = `
import { readdirSync } from "node:fs";
import { openFaceFinder } from ${JSON.stringify(join(import.meta.dir, "../../../../plugins/local/reframe/faces.ts"))};
export default {
  name: "finder",
  children: {
    find: async () => async ({ frames }) => {
      const finder = await openFaceFinder();
      const found = [];
      for (const { path, width, height } of frames) {
        const faces = await finder.find(await Bun.file(path).bytes(), width, height);
        found.push(faces.map((face) => ({ ...face, mouth: [...face.mouth] })));
      }
      await finder.close();
      return found;
    },
  },
  start: () => ({}),
};`;

type Found = Omit<Face, "mouth"> & { mouth: number[] };
interface Frame {
  rgb: Uint8Array;
  width: number;
  height: number;
}

let folder: string;
let images: Image[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-faces-"));
  await Bun.write(join(folder, "finder.ts"), plugin);
  images = await Promise.all(PORTRAITS.map(({ file }) => loadImage(join(import.meta.dir, file))));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function find(frames: readonly Frame[]): Promise<Found[][]> {
  const files = frames.map(async ({ rgb, width, height }, i) => {
    const path = join(folder, `frame-${i}`);
    await Bun.write(path, rgb);
    return { path, width, height };
  });
  const input = { frames: await Promise.all(files) };
  const host = { plugins: [join(folder, "finder.ts")] };
  const options = { folder, signal: AbortSignal.timeout(120_000), timeLimitMs: 120_000 };
  return runChild<Found[][]>(host, "finder", "find", input, options);
}

type Pen = ReturnType<ReturnType<typeof createCanvas>["getContext"]>;

function drawFrame(draw: (pen: Pen) => void, width = WIDTH, height = HEIGHT): Frame {
  const pen = createCanvas(width, height).getContext("2d");
  pen.fillStyle = "#667788";
  pen.fillRect(0, 0, width, height);
  draw(pen);
  const { data } = pen.getImageData(0, 0, width, height);
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) rgb.set(data.subarray(i * 4, i * 4 + 3), i * 3);
  return { rgb, width, height };
}

/** A portrait whose face has this centre and width, in pixels. */
interface Person {
  portrait: 0 | 1;
  x: number;
  y: number;
  width: number;
  isTalking?: boolean;
}

function drawPerson(pen: Pen, { portrait, x, y, width, isTalking = false }: Person): void {
  const image = images[portrait]!;
  const face = PORTRAITS[portrait];
  const scale = width / (face.width * image.width);
  const [wide, tall] = [image.width * scale, image.height * scale];
  const [left, top] = [x - face.x * wide, y - face.y * tall];
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, left, top, wide, tall);
  if (!isTalking) return;
  pen.fillStyle = "#301818";
  pen.beginPath();
  pen.ellipse(left + face.mouthX * wide, top + face.mouthY * tall + width * 0.04, width * 0.12, width * 0.07, 0, 0, 7);
  pen.fill();
}

const drawPeople = (people: readonly Person[], width = WIDTH, height = HEIGHT): Frame =>
  drawFrame(
    (pen) => {
      for (const person of people) drawPerson(pen, person);
    },
    width,
    height,
  );

const createRandom = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 32;
};

function drawNoise(pen: Pen, random: () => number): void {
  const { width, height } = pen.canvas;
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) => (i % 4 === 3 ? 255 : random() * 255));
  pen.putImageData(new ImageData(data, width, height), 0, 0);
}

/** Compares a face with where a person was drawn. */
function expectAt(face: Found | undefined, { x, y, width }: Person, frame: Frame): void {
  expect(face).toBeDefined();
  const away = Math.hypot(face!.x * frame.width - x, face!.y * frame.height - y) / width;
  expect(away).toBeLessThan(0.15);
  expect((face!.width * frame.width) / width).toBeWithin(0.8, 1.25);
  expect((face!.height * frame.height) / width).toBeWithin(0.8, 1.25);
}

describe("a person in a wide picture", () => {
  test("is found anywhere, from a 22nd of its width to a close-up", async () => {
    const widths = [0.045, 0.06, 0.1, 0.2, 0.4].map((part) => part * WIDTH);
    const people = widths.flatMap((width) =>
      [0, 0.25, 0.5, 0.75, 1].map(
        (place, i): Person => ({
          portrait: i % 2 === 0 ? 0 : 1,
          x: width * 0.7 + place * (WIDTH - width * 1.4),
          y: width * 0.6 + (1 - place) * (HEIGHT - width * 1.2),
          width,
        }),
      ),
    );
    const frames = people.map((person) => drawPeople([person]));
    const found = await find(frames);
    expect(found.map((faces) => faces.length)).toEqual(people.map(() => 1));
    for (const [i, person] of people.entries()) expectAt(found[i]![0], person, frames[i]!);
  });

  test("is found on noisy ground", async () => {
    const person: Person = { portrait: 0, x: 130, y: 200, width: 40 };
    const frame = drawFrame((pen) => {
      drawNoise(pen, createRandom(1));
      drawPerson(pen, person);
    });
    const [faces] = await find([frame]);
    expect(faces).toHaveLength(1);
    expectAt(faces![0], person, frame);
  });
});

test("two people are found once each, also where the squares of the search overlap", async () => {
  const people: Person[] = [
    { portrait: 0, x: 250, y: 120, width: 60 },
    { portrait: 1, x: 390, y: 120, width: 60 },
  ];
  const frame = drawPeople(people);
  const faces = (await find([frame]))[0]!.toSorted((a, b) => a.x - b.x);
  expect(faces).toHaveLength(2);
  for (const [i, person] of people.entries()) expectAt(faces[i], person, frame);
});

test("people are found in tall and square pictures", async () => {
  const [tall, square]: [Person, Person] = [
    { portrait: 1, x: 200, y: 520, width: 30 },
    { portrait: 0, x: 120, y: 150, width: 30 },
  ];
  const frames = [drawPeople([tall], 360, 640), drawPeople([square], 360, 360)];
  const [inTall, inSquare] = await find(frames);
  expectAt(inTall![0], tall, frames[0]!);
  expectAt(inSquare![0], square, frames[1]!);
});

test("noise, gradients, text and drawings have no faces", async () => {
  const random = createRandom(2);
  const pickColor = () => `hsl(${random() * 360} 60% ${random() * 90}%)`;
  const frames = [1, 2, 3].flatMap(() => [
    drawFrame((pen) => drawNoise(pen, random)),
    drawFrame((pen) => {
      const gradient = pen.createLinearGradient(0, 0, WIDTH * random(), HEIGHT);
      gradient.addColorStop(0, pickColor());
      gradient.addColorStop(1, pickColor());
      pen.fillStyle = gradient;
      pen.fillRect(0, 0, WIDTH, HEIGHT);
    }),
    drawFrame((pen) => {
      pen.fillStyle = "#ffffff";
      for (let row = 1; row <= 8; row++) {
        pen.font = `${12 + random() * 30}px sans-serif`;
        pen.fillText("Order 8 boxes & save 50% by October: O o 0 @", random() * 60, row * 42);
      }
    }),
    drawFrame((pen) => {
      for (let i = 0; i < 12; i++) {
        pen.fillStyle = pickColor();
        pen.beginPath();
        if (i % 3 === 0) pen.rect(random() * WIDTH, random() * HEIGHT, random() * 90, random() * 90);
        else pen.arc(random() * WIDTH, random() * HEIGHT, random() * 60, 0, 7);
        pen.fill();
      }
    }),
  ]);
  expect(await find(frames)).toEqual(frames.map(() => []));
});

test("a mouth differs more when it opens than when the head moves or the light changes", async () => {
  const [closed, moved, open] = [
    { x: 300, isTalking: false },
    { x: 303.3, isTalking: false },
    { x: 300, isTalking: true },
  ].map((person) => drawPeople([{ portrait: 0, y: 170, width: 70, ...person }]));
  const dark = { ...closed!, rgb: closed!.rgb.map((value) => value * 0.6) };
  const [first, ...others] = (await find([closed!, moved!, dark, open!])).map(([face]) => face!.mouth);
  expect(first).toHaveLength(160);
  const [byMoving, byLight, byOpening] = others.map((mouth) =>
    mouth.reduce((sum, value, i) => sum + Math.abs(value - first![i]!), 0),
  );
  expect(byOpening!).toBeGreaterThan(2 * byMoving!);
  expect(byOpening!).toBeGreaterThan(2 * byLight!);
});
