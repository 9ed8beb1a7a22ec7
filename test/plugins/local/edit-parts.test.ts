/** Parts of long videos, of which only the needed packets are read. */
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { toSeconds } from "#plugins/local/codec/av";
import { aac } from "#plugins/local/codec/formats";
import { MediaSource } from "#plugins/local/codec/source";
import { renderEdit } from "#plugins/local/edit/edit";
import { fastH264, listen, pictureAt, synthesize, tools } from "#test/plugins/local/edit-clips";

const kit = tools();
const RATE = 25;
const BEEP = { pitch: 1000, from: 20.4, to: 20.9 };
/** The brightness tells the number of the picture. */
const brightnessOf = (picture: number) => 20 + (picture % 200);

const h264 = { ...fastH264(), options: { preset: "ultrafast", g: String(RATE), bf: "2" } };
const opus = { codec: "libopus", format: "aformat=sample_fmts=s16:sample_rates=48000,asetnsamples=n=960:p=0" };
const formats = [
  ["mp4", { v: h264, a: aac() }],
  ["matroska", { v: h264, a: opus, target: { format: "matroska", options: {} } }],
] as const;
const pathOf = (format: string) => join(kit.folder, `long.${format}`);

beforeAll(async () => {
  const pictures = `color=black:s=64x64:r=${RATE}:d=40,format=yuv420p,geq=lum='20+mod(N,200)':cb=128:cr=128`;
  const sound = `aevalsrc='between(t,${BEEP.from},${BEEP.to})*sin(${2 * Math.PI * BEEP.pitch}*t)':s=48000:d=40`;
  for (const [format, how] of formats) await synthesize(pathOf(format), { pictures, sound, ...how });
});

const names = formats.map(([format]) => format);

describe.each(names)("a part of a file of format %s", (format) => {
  test("begins with its picture, and keeps its sound in time", async () => {
    const { video } = await renderEdit(pathOf(format), [{ operation: "trim", start: 20.2, end: 23 }], kit);
    const own = await pictureAt(video, 0);
    const mean = own!.reduce((sum, value) => sum + value, 0) / own!.length;
    expect(Math.abs(mean - brightnessOf(20.2 * RATE))).toBeLessThan(2);
    const heard = await listen(video);
    const { pitch } = BEEP;
    expect([heard(pitch, 0, 0.18), heard(pitch, 0.72, 1.2)].every((level) => level < 0.01)).toBe(true);
    expect(heard(pitch, 0.22, 0.68)).toBeGreaterThan(0.1);
  });
});

test.each(names)("of a file of format %s, a part reads nothing that is long before it", async (format) => {
  const source = await MediaSource.open(pathOf(format), { from: 20.2 });
  source.use(source.video!);
  const { pts } = (await source.read())!;
  expect(toSeconds(pts, source.video!.timeBase)).toBeWithin(-3, 0.1);
  await source.close();
});
