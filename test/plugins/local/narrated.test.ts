import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { probe } from "#core/media/probe";
import { measureText } from "#plugins/local/edit/text-rows";
import { findCuts, renderNarrated, toLayers } from "#plugins/local/video/narrated";
import { readTextRows } from "#sdk/captions/text-rows";
import { clip, listen, tools } from "#test/plugins/local/edit-clips";
import { TONE, toneOf } from "#test/tone";

const kit = tools();
const voicePath = join(kit.folder, "voice.wav");
const media = join(kit.folder, "plain.mp4");
const WORDS = ["Take", "a", "walk.", "Order", "now."];
/** Seconds: two words, a pause, two more. */
const words = WORDS.map((word, i) => ({
  word,
  start: i < 3 ? i * 0.5 : i * 0.5 + 0.5,
  end: i < 3 ? i * 0.5 + 0.4 : i * 0.5 + 0.9,
}));
const scenes = [
  { kind: "media", mediaUrl: media, narration: "Take a walk." },
  { kind: "cta", text: "Order now", narration: "Order now." },
] as const;

describe("a narrated video", () => {
  test("scenes begin with their words, however an engine spells and splits them", () => {
    const say = (...spoken: [string, number][]) =>
      findCuts(
        scenes,
        spoken.map(([word, start]) => ({ word, start, end: start + 0.3 })),
        5,
      );
    expect(say(["Take", 0.2], ["a", 0.5], ["walk.", 0.8], ["Order", 2], ["now.", 2.5])).toEqual([0, 1.9]);
    expect(say(["Take a", 0.2], ["walk", 0.8], ["order", 2], ["right", 2.3], ["now", 2.5])[1]).toBeWithin(1.8, 2.5);
    // Even where there are fewer words than scenes, each is seen.
    expect(say(["Hm", 0.2])).toEqual([0, 0.6]);
  });

  test("captions have the words that no scene shows, and no others", () => {
    const narration = { voicePath, start: 0, musicVolume: 0, captions: { style: "bold", position: "bottom" } } as const;
    const layers = toLayers({ narration, scenes }, { cuts: [0, 1.9], words, duration: 5 });
    expect(layers[1]).toMatchObject({ transcript: [{ text: "Take a walk." }], avoidText: [{ start: 1.9, end: 5 }] });
    expect(
      toLayers({ narration, scenes: scenes.slice(1) }, { cuts: [0], words: words.slice(3), duration: 5 }),
    ).toHaveLength(1);
  });

  describe("as a file", () => {
    let made: Awaited<ReturnType<typeof renderNarrated>>;
    beforeAll(async () => {
      const wave = toneOf("x".repeat(68));
      wave.writeUInt32LE(wave.length - 44, 40);
      await Bun.write(voicePath, wave);
      await clip(kit, "plain.mp4", { size: "360x640" });
      made = await renderNarrated(
        {
          promptContext: { prompt: "A walk" },
          ...{ aspectRatio: "9:16", resolution: "720p", duration: 3, scenes },
          narration: {
            voicePath,
            start: 0.25,
            words,
            musicVolume: 0.5,
            captions: { style: "bold", position: "bottom" },
          },
        },
        kit,
      );
    });

    test("lasts as long as the voice, and its scenes as long as their words", async () => {
      expect(await probe(made.video)).toMatchObject({ width: 720, height: 1280, hasAudio: true });
      expect(made.duration).toBeCloseTo(0.25 + 3.4 + 0.8, 1);
      // "Order" begins at 2.0 s of the voice.
      expect(made.scenes.map(({ seconds }) => seconds)).toEqual([
        expect.closeTo(2.15, 1),
        expect.closeTo(made.duration - 2.15, 1),
      ]);
    });

    test("words are shown while they are said, off the controls, and not where the scene shows them", async () => {
      const { width = 0, height = 0 } = (await probe(made.video)) ?? {};
      const rows = readTextRows(await measureText({ path: made.video, width, height }));
      const lines = (from: number, to: number) =>
        [...rows.between(from, to)].flatMap((value, row, all) => (value > 0.4 ? [row / all.length] : []));
      const said = lines(0.4, 1.4);
      expect(said.length).toBeGreaterThan(4);
      for (const at of said) expect(at).toBeWithin(0.55, 0.82);
      // The last scene has its own text alone: nothing stands where captions would be.
      expect(lines(3, 3.4).filter((at) => at > 0.74)).toEqual([]);
    });

    test("the voice is heard in full, at the platforms' loudness", async () => {
      const heard = await listen(made.video);
      const [voice, before] = [heard(TONE, 0.5, 3.5), heard(TONE, 0, 0.2)];
      expect(voice).toBeGreaterThan(10 * before);
    });
  });
});
