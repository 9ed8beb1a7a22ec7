import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Run } from "#core/engine";
import type { AnalyseRequest, AnalysisFacts } from "#sdk/slots/analyse";
import { judgeAnalysis } from "#sdk/testing/conformance/analyse";
import { engineConformance } from "#sdk/testing/conformance/engine";
import { createRun } from "#sdk/testing/conformance/shared";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { serveFiles } from "#test/files";
import { enginesAt } from "./make";
import { type OpenAi, SPEECH, sensible, startOpenAi } from "./server";

const files = serveFiles();
let server: OpenAi;
let folder: string;
beforeAll(async () => {
  server = await startOpenAi();
  folder = await mkdtemp(join(tmpdir(), "vireo-openai-"));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  Object.assign(server.control, { says: [], heard: SPEECH });
});

const request: AnalyseRequest = {
  model: "sees-all",
  url: files.clip,
  caption: "My morning #coffee",
  username: "mia",
  hashtags: ["coffee"],
  stats: { views: 1200, likes: 90 },
};
const analyser = (more = {}) => enginesAt(server.url, { timeoutSeconds: 20, ...more }).analyse!;
const run = (): Run => createRun(folder, AbortSignal.timeout(30_000)).run;
const lastChat = () => server.calls.findLast(({ path }) => path.endsWith("/chat/completions"))?.json;
// biome-ignore lint/suspicious/noExplicitAny: parts of a message
const wordsOf = (content: any[]) => content.map(({ text = "" }) => text).join("\n");

engineConformance("openai analyse", {
  engine: () => analyser(),
  produces: "facts",
  requests: [request, { model: "sees-all", url: files.clip }],
  refused: [
    { request: { model: "sees-all", url: files.text }, code: "source_not_video" },
    { request: { model: "sees-all", url: files.picture }, code: "source_not_video" },
    { request: { model: "sees-all", url: files.missing }, code: "download_failed" },
  ],
  judge: judgeAnalysis,
});

vendorFaults("openai analyse", {
  async start(timeoutMs) {
    const own = await startOpenAi();
    return { server: own, engine: enginesAt(own.url, { timeoutSeconds: timeoutMs / 1000 }).analyse! };
  },
  create: ["POST", /chat\/completions/],
  request: { ...request, transcript: [] },
});

test("the model sees pictures with their times, hears the words, and knows the figures", async () => {
  await analyser().create(request, run());
  const { messages, response_format } = lastChat();
  expect(response_format.json_schema).toMatchObject({ name: "video_analysis", strict: true });
  const [, { content }] = messages;
  expect(wordsOf(content)).toContain("[0.6–1.4] This coffee wakes you up, every day.");
  for (const words of ["My morning #coffee", "mia", "1200 views, 90 likes", "At 0 s:", "At 1 s:"]) {
    expect(wordsOf(content)).toContain(words);
  }
  // biome-ignore lint/suspicious/noExplicitAny: parts of a message
  const pictures = content.filter(({ type }: any) => type === "image_url");
  expect(pictures.length).toBe(2);
  for (const { image_url } of pictures) expect(image_url.url).toStartWith("data:image/jpeg;base64,/9j/");
});

test("a transcript that the request brings is used, and nobody listens again", async () => {
  const before = server.count("POST", /transcriptions/);
  await analyser().create({ ...request, transcript: [{ start: 0, end: 1, text: "Given words" }] }, run());
  expect(wordsOf(lastChat().messages[1].content)).toContain("[0.0–1.0] Given words");
  expect(server.count("POST", /transcriptions/)).toBe(before);
});

test("an analysis goes on where nobody can listen, and says that the words are not known", async () => {
  server.fail("POST", /transcriptions/, "error-500-before");
  await analyser().create(request, run());
  expect(wordsOf(lastChat().messages[1].content)).toContain("What is said is not known.");
});

test("a model that sees nothing is given the words alone, and is not asked where there are none", async () => {
  await analyser({ vision: false }).create(request, run());
  expect(lastChat().messages[1].content.map(({ type }: { type: string }) => type)).toEqual(["text"]);
  const before = server.count("POST", /chat/);
  const work = analyser({ vision: false }).create({ ...request, transcript: [] }, run());
  await expect(work).rejects.toMatchObject({ code: "engine_unavailable" });
  expect(server.count("POST", /chat/)).toBe(before);
});

test("times outside the video, repeated tags and endless texts do not get into the facts", async () => {
  const told = sensible([{ role: "user", content: "At 0 s:\nAt 1 s:" }]);
  told.keyframes.push(
    { ...told.keyframes[0], timestamp: 99 },
    { ...told.keyframes[0], timestamp: "soon" },
    told.keyframes[0],
  );
  told.tags = Array.from({ length: 40 }, (_, at) => `Tag ${at % 20}`);
  told.summary = "word ".repeat(2000);
  server.control.says = [JSON.stringify(told)];
  const outcome = (await analyser().create(request, run())) as unknown as { facts: AnalysisFacts };
  expect(outcome.facts.keyframes.map(({ timestamp, type }) => [timestamp, type])).toEqual([
    [0, "product_shot"],
    [1, "product_shot"],
  ]);
  expect(outcome.facts.tags.length).toBe(12);
  expect(outcome.facts.summary.length).toBeLessThanOrEqual(2000);
});

test("keyframes that all lie outside the video are mended once", async () => {
  const told = sensible([{ role: "user", content: "At 77 s:" }]);
  server.control.says = [JSON.stringify(told)];
  const before = server.count("POST", /chat/);
  await analyser().create(request, run());
  expect(server.count("POST", /chat/)).toBe(before + 2);
  expect(lastChat().messages[3].content).toContain("keyframes has no timestamp between 0 and 2");
});
