import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from "mediabunny";
import { probe, sniff } from "#core/media/probe";
import { explainUnsupported } from "#core/media/unsupported";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "media-"));
});
afterAll(() => rm(folder, { recursive: true }));

const probeBytes = async (bytes: Uint8Array, limitMs?: number) => {
  const path = join(folder, crypto.randomUUID());
  await Bun.write(path, bytes);
  return probe(path, limitMs === undefined ? {} : { limitMs });
};

/** `…` stands for bytes in hexadecimal, everything else for itself: `<ff d8>JFIF`. */
const bytes = (text: string, length = 0) => {
  const parts = text
    .split(/<([0-9a-f ]*)>/)
    .map((part, index) => (index % 2 ? Uint8Array.fromHex(part.replaceAll(" ", "")) : Buffer.from(part, "latin1")));
  const joined = Buffer.concat(parts);
  return new Uint8Array(Buffer.concat([joined, new Uint8Array(Math.max(0, length - joined.length))]));
};

const PACKET = new Uint8Array([1, 2, 3, 4]);
const VP9 = { codec: "vp09.00.10.08", codedWidth: 320, codedHeight: 568 };
const OPUS = { codec: "opus", sampleRate: 48_000, numberOfChannels: 2 };

/** Two seconds of 30 tiny pictures each, and of sound where asked: a real container
 * around meaningless packets, which may be stored in another order than shown (`swapped`). */
async function film(
  format: OutputFormat,
  options: { sound?: boolean; picture?: boolean; rotation?: 0 | 90; swapped?: boolean } = {},
) {
  const { sound = true, picture = true, rotation = 0, swapped = false } = options;
  const output = new Output({ format, target: new BufferTarget() });
  const video = new EncodedVideoPacketSource("vp9");
  const audio = new EncodedAudioPacketSource("opus");
  if (picture) output.addVideoTrack(video, { rotation });
  if (sound) output.addAudioTrack(audio);
  await output.start();
  for (let frame = 0; frame < 60; frame++) {
    const shown = swapped && frame % 30 ? frame - 1 + 2 * (frame % 2) : frame;
    const type = frame % 30 ? "delta" : "key";
    if (picture) await video.add(new EncodedPacket(PACKET, type, shown / 30, 1 / 30), { decoderConfig: VP9 });
    if (sound) await audio.add(new EncodedPacket(PACKET, "key", frame / 30, 1 / 30), { decoderConfig: OPUS });
  }
  await output.finalize();
  return new Uint8Array((output.target as BufferTarget).buffer!);
}

/** Three seconds of silence, 8000 samples a second. */
const wav = bytes(
  "RIFF<a4 bb 00 00>WAVEfmt <10 00 00 00 01 00 01 00 40 1f 00 00 80 3e 00 00 02 00 10 00>data<80 bb 00 00>",
  48_044,
);
const MP3_FRAME = bytes("<ff fb 90 00>", 417);
const AAC_FRAME = bytes("<ff f1 50 40 04 1f fc>", 32);
const pictures = {
  png: bytes("<89>PNG<0d 0a 1a 0a 00 00 00 0d>IHDR<00 00 04 38 00 00 07 80 08 06 00 00 00>"),
  gif: bytes("GIF89a<38 04 80 07>", 20),
  jpg: bytes("<ff d8 ff e0 00 10>JFIF<00 01 02 00 00 01 00 01 00 00 ff c0 00 11 08 07 80 04 38 03>", 64),
  lossy: bytes("RIFF<00 00 00 00>WEBPVP8 <00 00 00 00 f0 12 00 9d 01 2a 38 04 80 07>"),
  lossless: bytes("RIFF<00 00 00 00>WEBPVP8L<00 00 00 00 2f 37 c4 df 01 00 00 00>"),
  extended: bytes("RIFF<00 00 00 00>WEBPVP8X<0a 00 00 00 10 00 00 00 37 04 00 7f 07 00>"),
};

