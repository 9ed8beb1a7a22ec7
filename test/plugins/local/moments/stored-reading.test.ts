/** Readings of videos that are kept for the next search. */
import { expect, test } from "bun:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { findMoments, type Wanted } from "#plugins/local/moments/find-moments";
import { packReading, roundReading, type StoredReading, unpackReading } from "#plugins/local/moments/stored-reading";
import { plant } from "./talks";

const talk = plant("en", 3);
const reading = roundReading({
  duration: talk.duration,
  levels: talk.levels,
  cuts: [12.3456, 80.5],
  motion: Array.from({ length: Math.ceil(talk.duration) }, (_, i) => 0.01 * Math.sin(i) ** 2),
  looks: [{ time: 3.3333, layout: "face" }],
  pitches: Array.from({ length: Math.ceil(10 * talk.duration) }, (_, i) => (i % 3 === 0 ? 0 : 7 + Math.sin(i))),
});
const part = { start: 0, end: talk.duration };
const packed = packReading({ reading, part, hasMotion: false })!;
const wanted: Wanted = { minSeconds: 15, maxSeconds: 60, content: "auto" };

test("a kept reading gives the moments that the file gave", () => {
  const kept = unpackReading(packed, wanted) as StoredReading;
  for (const cues of [talk.cues, undefined])
    for (const prompt of [undefined, "money"]) {
      const one = { ...wanted, ...(prompt ? { prompt } : {}) };
      expect(findMoments(kept.reading, cues, one)).toEqual(findMoments(reading, cues, one));
    }
});

test("three hours take less than two megabytes", () => {
  const levels = Array.from({ length: 1_080_000 }, (_, i) => -40 + 20 * Math.sin(i / 7) + 15 * Math.sin(i * i));
  const motion = Array.from({ length: 10_800 }, (_, i) => Math.abs(Math.sin(i * i)));
  const looks = Array.from({ length: 900 }, (_, i) => ({ time: 12 * i, layout: "two_faces" as const }));
  const pitches = Array.from({ length: 108_000 }, (_, i) => 7 + Math.sin(i * i));
  const cuts = Array.from({ length: 5000 }, (_, i) => 2 * i);
  const long = roundReading({ duration: 10_800, levels, cuts, motion, looks, pitches });
  expect(packReading({ reading: long, part: { start: 0, end: 10_800 }, hasMotion: true })!.length).toBeLessThan(2e6);
});

test("a reading is not used if it is damaged or of another version", () => {
  const bytes = gunzipSync(Buffer.from(packed, "base64"));
  const older = Buffer.from(bytes.toString("latin1").replace(/"version":\d/, '"version":0'), "latin1");
  const repack = (some: Buffer) => gzipSync(some).toString("base64");
  expect(unpackReading(repack(bytes), wanted)).toBeDefined();
  const cut = packed.slice(0, packed.length / 2);
  for (const bad of [repack(older), cut, "", "reading", repack(Buffer.from("{}")), repack(Buffer.alloc(20_000_000))])
    expect(unpackReading(bad, wanted)).toBeUndefined();
});

test("a reading is not used for what it does not cover", () => {
  const some = packReading({ reading, part: { start: 30, end: 90 }, hasMotion: false })!;
  expect(unpackReading(some, { ...wanted, range: { start: 40, end: 90 } })).toBeDefined();
  for (const range of [undefined, { start: 20, end: 80 }, { start: 40, end: 91 }])
    expect(unpackReading(some, { ...wanted, ...(range ? { range } : {}) })).toBeUndefined();
  expect(unpackReading(packed, { ...wanted, range: { start: 0, end: talk.duration + 0.2 } })).toBeDefined();
  expect(unpackReading(packed, { ...wanted, content: "action" })).toBeUndefined();
});
