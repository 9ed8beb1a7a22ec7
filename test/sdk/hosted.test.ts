import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { parseSettings } from "#core/config/settings";
import { buildInput } from "#sdk/hosted/input";
import { hostedModels, mergeModels } from "#sdk/hosted/model";
import { findOutputUrl } from "#sdk/hosted/output";

describe("a request under the names of a model's fields", () => {
  const ask = { prompt: "A cat", aspectRatio: "9:16", duration: 5, resolution: "720p", seed: 7 };

  test("what a model has no field for is left out", () => {
    expect(buildInput({}, ask)).toEqual({ prompt: "A cat" });
  });

  test.each([
    ["number", 5],
    ["text", "5"],
    ["s", "5s"],
    ["ms", 5000],
  ] as const)("a length as %s is %p", (durationAs, value) => {
    expect(buildInput({ duration: "length", durationAs }, ask)).toEqual({ prompt: "A cat", length: value });
  });

  test("a ratio goes as it is, by another name, as an object, or as width and height", () => {
    const ratios = { "9:16": { width: 720, height: 1280 }, "1:1": "square" };
    const of = (map: object, aspectRatio: string) =>
      buildInput({ prompt: "p", ...map }, { prompt: "A cat", aspectRatio });
    expect(of({ aspectRatio: "ratio" }, "9:16")).toEqual({ p: "A cat", ratio: "9:16" });
    expect(of({ aspectRatio: "size", ratios }, "1:1")).toEqual({ p: "A cat", size: "square" });
    expect(of({ aspectRatio: "size", ratios }, "9:16")).toEqual({ p: "A cat", size: ratios["9:16"] });
    expect(of({ ratios }, "9:16")).toEqual({ p: "A cat", width: 720, height: 1280 });
    expect(of({ ratios }, "4:5")).toEqual({ p: "A cat" });
    expect(of({ aspectRatio: "ratio", ratios: { source: "auto" } }, "source")).toEqual({ p: "A cat", ratio: "auto" });
    expect(of({ aspectRatio: "ratio" }, "source")).toEqual({ p: "A cat" });
  });

  test("pictures go as a list where the field is one, else the first alone", () => {
    const pictures = ["http://a/1", "http://a/2"];
    expect(buildInput({ pictures: "images[]" }, { prompt: "A", pictures })).toEqual({ prompt: "A", images: pictures });
    expect(buildInput({ pictures: "image" }, { prompt: "A", pictures })).toEqual({ prompt: "A", image: "http://a/1" });
    expect(buildInput({ pictures: "image" }, { prompt: "A", pictures: [] })).toEqual({ prompt: "A" });
    expect(
      buildInput({ frame: "frames[]", mask: "mask" }, { prompt: "A", frame: "http://a/1", mask: "http://a/2" }),
    ).toEqual({ prompt: "A", frames: ["http://a/1"], mask: "http://a/2" });
  });

  test("fixed values come along, and what was asked wins", () => {
    expect(buildInput({ seed: "seed", fixed: { seed: 1, steps: 4 } }, ask)).toEqual({
      prompt: "A cat",
      seed: 7,
      steps: 4,
    });
  });

  test("lyrics are the prompt where there is a style for the rest", () => {
    const map = { lyrics: "lyrics", instrumental: "no_voice" };
    expect(buildInput(map, { prompt: "La la", music: { instrumental: false, style: "folk" } })).toEqual({
      ...{ prompt: "folk", lyrics: "La la", no_voice: false },
    });
    expect(buildInput(map, { prompt: "calm", music: { instrumental: true } })).toEqual({
      prompt: "calm",
      no_voice: true,
    });
  });
});

describe("the result in a model's output", () => {
  const [png, mp4, wav] = ["https://a/x.png", "https://a/x.mp4?sig=1", "https://a/x"];
  test.each([
    [png, "image", png],
    [[png, "https://a/y.png"], "image", png],
    [{ images: [{ url: png, content_type: "image/png" }], seed: 7 }, "image", png],
    [{ thumbnail: { url: png }, video: { url: mp4 } }, "video", mp4],
    [{ preview_image: png, result: { file: mp4 } }, "video", mp4],
    [{ waveform: png, audio_file: { url: wav } }, "music", wav],
    [{ prompt: "http://a/prompt", output: { url: wav, content_type: "audio/wav" } }, "music", wav],
    ["data:image/png;base64,AAAA", "image", undefined],
    [{ url: "see https://a/x.png" }, "image", undefined],
    [{ images: [] }, "image", undefined],
    [null, "video", undefined],
  ] as const)("%j as %s → %p", (output, kind, url) => {
    expect(findOutputUrl(output, kind)).toBe(url as string);
  });

  test("an output without end is not followed without end", () => {
    const deep: { next?: unknown } = {};
    deep.next = deep;
    expect(findOutputUrl(deep, "image")).toBeUndefined();
  });
});

describe("models of one's own", () => {
  const schema = Type.Object({ models: hostedModels("…") }, { default: {} });

  test("come first, and describe a known one anew", () => {
    const own = { "a/new": { kind: "image" as const }, "a/known": { kind: "video" as const, title: "Mine" } };
    const known = [
      { id: "a/known", kind: "image" as const },
      { id: "a/other", kind: "image" as const },
    ];
    expect(mergeModels(own, known).map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      "a/new image",
      "a/known video",
      "a/other image",
    ]);
  });

  test("a misspelled field is a mistake that names its place", () => {
    const { mistakes } = parseSettings(
      schema,
      { models: { new: { kind: "video", input: { durations: "x" } } } },
      {},
      "settings.fal",
    );
    expect(mistakes).toMatchObject([{ where: "settings.fal.models.new.input.durations", what: "is not a setting" }]);
    expect(parseSettings(schema, { models: { new: { kind: "film" } } }, {}, "").mistakes).toHaveLength(1);
  });
});
