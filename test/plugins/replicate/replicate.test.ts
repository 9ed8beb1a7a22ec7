import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EngineError, type Run } from "#core/engine";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";
import { createRun } from "#sdk/testing/conformance/shared";
import { serveResults } from "#test/plugins/kie/results";
import { type Engines, make } from "./make";
import { type ReplicateServer, startReplicate, VERSION } from "./server";

const results = serveResults();
let server: ReplicateServer;
let engines: Engines;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-replicate-"));
  server = await startReplicate(results);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  for (const list of [server.created, server.uploads, server.cancelled, server.calls]) list.length = 0;
  engines = make(server.url);
});

const run = (more: Partial<Run> = {}): Run => ({ ...createRun(folder, AbortSignal.timeout(30_000)).run, ...more });
const image: ImageRequest = {
  model: "google/nano-banana-2",
  prompt: "A cat",
  aspectRatio: "16:9",
  referenceImageUrls: [],
  brief: {},
};
const video: VideoRequest = {
  ...image,
  model: "bytedance/seedance-1-lite",
  aspectRatio: "9:16",
  duration: 8,
  resolution: "720p",
};
const music: MusicRequest = { model: "elevenlabs/music", prompt: "calm piano", instrumental: true };
const failureOf = (work: Promise<unknown>): Promise<EngineError> =>
  work.then(
    () => Promise.reject(new Error("answered")),
    (error) => (error instanceof EngineError ? error : Promise.reject(error)),
  );
async function taskOf(work: Promise<{ state: string }>): Promise<string> {
  const outcome = (await work) as { state: string; task: string };
  expect(outcome.state).toBe("pending");
  return outcome.task;
}
const uploaded = () => server.uploads.map(({ name }) => `https://api.replicate.com/v1/files/${name}`);

describe("what Replicate is sent", () => {
  test("an official model's input, and no webhook without a public address", async () => {
    await engines.image.create(image, run());
    expect(server.created).toEqual([
      {
        model: "google/nano-banana-2",
        body: { input: { prompt: "A cat", aspect_ratio: "16:9", output_format: "png" } },
      },
    ]);
    expect(server.calls[0]?.headers).toMatchObject({ "cancel-after": "30m" });
    expect(server.calls[0]?.headers.prefer).toBeUndefined();
  });

  test("a webhook at the end only, and only where the address is https", async () => {
    const callbackUrl = "https://media.example.com/open/callbacks/1";
    await engines.image.create(image, run({ callbackUrl }));
    await engines.image.create(image, run({ callbackUrl: callbackUrl.replace("https", "http") }));
    expect(server.created[0]?.body).toMatchObject({ webhook: callbackUrl, webhook_events_filter: ["completed"] });
    expect(Object.keys(server.created[1]?.body)).toEqual(["input"]);
  });

  test("a version, for a model that is not official", async () => {
    const model = `newmaker/new-model:${VERSION}`;
    await engines.image.create({ ...image, model, source: { url: results.image } }, run());
    expect(server.created).toEqual([
      { model: VERSION, body: { version: VERSION, input: { prompt: "A cat", image: uploaded()[0] } } },
    ]);
  });

  test("a model of one's own, as the settings describe it", async () => {
    const input = { prompt: "text", ratios: { "16:9": { width: 1344, height: 768 } } };
    const own = { kind: "image", vendorId: `me/mine:${VERSION}`, aspectRatios: ["16:9"], input };
    engines = make(server.url, { models: { sdxl: own } });
    expect(engines.image.models[0]?.id).toBe("sdxl");
    await engines.image.create({ ...image, model: "sdxl" }, run());
    expect(server.created[0]?.body.input).toEqual({ text: "A cat", width: 1344, height: 768 });
  });

  test("edits keep the picture's ratio, masks go to the model that fills", async () => {
    const kontext = { ...image, model: "black-forest-labs/flux-kontext-pro" };
    await engines.image.create({ ...kontext, source: { url: results.image } }, run());
    await engines.image.create({ ...kontext, source: { url: results.image, maskUrl: results.image } }, run());
    const [first, ...rest] = uploaded();
    expect(server.created[0]?.body.input).toMatchObject({ input_image: first, aspect_ratio: "match_input_image" });
    const { model, body } = server.created[1]!;
    expect(model).toBe("black-forest-labs/flux-fill-pro");
    expect([body.input.image, body.input.mask].toSorted()).toEqual(rest.toSorted());
    expect(server.uploads.every(({ type, size }) => type === "image/png" && size > 500)).toBe(true);
  });

  test("numbers stay numbers", async () => {
    await engines.video.create({ ...video, seed: 7, imageUrl: results.image }, run());
    expect(server.created[0]?.body.input).toEqual({
      ...{ prompt: "A cat", aspect_ratio: "9:16", duration: 8, resolution: "720p", seed: 7 },
      image: uploaded()[0],
    });
    await engines.music.create({ ...music, instrumental: false }, run());
    expect(server.created[1]?.body.input).toMatchObject({ force_instrumental: false, music_length_ms: 60_000 });
  });
});

