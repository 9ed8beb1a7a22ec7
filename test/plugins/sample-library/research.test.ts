import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { probe } from "#core/media/probe";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { judgePlan } from "#sdk/testing/conformance/plan";
import { startApp, type TestApp } from "#test/app";
import { serveFiles } from "#test/files";
import { until } from "#test/until";

const files = serveFiles();
let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samples-"));
  app = await startApp({ allowHosts: ["127.0.0.1"] });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

test("without any key a scrape finds samples, and each says that it is one", async () => {
  const { status, body } = await app.api("POST", "/scrape-tiktok", { query: "sourdough bread", limit: 5 });
  expect(status).toBe(200);
  expect(body.source).toBe("sample-library");
  expect(body.count).toBe(5);
  for (const video of body.videos) {
    expect(video).toMatchObject({
      ...{ sample: true, author: expect.stringMatching(/^sample_/) },
      thumbnail: expect.stringMatching(/samples\/\d{3}\.webp$/),
      videoUrl: expect.stringMatching(/\/media\/[0-9a-f]{2}\/[0-9a-f]{38}\.mp4$/),
    });
    expect(video.url).toStartWith("https://example.com/");
  }
  expect(body.videos[0].description).toMatch(/sourdough/i);
});

test("what a scrape returns can be imported as it is", async () => {
  const { api } = await app.account(10);
  const { body } = await api("POST", "/scrape-tiktok", { query: "sourdough bread", limit: 5 });
  const imported = await api("POST", "/viral-library/videos", { videos: body.videos });
  expect([imported.status, imported.body.imported]).toEqual([202, 5]);
});

test("a source that is configured comes before the samples", async () => {
  const vendor = defineModule({
    name: "vendor",
    start: () => ({ engines: { scrape: { name: "vendor", scrape: async () => [] } } }),
  });
  const others = plugins.filter(({ name }) => name !== "sample-library");
  expect(plugins.length - others.length).toBe(1);
  expect(plugins.at(-1)?.name).toBe("sample-library");
  const other = await startApp({}, [...modules, ...others, vendor, plugins.at(-1)!]);
  try {
    const { body } = await other.api("POST", "/scrape-tiktok", { query: "bread" });
    expect(body).toMatchObject({ source: "vendor", count: 0 });
  } finally {
    await other.stop();
  }
});

test("a video is measured, and its analysis is stored", async () => {
  const { status, body } = await app.api("POST", "/videos/analyze", { url: files.clip });
  expect(status).toBe(202);
  const done = await app.ended(`/analyses/${body.analysisId}`);
  expect(done).toMatchObject({ status: "completed", model: "local-measure-1" });
  expect(done.analysis.keyframes.length).toBe(2);
  expect(done.analysis.durationSeconds).toBeCloseTo(2, 0);
});

test("a picture is refused with a reason, and the charge comes back", async () => {
  const { body } = await app.api("POST", "/videos/analyze", { url: files.picture });
  const done = await app.ended(`/analyses/${body.analysisId}`);
  expect(done).toMatchObject({ status: "failed", failCode: "source_not_video" });
  const { body: credits } = await app.api("GET", "/credits");
  expect(credits.balance).toBe(body.newBalance + body.creditsUsed);
});

test("a plan is written, the same for the same seed, and refused in other languages", async () => {
  const asked = { niche: "sourdough bakery", platforms: ["tiktok"], days: 3, postsPerDay: 2, seed: 7 };
  const plans = await Promise.all(
    [1, 2].map(async () => {
      const { status, body } = await app.api("POST", "/content-plans", asked);
      expect(status).toBe(202);
      return app.ended(`/content-plans/${body.planId}`);
    }),
  );
  const [first, second] = plans;
  expect(first).toMatchObject({ status: "completed", model: "local-planner-1" });
  expect(first.items).toEqual(second.items);
  judgePlan({ items: first.items }, { ...asked, platforms: ["tiktok"], model: "", brief: {}, inspiration: [] });
  const refused = await app.api("POST", "/content-plans", { ...asked, language: "nl" });
  expect(refused.status).toBe(400);
  expect(refused.body.errors.language[0]).toContain("English");
});

