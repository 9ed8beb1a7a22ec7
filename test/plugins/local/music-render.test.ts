import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { loadImage } from "@napi-rs/canvas";
import { ALL_FORMATS, BlobSource, Input } from "mediabunny";
import { drawArt } from "#plugins/local/music/art";
import { planMusic } from "#plugins/local/music/plan";
import { renderMusic } from "#plugins/local/music/render-music";
import type { RenderTools } from "#plugins/local/render-tools";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-music-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a request for vocals is refused with a way out, before any work", async () => {
  const tools: RenderTools = { folder: "/nowhere", progress: () => {}, limitCpu: () => {} };
  const refused = renderMusic({ prompt: "pop", instrumental: false }, tools);
  expect(refused).rejects.toMatchObject({
    name: "RenderError",
    code: "vocals_unsupported",
    message: expect.stringContaining("instrumental"),
  });
});

describe("a rendered track", () => {
  test("is an MP3 with tags and cover, a JPEG, and an account of itself", async () => {
    const seen: number[] = [];
    const tools: RenderTools = { folder, progress: (percent) => seen.push(percent), limitCpu: () => {} };
    const result = await renderMusic(
      { prompt: "calm piano, 12 seconds, 80 bpm, in D major", title: "Tête-à-tête “夜”" },
      tools,
    );

    expect(result).toMatchObject({
      title: "Tête-à-tête “夜”",
      duration: 12,
      bpm: 80,
      key: "D major",
      genre: "Piano",
    });
    expect(result.sections.length).toBeGreaterThan(0);
    expect((await readdir(folder)).sort()).toEqual(["cover.jpg", basename(result.thumbnail), "track.mp3"]);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(100);

    const input = new Input({ source: new BlobSource(Bun.file(result.audio)), formats: ALL_FORMATS });
    const audio = (await input.getPrimaryAudioTrack())!;
    expect([audio.codec, audio.sampleRate, audio.numberOfChannels]).toEqual(["mp3", 44100, 2]);
    expect(Math.abs((await input.computeDuration()) - 12)).toBeLessThan(0.1);
    const tags = await input.getMetadataTags();
    expect(tags).toMatchObject({ title: "Tête-à-tête “夜”", artist: "Vireo local engine", genre: "Piano" });
    expect(tags.images?.[0]).toMatchObject({ mimeType: "image/jpeg", kind: "coverFront" });
    const size = Bun.file(result.audio).size - tags.images![0]!.data.length;
    expect((size * 8) / 12).toBeGreaterThan(192_000);

    const art = await loadImage(result.art);
    expect([art.width, art.height]).toEqual([1024, 1024]);
  });
});

describe("a cover", () => {
  test.each(["synthwave", "lo-fi", "rock", "ambient"])(
    "of %s is the same for the same plan and differs with the seed",
    (prompt) => {
      const draw = (seed: number) => Bun.hash(drawArt(planMusic({ prompt, seed })).data());
      expect(draw(1)).toBe(draw(1));
      expect(draw(1)).not.toBe(draw(2));
    },
  );

  test("bears its title in the lower part, and only there", () => {
    const plan = planMusic({ prompt: "ambient", seed: 5 });
    const pixels = (title: string) => drawArt({ ...plan, title }).data();
    const [a, b] = [pixels("One"), pixels("Two")];
    const half = a.length / 2;
    expect(Buffer.compare(a.subarray(0, half), b.subarray(0, half))).toBe(0);
    expect(Buffer.compare(a.subarray(half), b.subarray(half))).not.toBe(0);
  });
});
