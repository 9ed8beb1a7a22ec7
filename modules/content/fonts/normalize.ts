import { FontError, readTables, type Tables, writeTables } from "./sfnt";

const WINDOWS = 3;
const MACINTOSH = 1;
const RECORDS = 6;
const RECORD = 12;
const US_ENGLISH = 0x409;

export interface FontFacts {
  /** Family name in the file. */
  family: string;
  style: string;
  /** Font weight, 100 to 900. */
  weight: number;
  /** Windows ascent and descent, in ems. Lines are centred by them. */
  ascent: number;
  descent: number;
}

/** Maximum size of an unpacked font, in bytes. */
export const MAX_UNPACKED = 32 * 1024 * 1024;

const NEEDED = ["OS/2", "cmap", "head", "hhea", "hmtx", "maxp", "name"];
/** Tables that are kept: outlines, and data for text layout. No variations, bitmaps or signatures. */
const KEPT = [
  ...NEEDED,
  ...["post", "glyf", "loca", "cvt ", "fpgm", "prep", "gasp", "CFF ", "VORG", "GDEF", "GPOS", "GSUB", "BASE", "kern"],
];
const RESTRICTED = 0x2;
const PREVIEW_OR_EDIT = 0xc;
const BITMAPS_ONLY = 0x200;
/** Maximum line height, in ems. Taller lines mean that the file is faulty. */
const TALLEST = 4;

/**
 * Checks a font and rewrites it with `family` as its name, advances rounded to the grid of libass, and outlines only.
 * The renderer and the browser then draw the same glyphs in the same places. Throws FontError, or RangeError for a
 * damaged file.
 */
export function normalizeFont(font: Buffer, family: string): { font: Buffer; facts: FontFacts } {
  const source = readTables(font);
  const tables: Tables = new Map(
    KEPT.flatMap((tag) => {
      const table = source.get(tag);
      return table ? [[tag, Buffer.from(table)] as const] : [];
    }),
  );
  checkTables(source, tables);
  const facts = readFacts(tables);
  checkEmbedding(tables.get("OS/2")!);
  tables.set("cmap", pickCharacterMap(tables.get("cmap")!));
  snapAdvances(tables, facts);
  markWeight(tables, facts.weight);
  tables.set("name", writeNames(family, facts.weight >= 700 ? "Bold" : "Regular"));
  if (!tables.has("post")) tables.set("post", Buffer.concat([Buffer.from([0, 3, 0, 0])], 32));
  return { font: writeTables(tables), facts };
}

function checkTables(source: Tables, tables: Tables): void {
  const missing = NEEDED.find((tag) => !tables.has(tag));
  if (missing) throw new FontError(`The file has no "${missing}" table, which text fonts require.`);
  if (!tables.has("CFF ") && !(tables.has("glyf") && tables.has("loca"))) {
    const reason = source.has("CFF2") ? "Its variations are not supported" : "It has no glyph outlines";
    throw new FontError(`${reason}. Send a static TTF or OTF font.`);
  }
  const size = [...tables.values()].reduce((sum, { length }) => sum + length, 0);
  if (size > MAX_UNPACKED) throw new FontError(`The font has more than ${MAX_UNPACKED / 1024 ** 2} MB of outlines.`);
}

/** Refuses a font whose license forbids embedding. If the font sets several bits, the least strict one applies. */
function checkEmbedding(os2: Buffer): void {
  const rights = os2.readUInt16BE(8);
  const forbids = (rights & RESTRICTED) !== 0 && (rights & PREVIEW_OR_EDIT) === 0;
  if (!forbids && (rights & BITMAPS_ONLY) === 0) return;
  throw new FontError(
    `The license in this font forbids embedding it (fsType ${rights}). Use a font that allows it, or ask its maker for a file that does.`,
  );
}

function readFacts(tables: Tables): FontFacts {
  const [os2, head, hhea, name] = ["OS/2", "head", "hhea", "name"].map((tag) => tables.get(tag)!) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const unitsPerEm = head.readUInt16BE(18);
  if (unitsPerEm < 16 || unitsPerEm > 16_384) throw new FontError("The font has an impossible number of units per em.");
  let [ascent, descent] = [os2.readUInt16BE(74), os2.readUInt16BE(76)];
  if (!isPlausible(ascent + descent, unitsPerEm)) {
    [ascent, descent] = [Math.max(0, hhea.readInt16BE(4)), Math.max(0, -hhea.readInt16BE(6))];
    if (!isPlausible(ascent + descent, unitsPerEm)) throw new FontError("The font has a height of zero.");
    os2.writeUInt16BE(ascent, 74);
    os2.writeUInt16BE(descent, 76);
  }
  const weight = os2.readUInt16BE(4) || 400;
  return {
    family: clean(readName(name, 16) ?? readName(name, 1)) || "Untitled font",
    style: clean(readName(name, 17) ?? readName(name, 2)) || "Regular",
    weight: Math.min(900, Math.max(100, weight < 10 ? weight * 100 : weight)),
    ascent: ascent / unitsPerEm,
    descent: descent / unitsPerEm,
  };
}

