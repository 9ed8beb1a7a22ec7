import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { probe } from "#core/media/probe";
import { renderEdit } from "#plugins/local/edit/edit";
import type { MusicLayerInput } from "#plugins/local/edit/music";
import { DUCK, SOUND, type VoiceoverInput } from "#plugins/local/edit/voiceover";
import type { RenderTools } from "#plugins/local/render-tools";
import { createFollower, getDucking, POWERS_PER_SECOND } from "#sdk/ducking";
import {
  brightness,
  clip,
  listen,
  listenTo,
  loudnessOf,
  pictureAt,
  picturesOf,
  soundFile,
  tools,
} from "#test/plugins/local/edit-clips";

/** The clips hum at one pitch, and the voice sings at another. */
const [OWN, VOICE] = [440, 1500];

/** A voice of one pitch, as a file that a speech server would send. */
const sing = ({ folder }: RenderTools, seconds: number, name = "voice.wav"): Promise<string> =>
  soundFile(join(folder, name), `sine=frequency=${VOICE}:sample_rate=24000:duration=${seconds}`);

interface Options extends Partial<VoiceoverInput> {
  says?: number;
  source?: string;
  of?: Parameters<typeof clip>[2];
}

async function speak({ says = 1, of, source: other, ...input }: Options) {
  const kit = tools();
  const source = other ?? (await clip(kit, "source.mp4", of));
  const voice = await sing(kit, says);
  const asked = { operation: "voiceover" as const, voice, start: 0, volume: 1, originalVolume: 0.25, ...input };
  const made = await renderEdit(source, [asked], kit);
  const [was, heard] = [of?.sound === false ? undefined : await listen(source), await listen(made.video)];
  return { kit, source, was, heard, found: (await probe(made.video))!, ...made };
}

describe("a voice-over", () => {
  test("is heard from its start to its end over the lowered sound of the video, and leaves the pictures untouched", async () => {
    const { kit, source, video, heard, found, held } = await speak({ start: 1, says: 1, of: { seconds: 4 } });
    const full = heard(VOICE, 1.1, 1.9);
    expect(heard(VOICE, 0.05, 0.9)).toBeLessThan(full * 0.02);
    expect(heard(VOICE, 2.1, 3.9)).toBeLessThan(full * 0.02);
    const [before, below, after] = [heard(OWN, 0.1, 0.9), heard(OWN, 1.2, 1.9), heard(OWN, 3, 3.9)];
    expect(below).toBeLessThan(before * 0.4);
    expect(below).toBeGreaterThan(0);
    expect(after / before).toBeCloseTo(1, 1);
    expect(held).toBe(0);
    expect(found).toMatchObject({ videoCodec: "avc", audioCodec: "aac", width: 180, height: 320 });
    expect(found.duration!).toBeCloseTo(4, 1);
    expect(await picturesOf(video)).toBe(await picturesOf(source));
    expect(kit.reported.at(-1)).toBe(100);
  });

  test("leaves the whole as loud as the platforms play it, however quiet the voice and loud the video is", async () => {
    for (const [voiceFilter, soundFilter] of [
      ["volume=-22dB", "volume=16dB"],
      ["volume=14dB", "volume=-20dB"],
    ] as const) {
      const kit = tools();
      const source = await clip(kit, "source.mp4", { seconds: 4, soundFilter });
      const voice = await soundFile(join(kit.folder, "voice.wav"), `sine=frequency=${VOICE}:duration=2,${voiceFilter}`);
      const layer = { operation: "voiceover" as const, voice, start: 1, volume: 1, originalVolume: 0.5 };
      const { loudness, peak } = await loudnessOf((await renderEdit(source, [layer], kit)).video);
      expect(Math.abs(loudness + 14)).toBeLessThan(0.5);
      expect(peak).toBeLessThan(-1);
    }
  });

  test("is alone where the video's own sound is 0", async () => {
    const { heard } = await speak({ volume: 0.5, originalVolume: 0, says: 1.9 });
    expect(heard(VOICE, 0.1, 1.8)).toBeGreaterThan(0.1);
    expect(heard(OWN, 0.1, 1.8)).toBeLessThan(0.005);
  });

  test("gives a video without sound its sound track", async () => {
    const { heard, found } = await speak({ start: 1, says: 0.5, of: { sound: false } });
    expect(found).toMatchObject({ hasAudio: true, audioCodec: "aac" });
    expect(found.duration!).toBeCloseTo(2, 1);
    expect(heard(VOICE, 0.1, 0.9)).toBeLessThan(0.005);
    expect(heard(VOICE, 1.05, 1.45)).toBeGreaterThan(0.05);
  });

  test("that takes longer than the video is not cut: the last picture stays", async () => {
    const { video, heard, found, held } = await speak({ start: 1, says: 2.5, of: { seconds: 2 } });
    expect(held).toBeCloseTo(1.5, 1);
    expect(found.duration!).toBeCloseTo(3.5, 1);
    expect(heard(VOICE, 3.2, 3.45)).toBeGreaterThan(0.05);
    const last = await Promise.all(
      [1.9, 3.4].map((at) => brightness(video, at, 180, 320).then((of) => of(0, 0, 1, 1))),
    );
    expect(last[0]).toBe(last[1]!);
    expect((await pictureAt(video, 3.4))?.length).toBe(180 * 320);
  });

  test("in MP3 over a WebM becomes a plain MP4", async () => {
    const kit = tools();
    const source = await clip(kit, "source.webm", { seconds: 1 });
    const voice = await sing(kit, 0.8, "voice.mp3");
    const { video } = await renderEdit(
      source,
      [{ operation: "voiceover", voice, start: 0, volume: 2, originalVolume: 1 }],
      kit,
    );
    expect(await probe(video)).toMatchObject({ videoCodec: "avc", audioCodec: "aac" });
    expect((await listen(video))(VOICE, 0.1, 0.7)).toBeGreaterThan(0.1);
  });

  test.each([
    ["after the end of the video", { start: 2 }, "voiceover_out_of_range", "2.0 seconds"],
    [
      "that outlasts it by more than 10 seconds",
      { says: 12.5 },
      "voiceover_too_long",
      "takes 12.5 s, the video is 2.0 s",
    ],
    ["that is no sound", { voice: import.meta.path }, "voice_unreadable", "not a readable audio file"],
    ["over what is no video", { source: import.meta.path }, "source_unreadable", "not a video"],
  ])("%s is an error that says so", async (_, input, code, words) => {
    const message = expect.stringContaining(words);
    await expect(speak(input)).rejects.toMatchObject({ name: "RenderError", code, message });
  });
});

