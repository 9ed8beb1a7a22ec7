import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Engine, EngineError } from "#core/engine";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { locateParts } from "#modules/videos/coverage";
import { local } from "#plugins/local/index";
import type { PromptPart, Scene, StoryboardWriter } from "#sdk/slots/storyboard";
import type { VideoRequest } from "#sdk/slots/video";
import { startApp, type TestApp } from "#test/app";

const requests: VideoRequest[] = [];
const limits = { duration: { min: 3, max: 60, default: 8 } };
/** Shows scenes without drawing them, and films without scenes. */
const stage: Engine<VideoRequest> = {
  name: "stage",
  models: [
    { id: "stage-1", title: "Stage", scenes: true, ...limits },
    { id: "film-1", title: "Film", ...limits },
  ],
  async create(request) {
    requests.push(request);
    return { state: "failed", code: "done", message: "Seen." };
  },
};
let writes: () => Promise<Scene[]> = async () => [];
const author: StoryboardWriter = {
  name: "author",
  mode: "written",
  write: async () => ({ scenes: await writes(), warnings: [] }),
};
const film = defineModule({ name: "stage", start: () => ({ engines: { video: stage } }) });
const pen = defineModule({ name: "author", start: () => ({ engines: { storyboard: author } }) });
const config = { providers: { video: "stage" } };

let plain: TestApp;
let written: TestApp;
beforeAll(async () => {
  [plain, written] = await Promise.all([
    startApp(config, [...modules, local, film]),
    startApp(config, [...modules, local, film, pen]),
  ]);
});
afterAll(() => Promise.all([plain.stop(), written.stop()]));

const SALE = "Make an ad for our summer sale. 20% off all shoes. Shop now";
const balance = async () => (await plain.api("GET", "/credits")).body.balance;
const generate = async (app: TestApp, body: object) => {
  const { status, body: video } = await app.api("POST", "/videos/generate", body);
  expect(status).toBe(202);
  return app.ended(`/videos/${video.videoId}`);
};

