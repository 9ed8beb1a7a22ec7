import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EngineError, type Run } from "#core/engine";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";
import { createRun } from "#sdk/testing/conformance/shared";
import type { Reply } from "#sdk/testing/vendor-server";
import { serveResults } from "#test/plugins/kie/results";
import { type Engines, make } from "./make";
import { type FalServer, startFal } from "./server";

const results = serveResults();
let server: FalServer;
let engines: Engines;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-fal-"));
  server = await startFal(results);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  for (const list of [server.submitted, server.uploads, server.cancelled, server.calls]) list.length = 0;
  delete server.told;
  engines = make(server.url);
});

const run = (more: Partial<Run> = {}): Run => ({ ...createRun(folder, AbortSignal.timeout(30_000)).run, ...more });
const image: ImageRequest = {
  model: "fal-ai/flux-2",
  prompt: "A cat",
  aspectRatio: "16:9",
  referenceImageUrls: [],
  brief: {},
};
const video: VideoRequest = {
  ...image,
  model: "fal-ai/kling-video/v3/standard/text-to-video",
  aspectRatio: "9:16",
  duration: 8,
  resolution: "720p",
};
const music: MusicRequest = { model: "fal-ai/elevenlabs/music", prompt: "calm piano", instrumental: true };
const product = { name: "Lumé", description: "A serum", photos: [results.image] };
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error) => (error instanceof EngineError ? error.code : Promise.reject(error)),
  );
async function taskOf(work: Promise<{ state: string }>): Promise<string> {
  const outcome = (await work) as { state: string; task: string };
  expect(outcome.state).toBe("pending");
  return outcome.task;
}
const uploaded = () => server.uploads.map(({ name }) => `https://v3.fal.media/files/${name}`);

describe("what fal.ai is sent", () => {
  test("the input alone, under the model's own id, and no callback without a public address", async () => {
    await engines.image.create(image, run());
    expect(server.submitted).toEqual([
      { model: "fal-ai/flux-2", input: { prompt: "A cat", image_size: "landscape_16_9" }, webhook: undefined },
    ]);
  });

  test("the callback address, where this server has one", async () => {
    const callbackUrl = "https://media.example.com/open/callbacks/1";
    await engines.image.create(image, run({ callbackUrl }));
    expect(server.submitted[0]?.webhook).toBe(callbackUrl);
  });

  test("pictures that were put into its storage without the key, and the editing model", async () => {
    await engines.image.create({ ...image, source: { url: results.image }, brief: { product } }, run());
    expect(server.submitted[0]).toEqual({
      model: "fal-ai/flux-2/edit",
      // No size: an edit keeps the one of its picture.
      input: { prompt: "A cat\n\nProduct: Lumé. A serum", image_urls: expect.any(Array) },
      webhook: undefined,
    });
    expect(server.submitted[0]?.input.image_urls.toSorted()).toEqual(uploaded().toSorted());
    expect(server.uploads.every(({ type, size }) => type === "image/png" && size > 500)).toBe(true);
  });

  test("an edit of a model that can keep the ratio says so", async () => {
    await engines.image.create({ ...image, model: "fal-ai/nano-banana-2", source: { url: results.image } }, run());
    expect(server.submitted[0]?.input).toEqual({ prompt: "A cat", aspect_ratio: "auto", image_urls: uploaded() });
  });

  test("a mask goes to the model that fills", async () => {
    const source = { url: results.image, maskUrl: results.image };
    await engines.image.create({ ...image, model: "fal-ai/flux-pro/kontext", source }, run());
    const { model, input } = server.submitted[0]!;
    expect(model).toBe("fal-ai/flux-pro/v1/fill");
    expect([input.image_url, input.mask_url].toSorted()).toEqual(uploaded().toSorted());
    expect(Object.keys(input)).toHaveLength(3);
  });

  test("a first frame and references go to models of their own; lengths are text", async () => {
    await engines.video.create({ ...video, imageUrl: results.image, negativePrompt: "rain" }, run());
    const lite = { ...video, model: "fal-ai/bytedance/seedance/v1/lite/text-to-video" };
    await engines.video.create({ ...lite, referenceImageUrls: [results.image], negativePrompt: "rain" }, run());
    const [frame, reference] = uploaded();
    expect(server.submitted).toMatchObject([
      {
        model: "fal-ai/kling-video/v3/standard/image-to-video",
        input: { prompt: "A cat", negative_prompt: "rain", duration: "8", start_image_url: frame },
      },
      {
        model: "fal-ai/bytedance/seedance/v1/lite/reference-to-video",
        input: { prompt: "A cat\nAvoid: rain", duration: "8", resolution: "720p", reference_image_urls: [reference] },
      },
    ]);
    expect(server.submitted[0]?.input.aspect_ratio).toBeUndefined();
  });

  test("what is sung and how it sounds", async () => {
    await engines.music.create({ ...music, style: "lo-fi" }, run());
    const sung = { ...music, model: "fal-ai/minimax-music/v2", instrumental: false, prompt: "La la", style: "folk" };
    await engines.music.create(sung, run());
    expect(server.submitted.map(({ input }) => input)).toEqual([
      { prompt: "calm piano. Style: lo-fi", force_instrumental: true, music_length_ms: 60_000 },
      { prompt: "folk", lyrics_prompt: "La la" },
    ]);
  });

  test("a model of one's own, as the settings describe it", async () => {
    const own = { kind: "video", vendorId: "me/private-app/run", duration: { min: 2, max: 4, default: 3 } };
    const input = { prompt: "text", duration: "length", durationAs: "s", frame: "start[]", fixed: { steps: 4 } };
    engines = make(server.url, { models: { "my-video": { ...own, input } } });
    expect(engines.video.models[0]).toEqual({ id: "my-video", title: "my-video", duration: own.duration });
    await engines.video.create({ ...video, model: "my-video", imageUrl: results.image, duration: 3 }, run());
    expect(server.submitted[0]).toMatchObject({
      model: "me/private-app/run",
      input: { text: "A cat", length: "3s", start: uploaded(), steps: 4 },
    });
  });
});

