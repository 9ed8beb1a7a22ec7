import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TObject } from "@sinclair/typebox";
import { parseSettings } from "#core/config/settings";
import { tikwm as plugin } from "#plugins/tikwm/index";
import { createScraper } from "#plugins/tikwm/scraper";
import { scraperConformance, scraperFaults } from "#sdk/testing/conformance/scrape";
import type { VendorServer } from "#sdk/testing/vendor-server";
import { startTikwm } from "./server";

let server: VendorServer;
beforeAll(async () => {
  server = await startTikwm();
});
afterAll(() => server.stop());

const make = (more: object = {}) => createScraper({ baseUrl: `${server.url}/api`, paceMs: 0, ...more });
const signal = () => AbortSignal.timeout(30_000);

scraperConformance("tikwm", {
  scraper: () => make(),
  queries: { keyword: "coffee", hashtag: "coffee", search: "latte art" },
  nothing: { query: "nothing", mode: "keyword", limit: 5 },
  failing: { request: { query: "broken", mode: "keyword", limit: 5 } },
  slow: {
    request: { query: "coffee", mode: "search", limit: 5 },
    hold: () => server.fail("GET", /feed/, "silent-before"),
  },
  lookup: {
    known: "https://www.tiktok.com/@mia.brews/video/73000000000000001",
    missing: "https://www.tiktok.com/@mia.brews/video/1",
  },
});

scraperFaults("tikwm", {
  async start() {
    const own = await startTikwm();
    return { server: own, scraper: make({ baseUrl: `${own.url}/api`, limitMs: 900, rapidApiKey: "rapid-secret-2" }) };
  },
  calls: [
    { method: "GET", path: /feed/, request: { query: "coffee", mode: "search", limit: 5 } },
    { method: "GET", path: /challenge\/search/, request: { query: "coffee", mode: "hashtag", limit: 5 } },
    { method: "GET", path: /challenge\/posts/, request: { query: "coffee", mode: "hashtag", limit: 5 } },
  ],
  lookup: { method: "GET", path: /api\/$/, url: "https://www.tiktok.com/@mia.brews/video/73000000000000001" },
  key: "rapid-secret-2",
});

test("every field is where tikwm has it: whole addresses, seconds, the file that every player reads", async () => {
  const [video] = await make().scrape({ query: "coffee", mode: "keyword", limit: 1 }, signal());
  expect(video).toEqual({
    id: "730000000000000000",
    url: "https://www.tiktok.com/@mia.brews/video/730000000000000000",
    author: "mia.brews",
    description: "Latte art 0 #coffee #Barista ☕",
    stats: { views: 100_000, likes: 900, comments: 30, shares: 20, saves: 11 },
    duration: 17,
    hashtags: ["coffee", "Barista"],
    thumbnail: `${server.url}/video/cover/0.webp`,
    videoUrl: `${server.url}/video/media/play/0.mp4`,
    soundName: "original sound - mia",
  });
});

test("advertisements, slideshows and what has no id are left out, and pages are turned until there are enough", async () => {
  const videos = await make().scrape({ query: "coffee", mode: "hashtag", limit: 30 }, signal());
  expect(videos.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, at) => `73000000000000000${at}`));
});

test("a hashtag that nobody uses is an empty list, not the videos of one that begins alike", async () => {
  expect(await make().scrape({ query: "nothing", mode: "hashtag", limit: 5 }, signal())).toEqual([]);
});

test("a code other than 0 in a 200 is a failure with its words, and the limit is told apart", async () => {
  const code = (query: string) =>
    make()
      .scrape({ query, mode: "keyword", limit: 5 }, signal())
      .catch(({ code, message }) => ({ code, message }));
  expect(await code("broken")).toEqual({ code: "provider_error", message: expect.stringContaining("try again") });
  expect(await code("busy")).toMatchObject({ code: "provider_rate_limited" });
});

test("what was found counts where a later page fails", async () => {
  expect((await make().scrape({ query: "half", mode: "keyword", limit: 40 }, signal())).length).toBe(12);
});

test("a service that does not answer is given up after the limit", async () => {
  server.fail("GET", /feed/, "silent-before");
  const work = make({ limitMs: 200 }).scrape({ query: "coffee", mode: "keyword", limit: 5 }, signal());
  await expect(work).rejects.toMatchObject({ code: "provider_timeout" });
});

test("RapidAPI's host is sent its key and its own name, which nobody hears of", async () => {
  const rapidApiKey = "rapid-secret-1";
  const scraper = make({ rapidApiKey });
  await scraper.scrape({ query: "coffee", mode: "keyword", limit: 1 }, signal());
  expect(server.calls.at(-1)?.headers).toMatchObject({
    "x-rapidapi-key": rapidApiKey,
    "x-rapidapi-host": new URL(server.url).host,
  });
});

test("it is off until it is turned on", async () => {
  const started = async (env: Record<string, string>) => {
    const { settings, mistakes } = parseSettings(plugin.settings as TObject, {}, env, "tikwm");
    expect(mistakes).toEqual([]);
    return plugin.start({ settings } as unknown as Parameters<typeof plugin.start>[0]);
  };
  expect(await started({})).toEqual({});
  expect((await started({ TIKWM_ENABLED: "true" })).engines?.scrape?.name).toBe("tikwm");
  expect((await started({ TIKWM_RAPIDAPI_KEY: "k" })).engines?.scrape?.name).toBe("tikwm");
});
