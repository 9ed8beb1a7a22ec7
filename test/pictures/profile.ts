/** An ICC profile of Display P3, the colour space of iPhones. */
const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
};
const text = (value: string) => Buffer.from(value, "latin1");
const xyz = (...values: number[]) => Buffer.concat([text("XYZ \0\0\0\0"), ...values.map(number)]);
const curve = Buffer.concat([
  text("para\0\0\0\0\0\x03\0\0"),
  ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(number),
]);
const name = text("mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cenUS\0\0\0\x04\0\0\0\x1c\0P\x003");
const white = [0.9642, 1, 0.82491] as const;

function build(): Buffer {
  const tags: [string, Buffer][] = [
    ["desc", name],
    ["cprt", name],
    ["wtpt", xyz(...white)],
    ["rXYZ", xyz(0.51512, 0.2412, -0.00105)],
    ["gXYZ", xyz(0.29198, 0.69225, 0.04189)],
    ["bXYZ", xyz(0.1571, 0.06657, 0.78407)],
    ["rTRC", curve],
    ["gTRC", curve],
    ["bTRC", curve],
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length);
  const data: Buffer[] = [];
  let offset = 128 + table.length;
  tags.forEach(([tag, bytes], index) => {
    table.write(tag, 4 + index * 12, "latin1");
    table.writeUInt32BE(offset, 8 + index * 12);
    table.writeUInt32BE(bytes.length, 12 + index * 12);
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    bytes.copy(padded);
    data.push(padded);
    offset += padded.length;
  });
  const header = Buffer.alloc(128);
  header.writeUInt32BE(offset);
  header.writeUInt32BE(0x04000000, 8);
  header.write("mntrRGB XYZ ", 12, "latin1");
  header.write("acsp", 36, "latin1");
  Buffer.concat(white.map(number)).copy(header, 68);
  return Buffer.concat([header, table, ...data]);
}

export const DISPLAY_P3: Buffer = build();