describe("an error whose detail is an object is read", () => {
  const deprecated = { detail: { error: "EndpointDeprecated", message: "Use the next one." } };
  test.each([400, 404, 410, 422])("a deprecated endpoint that refuses with %i has been retired", async (status) => {
    server.answer("submit", { status, json: deprecated });
    const error = await engines.video.create(video, run()).catch((error) => error);
    expect(error).toMatchObject({
      code: "provider_model_retired",
      message: expect.stringContaining("EndpointDeprecated: Use the next one."),
    });
  });
  test("a task that fails with one ends", async () => {
    const outcome = await engines.video.create(video, run());
    if (outcome.state !== "pending") throw new Error("not pending");
    server.answer("response", { status: 410, json: deprecated });
    expect(await engines.video.read!(outcome.task, run())).toMatchObject({
      state: "failed",
      code: "provider_model_retired",
    });
  });
});

describe("what a model cannot do is said before anything is charged", () => {
  test.each<[Partial<ImageRequest>, string]>([
    [{ referenceImageUrls: Array.from({ length: 5 }, () => "http://a/1") }, "referenceImageUrls"],
    [{ source: { url: "http://a/1", maskUrl: "http://a/2" } }, "maskUrl"],
    [{ model: "fal-ai/flux/schnell", source: { url: "http://a/1" } }, "imageUrl"],
    [
      {
        model: "fal-ai/flux-pro/kontext",
        source: { url: "http://a/1", maskUrl: "http://a/2" },
        referenceImageUrls: ["http://a/3"],
      },
      "referenceImageUrls",
    ],
    [{ prompt: "a".repeat(5_001) }, "prompt"],
  ])("image %j → %s", (more, field) => {
    expect(Object.keys(engines.image.review?.({ ...image, ...more }) ?? {})).toEqual([field]);
  });

  test.each<[Partial<VideoRequest>, string]>([
    [{ referenceImageUrls: ["http://a/1"] }, "referenceImageUrls"],
    [{ model: "fal-ai/kling-video/v2.6/pro/text-to-video", duration: 7 }, "duration"],
    [
      {
        model: "fal-ai/bytedance/seedance/v1/lite/text-to-video",
        imageUrl: "http://a/1",
        referenceImageUrls: ["http://a/1"],
      },
      "referenceImageUrls",
    ],
    [{ musicUrl: "http://a/1" }, "musicId"],
  ])("video %j → %s", (more, field) => {
    expect(Object.keys(engines.video.review?.({ ...video, ...more }) ?? {})).toEqual([field]);
  });

  test.each<[Partial<MusicRequest>, string]>([
    [{ model: "fal-ai/lyria2", instrumental: false }, "instrumental"],
    [{ model: "fal-ai/minimax-music/v2" }, "instrumental"],
    [{ model: "fal-ai/minimax-music/v2", instrumental: false }, "style"],
  ])("music %j → %s", (more, field) => {
    expect(Object.keys(engines.music.review?.({ ...music, ...more }) ?? {})).toEqual([field]);
  });

  test("ids are passed through that look like fal.ai's, but not for another kind than they are listed for", () => {
    const taken = (id: string) => engines.image.accepts?.(id);
    expect(["a/b", "a/b/v1.5/c", "CassetteAI/music-generator"].map(taken)).toEqual([true, true, true]);
    expect(["a", "a/../b", "a//b", "a/b?x", "http://a/b", "fal-ai/lyria2"].map(taken)).toEqual(Array(6).fill(false));
  });
});

