import { SUPPORTED } from "#core/media/sniff";

type Kind = "image" | "video" | "audio" | "other";

/** What to do with a file of each kind. */
const REMEDIES: Readonly<Record<Kind, string>> = {
  image: "Convert the image to JPEG or PNG.",
  video: "Convert the video to MP4 with H.264 and AAC.",
  audio: "Convert the audio to WAV, MP3 or M4A.",
  other: "Send the video, image or audio file itself.",
};

const any = (count: number) => "?".repeat(count);

/**
 * Formats by their first bytes in Latin-1: patterns, or signatures in which `?` is any byte. Supported formats are
 * recognised before. The first match counts.
 */
const FORMATS: readonly (readonly [name: string, kind: Kind, ...(RegExp | string)[]])[] = [
  ["Raw photos (CR3)", "image", "????ftypcrx "],
  ["JPEG XL images", "image", "\0\0\0\x0cJXL ", "\xff\x0a"],
  ["JPEG 2000 images", "image", "\0\0\0\x0cjP  ", "\xff\x4f\xff\x51"],
  ["TIFF images and raw photos", "image", "II*\0", "MM\0*", "II+\0", "MM\0+"],
  ["BMP images", "image", "BM????\0\0\0\0"],
  ["Photoshop files", "image", "8BPS"],
  ["Icons", "image", "\0\0\x01\0", "\0\0\x02\0"],
  ["AVI videos", "video", "RIFF????AVI "],
  ["Windows Media files (WMV, WMA)", "video", "\x30\x26\xb2\x75\x8e\x66\xcf\x11"],
  ["MPEG transport streams (TS, M2TS)", "video", `G${any(187)}G`, `${any(4)}G${any(191)}G`],
  ["MPEG-1 and MPEG-2 videos", "video", "\0\0\x01\xba", "\0\0\x01\xb3"],
  ["FLV videos", "video", "FLV\x01"],
  ["RealMedia files", "video", ".RMF"],
  ["Ogg videos (Theora)", "video", `OggS${any(24)}\x80theora`],
  ["Files in this EBML format", "video", "\x1a\x45\xdf\xa3"],
  ["AIFF files", "audio", "FORM????AIFF", "FORM????AIFC"],
  ["WAV files with 64-bit sizes (RF64, W64)", "audio", "RF64????WAVE", "BW64????WAVE", "riff\x2e\x91\xcf\x11"],
  ["CAF files", "audio", "caff"],
  ["AMR recordings", "audio", "#!AMR"],
  ["AU files", "audio", ".snd"],
  ["MIDI files", "audio", "MThd"],
  ["AC-3 files", "audio", "\x0b\x77"],
  ["Files in this lossless format", "audio", "MAC ", "wvpk", "DSD ", "FRM8", "TTA"],
  ["PDF documents", "other", "%PDF"],
  ["ZIP archives and Office documents", "other", "PK\x03\x04"],
  ["HTML pages", "other", /^[\s\xef\xbb\xbf]*<(?:!doctype html|html)/i],
  ["SVG images", "image", /^[\s\xef\xbb\xbf]*<[?!s].*<svg[\s>]|^[\s\xef\xbb\xbf]*<svg[\s>]/is],
];

const matches = (text: string, pattern: RegExp | string): boolean =>
  typeof pattern === "string"
    ? Array.from(pattern).every((letter, index) => letter === "?" || letter === text[index])
    : pattern.test(text);

/** Says what an unsupported file is, as far as its first bytes show, and what can be done. */
export function explainUnsupported(head: Uint8Array): string {
  const text = Buffer.from(head.subarray(0, 1024)).toString("latin1");
  const [name, kind] = FORMATS.find(([, , ...patterns]) => patterns.some((pattern) => matches(text, pattern))) ?? [];
  const problem = name && kind ? `${name} are not supported. ${REMEDIES[kind]}` : "Unsupported file format.";
  return `${problem} Supported formats: ${SUPPORTED}.`;
}
