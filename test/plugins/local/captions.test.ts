import { describe, expect, test } from "bun:test";
import { probe } from "#core/media/probe";
import { runMediaJob } from "#plugins/local/codec/media-job";
import { MediaSource } from "#plugins/local/codec/source";
import type { CaptionInput } from "#plugins/local/edit/captions";
import { renderEdit } from "#plugins/local/edit/edit";
import type { RenderTools } from "#plugins/local/render-tools";
import { captionStyles, type StyleName } from "#sdk/captions/styles";
import { brightness, clip, loudnessOf, pictureAt, soundOf, synthesize, tools } from "#test/plugins/local/edit-clips";

const look = { style: "bold", position: "bottom" } as const;
const hello = [{ start: 0, end: 1, text: "Hello there" }];

const burn = (source: string, input: Partial<CaptionInput>, kit: RenderTools) =>
  renderEdit(source, [{ operation: "captions", ...look, ...input }], kit);

async function caption(input: Partial<CaptionInput>, options: Parameters<typeof clip>[2] = {}) {
  const kit = tools();
  const source = await clip(kit, "source.mp4", options);
  return { kit, source, ...(await burn(source, input, kit)) };
}

/** Makes the first track of an MP4 a quarter turned, as phones do. */
async function turn(path: string): Promise<void> {
  const file = Buffer.from(await Bun.file(path).bytes());
  const matrix = file.indexOf("tkhd", file.indexOf("moov")) + 44;
  for (const [i, value] of [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000].entries())
    file.writeInt32BE(value, matrix + i * 4);
  await Bun.write(path, file);
}