describe("POST /videos/storyboard", () => {
  test("answers at once with typed scenes and warnings, free of charge", async () => {
    const before = await balance();
    const { status, body } = await plain.api("POST", "/videos/storyboard", { prompt: SALE, duration: 6 });
    expect(status).toBe(200);
    expect(body.scenes.map(({ kind, text, subtext }: Scene) => [kind, text, subtext])).toEqual([
      ["hook", "Summer sale", undefined],
      ["price", "20% off", "All shoes"],
      ["cta", "Shop now", undefined],
    ]);
    expect(body.scenes.reduce((sum: number, { seconds }: { seconds: number }) => sum + seconds, 0)).toBeCloseTo(6, 5);
    expect(body.warnings).toEqual([]);
    expect(await balance()).toBe(before);
  });

  test("says what became of each word of the prompt", async () => {
    const prompt = "Hi! Make an ad for our gym. Tone: energetic. 24/7 access, £19/month. No emojis. Join at liftbox.uk";
    const { body } = await plain.api("POST", "/videos/storyboard", { prompt, duration: 12 });
    expect(body.parts.map(({ text }: PromptPart) => text).join("")).toBe(prompt);
    const fates = body.parts.map(({ text, use, scene, code }: PromptPart) => [text.trim(), use, scene ?? code]);
    expect(fates).toEqual([
      ["Hi! Make an ad for our", "instruction", "request"],
      ["gym.", "shown", 0],
      ["Tone: energetic.", "instruction", "style"],
      ["24/7 access,", "shown", 1],
      ["£19/month.", "shown", 2],
      ["No emojis.", "instruction", "negative"],
      ["Join at liftbox.uk", "shown", 3],
    ]);
    expect(body.parts[2].reason).toContain("style");
    expect(body.coverage).toEqual({ words: 20, shown: 10, instruction: 10, leftOut: 0 });
    expect(body.scenes.map(({ from }: Scene) => from)).toEqual(["prompt", "prompt", "prompt", "prompt"]);
  });

  test("400 with the words that would not be shown when leftOut is error", async () => {
    const prompt = "Best coffee in town. A cat plays the piano in slow motion, camera pans left.";
    const { status, body } = await plain.api("POST", "/videos/storyboard", { prompt, leftOut: "error" });
    expect(status).toBe(400);
    expect(body.errors.prompt[0]).toContain("A cat plays the piano");
    expect((await plain.api("POST", "/videos/storyboard", { prompt })).status).toBe(200);
  });

  test("ends with the requested call to action, and with a fitting one only where it is certain", async () => {
    const last = async (prompt: string, callToAction: string) => {
      const { body } = await plain.api("POST", "/videos/storyboard", { prompt, callToAction });
      const { kind, text, from } = body.scenes.at(-1);
      return [kind, text, from];
    };
    expect(await last("Fresh bread, from the oven at 5 am.", "Come by")).toEqual(["cta", "Come by", "request"]);
    expect(await last("Fresh bread for you and your family. The loaf is €3.", "auto")).toEqual([
      "cta",
      "Shop now",
      "request",
    ]);
    expect((await last("Zrób film o naszej kawiarni. Kawa od 9 zł", "auto"))[0]).toBe("price");
    expect((await last("Fresh bread for you and your family.", "auto"))[0]).not.toBe("cta");
  });

  test("warns before anything is paid that a prompt describes footage", async () => {
    const { body } = await plain.api("POST", "/videos/storyboard", { prompt: "A cat playing piano, slow motion" });
    expect(body.warnings.map(({ code }: { code: string }) => code)).toContain("not_filmable");
  });

  test("a prompt that only names a subject is a short video, unless a length is asked for", async () => {
    const secondsOf = async (body: object) =>
      (await plain.api("POST", "/videos/storyboard", body)).body.scenes.reduce(
        (sum: number, { seconds }: { seconds: number }) => sum + seconds,
        0,
      );
    expect(await secondsOf({ prompt: "a video about coffee" })).toBe(5);
    expect(await secondsOf({ prompt: "a video about coffee", duration: 9 })).toBe(9);
    expect(await secondsOf({ prompt: SALE })).toBe(8);
    await generate(plain, { prompt: "a video about coffee" });
    expect(requests.at(-1)).toMatchObject({ duration: 5, scenes: [{ kind: "hook", text: "Coffee", seconds: 5 }] });
  });

  test("uses the product and its photos", async () => {
    const photos = ["https://files.example/one.jpg"];
    const { body: product } = await plain.api("POST", "/products", {
      name: "Glow",
      description: "A vegan serum. Fragrance free.",
      photos,
    });
    const { body } = await plain.api("POST", "/videos/storyboard", { prompt: "Make a video", productId: product.id });
    expect(body.scenes.slice(0, 2)).toMatchObject([
      { text: "A vegan serum", mediaUrl: photos[0] },
      { text: "Fragrance free" },
    ]);
  });

  test.each([
    [{}, "prompt"],
    [{ scenes: [{ kind: "hook" }] }, "scenes.0"],
    [{ scenes: [{ kind: "dance", text: "x" }] }, "scenes.0.kind"],
    [{ scenes: [] }, "scenes"],
    [{ prompt: "x", model: "film-1" }, "model"],
    [{ prompt: "x", duration: 61 }, "duration"],
    [{ prompt: "x", productId: "prd_none" }, "productId"],
  ])("400 for %j", async (body, field) => {
    const { status, body: problem } = await plain.api("POST", "/videos/storyboard", body);
    expect(status).toBe(400);
    expect(Object.keys(problem.errors)).toContain(field);
  });

  test("503 when a language model is asked for and none is configured", async () => {
    const { status, body } = await plain.api("POST", "/videos/storyboard", { prompt: SALE, storyboard: "written" });
    expect(status).toBe(503);
    expect(body.detail).toContain("OPENAI_CHAT_URL");
  });
});

describe("POST /videos/generate", () => {
  test("facts of a storyboard are shown exactly as they are sent back", async () => {
    const prompt =
      "Winter sale. Down jackets: $189 → $129. Sat 9–5, 12 High Street. 4.8 stars from 312 reviews. Espresso $3, latte $4, tea $2. 2024: 12, 2025: 18, 2026: 31. Before: cold. After: warm. Call 555-0100 or mail@a.example";
    const { body } = await plain.api("POST", "/videos/storyboard", { prompt, duration: 30 });
    const kinds = body.scenes.map(({ kind }: Scene) => kind);
    expect(kinds.join(" ")).toContain("price place rating menu chart comparison");
    expect(body.scenes[1].price).toEqual({ was: "$189", now: "$129" });
    expect(body.coverage.leftOut).toBe(0);
    for (const scene of body.scenes) expect(scene.from).toBe("prompt");
    const video = await generate(plain, { scenes: body.scenes, duration: 30 });
    const plainly = (scenes: Scene[]) => scenes.map(({ seconds: _, ...scene }) => scene);
    expect(plainly(video.scenes)).toEqual(plainly(body.scenes));
  });

  test.each([
    ["scenes.0.price", { kind: "point", text: "Coffee", price: { now: "€3" } }],
    ["scenes.0.price", { kind: "price", price: { was: "€4" } }],
    ["scenes.0", { kind: "price", price: { now: " " } }],
  ])("400 at %s for a price that cannot be shown", async (path, scene) => {
    const { status, body } = await plain.api("POST", "/videos/generate", { scenes: [scene], duration: 5 });
    expect([status, Object.keys(body.errors)]).toEqual([400, [path]]);
  });

  test("shows given scenes word for word, without a prompt, for as long as they say", async () => {
    const scenes: Scene[] = [
      { kind: "hook", text: "make a video ad for X", seconds: 2 },
      { kind: "cta", text: "go →", subtext: "Step 1: …", seconds: 3.5 },
    ];
    const video = await generate(plain, { scenes });
    expect(video.scenes).toMatchObject(scenes.map(({ seconds: _, ...scene }) => scene));
    expect(requests.at(-1)).toMatchObject({ duration: 6, prompt: expect.stringContaining("make a video ad for X") });
  });

  test("a storyboard comes back unchanged", async () => {
    const { body } = await plain.api("POST", "/videos/storyboard", { prompt: SALE, duration: 6 });
    await generate(plain, { prompt: SALE, duration: 6, scenes: body.scenes });
    expect(requests.at(-1)!.scenes).toEqual(body.scenes);
  });

  test("the video answers with the scenes and warnings of its prompt", async () => {
    const video = await generate(plain, { prompt: "A cat playing piano, slow motion" });
    expect(video.scenes[0]).toMatchObject({ kind: "hook", text: "A cat playing piano" });
    expect(video.warnings.map(({ code }: { code: string }) => code)).toContain("not_filmable");
  });

  test("a model that films gets the prompt, and refuses scenes", async () => {
    await generate(plain, { prompt: SALE, model: "film-1" });
    expect(requests.at(-1)!.scenes).toBeUndefined();
    const { status, body } = await plain.api("POST", "/videos/generate", {
      model: "film-1",
      scenes: [{ kind: "hook", text: "Hi" }],
    });
    expect(status).toBe(400);
    expect(body.errors.scenes[0]).toContain("stage-1");
  });
});

