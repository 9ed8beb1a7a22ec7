import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EngineError, type Run } from "#core/engine";
import { createEngines } from "#plugins/kie/index";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";
import { createRun } from "#sdk/testing/conformance/shared";
import { serveResults } from "./results";
import { KEY, type KieServer, startKie } from "./server";

const results = serveResults();
let server: KieServer;
let engines: ReturnType<typeof createEngines>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-kie-"));
  server = await startKie(results);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  server.bodies.length = 0;
  server.uploads.length = 0;
  engines = make();
});

const options = () => ({
  ...{ apiKey: KEY, baseUrl: server.url, uploadUrl: server.url, createsPer10Seconds: 100, timeoutMs: 5_000 },
});
const make = (more: object = {}) => createEngines({ ...options(), ...more });
const run = (more: Partial<Run> = {}): Run => ({ ...createRun(folder, AbortSignal.timeout(30_000)).run, ...more });
const image: ImageRequest = {
  model: "nano-banana-2",
  prompt: "A cat",
  aspectRatio: "16:9",
  referenceImageUrls: [],
  brief: {},
};
const video: VideoRequest = {
  ...image,
  model: "veo3_fast",
  aspectRatio: "9:16",
  duration: 8,
  resolution: "720p",
};
const music: MusicRequest = { model: "V5", prompt: "calm piano", instrumental: true };
/** The smallest WebP: one pixel. */
const WEBP = Buffer.from("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=", "base64");
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error) => (error instanceof EngineError ? error.code : Promise.reject(error)),
  );
/** The one body that a request led to. */
async function bodyOf(request: Promise<unknown>) {
  await request;
  expect(server.bodies).toHaveLength(1);
  return server.bodies[0];
}
const pictures = (count: number) => server.uploads.slice(0, count).map(uploaded);
const uploaded = ({ name }: { name: string }) => `https://tempfile.redpandaai.co/vireo/${name}`;
const product = { name: "Lumé", description: "A serum", photos: [results.image], messaging: "Glow." };

