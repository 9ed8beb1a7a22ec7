import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { scrapecreators as plugin } from "#plugins/scrapecreators/index";
import type { VendorServer } from "#sdk/testing/vendor-server";
import { startApp, type TestApp } from "#test/app";
import { KEY, startScrapeCreators } from "./server";

let server: VendorServer;
let app: TestApp;
beforeAll(async () => {
  server = await startScrapeCreators();
  app = await startApp({ providers: { scrape: "scrapecreators" } }, [...modules, plugin], {
    SCRAPECREATORS_API_KEY: KEY,
    SCRAPECREATORS_URL: server.url,
  });
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});

test("videos are found for 3 credits; a source that fails is a 502 and costs nothing", async () => {
  const { api } = await app.account(10);
  const found = await api("POST", "/scrape-tiktok", { query: "cold brew", limit: 12 });
  expect([found.status, found.body]).toMatchObject([200, { source: "scrapecreators", count: 12 }]);
  expect(found.body.videos[0]).toMatchObject({ author: "joe", duration: 21.4 });
  expect((await api("GET", "/credits")).body.balance).toBe(7);

  const failed = await api("POST", "/scrape-tiktok", { query: "broken" });
  expect([failed.status, failed.body]).toMatchObject([502, { failCode: "provider_error" }]);
  expect(failed.body.detail).toContain("TikTok did not answer");
  expect((await api("GET", "/credits")).body.balance).toBe(7);
});
