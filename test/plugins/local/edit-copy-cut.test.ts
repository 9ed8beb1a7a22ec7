/** Trims that copy the pictures which are encoded as ours are, from the first key frame. */
import { expect, spyOn, test } from "bun:test";
import { join } from "node:path";
import { aac, BT709, FASTEST, h264 } from "#plugins/local/codec/formats";
import { runMediaJob } from "#plugins/local/codec/media-job";
import { MediaSource } from "#plugins/local/codec/source";
import type { Encoding } from "#plugins/local/codec/writer";
import { copyCut } from "#plugins/local/edit/copy-cut";
import { type Layer, renderEdit } from "#plugins/local/edit/edit";
import { listen, synthesize, tools } from "#test/plugins/local/edit-clips";

const kit = tools();
/** Six seconds whose brightness tells the number of the picture, with a click each second. */
const PICTURES =
  "color=black:s=180x320:r=30:d=6,geq=lum='16+N':cb=128:cr=128,noise=alls=4:allf=t,setparams=colorspace=bt709:range=tv";
const CLICKS = "sine=f=1000:d=6,volume='if(lt(mod(t,1),0.05),1,0)':eval=frame";
const make = (name: string, v: Encoding, pictures = PICTURES) =>
  synthesize(join(kit.folder, `${name}.mp4`), { pictures: `${pictures},format=yuv420p`, sound: CLICKS, v, a: aac() });

/** Returns the numbers of the pictures, by their times in pictures. */
async function readNumbers(path: string): Promise<Map<number, number>> {
  const numbers = new Map<number, number>();
  await runMediaJob({
    inputs: [await MediaSource.open(path)],
    filters: "[0v]null[v]",
    v: {
      format: "format=gray",
      read(frame) {
        const pixels = frame.toBuffer();
        const mean = pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
        numbers.set(numbers.size, (mean * 219) / 255);
      },
    },
  });
  return numbers;
}

/** Returns the times of the packets of a track in seconds, and the packets as text. */
async function readPackets(path: string, kind: "video" | "audio" = "video") {
  const source = await MediaSource.open(path);
  const track = source[kind]!;
  source.use(track);
  const packets: { pts: number; dts: number; isKey: boolean; bytes: string }[] = [];
  for (let packet = await source.read(); packet; packet = await source.read()) {
    if (packet.streamIndex !== track.stream.index) continue;
    const [pts, dts] = [packet.pts, packet.dts].map((time) => (Number(time) * track.timeBase.num) / track.timeBase.den);
    packets.push({ pts: pts!, dts: dts!, isKey: packet.isKeyframe, bytes: Bun.hash(packet.data!).toString() });
  }
  await source.close();
  return packets;
}

/** Pictures that x264 may store in another order than they are shown. */
const MOST_IN_GROUP = 4;

const captions: Layer = {
  ...{ operation: "captions", style: "bold", position: "bottom" },
  transcript: [{ start: 0, end: 2, text: "Hello" }],
};
const trim = (start: number, end: number): Layer => ({ operation: "trim", start, end });

/** Cuts a file. Returns the result, the number of pictures that were copied, and the places of the file's key frames. */
async function cut(source: string, ...layers: Layer[]) {
  const own = tools();
  const { video } = await renderEdit(source, layers, own);
  const before = await readPackets(source);
  const original = new Set(before.map(({ bytes }) => bytes));
  const keys = before.flatMap(({ pts, isKey }) => (isKey ? [Math.round(pts * 30)] : []));
  const packets = await readPackets(video);
  return { video, packets, keys, copied: packets.filter(({ bytes }) => original.has(bytes)).length };
}

test.each([
  ["a generated video", h264(17, BT709)],
  ["an edited video", h264(18, BT709)],
  ["the original beside layers", h264(22, BT709, FASTEST)],
])("the pictures of %s are copied nearly to the end; all are there, in order and in step", async (name, v) => {
  const source = await make(name.replaceAll(" ", "-"), v);
  const { video, packets, copied, keys } = await cut(source, trim(0.7, 5.2));
  const first = keys.find((at) => at >= 21)!;
  expect(copied).toBeGreaterThanOrEqual(156 - first - MOST_IN_GROUP);
  expect(copied).toBeLessThanOrEqual(156 - first);
  const times = packets.map(({ pts }) => Math.round(pts * 30));
  expect(times.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 135 }, (_, at) => at));
  for (const [at, { pts, dts }] of packets.entries()) {
    expect(dts).toBeLessThanOrEqual(pts);
    if (at > 0) expect(dts).toBeGreaterThan(packets[at - 1]!.dts);
  }
  const [shown, all] = [await readNumbers(video), await readNumbers(source)];
  expect(shown.size).toBe(135);
  for (const [at, number] of shown) expect(Math.abs(number - all.get(21 + at)!)).toBeLessThan(0.4);
  const heard = await listen(video);
  for (const second of [0.3, 1.3, 2.3, 3.3, 4.3]) {
    expect(heard(1000, second, second + 0.05)).toBeGreaterThan(0.02);
    expect(heard(1000, second - 0.1, second - 0.03)).toBeLessThan(0.005);
  }
});

