import { afterAll, beforeAll, expect, test } from "bun:test";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { embedder } from "#plugins/embedder/index";
import type { ScrapedVideo, Scraper } from "#sdk/slots/scrape";
import { TestClock } from "#sdk/testing/clock";
import { startApp, type TestApp } from "#test/app";
import { until } from "#test/until";

const asked: string[] = [];
const scrape: Scraper = {
  name: "source",
  scrape: async () => [],
  async lookup(url): Promise<ScrapedVideo | undefined> {
    asked.push(url);
    if (url.endsWith("/404")) return undefined;
    return {
      ...{ id: "other", url, author: "ana", description: "Sourdough for beginners", duration: 20, hashtags: ["bread"] },
      stats: { views: 5, likes: 4, comments: 3, shares: 2, saves: 1 },
    };
  },
};

const clock = new TestClock();
let app: TestApp;
beforeAll(async () => {
  const source = defineModule({ name: "source", start: () => ({ engines: { scrape } }) });
  app = await startApp({}, [...modules, embedder, source], {}, clock);
});
afterAll(() => app.stop());

test("a video imported by its address alone is looked up, and can be searched", async () => {
  const known = "https://www.tiktok.com/@ana/video/123";
  const gone = "https://www.tiktok.com/@ana/video/404";
  await app.api("POST", "/viral-library/videos", { videos: [known, gone] });
  const found = await until(async () => {
    await clock.advance(10_000);
    return (await app.api("GET", "/viral-library/search?q=baking%20bread")).body.results?.[0];
  });
  expect(found.video).toMatchObject({ tiktokId: "123", tiktokUrl: known, description: "Sourdough for beginners" });
  expect([...new Set(asked)].sort()).toEqual([known, gone]);
  const { videos } = (await app.api("GET", "/viral-library/videos")).body;
  expect(videos.find(({ tiktokId }: { tiktokId: string }) => tiktokId === "404").analysis).toBeNull();
});
