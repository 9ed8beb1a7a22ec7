import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TObject } from "@sinclair/typebox";
import { parseSettings } from "#core/config/settings";
import { scrapecreators as plugin } from "#plugins/scrapecreators/index";
import { createScraper } from "#plugins/scrapecreators/scraper";
import { scraperConformance, scraperFaults } from "#sdk/testing/conformance/scrape";
import type { VendorServer } from "#sdk/testing/vendor-server";
import { KEY, startScrapeCreators } from "./server";

let server: VendorServer;
beforeAll(async () => {
  server = await startScrapeCreators();
});
afterAll(() => server.stop());

const make = (more: object = {}) => createScraper({ apiKey: KEY, baseUrl: server.url, ...more });
const signal = () => AbortSignal.timeout(30_000);
const failureOf = (scraper: ReturnType<typeof make>, query: string) =>
  scraper
    .scrape({ query, mode: "keyword", limit: 5 }, signal())
    .catch(({ code, message }) => ({ code, message: String(message) }));

scraperConformance("scrapecreators", {
  scraper: () => make(),
  queries: { keyword: "cold brew", hashtag: "coldbrew", search: "cold brew" },
  nothing: { query: "nothing", mode: "hashtag", limit: 5 },
  failing: { request: { query: "broken", mode: "keyword", limit: 5 } },
  slow: {
    request: { query: "cold brew", mode: "search", limit: 5 },
    hold: () => server.fail("GET", /top/, "silent-before"),
  },
  lookup: {
    known: "https://www.tiktok.com/@joe/video/7400000000000001",
    missing: "https://www.tiktok.com/@joe/video/1",
  },
});

scraperFaults("scrapecreators", {
  async start() {
    const own = await startScrapeCreators();
    return { server: own, scraper: make({ baseUrl: own.url, limitMs: 900 }) };
  },
  calls: [
    { method: "GET", path: /keyword/, request: { query: "cold brew", mode: "keyword", limit: 5 } },
    { method: "GET", path: /hashtag/, request: { query: "coldbrew", mode: "hashtag", limit: 5 } },
    { method: "GET", path: /top/, request: { query: "cold brew", mode: "search", limit: 5 } },
  ],
  lookup: { method: "GET", path: /video/, url: "https://www.tiktok.com/@joe/video/7400000000000001" },
  key: KEY,
});

test("every field is where TikTok's app has it: seconds, not milliseconds, and a cover that browsers show", async () => {
  const [video] = await make().scrape({ query: "cold brew", mode: "keyword", limit: 1 }, signal());
  expect(video).toEqual({
    id: "740000000000000000",
    url: "https://www.tiktok.com/@joe/video/740000000000000000",
    author: "joe",
    description: "Cold brew 0 #coldbrew",
    stats: { views: 50_000, likes: 400, comments: 30, shares: 20, saves: 10 },
    duration: 21.4,
    hashtags: ["coldbrew"],
    thumbnail: "https://p16.example/cover.jpeg?x=1",
    videoUrl: "https://v16.example/play.mp4",
    soundName: "Jazz",
  });
});

test("each mode asks at its own path, with the region, and every page costs one call", async () => {
  const scraper = make({ region: "DE" });
  const before = server.calls.length;
  for (const mode of ["keyword", "hashtag", "search"] as const) {
    const videos = await scraper.scrape({ query: "#cold brew", mode, limit: 25 }, signal());
    expect(videos.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, at) => awemeId(at)));
  }
  const asked = server.calls.slice(before).map(({ path, query }) => `${path} ${query}`);
  expect(asked).toEqual([
    ...["", "&cursor=10", "&cursor=20"].map((c) => `/v1/tiktok/search/keyword query=%23cold+brew&region=DE${c}`),
    ...["", "&cursor=10", "&cursor=20"].map((c) => `/v1/tiktok/search/hashtag hashtag=coldbrew&region=DE${c}`),
    ...["", "&cursor=10", "&cursor=20"].map((c) => `/v1/tiktok/search/top query=%23cold+brew&region=DE${c}`),
  ]);
});
const awemeId = (at: number) => `74000000000000000${at}`;

test("payment, a wrong key and an answer without a list are failures of their own, and no key is told", async () => {
  expect(await failureOf(make(), "broke")).toMatchObject({ code: "provider_out_of_credit" });
  expect(await failureOf(make(), "broken")).toMatchObject({
    code: "provider_error",
    message: expect.stringContaining("TikTok did not answer"),
  });
  const refused = await failureOf(make({ apiKey: "wrong-key-9" }), "cold brew");
  expect(refused).toMatchObject({
    code: "provider_unauthorized",
    message: expect.stringContaining("SCRAPECREATORS_API_KEY"),
  });
  expect(JSON.stringify(refused)).not.toContain("wrong-key-9");
});

test("a fault that passes is tried again; one that stays is told", async () => {
  server.fail("GET", /keyword/, "error-500-before");
  expect((await make().scrape({ query: "cold brew", mode: "keyword", limit: 5 }, signal())).length).toBe(5);
  server.fail("GET", /keyword/, "html");
  expect(await failureOf(make(), "cold brew")).toMatchObject({ code: "provider_error" });
});

test("without a key it offers nothing", async () => {
  const started = async (env: Record<string, string>) => {
    const { settings, mistakes } = parseSettings(plugin.settings as TObject, {}, env, "scrapecreators");
    expect(mistakes).toEqual([]);
    return plugin.start({ settings } as unknown as Parameters<typeof plugin.start>[0]);
  };
  expect(await started({})).toEqual({});
  expect((await started({ SCRAPECREATORS_API_KEY: KEY })).engines?.scrape?.name).toBe("scrapecreators");
});
