/**
 * Hostile files for uploads, made from a seed: the same seed makes the same files. Each is a valid file that was cut off,
 * forged, inflated or mixed with another format.
 */
import { PIXEL } from "#test/engines";
import { forgeClip } from "#test/security/forged-clip";

export interface HostileFile {
  /** Says how the file was made: "forged mp4 17". */
  name: string;
  bytes: Uint8Array;
}

/** A random generator with a seed (mulberry32). */
function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (below: number) => Math.floor(next() * below);
  return { integer, pick: <T>(list: readonly T[]): T => list[integer(list.length)]! };
}
type Random = ReturnType<typeof createRandom>;

const text = (content: string) => Buffer.from(content, "latin1");

/** A second of silence. */
function createWav(): Buffer {
  const wav = Buffer.alloc(44 + 16_000);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(8000, 24);
  wav.writeUInt32LE(16_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(16_000, 40);
  return wav;
}

const GIF = text(
  "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;",
);
const JPEG = text("\xff\xd8\xff\xc0\x00\x11\x08\x00\x10\x00\x10\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01\xff\xd9");

/** Small valid files of several formats. */
async function createSeeds(): Promise<Record<string, Buffer>> {
  return {
    mp4: await forgeClip({ frames: 30, every: 1 / 30 }),
    indexed: await forgeClip({ frames: 60, every: 1 / 30, swapped: true }),
    png: PIXEL,
    gif: GIF,
    jpg: JPEG,
    wav: createWav(),
  };
}

const BOXES = [
  "ftyp",
  "moov",
  "mvhd",
  "trak",
  "tkhd",
  "mdia",
  "mdhd",
  "stsd",
  "stts",
  "ctts",
  "stsz",
  "stsc",
  "stco",
  "stss",
  "mdat",
];
const EXTREMES = [0, 1, 7, 8, 0x7f_ff_ff_ff, 0x80_00_00_00, 0xff_ff_ff_f0, 0xff_ff_ff_ff];
const SIZES = [60_000, 20_000, 65_535];
const PAYLOADS = [
  "<html><script>alert(1)</script></html>",
  "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
  "#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n",
  "ffconcat version 1.0\nfile /etc/passwd\n",
  "PK\x03\x04\x14\x00\x00\x00",
  "%PDF-1.7\n",
];

const makers: Readonly<Record<string, (random: Random, seed: Buffer, format: string) => Uint8Array>> = {
  truncated: (random, seed) => seed.subarray(0, 1 + random.integer(seed.length - 1)),
  flipped(random, seed) {
    const bytes = Buffer.from(seed);
    for (let flip = 0; flip <= random.integer(20); flip++) bytes[random.integer(bytes.length)] = random.integer(256);
    return bytes;
  },
  /** Sizes, counts and times of boxes; of other formats any four bytes. */
  forged(random, seed) {
    const bytes = Buffer.from(seed);
    const box = bytes.indexOf(random.pick(BOXES));
    const at = box < 4 ? random.integer(bytes.length - 4) : box + random.pick([-4, 4, 8, 12, 16, 20]);
    if (at >= 0 && at + 4 <= bytes.length) bytes.writeUInt32BE(random.pick(EXTREMES), at);
    return bytes;
  },
  /** A picture of a few bytes that claims thousands of megapixels. */
  bomb(random, seed, format) {
    const bytes = Buffer.from(seed);
    const side = random.pick(SIZES);
    if (format === "png") for (const at of [16, 20]) bytes.writeUInt32BE(side, at);
    if (format === "gif") for (const at of [6, 8]) bytes.writeUInt16LE(side & 0xffff, at);
    if (format === "jpg") for (const at of [7, 9]) bytes.writeUInt16BE(side & 0xffff, at);
    const sample = bytes.indexOf("vp09", bytes.indexOf("stsd"));
    if (sample > 0) for (const at of [28, 30]) bytes.writeUInt16BE(side & 0xffff, sample + at);
    return bytes;
  },
  polyglot(random, seed) {
    const payload = text(random.pick(PAYLOADS).repeat(1 + random.integer(200)));
    return Buffer.concat(
      random.pick([
        [seed, payload],
        [payload, seed],
        [seed.subarray(0, 12), payload, seed],
      ]),
    );
  },
  noise(random, seed) {
    const noise = Uint8Array.from({ length: random.integer(4000) }, () => random.integer(256));
    return Buffer.concat([seed.subarray(0, random.integer(40)), noise]);
  },
};

/** `count` hostile files of a seed. */
export async function* createCorpus(seed: number, count: number): AsyncGenerator<HostileFile> {
  const random = createRandom(seed);
  const seeds = Object.entries(await createSeeds());
  for (let at = 0; at < count; at++) {
    const [format, valid] = random.pick(seeds);
    const [name, make] = random.pick(Object.entries(makers));
    yield { name: `${name} ${format} ${at}`, bytes: new Uint8Array(make(random, valid, format)) };
  }
}