/** A tone as loud as a render leaves it, whose pitch changes each second. */
const TONE = "aevalsrc='0.3*sin(2*PI*(440+40*mod(floor(t),2))*t)':s=48000:d=6";

async function readSamples(path: string): Promise<Float32Array> {
  const chunks: Buffer[] = [];
  await runMediaJob({
    inputs: [await MediaSource.open(path, { sound: true })],
    filters: "[0a]anull[a]",
    a: { format: "aformat=sample_fmts=flt:channel_layouts=mono", read: (frame) => void chunks.push(frame.toBuffer()) },
  });
  const bytes = Buffer.concat(chunks);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

test.each<[string, Layer[]]>([
  ["whose pictures are copied", [trim(0.7, 5.2)]],
  ["from the start", [trim(0, 4.5)]],
  ["with captions", [trim(0.7, 5.2), captions]],
])("the sound of a trim %s is copied, to the sample, if it is as loud as it should be", async (name, layers) => {
  const source = await synthesize(join(kit.folder, `tone-${name.replaceAll(" ", "-")}.mp4`), {
    ...{ pictures: `${PICTURES},format=yuv420p`, sound: TONE, v: h264(17, BT709), a: aac() },
  });
  const { video } = await cut(source, ...layers);
  const original = new Set((await readPackets(source, "audio")).map(({ bytes }) => bytes));
  const packets = await readPackets(video, "audio");
  expect(packets.filter(({ bytes }) => !original.has(bytes))).toEqual([]);
  expect(packets[0]!.pts).toBeLessThan(0.001);
  const [all, heard] = [await readSamples(source), await readSamples(video)];
  const { start } = layers[0] as { start: number };
  const offset = Math.round(start * 48_000);
  expect(Math.abs(heard.length - 4.5 * 48_000)).toBeLessThanOrEqual(1024);
  const different = heard.findIndex((sample, at) => Math.abs(sample - (all[at + offset] ?? sample)) > 1e-6);
  expect(different).toBe(-1);
});

test("a short cut of a long video reads only what is around it", async () => {
  const SECONDS = 30;
  const source = await make(
    "long",
    h264(17, BT709),
    PICTURES.replace("d=6", `d=${SECONDS}`).replace("16+N", "16+mod(N,200)"),
  );
  const read = spyOn(MediaSource.prototype, "read");
  const path = await copyCut({ path: source, rate: 30, pace: "fps=30" }, { start: 12.3, end: 18.8 }, tools().folder);
  const reads = read.mock.calls.length;
  read.mockRestore();
  const packets = await readPackets(path!);
  expect(packets).toHaveLength(195);
  const [shown, all] = [await readNumbers(path!), await readNumbers(source)];
  for (const [at, number] of shown) expect(Math.abs(number - all.get(369 + at)!)).toBeLessThan(0.4);
  expect(reads).toBeLessThan(SECONDS * 30);
});

test("from a key frame to the end, nothing is encoded", async () => {
  const source = await make("end", h264(17, BT709));
  const second = (await readPackets(source)).filter(({ isKey }) => isKey)[1]!.pts;
  const { packets, copied } = await cut(source, trim(second, 6));
  expect(copied).toBe(packets.length);
});

test.each<[string, () => Promise<string>, Layer[]]>([
  ["of other settings", () => make("other", h264(25, BT709)), [trim(0.7, 5.2)]],
  [
    "whose rate varies",
    () => make("uneven", h264(17, BT709), `${PICTURES},select='not(eq(mod(n,7),3))'`),
    [trim(0.7, 5.2)],
  ],
  ["with captions", () => make("captions", h264(17, BT709)), [trim(0.7, 5.2), captions]],
  ["that keep too little", () => make("short", h264(17, BT709)), [trim(0.7, 1.9)]],
])("pictures %s are all encoded", async (_, source, layers) => {
  const { copied, packets } = await cut(await source(), ...layers);
  expect(copied).toBe(0);
  expect(packets.length).toBeGreaterThan(30);
});
