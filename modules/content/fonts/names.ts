const WINDOWS = 3;
const MACINTOSH = 1;
const RECORDS = 6;
const RECORD = 12;
const US_ENGLISH = 0x409;

const decodeUtf16 = (bytes: Buffer) => Buffer.from(bytes).swap16().toString("utf16le");

/** Returns one entry of a `name` table, in English if it has several. Undefined if it is missing. */
export function readName(table: Buffer, id: number): string | undefined {
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
