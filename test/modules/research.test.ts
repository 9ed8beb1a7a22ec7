import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Engine, EngineError } from "#core/engine";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { findInspiration } from "#modules/research/inspiration";
import { embedder } from "#plugins/embedder/index";
import type { AnalyseRequest, AnalysisFacts } from "#sdk/slots/analyse";
import type { PlanItem, PlanRequest } from "#sdk/slots/plan";
import type { ScrapedVideo, Scraper } from "#sdk/slots/scrape";
import { startApp, type TestApp } from "#test/app";
import { fakeImages } from "#test/engines";
import { until } from "#test/until";

const scraped = (n: number): ScrapedVideo => ({
  id: `70000000000000000${n}`,
  url: `https://www.tiktok.com/@maker/video/70000000000000000${n}`,
  author: "maker",
  description: `Cold brew at home, part ${n} #coffee`,
  stats: { views: 1000 * n, likes: 100, comments: 10, shares: 5, saves: 1 },
  duration: 12,
  hashtags: ["coffee"],
  videoUrl: `http://127.0.0.1:9/${n}.mp4`,
});
const facts = (request: AnalyseRequest): AnalysisFacts => ({
  hook: request.caption ?? "no caption",
  summary: request.url,
  whyItPerformed: [],
  attributesToCopy: [],
  hooksToTest: [],
  keyframes: [{ timestamp: 0, type: "hook", description: "d", visual: "v", audio: "a", text: "" }],
  durationSeconds: 12,
  tags: ["coffee"],
});

let fault: Error | undefined;
let asked: PlanRequest | undefined;
let spoil: (items: PlanItem[], request: PlanRequest) => PlanItem[] = (items) => items;
const scraper = (name: string, scrape: Scraper["scrape"], more: Partial<Scraper> = {}) =>
  defineModule({ name, start: () => ({ engines: { scrape: { name, scrape, ...more } } }) });
const source = scraper(
  "source",
  async ({ query, limit }) => {
    if (fault) throw fault;
    return query === "nothing" ? [] : Array.from({ length: limit + 3 }, (_, n) => scraped(n + 1));
  },
  { lookup: async (url) => (url.includes("gone") ? undefined : scraped(7)) },
);
const thinkers = defineModule({
  name: "thinkers",
  start() {
    const analyse: Engine<AnalyseRequest> = {
      name: "thinkers",
      models: [{ id: "look-1", title: "Look" }],
      repeatable: true,
      async create(request) {
        if (request.caption?.includes("unreadable")) throw new EngineError("source_unreadable", "This is no video.");
        if (request.caption?.includes("rubbish")) return { state: "completed", facts: { hook: 1 } };
        return { state: "completed", facts: { ...facts(request) } };
      },
    };
    const plan: Engine<PlanRequest> = {
      name: "thinkers",
      models: [{ id: "think-1", title: "Think" }],
      repeatable: true,
      async create(request) {
        asked = request;
        const items = Array.from({ length: request.days * request.postsPerDay }, (_, at): PlanItem => {
          const day = Math.floor(at / request.postsPerDay) + 1;
          return {
            ...{ day, platform: request.platforms[0]!, title: "t", hook: "h", concept: "c", script: "s", shots: ["x"] },
            ...{
              caption: "c",
              hashtags: ["x"],
              cta: "go",
              inspiredBy: request.inspiration.slice(0, 1).map(({ id }) => id),
            },
          };
        });
        return { state: "completed", facts: { items: spoil(items, request) } };
      },
    };
    return { engines: { analyse, plan } };
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, [...modules, source, thinkers, embedder, fakeImages({})]);
});
afterAll(() => app.stop());
const balance = async (api: TestApp["api"]) => (await api("GET", "/credits")).body.balance;

