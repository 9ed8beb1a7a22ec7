import { contentTypes, type Extension } from "#core/storage/storage";

export type MediaKind = "video" | "image" | "audio";

export interface Sniffed {
  contentType: string;
  /** The usual kind of the format. Only `probe` knows whether an MP4 has video. */
  kind: MediaKind;
  /** A key of `contentTypes`. */
  extension: Extension;
}

/** Formats that `sniff` accepts, for messages. */
export const SUPPORTED =
  "MP4, MOV, WebM and MKV videos; JPEG, PNG, WebP, GIF, HEIC and AVIF images; MP3, M4A, AAC, WAV, FLAC and Ogg audio";

/** Number of bytes that `sniff` needs. */
export const SNIFF_BYTES = 4096;

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => bytes[at + index] === byte);

/**
 * Identifies a file by its first bytes (4 KB are enough). Undefined for formats that are not accepted, such as SVG.
 * @example sniff(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)); // { contentType: "image/jpeg", kind: "image", extension: "jpg" }
 */
export function sniff(bytes: Uint8Array): Sniffed | undefined {
  const extension = findFormat(bytes.subarray(0, SNIFF_BYTES));
  if (!extension) return undefined;
  const contentType = contentTypes[extension];
  return { contentType, kind: contentType.slice(0, 5) as MediaKind, extension };
}

/**
 * Identifies a file like `sniff`, by its path. Throws an Error if the file cannot be read.
 * @example
 * const path = await run.download("https://example.com/brew.jpg");
 * const { extension = "bin" } = (await sniffFile(path)) ?? {};
 */
export const sniffFile = async (path: string): Promise<Sniffed | undefined> =>
  sniff(await Bun.file(path).slice(0, SNIFF_BYTES).bytes());

function findFormat(bytes: Uint8Array): Extension | undefined {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png";
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "jpg";
  if (startsWith(bytes, [0x1a, 0x45, 0xdf, 0xa3])) return matroska(bytes);
  const magic = text(bytes, 0, 4);
  if (magic === "GIF8") return /^GIF8[79]a/.test(text(bytes, 0, 6)) ? "gif" : undefined;
  if (magic === "RIFF") return riff(text(bytes, 8, 12));
  if (magic === "OggS") return text(bytes, 28, 35) === "\x80theora" ? undefined : "ogg";
  if (magic === "fLaC") return "flac";
  return isoMedia(bytes) ?? mpegAudio(bytes);
}

function riff(form: string): Extension | undefined {
  if (form === "WEBP") return "webp";
  return form === "WAVE" ? "wav" : undefined;
}

const VIDEO_BRAND = /^(iso[m2-9]|mp4[12]|avc1|dash|msdh|MSNV|M4V|F4V |mmp4|XAVC|cmf[cs2]|3g[2eprs])/;
const AUDIO_BRAND = /^(M4A|M4B|M4P|F4A)/;
const HEIC_BRAND = /^(hei[cfmsx]|hev[cmsx]|mif1|msf1)/;
/** First boxes of QuickTime files without `ftyp`. */
const BARE_MOVIE = /^(moov|mdat|wide|free|skip|pnot)$/;

/** Identifies the format by brand, because video, audio, HEIC and AVIF share the same boxes. */
function isoMedia(bytes: Uint8Array): Extension | undefined {
  const box = text(bytes, 4, 8);
  if (BARE_MOVIE.test(box)) return "mov";
  if (box !== "ftyp") return undefined;
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  const major = text(bytes, 8, 12);
  if (major === "qt  ") return "mov";
  if (AUDIO_BRAND.test(major)) return "m4a";
  if (VIDEO_BRAND.test(major)) return "mp4";
  if (/^avi[fs]/.test(major)) return "avif";
  if (HEIC_BRAND.test(major)) return hasBrand(bytes, length, /^avi[fs]/) ? "avif" : "heic";
  if (major === "crx ") return undefined;
  return hasBrand(bytes, length, VIDEO_BRAND) ? "mp4" : undefined;
}

function hasBrand(bytes: Uint8Array, length: number, brand: RegExp): boolean {
  for (let at = 16; at + 4 <= Math.min(length, bytes.length); at += 4) {
    if (brand.test(text(bytes, at, at + 4))) return true;
  }
  return false;
}

/** The DocType element (0x4282) distinguishes WebM from Matroska. */
function matroska(bytes: Uint8Array): Extension | undefined {
  for (let at = 4; at < Math.min(bytes.length, 80); at++) {
    if (!startsWith(bytes, [0x42, 0x82], at)) continue;
    const type = text(bytes, at + 3, at + 3 + ((bytes[at + 2] ?? 0) & 0x0f));
    if (type === "webm") return "webm";
    return type === "matroska" ? "mkv" : undefined;
  }
  return undefined;
}

/** MP3 and AAC are bare frames, so two consecutive ones or an ID3 tag are required. */
function mpegAudio(bytes: Uint8Array): Extension | undefined {
  const tag = text(bytes, 0, 3) === "ID3" ? getId3Length(bytes) : 0;
  for (const [extension, frame] of [
    ["mp3", mp3Frame],
    ["aac", adtsFrame],
  ] as const) {
    const length = frame(bytes, tag);
    if (length && frame(bytes, tag + length)) return extension;
  }
  // Cover art can make the tag longer than the available bytes. MP3 follows it.
  return tag ? "mp3" : undefined;
}

const getId3Length = (bytes: Uint8Array) =>
  10 + bytes.subarray(6, 10).reduce((size, byte) => (size << 7) | (byte & 0x7f), 0);

const RATES = [44_100, 48_000, 32_000];
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** Returns the length of the MPEG layer III frame at an offset. 0 if there is none. */
function mp3Frame(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const version = (second >> 3) & 3;
  if (first !== 0xff || second >> 5 !== 7 || version === 1 || ((second >> 1) & 3) !== 1) return 0;
  const bitrate = (version === 3 ? BITRATES_1 : BITRATES_2)[third >> 4];
  const rate = RATES[(third >> 2) & 3];
  if (!bitrate || !rate) return 0;
  const divided = rate / { 3: 1, 2: 2, 0: 4 }[version as 0 | 2 | 3];
  return Math.floor(((version === 3 ? 144_000 : 72_000) * bitrate) / divided) + ((third >> 1) & 1);
}

/** Returns the length of the ADTS frame (AAC) at an offset. 0 if there is none. */
function adtsFrame(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at, at + 6);
  if (first !== 0xff || (second & 0xf6) !== 0xf0 || ((third >> 2) & 15) > 12) return 0;
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  return length > 7 ? length : 0;
}
