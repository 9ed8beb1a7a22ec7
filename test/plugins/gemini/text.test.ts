import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnalyseRequest } from "#sdk/slots/analyse";
import type { PlanRequest } from "#sdk/slots/plan";
import { judgeAnalysis } from "#sdk/testing/conformance/analyse";
import { engineConformance } from "#sdk/testing/conformance/engine";
import { judgePlan } from "#sdk/testing/conformance/plan";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { serveFiles } from "#test/files";
import { enginesAt, runIn } from "./make";
import { type GeminiServer, sensible, startGemini } from "./server";

const files = serveFiles();
let server: GeminiServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-gemini-"));
  server = await startGemini();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  Object.assign(server.control, { says: [], waits: [], states: ["PROCESSING"], uploadUrl: undefined });
});

const asked: AnalyseRequest = {
  model: "gemini-flash-latest",
  url: files.clip,
  caption: "My morning #coffee",
  stats: { views: 1200 },
};
const plan: PlanRequest = {
  model: "gemini-flash-latest",
  niche: "home coffee",
  platforms: ["tiktok", "youtube"],
  days: 3,
  postsPerDay: 3,
  seed: 1,
  brief: {},
  inspiration: [],
};
const analyser = () => enginesAt(server.url).analyse;
const asks = () => server.calls.filter(({ path }) => path.endsWith(":generateContent"));

engineConformance("gemini analyse", {
  engine: analyser,
  produces: "facts",
  requests: [asked, { model: "gemini-flash-latest", url: files.clip }],
  refused: [
    { request: { ...asked, url: files.text }, code: "source_not_video" },
    { request: { ...asked, url: files.missing }, code: "download_failed" },
  ],
  judge: judgeAnalysis,
});
engineConformance("gemini plan", {
  engine: () => enginesAt(server.url).plan,
  produces: "facts",
  requests: [plan, { ...plan, days: 1, postsPerDay: 1 }],
  judge: judgePlan,
});
const failing = async <Slot extends "analyse" | "plan">(slot: Slot, timeoutMs: number) => {
  const own = await startGemini();
  return { server: own, engine: enginesAt(own.url, { timeoutMs })[slot] };
};
const create = ["POST", /:generateContent$/] as const;
vendorFaults("gemini analyse", { start: (timeoutMs) => failing("analyse", timeoutMs), create, request: asked });
vendorFaults("gemini plan", {
  start: (timeoutMs) => failing("plan", timeoutMs),
  create,
  request: { ...plan, days: 1 },
});

test("the whole video is brought there, waited for, asked about and deleted, also where the answer is none", async () => {
  await analyser().create(asked, runIn(folder));
  const [content] = asks().at(-1)!.json.contents;
  expect(content.parts[0].fileData).toEqual({ fileUri: `${server.url}/v1beta/files/f0`, mimeType: "video/mp4" });
  expect(content.parts[1].text).toContain("1200 views");
  expect(server.files.size).toBe(0);
  server.control.says = ["no JSON", "{}"];
  await expect(analyser().create(asked, runIn(folder))).rejects.toMatchObject({ code: "provider_error" });
  expect(server.files.size).toBe(0);
});

test("a video that Gemini cannot read, and one whose upload breaks, were never asked about", async () => {
  const before = asks().length;
  server.control.states = ["PROCESSING", "FAILED"];
  await expect(analyser().create(asked, runIn(folder))).rejects.toMatchObject({ code: "provider_rejected" });
  expect(server.files.size).toBe(0);
  server.fail("POST", /upload/, "reset-before", 3);
  await expect(analyser().create(asked, runIn(folder))).rejects.toMatchObject({ code: "provider_unavailable" });
  expect(asks().length).toBe(before);
});

test("nothing is uploaded to another host than Gemini's, whatever the answer says", async () => {
  const caught: string[] = [];
  const thief = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => {
      caught.push(url);
      return new Response();
    },
  });
  server.control.uploadUrl = thief.url.href;
  await expect(analyser().create(asked, runIn(folder))).rejects.toMatchObject({ code: "provider_unavailable" });
  expect(caught).toEqual([]);
  await thief.stop(true);
});

test("a 429 is waited for as long as its RetryInfo says, and ends it where that is too long", async () => {
  const planner = enginesAt(server.url).plan;
  const before = asks().length;
  server.control.waits = ["0.05s"];
  expect(await planner.create({ ...plan, days: 1 }, runIn(folder))).toMatchObject({ state: "completed" });
  expect(asks().length).toBe(before + 2);
  server.control.waits = Array(4).fill("3600s");
  await expect(planner.create(plan, runIn(folder))).rejects.toMatchObject({ code: "provider_rate_limited" });
  expect(asks().length).toBe(before + 3);
});

test("an answer that is not what was asked for is mended once; a refusal is moderated", async () => {
  const told = sensible({ systemInstruction: { parts: [{ text: "" }] }, contents: [{ parts: [] }] });
  server.control.says = [JSON.stringify({ ...told, keyframes: [] })];
  const before = asks().length;
  await analyser().create(asked, runIn(folder));
  expect(asks().length).toBe(before + 2);
  const [, model, user] = asks().at(-1)!.json.contents;
  expect([model.role, user.role]).toEqual(["model", "user"]);
  expect(user.parts[0].text).toContain("keyframes has no timestamp between 0 and 2");
  server.control.says = [{ candidates: [{ finishReason: "SAFETY" }] }];
  await expect(analyser().create(asked, runIn(folder))).rejects.toMatchObject({ code: "moderated" });
});

test("moments are judged with one request, also if the answer is not usable", async () => {
  const request = { moments: [{ id: "m1", seconds: 20, transcript: "Why do houses cost so much?" }] };
  const judgement = {
    id: "m1",
    score: 70,
    title: "Why houses cost so much",
    hook: "Why do houses",
    reason: "Opens well.",
  };
  const judge = () => enginesAt(server.url).judge.judge(request, AbortSignal.timeout(10_000));
  const before = asks().length;
  server.control.says = [JSON.stringify({ moments: [judgement] }), "I like it.", JSON.stringify({ moments: [] })];
  expect(await judge()).toEqual([judgement]);
  await expect(judge()).rejects.toMatchObject({ code: "provider_error" });
  expect(asks().length).toBe(before + 2);
});