const isPlausible = (height: number, unitsPerEm: number) => height > 0 && height <= TALLEST * unitsPerEm;

/** Cleans a display name. It never becomes a path or a name that libraries look up. */
const clean = (text = "") =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\s]+/gu, " ")
    .trim()
    .slice(0, 60);

/**
 * Builds a `cmap` table with one subtable. libass takes the first for Unicode, so it must be the one with all
 * characters.
 */
function pickCharacterMap(cmap: Buffer): Buffer {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => {
    const at = 4 + i * 8;
    const start = cmap.readUInt32BE(at + 4);
    const format = cmap.readUInt16BE(start);
    const [platform, encoding] = [cmap.readUInt16BE(at), cmap.readUInt16BE(at + 2)];
    return { start, format, isUnicode: platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10)) };
  });
  const unicode = subtables.filter(({ isUnicode }) => isUnicode);
  const best = [12, 4].flatMap((preferred) => unicode.filter(({ format }) => format === preferred))[0];
  if (!best) throw new FontError("The font has no Unicode character map.");
  const length = best.format === 12 ? cmap.readUInt32BE(best.start + 4) : cmap.readUInt16BE(best.start + 2);
  const subtable = cmap.subarray(best.start, best.start + length);
  const room = best.format === 12 ? 16 + subtable.readUInt32BE(12) * 12 : 16 + subtable.readUInt16BE(6) * 4;
  if (subtable.length < length || room > length) throw new RangeError("The character map ends too early.");
  const header = Buffer.alloc(12);
  header.writeUInt16BE(1, 2);
  header.writeUInt16BE(3, 4);
  header.writeUInt16BE(best.format === 12 ? 10 : 1, 6);
  header.writeUInt32BE(12, 8);
  return Buffer.concat([header, subtable]);
}

/**
 * Rounds advances to libass's grid: it sets text at a line height of 256 pixels and rounds advances to whole pixels,
 * unlike canvas and browsers. On this grid, advances are the same everywhere.
 */
function snapAdvances(tables: Tables, { ascent, descent }: FontFacts): void {
  const hmtx = tables.get("hmtx")!;
  const grid = ((ascent + descent) * tables.get("head")!.readUInt16BE(18)) / 256;
  const count = tables.get("hhea")!.readUInt16BE(34);
  for (let i = 0; i < count; i++) {
    const advance = Math.round(Math.round(hmtx.readUInt16BE(i * 4) / grid) * grid);
    hmtx.writeUInt16BE(Math.min(0xffff, advance), i * 4);
  }
}

/** Set the bold bits, so that libass does not embolden an outline that is already bold. */
function markWeight(tables: Tables, weight: number): void {
  const [os2, head] = [tables.get("OS/2")!, tables.get("head")!];
  const isBold = weight >= 700;
  os2.writeUInt16BE(weight, 4);
  os2.writeUInt16BE((os2.readUInt16BE(62) & ~0x61) | (isBold ? 0x20 : 0x40), 62);
  head.writeUInt16BE((head.readUInt16BE(44) & ~3) | (isBold ? 1 : 0), 44);
}

const decodeUtf16 = (bytes: Buffer) => Buffer.from(bytes).swap16().toString("utf16le");

/** Returns one entry of a `name` table, in English if it has several. Undefined if it is missing. */
function readName(table: Buffer, id: number): string | undefined {
  const strings = table.readUInt16BE(4);
  let other: string | undefined;
  for (let i = 0; i < table.readUInt16BE(2); i++) {
    const at = RECORDS + i * RECORD;
    const [platform, language] = [table.readUInt16BE(at), table.readUInt16BE(at + 4)];
    if (table.readUInt16BE(at + 6) !== id || (platform !== WINDOWS && platform !== MACINTOSH)) continue;
    const start = strings + table.readUInt16BE(at + 10);
    const bytes = table.subarray(start, start + (table.readUInt16BE(at + 8) & ~1));
    if (platform === WINDOWS && language === US_ENGLISH) return decodeUtf16(bytes);
    other ??=
      platform === WINDOWS ? decodeUtf16(bytes) : table.toString("latin1", start, start + table.readUInt16BE(at + 8));
  }
  return other;
}

/** Builds a `name` table with the entries that libraries use: family, style, full name and PostScript name. */
export function writeNames(family: string, style: string): Buffer {
  const names = { 1: family, 2: style, 3: family, 4: family, 6: family.replaceAll(" ", "") };
  const entries = Object.entries(names).map(([id, text]) => ({
    id: Number(id),
    bytes: Buffer.from(text, "utf16le").swap16(),
  }));
  const records = Buffer.alloc(RECORDS + entries.length * RECORD);
  records.writeUInt16BE(entries.length, 2);
  records.writeUInt16BE(records.length, 4);
  let offset = 0;
  for (const [i, { id, bytes }] of entries.entries()) {
    const fields = [WINDOWS, 1, US_ENGLISH, id, bytes.length, offset];
    for (const [j, value] of fields.entries()) records.writeUInt16BE(value, RECORDS + i * RECORD + j * 2);
    offset += bytes.length;
  }
  return Buffer.concat([records, ...entries.map(({ bytes }) => bytes)]);
}
