import { expect, test } from "bun:test";
import { join } from "node:path";
import { probe } from "#core/media/probe";
import { type Layer, renderEdit } from "#plugins/local/edit/edit";
import { brightness, clip, listen, soundFile, synthesize, tools } from "#test/plugins/local/edit-clips";

const words = (text: string, start: number, end: number): Layer => ({
  ...{ operation: "captions", style: "bold", position: "bottom" },
  transcript: [{ start, end, text }],
});
const badge: Layer = { operation: "overlay", type: "text", text: "SALE", position: "top" };

test("several layers are rendered once: all of them are seen and heard in the result", async () => {
  const kit = tools();
  const source = await clip(kit, "source.mp4", { seconds: 3 });
  const voice = await soundFile(join(kit.folder, "voice.wav"), "sine=frequency=1500:sample_rate=24000:duration=1");
  const layers: Layer[] = [
    { operation: "trim", start: 1, end: 3 },
    badge,
    words("Hello there", 0.5, 1.5),
    { operation: "voiceover", voice, start: 0.5, volume: 1, originalVolume: 0.25 },
  ];
  const { video, cues, held } = await renderEdit(source, layers, kit);
  expect({ cues, held }).toEqual({ cues: 1, held: 0 });
  expect((await probe(video))?.duration).toBeCloseTo(2, 1);

  const [before, during] = [await brightness(video, 0.2, 180, 320), await brightness(video, 1, 180, 320)];
  expect(before(0.1, 0.6, 0.9, 0.8)).toBe(0);
  expect(during(0.1, 0.6, 0.9, 0.8)).toBeGreaterThan(0.05);
  for (const seen of [before, during]) expect(seen(0.1, 0, 0.9, 0.3)).toBeGreaterThan(0.005);
  const heard = await listen(video);
  expect(heard(1500, 0.6, 1.4)).toBeGreaterThan(10 * heard(1500, 0.05, 0.4));
  expect(heard(440, 0.1, 1.9)).toBeGreaterThan(0.01);
});

test("a trim keeps picture and sound of its part, and leaves the times of later layers to what is left", async () => {
  const kit = tools();
  // White and loud in the second second alone.
  const source = await synthesize(join(kit.folder, "source.mp4"), {
    pictures: "color=0x202020:size=180x320:rate=25:duration=3,drawbox=color=white:t=fill:enable='between(t,1,1.99)'",
    sound: "sine=frequency=440:duration=3,volume='if(between(t,1,2),1,0)':eval=frame",
  });
  const { video } = await renderEdit(source, [{ operation: "trim", start: 0.5, end: 2.5 }], kit);
  expect((await probe(video))?.duration).toBeCloseTo(2, 1);
  const [heard, bright] = [await listen(video), (at: number) => brightness(video, at, 180, 320)];
  for (const [at, white] of [
    [0.3, 0],
    [0.7, 1],
    [1.3, 1],
    [1.7, 0],
  ] as const) {
    expect((await bright(at))(0, 0, 1, 1)).toBe(white);
    expect(heard(440, at - 0.1, at + 0.1) > 0.02).toBe(white === 1);
  }
  // The same captions before and after a cut lie at different times.
  const cut: Layer = { operation: "trim", start: 1, end: 3 };
  for (const [layers, at] of [
    [[words("Early", 2, 2.5), cut], 1.2],
    [[cut, words("Early", 2, 2.5)], undefined],
  ] as const) {
    const dark = await clip(kit, "dark.mp4", { seconds: 3 });
    const made = renderEdit(dark, layers, tools());
    if (at === undefined) await expect(made).rejects.toMatchObject({ code: "captions_empty" });
    else expect((await brightness((await made).video, at, 180, 320))(0.1, 0.6, 0.9, 0.8)).toBeGreaterThan(0.05);
  }
});

test("captions after a voice-over follow the voice", async () => {
  const kit = tools();
  const source = await clip(kit, "source.mp4", { seconds: 4 });
  const voice = await soundFile(join(kit.folder, "voice.wav"), "sine=frequency=1500:sample_rate=24000:duration=1");
  const { video } = await renderEdit(
    source,
    [
      { operation: "voiceover", voice, start: 2, volume: 1, originalVolume: 0.5 },
      { operation: "captions", style: "bold", position: "bottom", text: "Hello there" },
    ],
    kit,
  );
  for (const [at, seen] of [
    [1, false],
    [2.5, true],
    [3.7, false],
  ] as const)
    expect((await brightness(video, at, 180, 320))(0.1, 0.6, 0.9, 0.8) > 0.05).toBe(seen);
});

test.each([
  ["beginning after the end", { start: 2.5, end: 3 }],
  ["ending after the end", { start: 0, end: 9 }],
])("a trim %s is an error that says how long the video is", async (_, times) => {
  const kit = tools();
  const source = await clip(kit, "source.mp4", { seconds: 2 });
  await expect(renderEdit(source, [{ operation: "trim", ...times }], kit)).rejects.toMatchObject({
    code: "trim_out_of_range",
    message: expect.stringContaining("2.00 seconds long"),
  });
});

test("more layers may take more CPU time", async () => {
  const kit = tools();
  const source = await clip(kit, "many.mp4", { seconds: 1 });
  await renderEdit(source, [badge], kit);
  await renderEdit(source, Array<Layer>(10).fill(badge), kit);
  expect(kit.limits[1]! / kit.limits[0]!).toBeCloseTo(2 / 1.1, 2);
});