describe("what kie.ai is sent", () => {
  test("an image of the market: input with ratio, and no callback without a public address", async () => {
    expect(await bodyOf(engines.image.create(image, run()))).toEqual({
      model: "nano-banana-2",
      input: { prompt: "A cat", aspect_ratio: "16:9" },
    });
  });

  test("the callback address, where this server has one", async () => {
    const callbackUrl = "https://media.example.com/open/callbacks/1";
    expect(await bodyOf(engines.image.create(image, run({ callbackUrl })))).toMatchObject({ callBackUrl: callbackUrl });
  });

  test("an edit: the editing model, the uploaded picture first, and its own ratio kept", async () => {
    const request = {
      ...image,
      model: "seedream/4.5-text-to-image",
      source: { url: results.image },
      brief: { product },
    };
    expect(await bodyOf(engines.image.create(request, run()))).toEqual({
      model: "seedream/4.5-edit",
      input: {
        prompt: "A cat\n\nProduct: Lumé. A serum\nWhat it stands for: Glow.",
        quality: "basic",
        // The picture is 320 × 240.
        aspect_ratio: "4:3",
        image_urls: expect.arrayContaining(pictures(2)),
      },
    });
    expect(server.uploads.every(({ name, size }) => name.endsWith(".png") && size > 500)).toBe(true);
  });

  test("an edit of a model that can keep the ratio: auto", async () => {
    const body = await bodyOf(engines.image.create({ ...image, source: { url: results.image } }, run()));
    expect(body.input).toEqual({ prompt: "A cat", aspect_ratio: "auto", image_input: pictures(1) });
  });

  test("4o: flat, with size and files", async () => {
    const source = { url: results.image };
    const body = await bodyOf(engines.image.create({ ...image, model: "gpt4o-image", source }, run()));
    expect(body).toEqual({ prompt: "A cat", size: "3:2", filesUrl: pictures(1) });
  });

  test("an edit within a mask: the one model that takes it", async () => {
    const source = { url: results.image, maskUrl: results.image };
    const body = await bodyOf(engines.image.create({ ...image, model: "ideogram/v3-text-to-image", source }, run()));
    expect(body).toMatchObject({ model: "ideogram/v3-edit", input: { prompt: "A cat" } });
    expect([body.input.image_url, body.input.mask_url].toSorted()).toEqual(pictures(2).toSorted());
  });

  test("Flux Kontext: flat, camelCase, one picture", async () => {
    const request = { ...image, model: "flux-kontext-ultra", referenceImageUrls: [results.image] };
    const common = { prompt: "A cat", model: "flux-kontext-ultra", outputFormat: "png" };
    expect(await bodyOf(engines.image.create(request, run()))).toEqual({
      ...common,
      aspectRatio: "16:9",
      inputImage: pictures(1)[0],
    });
    // Without a ratio an edit keeps its own shape.
    await engines.image.create({ ...image, model: "flux-kontext-ultra", source: { url: results.image } }, run());
    expect(server.bodies[1]).toEqual({ ...common, inputImage: uploaded(server.uploads[1]!) });
  });

  test("an unknown model of the market: its id with the common fields, without the product's photos", async () => {
    const request = { ...image, model: "newmaker/new-model", brief: { product } };
    const body = await bodyOf(engines.image.create(request, run()));
    expect(body).toMatchObject({ model: "newmaker/new-model", input: { aspect_ratio: "16:9" } });
    expect(Object.keys(body.input)).toEqual(["prompt", "aspect_ratio"]);
    expect(server.uploads).toEqual([]);
  });

  test("a model described in the settings: its own fields, at the API that serves it", async () => {
    const described = createEngines(options(), {
      "newmaker/film": { kind: "video", input: { duration: "seconds", frame: "first_picture" } },
      veo3: { kind: "video", title: "Mine", input: { aspectRatio: "aspect_ratio" } },
    });
    await described.video.create({ ...video, model: "newmaker/film", imageUrl: results.image }, run());
    await described.video.create({ ...video, model: "veo3" }, run());
    expect(server.bodies).toEqual([
      { model: "newmaker/film", input: { prompt: "A cat", seconds: 8, first_picture: pictures(1)[0] } },
      { model: "veo3", prompt: "A cat", aspect_ratio: "9:16", aspectRatio: "9:16" },
    ]);
    expect(described.video.models[0]).toMatchObject({ id: "newmaker/film" });
  });

  test("Veo: references, first frame or text alone are told apart; the ratio by both of its documented names", async () => {
    await engines.video.create({ ...video, duration: 4, resolution: "1080p" }, run());
    await engines.video.create({ ...video, imageUrl: results.image }, run());
    await engines.video.create({ ...video, brief: { product } }, run());
    const [text, frame, references] = server.bodies;
    expect(text).toEqual({
      ...{ prompt: "A cat", model: "veo3_fast", generationType: "TEXT_2_VIDEO", duration: 4, resolution: "1080p" },
      ...{ aspect_ratio: "9:16", aspectRatio: "9:16" },
    });
    expect(frame).toMatchObject({ generationType: "FIRST_AND_LAST_FRAMES_2_VIDEO", imageUrls: pictures(1) });
    expect(references).toMatchObject({ generationType: "REFERENCE_2_VIDEO", imageUrls: pictures(2).slice(1) });
  });

  test("Runway: ratio for text alone, the address it demands, no watermark", async () => {
    const request = { ...video, model: "runway", duration: 5, negativePrompt: "rain" };
    await engines.video.create(request, run());
    await engines.video.create({ ...request, imageUrl: results.image }, run());
    const common = {
      prompt: "A cat\nAvoid: rain",
      duration: 5,
      quality: "720p",
      waterMark: "",
      callBackUrl: `${server.url}/`,
    };
    expect(server.bodies).toEqual([
      { ...common, aspectRatio: "9:16" },
      { ...common, imageUrl: pictures(1)[0] },
    ]);
  });

  test("Suno: simple with a prompt alone, custom with title and style", async () => {
    await engines.music.create({ ...music, model: "V4_5PLUS" }, run());
    await engines.music.create({ ...music, style: "lo-fi" }, run());
    await engines.music.create({ ...music, title: "Dawn", style: "lo-fi" }, run());
    await engines.music.create({ ...music, title: "Dawn", style: "folk", prompt: "Sing", instrumental: false }, run());
    const callBackUrl = `${server.url}/`;
    const simple = { instrumental: true, customMode: false, callBackUrl };
    expect(server.bodies).toEqual([
      { ...simple, model: "V4_5PLUS", prompt: "calm piano" },
      { ...simple, model: "V5", prompt: "calm piano. Style: lo-fi" },
      {
        ...{ instrumental: true, customMode: true, model: "V5", callBackUrl },
        ...{ title: "Dawn", style: "lo-fi. calm piano", prompt: "calm piano" },
      },
      {
        ...{ instrumental: false, customMode: true, model: "V5", callBackUrl },
        ...{ title: "Dawn", style: "folk", prompt: "Sing" },
      },
    ]);
  });
});

