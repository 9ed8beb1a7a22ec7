import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TObject } from "@sinclair/typebox";
import { parseSettings } from "#core/config/settings";
import { apify as plugin } from "#plugins/apify/index";
import { createScraper } from "#plugins/apify/scraper";
import { scraperConformance, scraperFaults } from "#sdk/testing/conformance/scrape";
import { type Apify, startApify, TOKEN } from "./server";

let server: Apify;
beforeAll(async () => {
  server = await startApify();
});
afterAll(() => server.stop());

const make = (more: object = {}) =>
  createScraper({
    ...{ token: TOKEN, baseUrl: server.url, actor: "clockworks/tiktok-scraper", maxRunUsd: 0.5, waitSeconds: 0 },
    ...more,
  });
const signal = () => AbortSignal.timeout(30_000);
const scrape = (query: string, scraper = make()) => scraper.scrape({ query, mode: "keyword", limit: 5 }, signal());
const failureOf = (query: string, scraper = make()) =>
  scrape(query, scraper).catch(({ code, message }) => ({ code, message: String(message) }));

scraperConformance("apify", {
  scraper: () => make(),
  queries: { keyword: "matcha", hashtag: "matcha", search: "matcha" },
  nothing: { query: "nothing", mode: "keyword", limit: 5 },
  failing: { request: { query: "errors", mode: "keyword", limit: 5 } },
  slow: {
    request: { query: "matcha", mode: "search", limit: 5 },
    hold: () => server.fail("GET", /actor-runs/, "silent-before"),
  },
  lookup: {
    known: "https://www.tiktok.com/@tea.time/video/7500000000000001",
    missing: "https://www.tiktok.com/@tea.time/video/1",
  },
});

const search = { query: "matcha", mode: "search", limit: 5 } as const;
scraperFaults("apify", {
  async start() {
    const own = await startApify();
    return { server: own, scraper: make({ baseUrl: own.url, limitMs: 900 }) };
  },
  calls: [
    { method: "POST", path: /runs$/, request: search, paid: true },
    { method: "GET", path: /actor-runs/, request: search },
    { method: "GET", path: /datasets/, request: search },
  ],
  lookup: { method: "GET", path: /datasets/, url: "https://www.tiktok.com/@tea.time/video/7500000000000001" },
  key: TOKEN,
});

test("every field is where the actor has it; advertisements, slideshows and errors are left out", async () => {
  const videos = await make().scrape({ query: "matcha", mode: "keyword", limit: 3 }, signal());
  expect(videos.map(({ id }) => id)).toEqual(["750000000000000000", "750000000000000001", "750000000000000002"]);
  expect(videos[0]).toEqual({
    id: "750000000000000000",
    url: "https://www.tiktok.com/@tea.time/video/750000000000000000",
    author: "tea.time",
    description: "Matcha 0 #matcha",
    stats: { views: 5_000, likes: 7, comments: 3, shares: 6, saves: 4 },
    duration: 34,
    hashtags: ["matcha"],
    thumbnail: "https://p16.example/c.jpg",
    soundName: "Calm",
  });
});

test("each mode has its input, nothing that costs extra is asked for, and the key is in no address", async () => {
  const inputs = [];
  for (const mode of ["keyword", "hashtag", "search"] as const) {
    await make({ country: "US" }).scrape({ query: "#green tea", mode, limit: 4 }, signal());
    const call = server.calls.findLast(({ path }) => path.endsWith("/runs"));
    // The first limits actors sold per result, the second those sold per event.
    expect([call?.query.get("maxItems"), call?.query.get("maxTotalChargeUsd")]).toEqual(["4", "0.5"]);
    inputs.push(call?.json);
  }
  const common = {
    resultsPerPage: 4,
    proxyCountryCode: "US",
    shouldDownloadVideos: false,
    shouldDownloadCovers: false,
  };
  expect(inputs).toMatchObject([
    { ...common, searchQueries: ["#green tea"], searchSection: "/video" },
    { ...common, hashtags: ["greentea"] },
    { ...common, searchQueries: ["#green tea"], searchSection: "" },
  ]);
  expect(server.calls.filter(({ query }) => `${query}`.includes(TOKEN))).toEqual([]);
});

test("a single video comes with its file", async () => {
  const video = await make().lookup?.("https://www.tiktok.com/@tea.time/video/7500000000000001", signal());
  expect(video?.videoUrl).toEndWith("/v.mp4");
});

test("a run that was cut off gives what it found; one that found nothing, failed or saw errors alone is a failure", async () => {
  expect((await scrape("late")).length).toBe(1);
  expect(await failureOf("too late")).toMatchObject({ code: "provider_timeout" });
  expect(await failureOf("crash")).toMatchObject({
    code: "provider_error",
    message: expect.stringContaining("It broke"),
  });
  expect(await failureOf("errors")).toMatchObject({
    code: "provider_error",
    message: expect.stringContaining("Blocked by TikTok"),
  });
});

test("payment and a wrong token are told apart, without the token", async () => {
  expect(await failureOf("broke")).toMatchObject({ code: "provider_out_of_credit" });
  const refused = await failureOf("matcha", make({ token: "wrong-token-77" }));
  expect(refused).toMatchObject({ code: "provider_unauthorized", message: expect.stringContaining("APIFY_TOKEN") });
  expect(JSON.stringify(refused)).not.toContain("wrong-token-77");
  expect(await make({ token: "wrong" }).check?.()).toMatchObject({ ok: false });
  expect(await make().check?.()).toMatchObject({ ok: true });
});

test("a start whose answer was lost is not made again, for a run costs", async () => {
  const before = server.count("POST", /runs$/);
  server.fail("POST", /runs$/, "reset-after");
  expect(await failureOf("matcha")).toMatchObject({ code: "outcome_unknown" });
  expect(server.count("POST", /runs$/)).toBe(before + 1);
});

test("a run that nobody waits for any more is ended", async () => {
  server.busy = 10_000;
  const before = server.aborted.length;
  expect(await failureOf("matcha", make({ limitMs: 200 }))).toMatchObject({ code: "provider_timeout" });
  expect(server.aborted.length).toBe(before + 1);
  server.busy = 1;
});

test("without a token it offers nothing", async () => {
  const started = async (env: Record<string, string>) => {
    const { settings, mistakes } = parseSettings(plugin.settings as TObject, {}, env, "apify");
    expect(mistakes).toEqual([]);
    return plugin.start({ settings } as unknown as Parameters<typeof plugin.start>[0]);
  };
  expect(await started({})).toEqual({});
  expect((await started({ APIFY_TOKEN: TOKEN })).engines?.scrape?.name).toBe("apify");
});
