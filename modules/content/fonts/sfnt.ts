/** Tables of a TrueType or OpenType file, by tag. */
export type Tables = Map<string, Buffer>;

/** Error with a message for the owner of the file. The code makes it the result of a child process. */
export class FontError extends Error {
  readonly code = "font_refused";
}

const DIRECTORY = 12;
const RECORD = 16;
/** Maximum number of tables. No real font has more, and each is read. */
const MOST_TABLES = 64;
const TRUE_TYPE = 0x00010000;
const OPEN_TYPE = 0x4f54544f;
const MAGIC = 0xb1b0afba;

/** Reads the tables of a file. Throws FontError for a collection, RangeError for a truncated file. */
export function readTables(font: Buffer): Tables {
  const version = font.readUInt32BE(0);
  if (version === 0x74746366) throw new FontError("The file is a collection of fonts. Send one font per file.");
  const count = font.readUInt16BE(4);
  if (count > MOST_TABLES) throw new FontError("The file has more tables than any font.");
  const tables: Tables = new Map();
  for (let i = 0; i < count; i++) {
    const at = DIRECTORY + i * RECORD;
    const [start, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
    if (start + length > font.length) throw new RangeError("A table extends beyond the end of the file.");
    tables.set(font.toString("latin1", at, at + 4), font.subarray(start, start + length));
  }
  return tables;
}

const sum = (table: Buffer) => {
  let total = 0;
  for (let at = 0; at < table.length; at += 4) total = (total + table.readUInt32BE(at)) >>> 0;
  return total;
};

/** Writes a file with these tables and correct checksums. Modifies `head`. */
export function writeTables(tables: Tables): Buffer {
  const tags = [...tables.keys()].sort();
  const power = Math.floor(Math.log2(tags.length));
  const directory = Buffer.alloc(DIRECTORY + tags.length * RECORD);
  directory.writeUInt32BE(tables.has("CFF ") ? OPEN_TYPE : TRUE_TYPE, 0);
  directory.writeUInt16BE(tags.length, 4);
  directory.writeUInt16BE(2 ** power * 16, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE((tags.length - 2 ** power) * 16, 10);
  tables.get("head")?.writeUInt32BE(0, 8);
  const parts = [directory];
  let offset = directory.length;
  for (const [i, tag] of tags.entries()) {
    const table = tables.get(tag)!;
    const padded = Buffer.concat([table], Math.ceil(table.length / 4) * 4);
    const at = DIRECTORY + i * RECORD;
    directory.write(tag, at, "latin1");
    directory.writeUInt32BE(sum(padded), at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    parts.push(padded);
    offset += padded.length;
  }
  const font = Buffer.concat(parts);
  const head = DIRECTORY + tags.indexOf("head") * RECORD;
  font.writeUInt32BE((MAGIC - sum(font)) >>> 0, font.readUInt32BE(head + 8) + 8);
  return font;
}