describe("what a model cannot do is said before anything is charged", () => {
  const long = (count: number) => "a".repeat(count);
  test.each<[Partial<ImageRequest>, string]>([
    [{ model: "flux-kontext-pro", referenceImageUrls: ["http://a/1", "http://a/2"] }, "referenceImageUrls"],
    [{ model: "nano-banana-2", source: { url: "http://a/1", maskUrl: "http://a/2" } }, "maskUrl"],
    [{ model: "gpt4o-image", source: { url: "http://a/1", maskUrl: "http://a/2" } }, "maskUrl"],
    [{ model: "newmaker/new-model", source: { url: "http://a/1", maskUrl: "http://a/2" } }, "maskUrl"],
    [{ model: "newmaker/new-model", source: { url: "http://a/1" } }, "imageUrl"],
    [{ model: "newmaker/new-model", referenceImageUrls: ["http://a/1"] }, "referenceImageUrls"],
    [{ model: "seedream/4.5-text-to-image", prompt: long(3_001) }, "prompt"],
  ])("image %j → %s", (more, field) => {
    expect(Object.keys(engines.image.review?.({ ...image, ...more }) ?? {})).toEqual([field]);
  });

  test.each<[Partial<VideoRequest>, string]>([
    [{ model: "sora-2-text-to-video" }, "model"],
    [{ model: "veo3", referenceImageUrls: ["http://a/1"] }, "referenceImageUrls"],
    [{ model: "veo3_fast", imageUrl: "http://a/1", referenceImageUrls: ["http://a/1"] }, "referenceImageUrls"],
    [{ model: "veo3_fast", referenceImageUrls: ["http://a/1"], duration: 4 }, "duration"],
    [{ model: "veo3_fast", brief: { product: { photos: ["http://a/1"] } as never }, duration: 4 }, "duration"],
    [{ model: "hailuo/2-3-image-to-video-pro", duration: 6 }, "imageUrl"],
    [{ model: "newmaker/new-model", imageUrl: "http://a/1" }, "imageUrl"],
    [{ model: "newmaker/new-model", referenceImageUrls: ["http://a/1"] }, "referenceImageUrls"],
    [{ model: "kling-2.6/text-to-video", duration: 7 }, "duration"],
    [{ model: "runway", duration: 10, resolution: "1080p" }, "resolution"],
    [{ model: "runway", duration: 5, prompt: long(1_790), negativePrompt: "rain" }, "prompt"],
    [{ musicUrl: "http://a/1" }, "musicId"],
  ])("video %j → %s", (more, field) => {
    expect(Object.keys(engines.video.review?.({ ...video, ...more }) ?? {})).toEqual([field]);
  });

  test.each<[Partial<MusicRequest>, string]>([
    [{ model: "V3_5" }, "model"],
    [{ title: long(81), style: "lo-fi" }, "title"],
    [{ model: "V4", title: "Dawn", style: long(201) }, "style"],
  ])("music %j → %s", (more, field) => {
    expect(Object.keys(engines.music.review?.({ ...music, ...more }) ?? {})).toEqual([field]);
  });

  test("a prompt of Suno's simple mode may be as long as kie.ai allows", () => {
    expect(engines.music.review?.({ ...music, prompt: long(3_000) })).toEqual({});
  });

  test("a picture in a format that the model does not take is refused before it is uploaded", async () => {
    const webp = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(WEBP) });
    const request = { ...video, model: "kling-2.6/text-to-video", duration: 5, imageUrl: webp.url.href };
    expect(await codeOf(engines.video.create(request, run()))).toBe("provider_rejected");
    expect([server.uploads, server.bodies]).toEqual([[], []]);
    await webp.stop(true);
  });

  test("models of unknown makers and versions are taken, other names are not", () => {
    const slashless = ["nano-banana-3", "grok-imagine-video-2", "gemini-omni-video-2", "z-image-2"];
    expect(slashless.map((id) => engines.image.accepts?.(id))).toEqual([true, true, true, true]);
    expect(["a/b", "a/b-1.5/c", "flux-kontext-ultra"].map((id) => engines.image.accepts?.(id))).toEqual([
      true,
      true,
      true,
    ]);
    expect(["veo4", "a/b", "gpt", "gemini-omni-2"].map((id) => engines.video.accepts?.(id))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(["V6", "a/b", "jazz"].map((id) => engines.music.accepts?.(id))).toEqual([true, false, false]);
  });
});