test("the clip of a sample is drawn when it is first opened: it plays, seeks and can be analysed", async () => {
  const { body } = await app.api("POST", "/scrape-tiktok", { query: "sourdough bread", limit: 1 });
  const [{ videoUrl }] = body.videos;
  const get = (headers = {}) => app.vireo.handle(new Request(videoUrl, { headers }));
  const [first, second] = await Promise.all([get(), get()]);
  const bytes = await first.bytes();
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "video/mp4"]);
  expect(await second.bytes()).toEqual(bytes);
  const path = join(folder, "sample.mp4");
  await Bun.write(path, bytes);
  expect(await probe(path)).toMatchObject({ kind: "video", width: 540, height: 960, hasAudio: true });
  const part = await get({ range: "bytes=100-199" });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 100-199/${bytes.length}`]);
  expect(await part.bytes()).toEqual(bytes.slice(100, 200));

  const { body: started } = await app.api("POST", "/videos/analyze", { url: videoUrl });
  const { analysis } = await app.ended(`/analyses/${started.analysisId}`);
  expect(JSON.stringify(analysis.keyframes)).toMatch(/sourdough/i);
});

test("each sample has a clip of its own, and a changed address has none", async () => {
  const all = await Promise.all(
    ["fitness", "food", "fyp"].map(async (query) => {
      const { body } = await app.api("POST", "/scrape-tiktok", { query, mode: "hashtag", limit: 50 });
      return body.videos as { id: string; videoUrl: string }[];
    }),
  );
  const byId = new Map(all.flat().map(({ id, videoUrl }) => [id, videoUrl]));
  expect(new Set(byId.values()).size).toBe(byId.size);
  const changed = all[0]![0]!.videoUrl.replace(/..\.mp4$/, (end) => (end.startsWith("00") ? "11.mp4" : "00.mp4"));
  expect((await app.vireo.handle(new Request(changed))).status).toBe(404);
});

interface Sample {
  thumbnailUrl: string;
  playUrl: string;
  analysis: { whyItPerformed: string[]; hooksToTest: string[]; keyframes: { type: string; visual: string }[] };
}

test("every sample has a thumbnail, a clip, an analysis of its own and scenes", async () => {
  await app.api("POST", "/viral-library/demo");
  const read = async (page: number) =>
    (await app.api("GET", `/viral-library/videos?library=shared&pageSize=100&page=${page}`)).body.videos;
  const videos = await until<Sample[] | undefined>(async () => {
    const all: Sample[] = (await Promise.all([1, 2, 3, 4].map(read))).flat();
    return all.length === 301 && all.every(({ analysis }) => analysis) ? all : undefined;
  });
  const own = new Set(
    videos.map(({ analysis }) => JSON.stringify([analysis.whyItPerformed[0], analysis.hooksToTest[0]])),
  );
  expect(own.size).toBe(301);
  expect(new Set(videos.map(({ analysis }) => analysis.keyframes[0]?.visual)).size).toBe(301);
  for (const { analysis } of videos) {
    expect(analysis.hooksToTest.length).toBeGreaterThanOrEqual(3);
    expect(analysis.keyframes.map(({ type }) => type)).toEqual(["hook", "scene", "transition", "cta"]);
  }
  expect(new Set(videos.map(({ playUrl }) => playUrl)).size).toBe(301);
  const paths = new Set(videos.map(({ thumbnailUrl }) => new URL(thumbnailUrl).pathname));
  expect(paths.size).toBe(301);
  for (const path of paths) {
    const response = await app.vireo.handle(new Request(`http://localhost${path}`));
    const start = Buffer.from(await response.arrayBuffer())
      .subarray(8, 12)
      .toString();
    expect([path, response.status, start]).toEqual([path, 200, "WEBP"]);
  }
  for (const file of ["000.webp", "302.webp", "..%2f001.webp"]) {
    const response = await app.vireo.handle(new Request(`http://localhost/open/viral-library/samples/${file}`));
    expect(response.status).toBe(404);
  }
});

test("common hashtags find samples", async () => {
  for (const query of ["fitness", "skincare", "#food", "funny", "smallbusiness", "motivation"]) {
    const { body } = await app.api("POST", "/scrape-tiktok", { query, mode: "hashtag", limit: 3 });
    expect([query, body.count]).toEqual([query, 3]);
  }
});