describe("refusals of a submission, sent once:", () => {
  const of = (status: number, detail: unknown, more: object = {}): Reply => ({ status, json: { detail, ...more } });
  test.each<[string, Reply, string]>([
    ["a wrong field", of(422, [{ loc: ["body", "duration"], msg: "x", type: "literal_error" }]), "provider_rejected"],
    [
      "its content checker",
      of(422, [{ loc: ["body", "prompt"], msg: "x", type: "content_policy_violation" }]),
      "moderated",
    ],
    ["no balance", of(403, "User is locked. Reason: Exhausted balance."), "provider_out_of_credit"],
    ["a key without rights", of(403, "Forbidden"), "provider_unauthorized"],
    ["an unknown app", of(404, "Application 'x' not found"), "provider_model_retired"],
    ["its own trouble", of(500, "Internal Server Error"), "provider_error"],
    ["a time-out", of(504, "Request timed out", { error_type: "request_timeout" }), "outcome_unknown"],
    ["an answer without addresses", { json: { request_id: "x" } }, "outcome_unknown"],
  ])("%s", async (_, reply, code) => {
    server.answer("submit", reply);
    expect(await codeOf(engines.image.create(image, run()))).toBe(code);
    expect(server.calls).toHaveLength(1);
  });

  test("a field's name is in the words for people", async () => {
    const detail = [{ loc: ["body", "duration"], msg: "Input should be '5'", type: "literal_error" }];
    server.answer("submit", { status: 422, json: { detail } });
    const error = await engines.image.create(image, run()).catch((error) => error);
    expect(error.message).toContain("duration: Input should be '5'");
  });
});