describe("a file is known by its first bytes", () => {
  test.each([
    ["mp4", bytes("<00 00 00 20>ftypisom<00 00 02 00>isomiso2avc1mp41")],
    ["mp4", bytes("<00 00 00 18>ftypABCD<00 00 02 00>ABCDmp42")],
    ["m4a", bytes("<00 00 00 1c>ftypM4A <00 00 02 00>M4A isomiso2")],
    ["mov", bytes("<00 00 00 14>ftypqt  <00 00 02 00>qt  ")],
    ["mov", bytes("<00 00 00 08>wide<00 00 74 21>mdat")],
    ["webm", bytes("<1a 45 df a3 9f 42 86 81 01 42 f7 81 01 42 f2 81 04 42 f3 81 08 42 82 84>webm<42 87>")],
    ["mkv", bytes("<1a 45 df a3 a3 42 86 81 01 42 82 88>matroska<42 87>")],
    ["png", pictures.png],
    ["jpg", pictures.jpg],
    ["gif", pictures.gif],
    ["webp", pictures.lossy],
    ["heic", bytes("<00 00 00 18>ftypheic<00 00 00 00>mif1mp42")],
    ["heic", bytes("<00 00 00 18>ftypmif1<00 00 00 00>mif1heic")],
    ["avif", bytes("<00 00 00 20>ftypavif<00 00 00 00>avifmif1miafMA1A")],
    ["avif", bytes("<00 00 00 18>ftypmif1<00 00 00 00>mif1avif")],
    ["wav", bytes("RIFF<00 00 00 00>WAVEfmt ")],
    ["ogg", bytes("OggS<00 02>", 64)],
    ["flac", bytes("fLaC<00 00 00 22>")],
    ["mp3", bytes("ID3<04 00 00 00 00 00 23>TSSE", 64)],
    ["mp3", Buffer.concat([MP3_FRAME, MP3_FRAME])],
    ["aac", Buffer.concat([AAC_FRAME, AAC_FRAME])],
  ])("%s", (extension, head) => {
    expect(sniff(head)?.extension as string).toBe(extension);
  });

  test.each([
    ["nothing", bytes("")],
    ["text", bytes("hello, world")],
    ["SVG", bytes("<3c>svg xmlns='http://www.w3.org/2000/svg'<3e>")],
    ["HTML", bytes("<3c>!doctype html<3e>")],
    ["PDF", bytes("%PDF-1.7")],
    ["AVI", bytes("RIFF<00 00 00 00>AVI LIST")],
    [
      "Ogg with Theora",
      bytes("OggS<00 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 2a 80>theora"),
    ],
    ["an unknown EBML type", bytes("<1a 45 df a3 a3 42 82 8b>constructor<42 87>")],
    ["text in UTF-16", bytes("<ff fe>h<00>i<00>", 600)],
    ["a single thing that looks like an MP3 frame", Buffer.concat([MP3_FRAME, bytes("", 600)])],
    ["zeros", new Uint8Array(4096)],
  ])("%s is not accepted", (_what, head) => {
    expect(sniff(head)).toBeUndefined();
  });

  test.each([
    ["JPEG XL images", bytes("<ff 0a fa 1f>")],
    ["TIFF images", bytes("II*<00 08 00 00 00>")],
    ["BMP images", bytes("BM<36 00 03 00 00 00 00 00 36 00 00 00>")],
    ["Photoshop files", bytes("8BPS<00 01>")],
    ["SVG images", bytes('<3c>?xml version="1.0"?<3e>\n<3c>svg xmlns="http://www.w3.org/2000/svg"<3e>')],
    ["AVI videos", bytes("RIFF<00 00 00 00>AVI LIST")],
    ["Windows Media files", bytes("<30 26 b2 75 8e 66 cf 11 a6 d9 00 aa 00 62 ce 6c>")],
    ["MPEG transport streams", Buffer.concat([bytes("G@", 188), bytes("G@", 188)])],
    ["MPEG-1 and MPEG-2 videos", bytes("<00 00 01 ba 44>")],
    ["FLV videos", bytes("FLV<01 05>")],
    ["AIFF files", bytes("FORM<00 00 10 00>AIFFCOMM")],
    ["WAV files with 64-bit sizes", bytes("RF64<ff ff ff ff>WAVEds64")],
    ["CAF files", bytes("caff<00 01 00 00>desc")],
    ["AMR recordings", bytes("#!AMR<0a>")],
    ["PDF documents", bytes("%PDF-1.7")],
    ["ZIP archives", bytes("PK<03 04 14 00>")],
  ])("%s are refused with their name, a remedy and the supported formats", (name, head) => {
    expect(sniff(head)).toBeUndefined();
    const message = explainUnsupported(head);
    expect(message).toStartWith(name);
    expect(message).toMatch(/are not supported\. (Convert|Send) .* Supported formats: MP4, .*JPEG, .*MP3, .*\.$/);
  });

  test("an unknown file is refused with the supported formats", () => {
    for (const head of [bytes(""), bytes("hello, world"), new Uint8Array(4096)])
      expect(explainUnsupported(head)).toStartWith("Unsupported file format. Supported formats: MP4, MOV");
  });

  test("says type and kind", () => {
    expect(sniff(pictures.jpg)).toEqual({ contentType: "image/jpeg", kind: "image", extension: "jpg" });
    expect(sniff(bytes("fLaC"))).toEqual({ contentType: "audio/flac", kind: "audio", extension: "flac" });
  });
});

