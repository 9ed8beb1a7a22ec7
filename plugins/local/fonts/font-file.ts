import { readFileSync } from "node:fs";

/** Code points with glyphs in a font, as sorted [first, last, first, last, …]. */
type Ranges = readonly number[];

interface FontFile {
  ranges: Ranges;
  /** Windows ascent and descent in ems. libass uses their sum as the size of a font. */
  ascent: number;
  descent: number;
}

const cache = new Map<string, FontFile>();

/** Reads the font at `path`. Each file is read once. */
export function readFont(path: string): FontFile {
  const known = cache.get(path);
  if (known) return known;
  const font = readFileSync(path);
  const os2 = findTable(font, "OS/2");
  const unitsPerEm = font.readUInt16BE(findTable(font, "head") + 18);
  const read = {
    ranges: readCharacterMap(font),
    ascent: font.readUInt16BE(os2 + 74) / unitsPerEm,
    descent: font.readUInt16BE(os2 + 76) / unitsPerEm,
  };
  cache.set(path, read);
  return read;
}

/** True if the font at `path` has a glyph for this code point. */
export function covers(path: string, codePoint: number): boolean {
  const { ranges } = readFont(path);
  let low = 0;
  let high = ranges.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < ranges[middle * 2]!) high = middle - 1;
    else if (codePoint > ranges[middle * 2 + 1]!) low = middle + 1;
    else return true;
  }
  return false;
}

/** Reads the Unicode subtable of a font's `cmap` table: format 12 if present, else format 4. */
function readCharacterMap(font: Buffer): Ranges {
  const cmap = findTable(font, "cmap");
  const subtables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, i) => {
    const at = cmap + font.readUInt32BE(cmap + 8 + i * 8);
    return { at, format: font.readUInt16BE(at) };
  });
  const full = subtables.find(({ format }) => format === 12);
  if (full) return readFormat12(font, full.at);
  const basic = subtables.find(({ format }) => format === 4);
  return basic ? readFormat4(font, basic.at) : [];
}

function findTable(font: Buffer, tag: string): number {
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const record = 12 + i * 16;
    if (font.toString("latin1", record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`The font has no "${tag}" table.`);
}

function readFormat12(font: Buffer, at: number): Ranges {
  return Array.from({ length: font.readUInt32BE(at + 12) }, (_, i) => {
    const group = at + 16 + i * 12;
    return [font.readUInt32BE(group), font.readUInt32BE(group + 4)];
  }).flat();
}

function readFormat4(font: Buffer, at: number): Ranges {
  const bytes = font.readUInt16BE(at + 6);
  return Array.from({ length: bytes / 2 - 1 }, (_, i) => {
    const last = font.readUInt16BE(at + 14 + i * 2);
    return [font.readUInt16BE(at + 16 + bytes + i * 2), last];
  }).flat();
}