describe("POST /scrape-tiktok", () => {
  test("finds 10 videos by keyword unless told otherwise, for 3 credits, and can be read again", async () => {
    const { api } = await app.account(10);
    const { status, body, headers } = await api("POST", "/scrape-tiktok", { query: "cold brew" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 10, source: "source" });
    expect(body.videos[0]).toEqual(scraped(1));
    expect(headers.get("x-credits-used")).toBe("3");
    expect(headers.get("x-credits-remaining")).toBe("7");
    expect((await api("GET", `/scrapes/${body.scrapeId}`)).body).toEqual(body);
    const { api: stranger } = await app.account(0);
    expect((await stranger("GET", `/scrapes/${body.scrapeId}`)).status).toBe(404);
  });

  test("every mode, up to 50 videos", async () => {
    for (const mode of ["keyword", "hashtag", "search"]) {
      const { body } = await app.api("POST", "/scrape-tiktok", { query: "coffee", mode, limit: 50 });
      expect(body.count).toBe(50);
    }
  });

  test("nothing found is an empty list", async () => {
    expect((await app.api("POST", "/scrape-tiktok", { query: "nothing" })).body).toMatchObject({
      count: 0,
      videos: [],
    });
  });

  test.each([
    [{}, "query"],
    [{ query: " " }, "query"],
    [{ query: "x", mode: "trending" }, "mode"],
    [{ query: "x", limit: 0 }, "limit"],
    [{ query: "x", limit: 51 }, "limit"],
  ])("400 for %j", async (body, field) => {
    const answer = await app.api("POST", "/scrape-tiktok", body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  });

  test("a source that fails is 502 and costs nothing", async () => {
    const { api } = await app.account(10);
    fault = new EngineError("provider_unavailable", "The source cannot be reached.");
    const { status, body, headers } = await api("POST", "/scrape-tiktok", { query: "x" });
    fault = undefined;
    expect([status, body.failCode]).toEqual([502, "provider_unavailable"]);
    expect(body.detail).toContain("The source cannot be reached.");
    expect(headers.get("x-credits-used")).toBe("0");
    expect(await balance(api)).toBe(10);
    const { transactions } = (await api("GET", "/credits/transactions")).body;
    expect(transactions.map(({ amount }: { amount: number }) => amount)).toEqual([3, -3, 10]);
  });

  test("a fault that nobody foresaw tells nothing of the inside", async () => {
    fault = new Error("inner secret");
    const { status, body } = await app.api("POST", "/scrape-tiktok", { query: "x" });
    fault = undefined;
    expect(status).toBe(502);
    expect(JSON.stringify(body)).not.toContain("inner secret");
  });

  test("402 without the credits", async () => {
    const { api } = await app.account(2);
    expect((await api("POST", "/scrape-tiktok", { query: "x" })).status).toBe(402);
  });

  test("save puts what is found into the viral library", async () => {
    const { api } = await app.account(10);
    await api("POST", "/scrape-tiktok", { query: "x", limit: 2, save: true });
    const { body } = await api("GET", "/viral-library/videos");
    expect(body.videos.map(({ tiktokId }: { tiktokId: string }) => tiktokId).sort()).toEqual([
      scraped(1).id,
      scraped(2).id,
    ]);
  });

  test("a scrape that a crash cut off is given back", async () => {
    const { api, accountId } = await app.account(10);
    const { body } = await api("POST", "/scrape-tiktok", { query: "x" });
    const { db } = app.vireo;
    const id = (
      await db.selectFrom("scrapes").select("id").where("account_id", "=", accountId).executeTakeFirstOrThrow()
    ).id;
    await db
      .updateTable("scrapes")
      .set({ status: "running", created_at: new Date(Date.now() - 3_600_000) })
      .where("id", "=", id)
      .execute();
    const { sweepScrapes } = await import("#modules/research/scrape");
    const { createCredits } = await import("#core/credits");
    const { events, audit } = { events: { emit: async () => {} } as never, audit: undefined as never };
    const credits = createCredits({ unlimited: false, lowAt: 0, events, audit });
    await sweepScrapes({ db, credits, now: Date.now } as never);
    expect(await balance(api)).toBe(10);
    expect((await api("GET", `/scrapes/${body.scrapeId}`)).status).toBe(404);
  });

  test("another source takes over where the configuration names one", async () => {
    const broken = scraper("broken", async () => {
      throw new EngineError("provider_unavailable", "Down.");
    });
    const two = await startApp({ providers: { scrape: ["broken", "source"] } }, [...modules, broken, source]);
    expect((await two.api("POST", "/scrape-tiktok", { query: "x" })).body.source).toBe("source");
    await two.stop();
  });

  test("503 where no source is configured", async () => {
    const none = await startApp({}, modules);
    expect((await none.api("POST", "/scrape-tiktok", { query: "x" })).status).toBe(503);
    await none.stop();
  });
});

describe("POST /videos/analyze", () => {
  const analysed = async (body: object, api = app.api) => {
    const start = await api("POST", "/videos/analyze", body);
    expect(start.status).toBe(202);
    expect(start.headers.get("location")).toBe(`/api/v1/analyses/${start.body.analysisId}`);
    return app.ended(`/analyses/${start.body.analysisId}`, api);
  };

  test("a file by its address, for 3 credits", async () => {
    const { api } = await app.account(10);
    const done = await analysed({ url: "https://example.com/clip.mp4" }, api);
    expect(done).toMatchObject({
      status: "completed",
      creditsUsed: 3,
      url: "https://example.com/clip.mp4",
      analysis: { summary: "https://example.com/clip.mp4", durationSeconds: 12 },
    });
    expect(done.analysis.analyzedAt).toBeNumber();
    expect(await balance(api)).toBe(7);
    expect((await api("GET", "/analyses")).body.analyses).toEqual([done]);
  });

  test("a page on TikTok, whose file and caption a source of videos finds", async () => {
    const done = await analysed({ url: "https://www.tiktok.com/@maker/video/7000000000000000007" });
    expect(done.analysis).toMatchObject({ hook: scraped(7).description, summary: scraped(7).videoUrl });
  });

  test("a page that is gone fails, and costs nothing", async () => {
    const { api } = await app.account(10);
    const done = await analysed({ url: "https://www.tiktok.com/@gone/video/7000000000000000008" }, api);
    expect(done).toMatchObject({ status: "failed", failCode: "source_unavailable", analysis: null });
    expect(await balance(api)).toBe(10);
  });

  test("a video of the library, which then carries the analysis", async () => {
    const { api } = await app.account(10);
    await api("POST", "/viral-library/videos", {
      videos: [
        {
          id: "1",
          url: "https://www.tiktok.com/@a/video/1",
          description: "My morning #coffee",
          videoUrl: "https://example.com/1.mp4",
        },
      ],
    });
    const [video] = (await api("GET", "/viral-library/videos")).body.videos;
    const done = await analysed({ videoId: video.id }, api);
    expect(done).toMatchObject({ videoId: video.id, analysis: { hook: "My morning #coffee" } });
    const { body } = await api("GET", `/viral-library/videos/${video.id}`);
    expect(body.analysis).toMatchObject({ basis: "video", hook: "My morning #coffee", keyframes: [{ type: "hook" }] });
  });

  test("a video of another account's library is not there", async () => {
    const { api } = await app.account(10);
    await api("POST", "/viral-library/videos", {
      videos: [{ id: "2", url: "https://www.tiktok.com/@a/video/2", description: "x y z" }],
    });
    const [video] = (await api("GET", "/viral-library/videos")).body.videos;
    const { api: stranger } = await app.account(10);
    expect((await stranger("POST", "/videos/analyze", { videoId: video.id })).status).toBe(400);
  });

  test.each([
    ["source_unreadable", "unreadable"],
    ["engine_bad_result", "rubbish"],
  ])("%s: a reason and one refund", async (failCode, word) => {
    const { api } = await app.account(10);
    await api("POST", "/viral-library/videos", {
      videos: [
        { id: "3", url: "https://www.tiktok.com/@a/video/3", description: word, videoUrl: "https://example.com/3.mp4" },
      ],
    });
    const [video] = (await api("GET", "/viral-library/videos")).body.videos;
    expect(await analysed({ videoId: video.id }, api)).toMatchObject({ status: "failed", failCode, analysis: null });
    expect(await balance(api)).toBe(10);
  });

  test.each([
    [{}, 400],
    [{ url: "https://example.com/a.mp4", videoId: "x" }, 400],
    [{ url: "http://127.0.0.1/a.mp4" }, 400],
    [{ url: "ftp://example.com/a.mp4" }, 400],
    [{ videoId: "vid_nothing" }, 400],
    [{ url: "https://example.com/a.mp4", model: "no-such" }, 400],
  ])("%j is %i", async (body, status) => {
    expect((await app.api("POST", "/videos/analyze", body)).status).toBe(status);
  });
});

describe("POST /content-plans", () => {
  test("own posts count by what they brought: above the account's median they lead, below it they are no model", async () => {
    const video = (id: string, views: number, source: "post" | "import") => ({
      score: 0.5,
      video: { id, stats: { views }, source, analysis: { hook: "h", tags: [] } } as never,
    });
    const videos = [video("imported", 9, "import"), video("weak", 50, "post"), video("strong", 400, "post")];
    const ownResults = { neededPosts: 10, neededPostsPerHook: 5, medianViews: 100, simulated: false, hooks: [] };
    const library = { search: async () => videos };
    const research = { services: { "viral-library": library }, log: { warn() {} } } as never;
    const find = async (posts: number) => {
      const about = { niche: "pasta", brief: {}, ownResults: { ...ownResults, posts } };
      const found = await findInspiration(research, "account", about);
      return found.map(({ id, timesMedian }) => [id, timesMedian]);
    };
    expect(await find(10)).toEqual([
      ["strong", 4],
      ["imported", undefined],
    ]);
    expect((await find(9)).map(([id]) => id).sort()).toEqual(["imported", "strong", "weak"]);
    // Once there are real figures, what the sandbox has made up is no model.
    Object.assign((videos[1] as { video: object }).video, { post: { simulated: true } });
    expect((await find(9)).map(([id]) => id).sort()).toEqual(["imported", "strong"]);
  });

  const grid = { platforms: ["tiktok"], days: 3, postsPerDay: 2 };
  const planned = async (body: object, api = app.api) => {
    const start = await api("POST", "/content-plans", { ...grid, ...body });
    expect(start.status).toBe(202);
    return app.ended(`/content-plans/${start.body.planId}`, api);
  };

  test("days times posts, for 5 credits, with what the library teaches", async () => {
    const { api } = await app.account(20);
    await api("POST", "/viral-library/videos", {
      videos: [
        {
          id: "9",
          url: "https://www.tiktok.com/@a/video/9",
          description: "Cold brew coffee at home in one minute #coffee",
        },
        { id: "10", url: "https://www.tiktok.com/@a/video/10", description: "How my dog learned to skate #dogs" },
      ],
    });
    await until(async () => (await api("GET", "/viral-library/search?q=coffee")).body.total >= 2);
    const done = await planned({ niche: "home coffee", goal: "more subscribers", language: "en", seed: 5 }, api);
    expect(done).toMatchObject({ status: "completed", creditsUsed: 5, ...grid, niche: "home coffee", seed: 5 });
    expect(done.items.map(({ day }: { day: number }) => day)).toEqual([1, 1, 2, 2, 3, 3]);
    const found = (await api("GET", `/viral-library/videos/${done.items[0].inspiredBy[0]}`)).body;
    expect(found.tiktokId).toBe("9");
    expect(await balance(api)).toBe(15);
    expect((await api("GET", "/content-plans")).body.plans).toEqual([done]);
  });

  test("persona, product, messaging and project reach the engine", async () => {
    const { api } = await app.account(20);
    const id = async (path: string, body: object) => (await api("POST", path, body)).body.id;
    const body = {
      personaId: await id("/personas", { name: "Ana", description: "warm" }),
      productId: await id("/products", { name: "Lumé", description: "A serum" }),
      messagingId: await id("/messaging", { name: "Promise", body: "Glow in a week" }),
      inspoId: (await api("POST", "/inspo", { name: "Skin", niche: "skincare", brand: "Lumé" })).body.id,
    };
    expect((await planned(body, api)).status).toBe("completed");
    expect(asked?.brief).toMatchObject({
      persona: { name: "Ana" },
      product: { name: "Lumé" },
      messaging: { body: "Glow in a week" },
      inspo: { niche: "skincare", brand: "Lumé" },
    });
  });

  test.each<[string, typeof spoil]>([
    ["too few items", (items) => items.slice(1)],
    ["a video that was never found", (items) => items.map((item) => ({ ...item, inspiredBy: ["viral_x"] }))],
    ["a platform nobody asked for", (items) => items.map((item) => ({ ...item, platform: "youtube" as const }))],
    ["a day outside the plan", (items) => items.map((item) => ({ ...item, day: 9 }))],
  ])("an engine that answers with %s fails, and costs nothing", async (_name, how) => {
    const { api } = await app.account(20);
    spoil = how;
    const done = await planned({ niche: "coffee" }, api);
    spoil = (items) => items;
    expect(done).toMatchObject({ status: "failed", failCode: "engine_bad_result", items: [] });
    expect(await balance(api)).toBe(20);
  });

  test.each([
    [{}, "niche"],
    [{ niche: "x", days: 31 }, "days"],
    [{ niche: "x", days: 0 }, "days"],
    [{ niche: "x", postsPerDay: 6 }, "postsPerDay"],
    [{ niche: "x", platforms: [] }, "platforms"],
    [{ niche: "x", platforms: ["myspace"] }, "platforms.0"],
    [{ niche: "x", platforms: ["tiktok", "tiktok"] }, "platforms"],
    [{ niche: "x", language: "english please" }, "language"],
    [{ niche: "x", productId: "nope" }, "productId"],
    [{ inspoId: "nope" }, "inspoId"],
  ])("400 for %j", async (body, field) => {
    const answer = await app.api("POST", "/content-plans", { ...grid, ...body });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  });

  test("items are edited in place, and read so again", async () => {
    const { api } = await app.account(20);
    const plan = await planned({ niche: "coffee", platforms: ["tiktok", "youtube"] }, api);
    const items = plan.items.map((item: PlanItem, at: number) => ({
      ...item,
      title: `New ${at}`,
      hashtags: ["kaffee_é"],
    }));
    items[0].platform = "youtube";
    const { status, body } = await api("PATCH", `/content-plans/${plan.planId}`, { items: items.toReversed() });
    expect(status).toBe(200);
    expect(body.items.map(({ day }: PlanItem) => day)).toEqual([1, 1, 2, 2, 3, 3]);
    expect(body).toEqual({ ...plan, items: [1, 0, 3, 2, 5, 4].map((at) => items[at]) });
    expect((await api("GET", `/content-plans/${plan.planId}`)).body).toEqual(body);
    const { api: stranger } = await app.account(0);
    expect((await stranger("PATCH", `/content-plans/${plan.planId}`, { items })).status).toBe(404);
  });

  test.each<[string, string, (items: PlanItem[]) => unknown]>([
    ["fewer items", "items", (items) => items.slice(1)],
    ["a day too full", "items.2.day", (items) => items.map((item, at) => (at === 2 ? { ...item, day: 1 } : item))],
    [
      "a platform that is not the plan's",
      "items.0.platform",
      ([a, ...rest]) => [{ ...a!, platform: "youtube" }, ...rest],
    ],
    [
      "a video it was not made with",
      "items.0.inspiredBy",
      ([a, ...rest]) => [{ ...a!, inspiredBy: ["viral_x"] }, ...rest],
    ],
    ["a title too long", "items.0.title", ([a, ...rest]) => [{ ...a!, title: "x".repeat(101) }, ...rest]],
    ["an empty hook", "items.0.hook", ([a, ...rest]) => [{ ...a!, hook: " " }, ...rest]],
    ["no shots", "items.0.shots", ([a, ...rest]) => [{ ...a!, shots: [] }, ...rest]],
    ["a # in a hashtag", "items.0.hashtags.0", ([a, ...rest]) => [{ ...a!, hashtags: ["#x"] }, ...rest]],
  ])("400 for an edit with %s, and nothing changes", async (_name, field, change) => {
    const { api } = await app.account(20);
    const plan = await planned({ niche: "coffee" }, api);
    const answer = await api("PATCH", `/content-plans/${plan.planId}`, { items: change(plan.items) });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
    expect((await api("GET", `/content-plans/${plan.planId}`)).body).toEqual(plan);
  });

  test("a text that is too long is told its limit, one of the wrong kind what it should be", async () => {
    const { api } = await app.account(20);
    const { planId, items } = await planned({ niche: "coffee" }, api);
    items[0] = { ...items[0], shots: ["x".repeat(501)], hashtags: ["#x"] };
    const { body } = await api("PATCH", `/content-plans/${planId}`, { items });
    expect(body.errors).toEqual({
      "items.0.shots.0": ["Must be a string of 1 to 500 characters."],
      "items.0.hashtags.0": ["Must be a string in this format: letters, digits and underscores, without the #."],
    });
  });

  test("409 for an edit of a plan that failed", async () => {
    const { api } = await app.account(20);
    spoil = (items) => items.slice(1);
    const failed = await planned({ niche: "coffee" }, api);
    spoil = (items) => items;
    const item = { day: 1, platform: "tiktok", title: "t", hook: "h", concept: "c", script: "s", shots: ["x"] };
    const items = [{ ...item, caption: "c", hashtags: [], cta: "go", inspiredBy: [] }];
    expect((await api("PATCH", `/content-plans/${failed.planId}`, { items })).status).toBe(409);
  });

  test("events tell when a plan and an analysis are done", async () => {
    const { api, accountId } = await app.account(20);
    await planned({ niche: "coffee" }, api);
    const { body } = await api("POST", "/videos/analyze", { url: "https://example.com/clip.mp4" });
    await app.ended(`/analyses/${body.analysisId}`, api);
    const rows = await app.vireo.db.selectFrom("events").select("type").where("account_id", "=", accountId).execute();
    expect(rows.map(({ type }) => type)).toEqual(expect.arrayContaining(["plan.completed", "analysis.completed"]));
  });
});