describe("codes inside HTTP 200, when a task is created", () => {
  test.each([
    [401, "Unauthorized", "provider_unauthorized"],
    [402, "Credits insufficient", "provider_out_of_credit"],
    [433, "Sub-key usage exceeds limit", "provider_out_of_credit"],
    [404, "Not found", "provider_model_retired"],
    [422, "The model name you specified is not supported", "provider_model_retired"],
    [422, "duration is not within the range", "provider_rejected"],
    [413, "prompt too long", "provider_rejected"],
    [400, "Your prompt was flagged as violating content policies", "moderated"],
    [422, "The prompt contains sensitive words", "moderated"],
    [451, "Failed to fetch the image", "provider_rejected"],
    [455, "Maintenance", "provider_unavailable"],
    [505, "Feature disabled", "provider_unavailable"],
    [550, "The queue is full", "provider_unavailable"],
    [408, "Upstream stalled", "outcome_unknown"],
    [500, "Server error", "provider_error"],
    [501, "Generation failed", "provider_error"],
  ])("%i %s is %s, asked once", async (code, msg, expected) => {
    server.refuse(code, msg);
    const before = server.calls.length;
    expect(await codeOf(engines.music.create(music, run()))).toBe(expected);
    expect(server.calls.length - before).toBe(1);
    expect(server.bodies).toHaveLength(0);
  });

  test.each([429, 430, 405])("%i made nothing: it is waited for and asked again", async (code) => {
    server.refuse(code, "Too frequent");
    expect((await engines.image.create(image, run())).state).toBe("pending");
    expect(server.bodies).toHaveLength(1);
  });

  test("a 429 that goes on ends it within a few tries", async () => {
    server.refuse(429, "Too frequent", 4);
    const before = server.calls.length;
    expect(await codeOf(engines.image.create(image, run()))).toBe("provider_rate_limited");
    expect(server.calls.length - before).toBe(4);
  });

  test("no generation is asked for when a picture cannot be uploaded", async () => {
    const away = make({ uploadUrl: "http://127.0.0.1:1" });
    expect(await codeOf(away.image.create({ ...image, source: { url: results.image } }, run()))).toBe(
      "provider_unavailable",
    );
    expect(server.bodies).toHaveLength(0);
  });
});