describe("captions", () => {
  test("show while they are said, at the bottom, and leave sound of the right loudness untouched", async () => {
    const { kit, source, video, cues } = await caption({ transcript: hello }, { soundFilter: "volume=7.7dB" });
    expect(cues).toBe(1);
    const during = await brightness(video, 0.5, 180, 320);
    expect(during(0.1, 0.6, 0.9, 0.8)).toBeGreaterThan(0.05);
    expect(during(0, 0, 1, 0.5)).toBe(0);
    const after = await brightness(video, 1.6, 180, 320);
    expect(after(0, 0, 1, 1)).toBe(0);
    expect(await soundOf(video)).toBe(await soundOf(source));
    expect(kit.reported.at(-1)).toBe(100);
  });

  test("bring quiet sound to the loudness of the platforms", async () => {
    const { video } = await caption({ transcript: hello }, { soundFilter: "volume=-12dB" });
    const { loudness, peak } = await loudnessOf(video);
    expect(Math.abs(loudness + 14)).toBeLessThan(0.5);
    expect(peak).toBeLessThan(-1);
  });

  test.each(["top", "center", "bottom"] as const)("go to the %s", async (position) => {
    const { video } = await caption({ transcript: hello, position, style: "minimal" });
    const at = await brightness(video, 0.5, 180, 320);
    const thirds = { top: at(0, 0, 1, 0.33), center: at(0, 0.33, 1, 0.67), bottom: at(0, 0.67, 1, 1) };
    const { [position]: here, ...elsewhere } = thirds;
    expect(here).toBeGreaterThan(0.002);
    expect(Object.values(elsewhere)).toEqual([0, 0]);
  });

  test("keep off the text that the video shows, unless they are told not to", async () => {
    const kit = tools();
    // Strokes as of letters, where captions go by default.
    const strokes = Array.from({ length: 14 }, (_, i) => `drawbox=${25 + i * 9}:190:4:60:white:fill`).join();
    const pictures = `color=0x203040:size=180x320:rate=10:duration=1,${strokes}`;
    const source = await synthesize(`${kit.folder}/source.mp4`, { pictures });
    const before = (await pictureAt(source, 0.5))!;
    const countChanged = async (avoidText: boolean) => {
      const { video } = await burn(source, { style: "classic", text: "Hello there", avoidText }, kit);
      const after = (await pictureAt(video, 0.5))!;
      const changed = [0, 0];
      for (const [i, light] of after.entries()) {
        const y = Math.floor(i / 180);
        if (Math.abs(light - before[i]!) > 90) changed[y >= 190 && y < 250 ? 0 : 1]!++;
      }
      return changed;
    };
    const [onText, offText] = await countChanged(true);
    expect(onText).toBe(0);
    expect(offText).toBeGreaterThan(100);
    expect((await countChanged(false))[0]).toBeGreaterThan(100);
  });

  test("show emoji in colour", async () => {
    const { video } = await caption({ text: "Hot 🔥", style: "karaoke" }, { seconds: 1 });
    let red = 0;
    await runMediaJob({
      inputs: [await MediaSource.open(video)],
      filters: "[0v]trim=start=0.5[v]",
      v: {
        format: "format=rgb24",
        read(frame) {
          const pixels = frame.toBuffer();
          for (let i = 0; i < pixels.length; i += 3) if (pixels[i]! > 150 && pixels[i + 2]! < 80) red++;
          return false;
        },
      },
    });
    expect(red).toBeGreaterThan(20);
  });

  test("have exactly the colors that were chosen", async () => {
    const { video } = await caption(
      { text: "OOOO", color: "#ffe600", fontSize: 200 },
      { size: "360x640", seconds: 1, pixels: "yuv420p,setparams=colorspace=bt709:range=tv" },
    );
    const greens = new Map<number, number>();
    await runMediaJob({
      inputs: [await MediaSource.open(video)],
      filters: "[0v]trim=start=0.5[v]",
      v: {
        format: "format=rgb24",
        read(frame) {
          const pixels = frame.toBuffer();
          for (let i = 0; i < pixels.length; i += 3) {
            const [red, green, blue] = [pixels[i]!, pixels[i + 1]!, pixels[i + 2]!];
            if (red > 200 && green > 150 && blue < 80) greens.set(green, (greens.get(green) ?? 0) + 1);
          }
          return false;
        },
      },
    });
    const [[green] = [0]] = [...greens].sort(([, one], [, other]) => other - one);
    expect(Math.abs(green - 0xe6)).toBeLessThanOrEqual(4);
  });

  test("stay inside the frame, even one word of 200 letters or 60 characters in two seconds", async () => {
    const word = "Donaudampfschifffahrt".repeat(10).slice(0, 200);
    for (const [text, seconds] of [
      [word, 7],
      ["lorem ipsum dolor sit, ".repeat(3).slice(0, 60), 2],
    ] as const) {
      const { video } = await caption({ text }, { sound: false, size: "320x180", seconds });
      const at = await brightness(video, 1, 320, 180);
      expect(at(0.1, 0.1, 0.9, 1)).toBeGreaterThan(0.01);
      expect([at(0, 0, 0.03, 1), at(0.97, 0, 1, 1), at(0, 0, 1, 0.03), at(0, 0.97, 1, 1)]).toEqual([0, 0, 0, 0]);
    }
  });

  test("take text for text, whatever is in it", async () => {
    const text =
      "a\\Nb {\\p1}m 0 0 l 900 0 900 900 0 900 {\\alpha&HFF&} 100% ' : , ; [x] \u0000 \u202e 👨‍👩‍👧‍👦 مرحبا 世界";
    const { video } = await caption({ text, style: "classic" }, { seconds: 3 });
    const at = await brightness(video, 0.2, 180, 320);
    expect(at(0, 0.5, 1, 0.8)).toBeGreaterThan(0.001);
    expect(at(0, 0, 1, 0.5)).toBe(0);
  });

  test("look different in each style", async () => {
    const pictures = new Set<number>();
    for (const style of Object.keys(captionStyles) as StyleName[]) {
      const { video } = await caption({ transcript: hello, style }, { seconds: 1 });
      pictures.add((await brightness(video, 0.5, 180, 320))(0, 0, 1, 1));
    }
    expect(pictures.size).toBe(4);
  });

  test("take what a user sets: colour, size, letters", async () => {
    const { video } = await caption({ transcript: hello, color: "#000000", highlightColor: "#000000" });
    expect((await brightness(video, 0.5, 180, 320))(0, 0, 1, 1)).toBe(0);
    const sizes = [60, 120].map(async (fontSize) => {
      const large = await caption({
        transcript: hello,
        style: "minimal",
        fontSize,
        uppercase: true,
        fontFamily: "Anton",
      });
      return (await brightness(large.video, 0.5, 180, 320))(0, 0, 1, 1);
    });
    const [small, large] = await Promise.all(sizes);
    expect(large!).toBeGreaterThan(small! * 2);
  });

  test("are cut where the video ends", async () => {
    const transcript = [
      { start: 0, end: 0.8, text: "One" },
      { start: 1.5, end: 9, text: "Two" },
      { start: 30, end: 31, text: "Never" },
    ];
    const { video, cues } = await caption({ transcript });
    expect(cues).toBe(2);
    expect((await probe(video))?.duration).toBeCloseTo(2, 1);
    expect((await brightness(video, 1.2, 180, 320))(0, 0, 1, 1)).toBe(0);
    expect((await brightness(video, 1.8, 180, 320))(0, 0, 1, 1)).toBeGreaterThan(0.005);
  });

  test("wait for the speech when only the text is known", async () => {
    const { video } = await caption({ text: "Now" }, { soundFilter: "volume=0:enable='lt(t,1)'" });
    expect((await brightness(video, 0.6, 180, 320))(0, 0, 1, 1)).toBe(0);
    expect((await brightness(video, 1.5, 180, 320))(0, 0, 1, 1)).toBeGreaterThan(0.005);
  });

  test.each([
    ["no words", { text: " \n " }, "captions_empty"],
    ["nothing within the video", { transcript: [{ start: 50, end: 51, text: "late" }] }, "captions_empty"],
    ["more than can be read", { text: "lorem ipsum dolor sit, ".repeat(40) }, "captions_too_long"],
    ["an unknown font", { text: "x", fontFamily: "Comic Sans" }, "font_unknown"],
    ["a colour that is none", { text: "x", color: "reddish" }, "color_invalid"],
  ] as const)("%s is an error that says so", async (_, input, code) => {
    await expect(caption(input, { seconds: 1, sound: false })).rejects.toMatchObject({ name: "RenderError", code });
  });
});