describe("what a file holds", () => {
  const both = {
    kind: "video",
    tracks: 2,
    hasVideo: true,
    hasAudio: true,
    width: 320,
    height: 568,
    videoCodec: "vp9",
    audioCodec: "opus",
  };

  test.each([
    ["MP4", new Mp4OutputFormat()],
    ["QuickTime", new MovOutputFormat()],
    ["WebM", new WebMOutputFormat()],
    ["Matroska", new MkvOutputFormat()],
    ["fragmented MP4", new Mp4OutputFormat({ fastStart: "fragmented" })],
  ])("a film as %s", async (_name, format) => {
    const { duration, frameRate, ...rest } = (await probeBytes(await film(format)))!;
    expect(rest as object).toEqual(both);
    expect(Math.abs(frameRate! - 30)).toBeLessThan(1);
    expect(duration).toBeCloseTo(2, 1);
  });

  test("a turned film is as wide as it is seen", async () => {
    expect(await probeBytes(await film(new Mp4OutputFormat(), { rotation: 90 }))).toMatchObject({
      width: 568,
      height: 320,
      rotation: 90,
    });
  });

  test("a silent film, and sound in a film's container", async () => {
    expect(await probeBytes(await film(new Mp4OutputFormat(), { sound: false }))).toMatchObject({
      kind: "video",
      hasAudio: false,
    });
    expect(await probeBytes(await film(new Mp4OutputFormat(), { picture: false }))).toMatchObject({
      kind: "audio",
      hasVideo: false,
    });
  });

  test("sound", async () => {
    expect(await probeBytes(wav)).toEqual({
      kind: "audio",
      tracks: 1,
      duration: 3,
      hasVideo: false,
      hasAudio: true,
      audioCodec: "pcm-s16",
    });
  });

  test.each(Object.entries(pictures))("a picture (%s)", async (_name, picture) => {
    expect(await probeBytes(picture)).toEqual({
      kind: "image",
      width: 1080,
      height: 1920,
      hasVideo: false,
      hasAudio: false,
    });
  });

  test.each([
    [
      "ff d8 ff e1 00 22 45 78 69 66 00 00 4d 4d 00 2a 00 00 00 08 00 01 01 12 00 03 00 00 00 01 00 06 00 00 00 00 00 00",
      90,
    ],
    [
      "ff d8 ff e1 00 22 45 78 69 66 00 00 49 49 2a 00 08 00 00 00 01 00 12 01 03 00 01 00 00 00 08 00 00 00 00 00 00 00",
      270,
    ],
  ])("a photograph that the camera turned", async (head, rotation) => {
    const photo = bytes(`<${head} ff c2 00 11 08 07 80 04 38 03>`, 64);
    expect(await probeBytes(photo)).toMatchObject({ width: 1920, height: 1080, rotation });
  });
});

describe("rubbish", () => {
  test.each([
    ["an empty file", new Uint8Array()],
    ["text", bytes("hello")],
    ["half a PNG header", pictures.png.subarray(0, 18)],
    ["a PNG of no width", bytes("<89>PNG<0d 0a 1a 0a 00 00 00 0d>IHDR<00 00 00 00 00 00 07 80>")],
    ["a JPEG without a picture", bytes("<ff d8 ff e0 00 04 00 00 ff d9>", 64)],
    ["a JPEG that never ends", bytes("<ff d8>", 5000).fill(0xff, 2)],
    ["an MP4 that is cut off", bytes("<00 00 00 20>ftypisom<00 00 02 00>isomiso2avc1mp41<7f ff ff ff>moov", 500)],
    ["an MP3 that is none", bytes("ID3<04 00 00 00 00 00 23>", 3000)],
  ])("%s holds nothing", async (_what, content) => {
    expect(await probeBytes(content)).toBeUndefined();
  });

  test("any byte of a film may be wrong", async () => {
    const whole = await film(new Mp4OutputFormat());
    const damaged = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        probeBytes(
          whole.map((byte, at) => (at > 40 && at % 53 === index ? 0xff : byte)),
          1000,
        ).catch((error) => {
          // On a busy machine.
          if (error.code !== "engine_timeout") throw error;
          return undefined;
        }),
      ),
    );
    for (const found of damaged) expect(found === undefined || found.hasVideo || found.hasAudio).toBe(true);
  });

  test("an index that claims billions of pictures is given up, and meanwhile the server goes on", async () => {
    const forged = await film(new Mp4OutputFormat(), { swapped: true });
    const table = Buffer.from(forged.buffer).indexOf("ctts");
    forged.set([0xff, 0xff, 0xff, 0xff], table + 12);
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 10);
    await expect(probeBytes(forged, 400)).rejects.toThrow("Reading the file took longer than 0.4 s");
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(3);
  });

  test("a worker that starts slowly has the whole time for reading", async () => {
    const real = globalThis.Worker;
    class SlowWorker extends EventTarget {
      postMessage() {
        const send = (data: unknown) => this.dispatchEvent(new MessageEvent("message", { data }));
        setTimeout(() => [send("ready"), send({ kind: "video", hasVideo: true, hasAudio: false })], 60);
      }
      terminate() {
        this.dispatchEvent(new Event("close"));
      }
    }
    globalThis.Worker = SlowWorker as never;
    try {
      expect(await probeBytes(await film(new Mp4OutputFormat()), 20)).toMatchObject({ kind: "video" });
    } finally {
      globalThis.Worker = real;
    }
  });

  test("a file that is not there is an error", async () => {
    await expect(probe(join(folder, "missing"))).rejects.toThrow("ENOENT");
  });
});
