import { beforeAll, describe, expect, test } from "bun:test";
import { renderBed } from "#plugins/local/music/bed";
import { planMusic } from "#plugins/local/music/plan";
import { measureTruePeak } from "#plugins/local/music/sound/limiter";
import { measureLoudness } from "#plugins/local/music/sound/loudness";
import type { Stereo } from "#plugins/local/music/sound/stereo";
import { renderTrack, type Track } from "#plugins/local/music/track";

function rms(sound: Stereo): number {
  let sum = 0;
  for (const x of [sound.left, sound.right]) for (const v of x) sum += v * v;
  return 10 * Math.log10(sum / (2 * sound.left.length) + 1e-12);
}

function largestStep(x: Float32Array, from: number, to: number): number {
  let step = 0;
  for (let i = from + 1; i < to; i++) step = Math.max(step, Math.abs(x[i]! - x[i - 1]!));
  return step;
}

const PROMPTS = [
  "lo-fi chill",
  "upbeat house",
  "dark trap",
  "calm ambient with drums",
  "epic trailer",
  "indie rock",
  "smooth jazz",
  "drum & bass",
  "8-bit chiptune",
  "waltz",
  "salsa",
  "heavy metal",
];

describe.each(PROMPTS)("a track of %s", (prompt) => {
  const levels: Record<string, number> = {};
  let track: Track;
  beforeAll(() => {
    track = renderTrack(planMusic({ prompt, seconds: 12 }), "track", {
      onStem: (stem, sound, gain) => {
        levels[stem] = rms(sound) + 20 * Math.log10(gain);
      },
    });
  });

  test("is as long as it was asked to be", () => {
    expect(track.left.length).toBe(12 * 44100);
    expect(track.right.length).toBe(12 * 44100);
    expect(track.sections.at(-1)?.end).toBe(12);
    expect(track.sections[0]?.start).toBe(0);
  });

  test("is as loud as streaming wants it, with no peak above -1 dBTP", () => {
    expect(Math.abs(measureLoudness(track).integrated + 14)).toBeLessThan(0.5);
    expect(20 * Math.log10(Math.max(measureTruePeak(track.left), measureTruePeak(track.right)))).toBeLessThan(-1);
  });

  test("keeps its drums behind chords and melody", () => {
    const power = (names: string[]) => names.reduce((sum, name) => sum + 10 ** ((levels[name] ?? -120) / 10), 0);
    expect(levels.drums).toBeNumber();
    expect(levels.drums!).toBeLessThan(10 * Math.log10(power(["chords", "pad", "lead", "arp"])) + 0.5);
    expect(levels.drums!).toBeGreaterThan(levels.chords! - 12);
  });

  test("starts and ends without a click, in silence", () => {
    expect(Math.abs(track.left[0]!)).toBe(0);
    expect(Math.abs(track.left.at(-1)!)).toBeLessThan(1e-4);
    const n = track.left.length;
    expect(largestStep(track.left, n - 2000, n)).toBeLessThan(0.004);
    expect(rms({ left: track.left.subarray(n - 2000), right: track.right.subarray(n - 2000) })).toBeLessThan(-50);
  });

  test("is stereo, and whole in mono", () => {
    const mono = track.left.map((l, i) => (l + track.right[i]!) / 2);
    const side = track.left.map((l, i) => (l - track.right[i]!) / 2);
    const level = (x: Float32Array) => rms({ left: x, right: x });
    expect(level(side)).toBeGreaterThan(level(mono) - 30);
    expect(level(side)).toBeLessThan(level(mono) - 3);
  });
});

describe("the same request", () => {
  test("gives the same samples, bit for bit, and another seed gives others", () => {
    const render = (seed: number) => renderTrack(planMusic({ prompt: "funk", seconds: 10, seed }), "track");
    const [a, b, c] = [render(3), render(3), render(4)];
    const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) => Buffer.from(buffer, byteOffset, byteLength);
    expect(Buffer.compare(bytesOf(a.left), bytesOf(b.left))).toBe(0);
    expect(Buffer.compare(bytesOf(a.right), bytesOf(b.right))).toBe(0);
    expect(Buffer.compare(bytesOf(a.left), bytesOf(c.left))).not.toBe(0);
  });
});

describe("a bed for a video", () => {
  test.each([1, 4.2, 8, 17.35])(
    "of %f s is exactly that long, with beats on a grid and a sound from the first beat",
    (seconds) => {
      const bed = renderBed({ prompt: "upbeat pop for sneakers", seconds });
      expect(bed.left.length).toBe(Math.round(seconds * 44100));
      expect(bed.beats[0]).toBe(0);
      expect(bed.beats.at(-1)!).toBeLessThan(seconds);
      expect(bed.beats.length).toBe(Math.ceil((seconds * bed.bpm) / 60));
      expect(bed.downbeats).toEqual(bed.beats.filter((_, i) => i % 4 === 0));
      expect(bed.sections.at(-1)?.end).toBe(seconds);
      const opening = { left: bed.left.subarray(0, 8820), right: bed.right.subarray(0, 8820) };
      expect(rms(opening)).toBeGreaterThan(-30);
      expect(Math.abs(bed.left.at(-1)!)).toBeLessThan(1e-3);
    },
  );
});

describe("loudness", () => {
  test("of a 997 Hz sine at -20 dBFS in both channels is -20 LUFS, and of silence -70", () => {
    const x = Float32Array.from({ length: 44100 * 2 }, (_, i) => 0.1 * Math.sin((2 * Math.PI * 997 * i) / 44100));
    expect(measureLoudness({ left: x, right: x }).integrated).toBeCloseTo(-20, 1);
    expect(measureLoudness({ left: new Float32Array(44100), right: new Float32Array(44100) }).integrated).toBe(-70);
  });

  test("a peak between two samples is found", () => {
    // A quarter of the sample rate, sampled at 45 degrees: the samples are 3 dB below the wave.
    const x = Float32Array.from({ length: 400 }, (_, i) => Math.sin((Math.PI * i) / 2 + Math.PI / 4));
    expect(Math.max(...x)).toBeCloseTo(Math.SQRT1_2, 3);
    expect(measureTruePeak(x)).toBeCloseTo(1, 1);
  });
});
