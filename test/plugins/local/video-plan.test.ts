import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Brief, briefFrom } from "#plugins/local/draw/brief";
import { random } from "#plugins/local/draw/random";
import { figureIn } from "#plugins/local/video/figure";
import { lookFor } from "#plugins/local/video/look";
import { without } from "#plugins/local/video/negative";
import { readingSeconds } from "#plugins/local/video/reading";
import { frameSize } from "#plugins/local/video/size";
import { type PhotoFacts, storyboard } from "#plugins/local/video/storyboard";
import { evenGrid, findTempo } from "#plugins/local/video/tempo";
import { cutOnBeats } from "#plugins/local/video/timeline";

const SAMPLE_RATE = 44100;

const briefs = [
  'Cold brew coffee that hits different — smooth and strong, zero sugar, ready in 5 seconds. Order "Nightowl" today!',
  "coffee",
  "Летняя распродажа очков: скидки до 50%, защита UV400, бесплатная доставка. Закажите сегодня!",
  "新しいアイスラテが登場！なめらかで濃厚な味わい。砂糖不使用、5秒で完成。今すぐお試しください。",
  "🔥",
  `${"An endless prompt about nothing at all, with many clauses and figures like 12% and 40 hours. ".repeat(50)}`,
].map((prompt) => briefFrom({ prompt }));

function board(brief: Brief, seconds: number, photos: PhotoFacts[], seed: number, opensOnPhoto = false) {
  const chance = random(seed);
  return storyboard({ brief, photos, opensOnPhoto, seconds, look: lookFor(brief.subject, chance), random: chance });
}

const plain = { fills: true, cutout: false };
const anyPhotos = fc.array(fc.record({ fills: fc.boolean(), cutout: fc.boolean() }), { maxLength: 8 });

describe("the storyboard", () => {
  test("opens with the hook, ends with the call, and gives every text the time to be read", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...briefs),
        fc.double({ min: 3, max: 60, noNaN: true }),
        anyPhotos,
        fc.integer({ min: 0 }),
        (brief, seconds, photos, seed) => {
          const shots = board(brief, seconds, photos, seed);
          expect(shots[0]!.text).toBe(brief.hook);
          expect(shots.at(-1)!.design).toBe("cta");
          expect(shots.reduce((sum, shot) => sum + shot.least, 0)).toBeLessThanOrEqual(seconds + 1e-9);
          for (const { photo } of shots) expect(photo ?? -1).toBeLessThan(photos.length);
        },
      ),
      { numRuns: 200, seed: 1 },
    );
  });

  test("goes on to the last second without one scene twice in a row", () => {
    for (const [i, brief] of briefs.entries()) {
      const shots = board(brief, 60, [plain], i);
      expect(shots.length).toBeGreaterThanOrEqual(14);
      shots.slice(1).forEach((shot, k) => {
        expect(`${shot.design} ${shot.text}`).not.toBe(`${shots[k]!.design} ${shots[k]!.text}`);
      });
    }
  });

  test("shows every photo when there is time", () => {
    for (let seed = 0; seed < 20; seed++) {
      const shown = board(briefs[0]!, 20, [plain, plain, plain, plain], seed).map((shot) => shot.photo);
      expect(new Set(shown.filter((photo) => photo !== undefined)).size).toBe(4);
    }
  });

  test("opens on the first frame when one is given", () => {
    expect(board(briefs[0]!, 8, [plain], 1, true)[0]).toMatchObject({ design: "opening", photo: 0 });
  });

  test("varies with the seed", () => {
    const designs = (seed: number) => board(briefs[0]!, 15, [], seed).map((shot) => `${shot.design} ${shot.tone}`);
    expect(new Set(Array.from({ length: 12 }, (_, seed) => designs(seed).join())).size).toBeGreaterThan(4);
    expect(designs(3)).toEqual(designs(3));
  });

  test("counts up to figures", () => {
    const designs = board(briefs[2]!, 10, [], 1).map((shot) => shot.design);
    expect(designs).toContain("pointFigure");
  });

  test("leaves out what the negative prompt names", () => {
    const brief = without(briefs[0]!, "blurry, ZERO sugar");
    expect(brief.points).not.toContain("Zero sugar");
    expect(brief.points.length).toBe(briefs[0]!.points.length - 1);
  });
});