describe("codes inside HTTP 200, when a task is read", () => {
  test.each([401, 404, 422, 429, 430, 455, 500, 550])("%i says nothing of the task: it is read again", async (code) => {
    const outcome = await engines.image.create(image, run());
    if (outcome.state !== "pending") throw new Error("not pending");
    server.refuseRead(code, "Not now");
    expect(await engines.image.read!(outcome.task, run())).toMatchObject({ ...outcome, reason: expect.any(String) });
    expect((await engines.image.read!(outcome.task, run())).state).toBe("completed");
  });

  const NOTHING = { state: "failed", code: "provider_error" };
  const MODERATED = { state: "failed", code: "moderated" };
  const flagged = "Your prompt was flagged by Website as violating content policies";
  test.each<[number, string, object | undefined, object]>([
    [501, "Generation failed", undefined, NOTHING],
    [531, "Generation failed, credits refunded", undefined, NOTHING],
    [451, "Failed to fetch the image", undefined, NOTHING],
    [400, flagged, undefined, MODERATED],
    [400, flagged, { taskId: "t", state: "fail", failMsg: "", failCode: "400" }, MODERATED],
    [422, "failed", { taskId: "t", state: "fail", failMsg: "The model is busy", failCode: "500" }, NOTHING],
    [500, "Server error", { taskId: "t", state: "fail", failMsg: flagged, failCode: "400" }, MODERATED],
    [
      455,
      "Maintenance",
      { state: "success", resultJson: '{"resultUrls":["https://a/x.png"]}' },
      { state: "completed" },
    ],
  ])("%i %s with the record %j is the end of it", async (code, msg, data, expected) => {
    const { task } = (await engines.image.create(image, run())) as { task: string };
    server.refuseRead(code, msg, data);
    expect(await engines.image.read!(task, run())).toMatchObject(expected);
  });

  test("failed tasks do not rest the vendor: others are read at once", async () => {
    const { task } = (await engines.image.create(image, run())) as { task: string };
    for (let at = 0; at < 6; at++) server.refuseRead(531, "Generation failed, credits refunded");
    for (let at = 0; at < 6; at++) await engines.image.read!(task, run());
    expect((await engines.image.read!(task, run())).state).toBe("completed");
  });

  test.each([
    [{ successFlag: 3, errorMessage: flagged }, MODERATED],
    [{ successFlag: 2, errorMessage: "" }, NOTHING],
  ])("Veo's record %j under code 500 is the end of it", async (data, expected) => {
    const { task } = (await engines.video.create(video, run())) as { task: string };
    server.refuseRead(500, "Server error", data);
    expect(await engines.video.read!(task, run())).toMatchObject(expected);
  });

  test("Suno's failed record under code 531 is the end of it", async () => {
    const { task } = (await engines.music.create(music, run())) as { task: string };
    server.refuseRead(531, "refunded", { status: "SENSITIVE_WORD_ERROR", response: null });
    expect(await engines.music.read!(task, run())).toMatchObject(MODERATED);
  });
});

test("no more creates go out in ten seconds than are allowed: the next one waits", async () => {
  const paced = make({ createsPer10Seconds: 2 });
  const waiting = new AbortController();
  await Promise.all([paced.image.create(image, run()), paced.video.create(video, run())]);
  const third = paced.music.create(music, run({ signal: waiting.signal }));
  await Bun.sleep(300);
  expect(server.bodies).toHaveLength(2);
  waiting.abort(new Error("cut"));
  await expect(third).rejects.toThrow("cut");
});

test("both tracks of a task come, with album art and facts of the first", async () => {
  const outcome = await engines.music.create(music, run());
  expect(await engines.music.read!((outcome as { task: string }).task, run())).toEqual({
    state: "completed",
    files: { main: { url: results.audio }, art: { url: results.image }, second: { url: results.audio } },
    facts: { title: "Found title", duration: 1.5 },
  });
});

test("a first track alone is waited on, with progress", async () => {
  const outcome = await engines.music.create({ ...music, prompt: "[running] calm" }, run());
  const { task } = outcome as { task: string };
  expect(await engines.music.read!(task, run())).toEqual({ state: "pending", task, progress: 70 });
});

describe("health", () => {
  test("tells the credit that is left, and asks once for all three engines", async () => {
    const before = server.calls.length;
    const all = await Promise.all([engines.image.check!(), engines.video.check!(), engines.music.check!()]);
    for (const health of all)
      expect(health).toEqual({ ok: true, detail: "kie.ai accepts the key; 120.5 credits left" });
    expect(server.calls.length - before).toBe(1);
  });

  test("a wrong key, and an empty account, are no health", async () => {
    expect((await make({ apiKey: "wrong" }).image.check!()).ok).toBe(false);
    server.credit = 0;
    expect(await make().image.check!()).toMatchObject({ ok: false, detail: expect.stringContaining("no credit") });
    server.credit = 120.5;
  });
});
