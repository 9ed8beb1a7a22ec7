/**
 * Makes the pictures of this folder, as phones write them: `bun test/pictures/make.ts`. Needs Debian's `heif-enc`
 * (libheif-examples), because nothing that Vireo uses encodes HEVC.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { DISPLAY_P3 } from "./profile";

const folder = await mkdtemp(join(tmpdir(), "vireo-pictures-"));

type Color = `#${string}`;
/** Colours of the corners: top left, top right, bottom left, bottom right. */
const CORNERS: readonly [Color, Color, Color, Color] = ["#c8503c", "#3cc850", "#503cc8", "#f0f0f0"];
const SIDE = 64;

interface Coded {
  type: string;
  config: Buffer;
  data: Buffer;
}

function draw(width: number, height: number, [a, b, c, d]: typeof CORNERS) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const fill = (color: Color, x: number, y: number) => {
    context.fillStyle = color;
    context.fillRect(x * (width / 2), y * (height / 2), width / 2, height / 2);
  };
  fill(a, 0, 0);
  fill(b, 1, 0);
  fill(c, 0, 1);
  fill(d, 1, 1);
  return canvas;
}

const text = (value: string) => Buffer.from(value, "latin1");
const u8 = (...values: number[]) => Buffer.from(values);
const u16 = (...values: number[]) => Buffer.concat(values.map((value) => u8(value >> 8, value & 255)));
function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => void bytes.writeUInt32BE(value, index * 4));
  return bytes;
}
const box = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), text(type), body]);
};
const full = (type: string, version: number, flags: number, ...parts: Buffer[]) =>
  box(type, u32((version << 24) | flags), ...parts);

/** Finds the data of the first box of a type, anywhere. */
function find(file: Buffer, type: string): Buffer {
  const at = file.indexOf(text(type));
  if (at < 0) throw new Error(`No ${type}`);
  return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4));
}

/** Encodes a tile as HEVC. */
async function encode(name: string, canvas: ReturnType<typeof draw>): Promise<Coded> {
  const [png, heic] = [join(folder, `${name}.png`), join(folder, `${name}.heic`)];
  await Bun.write(png, canvas.toBuffer("image/png"));
  await Bun.$`heif-enc --no-alpha -q 80 ${png} -o ${heic}`.quiet();
  const file = Buffer.from(await Bun.file(heic).bytes());
  return { type: "hvc1", config: box("hvcC", find(file, "hvcC")), data: find(file, "mdat") };
}

/** Takes the coded picture out of an AVIF file. */
function takeAvif(file: Buffer): Coded {
  return { type: "av01", config: box("av1C", find(file, "av1C")), data: find(file, "mdat") };
}

interface Item {
  type: string;
  data: Buffer;
  properties: Buffer[];
  /** Ids of the tiles of a grid. */
  tiles?: number[];
  /** Id of the item that Exif data describe. */
  describes?: number;
}

/** Writes a HEIF file. Ids are 1 and up, the first item is the picture. */
function write(brand: string, items: readonly Item[]): Buffer {
  const ftyp = box("ftyp", text(brand), u32(0), text(`mif1${brand}miaf`));
  const all = items.flatMap(({ properties }) => properties);
  const infe = items.map(({ type, tiles }, index) =>
    full("infe", 2, index > 0 && !tiles ? 1 : 0, u16(index + 1, 0), text(type), u8(0)),
  );
  const references = items.flatMap(({ tiles, describes }, index) => [
    ...(tiles ? [box("dimg", u16(index + 1, tiles.length, ...tiles))] : []),
    ...(describes ? [box("cdsc", u16(index + 1, 1, describes))] : []),
  ]);
  let next = 1;
  const associated = items
    .map(({ properties }, index) => [u16(index + 1), u8(properties.length, ...properties.map(() => next++))])
    .filter((_, index) => items[index]!.properties.length > 0);
  const meta = (at: number) => {
    let offset = at;
    const places = items.map(({ data }, index) => {
      const place = Buffer.concat([u16(index + 1, 0, 1), u32(offset, data.length)]);
      offset += data.length;
      return place;
    });
    return full(
      "meta",
      0,
      0,
      full("hdlr", 0, 0, u32(0), text("pict"), u32(0, 0, 0), u8(0)),
      full("pitm", 0, 0, u16(1)),
      full("iloc", 0, 0, u8(0x44, 0), u16(items.length), ...places),
      full("iinf", 0, 0, u16(items.length), ...infe),
      ...(references.length > 0 ? [full("iref", 0, 0, ...references)] : []),
      box("iprp", box("ipco", ...all), full("ipma", 0, 0, u32(associated.length), ...associated.flat())),
    );
  };
  const start = ftyp.length + meta(0).length + 8;
  return Buffer.concat([ftyp, meta(start), box("mdat", ...items.map(({ data }) => data))]);
}

const ispe = (width: number, height: number) => full("ispe", 0, 0, u32(width, height));
const pixi = full("pixi", 0, 0, u8(3, 8, 8, 8));
const colr = box("colr", text("prof"), DISPLAY_P3);
const rotate = (quarters: number) => box("irot", u8(quarters));
const mirror = (axis: 0 | 1) => box("imir", u8(axis));
/** Exif data with an orientation, which HEIF readers must not apply, because the rotation is a property of the item. */
const exif = (orientation: number) =>
  Buffer.concat([u32(6), text("Exif\0\0MM\0*"), u32(8), u16(1, 0x0112, 3), u32(1), u16(orientation, 0), u32(0)]);

/** An iPhone's photo: four tiles in a grid that is cut at the right, a quarter turn, Display P3, and Exif data. */
async function makeIphone(): Promise<Buffer> {
  const [width, height] = [SIDE * 2 - 16, SIDE * 2];
  const tiles = await Promise.all(
    CORNERS.map((color, index) => encode(`tile-${index}`, draw(SIDE, SIDE, [color, color, color, color]))),
  );
  const grid = Buffer.concat([u8(0, 0, 1, 1), u16(width, height)]);
  return write("heic", [
    // Stored a quarter turn clockwise of how it is shown: 1 means a quarter turn against the clock.
    { type: "grid", data: grid, properties: [ispe(width, height), pixi, colr, rotate(1)], tiles: [2, 3, 4, 5] },
    ...tiles.map(({ type, data, config }) => ({ type, data, properties: [config, ispe(SIDE, SIDE), pixi, colr] })),
    { type: "Exif", data: exif(8), properties: [], describes: 1 },
  ]);
}

async function makeAvif(properties: Buffer[]): Promise<Buffer> {
  const canvas = draw(SIDE * 2, SIDE, CORNERS);
  const { type, data, config } = takeAvif(Buffer.from(canvas.toBuffer("image/avif", { quality: 90 } as never)));
  return write("avif", [{ type, data, properties: [config, ispe(SIDE * 2, SIDE), pixi, ...properties] }]);
}

function makeLogo(): Buffer {
  const canvas = createCanvas(SIDE, SIDE);
  const context = canvas.getContext("2d");
  context.fillStyle = CORNERS[0];
  context.fillRect(0, 0, SIDE / 2, SIDE);
  return Buffer.from(canvas.toBuffer("image/avif", { quality: 90 } as never));
}

const iphone = await makeIphone();
const pictures = {
  "iphone.heic": iphone,
  "broken.heic": iphone.subarray(0, iphone.length - 200),
  "turned.avif": await makeAvif([colr, rotate(1), mirror(1)]),
  "logo.avif": makeLogo(),
};
for (const [name, bytes] of Object.entries(pictures)) await Bun.write(join(import.meta.dir, name), bytes);
await rm(folder, { recursive: true });