test("ids are passed through that look like Replicate's", () => {
  const taken = (id: string) => engines.image.accepts?.(id);
  expect(["a/b", `a/b.1:${VERSION}`].map(taken)).toEqual([true, true]);
  expect(["a", "a/b/c", "a/..", "a/b:latest", VERSION, "a/b?x"].map(taken)).toEqual(Array(6).fill(false));
});

describe("refusals of a prediction, sent once:", () => {
  test.each([
    [422, { title: "Input validation failed", detail: "- input.duration: must be 5" }, "provider_rejected"],
    [422, { detail: "Your input was flagged as sensitive" }, "moderated"],
    [402, { title: "Insufficient credit", detail: "You have insufficient credit" }, "provider_out_of_credit"],
    [401, { detail: "Invalid token" }, "provider_unauthorized"],
    [404, { detail: "Not found" }, "provider_model_retired"],
    [500, { detail: "Internal" }, "provider_error"],
    [201, { status: "starting" }, "outcome_unknown"],
    [201, { id: "../account", status: "starting" }, "outcome_unknown"],
  ])("%i %j → %s", async (status, json, code) => {
    server.answer({ status, json });
    const failure = await failureOf(engines.image.create(image, run()));
    expect(failure.code).toBe(code);
    if ("detail" in json) expect(failure.message).toContain(json.detail);
    expect(server.calls).toHaveLength(1);
  });

  test("a model that is not official is told to be named with its version", async () => {
    const failure = await failureOf(engines.image.create({ ...image, model: "newmaker/community" }, run()));
    expect(failure).toMatchObject({ code: "provider_model_retired", message: expect.stringContaining(":version") });
  });
});

test("progress is what the model prints; the address in the answer is not followed", async () => {
  const task = await taskOf(engines.image.create({ ...image, prompt: "[running 1] A cat" }, run()));
  expect(await engines.image.read!(task, run())).toEqual({ state: "pending", task, progress: 40 });
  expect((await engines.image.read!(task, run())).state).toBe("completed");
  expect(server.count("GET", /^\/v1\/predictions\/\w+$/)).toBe(2);
});

test("a prediction is cancelled, and is over then", async () => {
  const task = await taskOf(engines.image.create({ ...image, prompt: "[never]" }, run()));
  await engines.image.cancel!(task, run());
  expect(server.cancelled).toEqual([task]);
  expect(await engines.image.read!(task, run())).toMatchObject({ state: "failed", code: "provider_error" });
});

test("no more predictions go out in a minute than are allowed: the next one waits", async () => {
  const paced = make(server.url, { createsPerMinute: 2 });
  const waiting = new AbortController();
  await Promise.all([paced.image.create(image, run()), paced.video.create(video, run())]);
  const third = paced.music.create(music, run({ signal: waiting.signal }));
  await Bun.sleep(300);
  expect(server.created).toHaveLength(2);
  waiting.abort(new Error("cut"));
  await expect(third).rejects.toThrow("cut");
});

test("health: the token is taken or not, asked once for all three engines", async () => {
  const all = await Promise.all([engines.image.check!(), engines.video.check!(), engines.music.check!()]);
  for (const health of all) expect(health).toEqual({ ok: true, detail: "Replicate accepts the key" });
  expect(server.calls).toHaveLength(1);
  const wrong = await make(server.url, { apiKey: "wrong-key" }).image.check!();
  expect(wrong).toMatchObject({ ok: false, detail: expect.stringContaining("REPLICATE_API_TOKEN") });
});