describe("the end of a task", () => {
  const read = async (reply: Reply) => {
    const task = await taskOf(engines.image.create(image, run()));
    server.answer("response", reply);
    return { task, outcome: engines.image.read!(task, run()) };
  };

  test.each([
    [500, { detail: "CUDA out of memory" }, "provider_error"],
    [503, { detail: "Runner gone", error_type: "runner_disconnected" }, "provider_error"],
    [504, { detail: "Request timed out", error_type: "request_timeout" }, "provider_timeout"],
    [422, { detail: [{ loc: ["body"], msg: "bad", type: "value_error" }] }, "provider_rejected"],
    [422, { detail: [{ loc: ["body"], msg: "no", type: "content_policy_violation" }] }, "moderated"],
    [400, { detail: "The image is too small" }, "provider_rejected"],
  ])("a response of %i %j is final: %s", async (status, json, code) => {
    const { outcome } = await read({ status, json });
    expect(await outcome).toMatchObject({ state: "failed", code });
  });

  test.each<Reply>([
    { status: 502, body: "<h1>Bad gateway</h1>" },
    { status: 503, json: { message: "unavailable" } },
    { status: 400, json: { detail: "Request is still in progress" } },
    { status: 404, json: { detail: "Not found" } },
    { status: 200, body: "<h1>Hello</h1>" },
  ])("a response of %j says nothing of it: it is read again", async (reply) => {
    const { task, outcome } = await read(reply);
    expect(await outcome).toMatchObject({ state: "pending", reason: expect.any(String) });
    expect((await engines.image.read!(task, run())).state).toBe("completed");
  });
});

describe("where a task is looked for", () => {
  test("owner and app alone, as the answer says; the task holds no address", async () => {
    const task = await taskOf(engines.video.create(video, run()));
    expect(task).toMatch(/^fal-ai\/kling-video\/requests\/[\w-]+$/);
    expect((await engines.video.read!(task, run())).state).toBe("completed");
  });

  test("at the configured address, whatever host the answer names: the key goes nowhere else", async () => {
    server.told = "https://evil.example";
    const task = await taskOf(engines.image.create(image, run()));
    expect(task).not.toContain("evil");
    expect((await engines.image.read!(task, run())).state).toBe("completed");
  });

  test("a path of the configured address is not said twice", async () => {
    const { parseTask: kept, getTaskPaths } = await import("#plugins/fal/client");
    const url = (host: string, more = "") => `${host}/a/b/requests/1${more}`;
    const answer = (host: string, status = "/status") => ({
      ...{ response_url: url(host), status_url: url(host, status), cancel_url: url(host, "/cancel") },
    });
    expect(kept(answer("https://proxy/fal"), "https://proxy/fal/")).toBe("a/b/requests/1");
    expect(kept(answer("https://queue.fal.run"), "https://proxy/fal")).toBe("a/b/requests/1");
    const odd = kept(answer("https://queue.fal.run", "/state"), "https://queue.fal.run") ?? "";
    expect(getTaskPaths(odd)).toEqual({
      ...{ response: "a/b/requests/1", status: "a/b/requests/1/state", cancel: "a/b/requests/1/cancel" },
    });
    expect(kept({ response_url: "https://queue.fal.run/a b" }, "https://queue.fal.run")).toBeUndefined();
    expect(kept({ response_url: 7 }, "https://queue.fal.run")).toBeUndefined();
  });
});

test("a task is cancelled where it was begun, also when it has ended", async () => {
  const never = await taskOf(engines.image.create({ ...image, prompt: "[never]" }, run()));
  const done = await taskOf(engines.image.create(image, run()));
  await Promise.all([never, done].map((task) => engines.image.cancel!(task, run())));
  expect(server.cancelled).toHaveLength(2);
  expect(server.count("PUT", /\/cancel$/)).toBe(2);
});

test("no generation is asked for when a picture cannot be uploaded", async () => {
  const away = make(server.url, { uploadUrl: "http://127.0.0.1:1" });
  const work = away.image.create({ ...image, source: { url: results.image } }, run());
  expect(await codeOf(work)).toBe("provider_unavailable");
  expect(server.submitted).toHaveLength(0);
});

test("health: the key is taken or not, asked once for all three engines", async () => {
  const all = await Promise.all([engines.image.check!(), engines.video.check!(), engines.music.check!()]);
  for (const health of all) expect(health).toEqual({ ok: true, detail: "fal.ai accepts the key" });
  expect(server.calls).toHaveLength(1);
  const wrong = await make(server.url, { apiKey: "wrong-key" }).image.check!();
  expect(wrong).toMatchObject({ ok: false, detail: expect.stringContaining("FAL_KEY") });
  expect((await make("http://127.0.0.1:1").image.check!()).ok).toBe(false);
});
