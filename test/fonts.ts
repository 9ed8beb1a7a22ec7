/** Fonts for tests: a font of the repository whose letters A to Z are solid boxes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeNames } from "#modules/content/fonts/normalize";
import { readTables, writeTables } from "#modules/content/fonts/sfnt";

const root = join(import.meta.dir, "..");
const BASE = readFileSync(join(root, "plugins/local/fonts/files/Anton-Regular.ttf"));
/** A font that browsers get, compressed. */
export const woff2 = readFileSync(join(root, "plugins/dashboard/web/features/library/edit/fonts/anton-400.woff2"));

const LETTERS = 26;
const GLYPHS = LETTERS + 1;
/** In units of the base font, of which an em has 2048. */
const [WIDTH, HEIGHT] = [1200, 1500];

/** Format 4: one segment from A to Z, which are the glyphs from 1 on. */
function writeCharacters(): Buffer {
  const [first, last] = [0x41, 0x41 + LETTERS - 1];
  const words = [4, 32, 0, 4, 4, 1, 0, last, 0xffff, 0, first, 0xffff, 0x10000 - first + 1, 1, 0, 0];
  const subtable = Buffer.alloc(32);
  for (const [i, word] of words.entries()) subtable.writeUInt16BE(word, i * 2);
  return Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 3, 0, 1, 0, 0, 0, 12]), subtable]);
}

/** One contour of four points. */
function writeBox(): Buffer {
  const glyph = Buffer.alloc(36);
  const words = [1, 0, 0, WIDTH, HEIGHT, 3, 0];
  for (const [i, word] of words.entries()) glyph.writeInt16BE(word, i * 2);
  glyph.fill(1, 14, 18);
  const [across, up] = [
    [0, 0, WIDTH, 0],
    [0, HEIGHT, 0, -HEIGHT],
  ] as const;
  for (const [i, delta] of [...across, ...up].entries()) glyph.writeInt16BE(delta, 18 + i * 2);
  return glyph;
}

interface BoxFont {
  family?: string;
  /** What its maker allows. */
  fsType?: number;
}

/** A TrueType font that draws the letters A to Z as boxes that touch each other, and has no other characters. */
export function createBoxFont({ family = "Box Sans", fsType = 0 }: BoxFont = {}): Buffer<ArrayBuffer> {
  const tables = readTables(BASE);
  const copy = (tag: string) => Buffer.from(tables.get(tag)!);
  const [head, hhea, maxp, os2] = [copy("head"), copy("hhea"), copy("maxp"), copy("OS/2")];
  head.writeInt16BE(1, 50); // Offsets of glyphs have four bytes.
  hhea.writeUInt16BE(GLYPHS, 34);
  maxp.writeUInt16BE(GLYPHS, 4);
  os2.writeUInt16BE(fsType, 8);
  const box = writeBox();
  const loca = Buffer.alloc((GLYPHS + 1) * 4);
  const hmtx = Buffer.alloc(GLYPHS * 4);
  for (let glyph = 0; glyph <= GLYPHS; glyph++) loca.writeUInt32BE(glyph * box.length, glyph * 4);
  for (let glyph = 0; glyph < GLYPHS; glyph++) hmtx.writeUInt16BE(WIDTH, glyph * 4);
  const glyf = Buffer.concat(Array.from({ length: GLYPHS }, () => box));
  const own = { head, hhea, maxp, "OS/2": os2, glyf, loca, hmtx, cmap: writeCharacters() };
  return Buffer.from(
    writeTables(new Map(Object.entries({ ...own, name: writeNames(family, "Regular"), post: copy("post") }))),
  );
}
