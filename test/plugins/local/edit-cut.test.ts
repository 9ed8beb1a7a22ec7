/** Videos whose pauses are left out: what stays is in step, without clicks. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Removal } from "#modules/videos/edits/layers";
import { readTimeline, toOwn } from "#modules/videos/edits/timeline";
import { aac } from "#plugins/local/codec/formats";
import { cutKept, findSource, listKept, placeIntervals, placeTime } from "#plugins/local/edit/cut";
import { renderEdit } from "#plugins/local/edit/edit";
import { fastH264, listen, pictureAt, synthesize, tools } from "#test/plugins/local/edit-clips";
import { createRandom } from "#test/plugins/local/moments/talks";

const kit = tools();
const FRAME = 1 / 30;

describe("parts that stay", () => {
  test("are in step with the sound after a thousand cuts", () => {
    const removed = Array.from({ length: 1000 }, (_, at) => ({ start: at * 3.6 + 1.0137, end: at * 3.6 + 1.7391 }));
    const kept = listKept({ start: 0, end: 3600, removed }, FRAME);
    const last = kept.at(-1)!;
    const exact = 999 * 3.6 + 1.7391 - 1000 * (1.7391 - 1.0137);
    expect(Math.abs(last.at - exact)).toBeLessThanOrEqual(FRAME / 2 + 1e-6);
    for (const { from, length, at } of kept)
      for (const time of [from, length, at])
        expect(Math.abs(time / FRAME - Math.round(time / FRAME))).toBeLessThan(1e-6);
  });

  test.each([24, 30_000 / 1001, 60])(
    "show each word of an hour at most a frame from its caption, also after thousands of cuts (%d per second)",
    (rate) => {
      const frame = 1 / rate;
      const random = createRandom(7);
      const removed: Removal[] = [];
      const words: number[] = [];
      for (let time = 12.345; time < 3598; ) {
        words.push(time);
        const start = time + 0.2 + random() * 0.4;
        const end = start + 0.15 + random() * 0.6;
        removed.push({ start, end, kind: "silence" });
        time = end + random() * 0.05;
      }
      const trim = { id: "t", type: "trim" as const, fields: { start: 10.01, end: 3600 }, made: {} };
      const tighten = {
        id: "c",
        type: "tighten" as const,
        fields: { silences: 0.7, fillers: false },
        made: { removed },
      };
      const timeline = readTimeline([tighten, trim], 3600);
      const kept = listKept({ start: 10.01, end: 3600, removed }, frame);
      expect(removed.length).toBeGreaterThan(3000);
      const late = words.map((time) => placeTime(kept, time + frame)! - frame - toOwn(timeline, time));
      for (const seconds of late) expect(Math.abs(seconds)).toBeLessThanOrEqual(frame + 0.001);
    },
  );

  const kept = listKept({ start: 0, end: 10, removed: [{ start: 2, end: 4 }] }, FRAME);
  test("tell where a moment and a stretch of the source are", () => {
    expect([1, 3, 5].map((time) => placeTime(kept, time))).toEqual([1, undefined, 3]);
    expect(placeIntervals(kept, [{ start: 1, end: 5 }])).toEqual([
      { start: 1, end: 2 },
      { start: 2, end: 3 },
    ]);
    expect(findSource(kept, 1.5, 2.5)).toEqual([
      { start: 1.5, end: 2 },
      { start: 4, end: 4.5 },
    ]);
    expect(findSource(kept, 9, 12)).toEqual([{ start: 11, end: 14 }]);
  });

  test("can be cut again", () => {
    expect(cutKept(kept, listKept({ start: 1, end: 3 }, FRAME))).toEqual([
      { from: 1, length: 1, at: 0 },
      { from: 4, length: 1, at: 1 },
    ]);
  });
});

const measureMean = (pixels: Uint8Array): number => pixels.reduce((sum, value) => sum + value, 0) / pixels.length;

test("pictures and sound of what stays are those of the source, and are as long", async () => {
  const path = join(kit.folder, "numbered.mp4");
  await synthesize(path, {
    // The brightness tells the second, and a tone is heard in seconds 4 and 8.
    pictures: "color=black:s=64x64:r=30:d=12,format=yuv420p,geq=lum='20+15*floor(T)':cb=128:cr=128",
    sound: "aevalsrc='(between(t,4,5)+between(t,8,9))*0.5*sin(2*PI*1000*t)':s=48000:d=12",
    v: fastH264(),
    a: aac(),
  });
  const removed = [
    { start: 1.5, end: 3.9 },
    { start: 5.2, end: 7.7 },
  ];
  const { video } = await renderEdit(path, [{ operation: "trim", start: 0.5, end: 11, removed }], kit);
  const own = (second: number) => second - 0.5 - (second > 1.5 ? 2.4 : 0) - (second > 5.2 ? 2.5 : 0);
  for (const time of [0.7, 1.3, 4.3, 5.1, 7.8, 8.3, 10.3]) {
    const [shown, expected] = await Promise.all([pictureAt(video, own(time)), pictureAt(path, time)]);
    expect(Math.abs(measureMean(shown!) - measureMean(expected!))).toBeLessThan(3);
  }
  const heard = await listen(video);
  for (const second of [4, 8]) {
    expect(heard(1000, own(second) + 0.03, own(second + 1) - 0.03)).toBeGreaterThan(0.2);
    expect(heard(1000, own(second + 1) + 0.03, own(second + 1) + 0.2)).toBeLessThan(0.02);
  }
});