describe("a source", () => {
  test("that is no video is refused", async () => {
    const kit = tools();
    const source = `${kit.folder}/fake.mp4`;
    await Bun.write(source, "#EXTM3U\n#EXTINF:2,\n/etc/passwd\n#EXT-X-ENDLIST\n");
    await expect(burn(source, { text: "x" }, kit)).rejects.toMatchObject({
      code: "source_unreadable",
    });
  });

  test("lying on its side comes out upright", async () => {
    const kit = tools();
    const source = await clip(kit, "source.mp4", { size: "320x180", seconds: 1 });
    await turn(source);
    expect(await probe(source)).toMatchObject({ width: 180, height: 320, rotation: 90 });
    const { video } = await burn(source, { transcript: hello }, kit);
    const { width, height, rotation } = (await probe(video))!;
    expect({ width, height, rotation }).toEqual({ width: 180, height: 320, rotation: undefined });
    expect((await brightness(video, 0.5, 180, 320))(0.1, 0.6, 0.9, 0.8)).toBeGreaterThan(0.05);
  });

  test("of odd size, without sound, or in WebM becomes a plain MP4", async () => {
    const odd = await caption({ text: "Odd" }, { size: "181x321", sound: false, seconds: 1, pixels: "yuv444p" });
    expect(await probe(odd.video)).toMatchObject({ width: 180, height: 320, hasAudio: false, videoCodec: "avc" });
    const kit = tools();
    const webm = await clip(kit, "source.webm", { seconds: 1 });
    const { video } = await burn(webm, { text: "Web" }, kit);
    expect(await probe(video)).toMatchObject({ videoCodec: "avc", audioCodec: "aac" });
  });
});