describe("music", () => {
  const add = async (input: Partial<MusicLayerInput>, of: Parameters<typeof clip>[2] = {}, length = 10) => {
    const kit = tools();
    const source = await clip(kit, "source.mp4", { seconds: 4, ...of });
    const music = await sing(kit, length, "music.wav");
    const layer = {
      operation: "music" as const,
      music,
      start: 0,
      volume: 0.5,
      fadeIn: 0,
      fadeOut: 0,
      originalVolume: 1,
    };
    const made = await renderEdit(source, [{ ...layer, ...input }], kit);
    return { heard: await listen(made.video), found: (await probe(made.video))! };
  };

  test("begins where it is asked to, fades, and ends with the video", async () => {
    const { heard, found } = await add({ start: 1, fadeIn: 1, fadeOut: 1 }, { sound: false });
    expect(found.duration).toBeCloseTo(4, 1);
    const [before, soft, loud, end] = [
      heard(VOICE, 0.1, 0.9),
      heard(VOICE, 1, 1.3),
      heard(VOICE, 2.1, 2.9),
      heard(VOICE, 3.8, 4),
    ];
    expect(before).toBeLessThan(0.001);
    expect(soft).toBeLessThan(loud / 2);
    expect(end).toBeLessThan(loud / 2);
  });

  test("is lowered under the video's own sound, which keeps its level", async () => {
    const alone = await add({ originalVolume: 0 });
    const under = await add({});
    expect(alone.heard(OWN, 1, 3)).toBeLessThan(0.001);
    const share = (made: typeof under) => made.heard(VOICE, 1, 3);
    expect(under.heard(OWN, 1, 3)).toBeGreaterThan(3 * share(under));
    expect(share(under)).toBeGreaterThan(0.001);
    expect(share(under)).toBeLessThan(share(alone) / 2);
  });

  test("is turned down in the file as the editor's preview predicts", async () => {
    const { folder } = tools();
    // Each second has a level of its own: above, within and below the knee, and silence.
    const levels = [0.5, 0.1, 0.03, 0.015, 0];
    const steps = levels.reduceRight((rest, level, second) => `if(lt(t,${second + 1}),${level},${rest})`, "0");
    const [own, music] = await Promise.all([
      soundFile(join(folder, "own.wav"), `sine=f=${OWN}:d=5:r=48000,volume='8*${steps}':eval=frame`),
      soundFile(join(folder, "music.wav"), `sine=f=${VOICE}:d=5:r=48000`),
    ]);
    const heard = await listenTo([own, music], `[1a]${SOUND}[music];[0a]${SOUND}[own];[music][own]${DUCK}[a]`);
    const alone = await listen(music);
    const { powers, add } = createFollower(48_000);
    for (let i = 0; i < 5 * 48_000; i++)
      add(levels[Math.floor(i / 48_000)]! * Math.SQRT1_2 * Math.abs(Math.sin((2 * Math.PI * OWN * i) / 48_000)));
    const errors = Array.from({ length: 23 }, (_, i) => {
      const at = 0.3 + i * 0.2;
      const predicted = getDucking(powers[Math.round((at + 0.05) * POWERS_PER_SECOND)]!);
      return 20 * Math.log10(heard(VOICE, at, at + 0.1) / alone(VOICE, at, at + 0.1) / predicted);
    });
    expect(errors.filter((error) => Math.abs(error) > 0.7)).toEqual([]);
  });

  test("shorter than the video repeats until its end, where it fades", async () => {
    const { heard, found } = await add({ start: 0.5, fadeOut: 0.5 }, { sound: false }, 1.5);
    expect(found.duration).toBeCloseTo(4, 1);
    const [first, second, end] = [heard(VOICE, 0.6, 1.8), heard(VOICE, 2.2, 3.4), heard(VOICE, 3.9, 4)];
    expect(second / first).toBeWithin(0.9, 1.1);
    expect(end).toBeLessThan(first / 2);
  });
});