describe("the timeline", () => {
  test("cuts on beats and leaves every shot its time", () => {
    const shots = Array.from({ length: 5 }, () => ({ least: 1.2, weight: 1 }));
    const pulse = evenGrid(10, 120);
    const starts = cutOnBeats(shots, 10, pulse);
    expect(starts).toHaveLength(5);
    for (const start of starts) expect(pulse.beats).toContain(start);
    [...starts.slice(1), 10].forEach((end, i) => {
      expect(end - starts[i]!).toBeGreaterThanOrEqual(1.2);
    });
  });

  test("prefers a downbeat to a beat that is a little closer", () => {
    const shots = [
      { least: 1, weight: 1 },
      { least: 1, weight: 1 },
    ];
    expect(cutOnBeats(shots, 4.4, { beats: [1.8, 2.15, 2.35], downbeats: [2.35] })[1]).toBe(2.35);
  });

  test("cuts evenly where there are no beats", () => {
    const shots = [
      { least: 1, weight: 1 },
      { least: 1, weight: 1 },
    ];
    expect(cutOnBeats(shots, 6, { beats: [], downbeats: [] })).toEqual([0, 3]);
  });
});

describe("the tempo of given music", () => {
  const clicks = (bpm: number, seconds: number, offset: number) => {
    const samples = new Float32Array(seconds * SAMPLE_RATE);
    for (let at = offset; at < seconds; at += 60 / bpm) {
      for (let i = 0; i < 3000; i++) {
        const k = Math.round(at * SAMPLE_RATE) + i;
        if (k < samples.length) samples[k] = Math.sin(i * 0.05) * Math.exp(-i / 600);
      }
    }
    return samples;
  };

  test.each([90, 104, 120, 128, 140])("is found at %i beats a minute, on the clicks", (bpm) => {
    const tempo = findTempo(clicks(bpm, 12, 0.2), SAMPLE_RATE);
    expect(tempo.bpm).toBeCloseTo(bpm, 0);
    for (const beat of tempo.beats) {
      const off = (((beat - 0.2) * bpm) / 60) % 1;
      expect((Math.min(off, 1 - off) * 60) / bpm).toBeLessThan(0.03);
    }
    expect(tempo.downbeats.length).toBeCloseTo(tempo.beats.length / 4, -0.5);
  });

  test("is an even grid for silence and for very short sounds", () => {
    expect(findTempo(new Float32Array(SAMPLE_RATE * 4), SAMPLE_RATE)).toEqual(evenGrid(4, 120));
    expect(findTempo(new Float32Array(100), SAMPLE_RATE).beats).toEqual([0]);
  });
});

describe("figures", () => {
  test.each([
    ["30% lighter", "30%"],
    ["Ready in 5 seconds", "5"],
    ["Only $9.99 a month", "$9.99"],
    ["Nur 19,90 €", "19,90 €"],
    ["10x faster", "10x"],
    ["скидки до 50%", "50%"],
    ["5秒で完成", "5"],
  ])("%s counts up to %s", (text, figure) => {
    const found = figureIn(text)!;
    expect(found.text).toBe(figure);
    expect(found.at(1)).toBe(figure);
    expect(found.at(0.5)).not.toBe(figure);
  });

  test.each(["UV400 lenses", "open 24/7", "from 9:30", "vitamin B12", "no figure"])("%s does not", (text) => {
    expect(figureIn(text)).toBeUndefined();
  });
});

test("reading time grows with the text, and Chinese characters count for more", () => {
  expect(readingSeconds("Go")).toBe(1.2);
  expect(readingSeconds("A headline of a good many words")).toBeGreaterThan(1.8);
  expect(readingSeconds("新品咖啡上市今日特价优惠")).toBeGreaterThan(readingSeconds("twelve signs"));
});

test("the resolution is the short side", () => {
  expect(frameSize("9:16", "720p")).toEqual({ width: 720, height: 1280 });
  expect(frameSize("16:9", "1080p")).toEqual({ width: 1920, height: 1080 });
  expect(frameSize("1:1", "720p")).toEqual({ width: 720, height: 720 });
});