describe("with a language model", () => {
  const SCENES: Scene[] = [
    { kind: "hook", text: "All shoes: 20% off" },
    { kind: "cta", text: "Shop now" },
  ];

  test("it writes the storyboard, unless the literal one is asked for", async () => {
    writes = async () => SCENES;
    const write = async (body: object) =>
      (await written.api("POST", "/videos/storyboard", { prompt: SALE, ...body })).body.scenes;
    expect(await write({})).toMatchObject(SCENES);
    expect(await write({ storyboard: "written" })).toMatchObject(SCENES);
    expect((await write({ storyboard: "literal" }))[0].text).toBe("Summer sale");
  });

  test("it writes the scenes of a generation before they are rendered", async () => {
    writes = async () => SCENES;
    await generate(written, { prompt: SALE });
    expect(requests.at(-1)!.scenes).toMatchObject(SCENES);
  });

  test("a scene with words from nowhere gives way to the words of the prompt", async () => {
    writes = async () => [
      { kind: "hook", text: "Summer sale" },
      { kind: "point", text: "Award-winning comfort, loved by 3000 runners" },
      { kind: "cta", text: "Shop now" },
    ];
    const { body } = await written.api("POST", "/videos/storyboard", { prompt: SALE });
    expect(body.scenes.map(({ text, subtext }: Scene) => [text, subtext])).toEqual([
      ["Summer sale", undefined],
      ["20% off", "All shoes"],
      ["Shop now", undefined],
    ]);
    expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual(["invented_text"]);
    expect(body.coverage.leftOut).toBe(0);
  });

  test("the video says what became of the words of its prompt", async () => {
    writes = async () => [{ kind: "hook", text: "All shoes" }];
    const video = await generate(written, { prompt: SALE });
    expect(video.parts.map(({ text }: PromptPart) => text).join("")).toBe(SALE);
  });

  test("the words of the prompt take over when it fails, and the warning says so", async () => {
    writes = async () => {
      throw new EngineError("provider_error", "No usable answer.");
    };
    const { status, body } = await written.api("POST", "/videos/storyboard", { prompt: SALE });
    expect(status).toBe(200);
    expect(body.scenes[0].text).toBe("Summer sale");
    expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual(["not_written"]);
  });

  test("given scenes are never rewritten", async () => {
    writes = async () => SCENES;
    const { body } = await written.api("POST", "/videos/storyboard", { scenes: [{ kind: "hook", text: "Mine" }] });
    expect(body.scenes.map(({ text }: Scene) => text)).toEqual(["Mine"]);
  });
});

test("a part without room says how long the video would have to be", () => {
  const parts = locateParts(
    [
      { text: "Fresh bread daily. ", use: "shown" },
      { text: "Free coffee for early birds.", use: "shown" },
    ],
    [{ kind: "hook", text: "Fresh bread daily", seconds: 3 }],
  );
  expect(parts.map(({ use, scene, code }) => [use, scene, code])).toEqual([
    ["shown", 0, undefined],
    ["left_out", undefined, "no_room"],
  ]);
  expect(parts[1]!.reason).toContain("A length of 5 seconds would do.");
});
