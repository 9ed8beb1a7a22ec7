import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newUuid, toPublicId } from "#core/ids";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import type { Video } from "#modules/viral-library/schema";
import { embedder } from "#plugins/embedder/index";
import { type Client, startApp, type TestApp } from "#test/app";
import { fakeImages, PIXEL } from "#test/engines";

let app: TestApp;
let anna: { api: Client; key: string; accountId: string };
let bert: { api: Client; key: string; accountId: string };

const analyst = defineModule({
  name: "analyst",
  start: () => ({
    engines: {
      analyse: {
        name: "analyst",
        models: [{ id: "analyst-1", title: "Analyst" }],
        create: async () => ({
          state: "completed",
          facts: {
            ...{ hook: "A walrus plays chess", summary: "A walrus beats a grandmaster.", tags: ["walrus"] },
            ...{ whyItPerformed: [], attributesToCopy: [], hooksToTest: [], keyframes: [], durationSeconds: 12 },
          },
        }),
      } as never,
    },
  }),
});

const LIBRARY = "/viral-library/videos";
const scraped = (id: string, description: string, more: object = {}) => ({
  id,
  url: `https://www.tiktok.com/@someone/video/${id}`,
  author: "someone",
  description,
  stats: { views: 1000, likes: 100, comments: 10, shares: 10 },
  duration: 30,
  hashtags: [],
  ...more,
});

const find = async (api: Client, q: string, more = "") => {
  const { status, body } = await api("GET", `/viral-library/search?q=${encodeURIComponent(q)}${more}`);
  expect(status).toBe(200);
  return body.results as { video: Video; score: number }[];
};
const captions = (results: { video: Record<string, unknown> }[]) =>
  results.map(({ video }) => String(video.description));

/** Searches until the index has caught up with an import. */
async function until<T>(read: () => Promise<T>, wanted: (value: T) => boolean): Promise<T> {
  for (let i = 0; i < 300; i++) {
    const value = await read();
    if (wanted(value)) return value;
    await Bun.sleep(50);
  }
  throw new Error("It did not come true.");
}
const searchable = (api: Client, q: string, caption: string) =>
  until(
    () => find(api, q),
    (results) => captions(results).includes(caption),
  );

beforeAll(async () => {
  app = await startApp({}, [...modules, embedder, fakeImages({}), analyst]);
  anna = await app.account();
  bert = await app.account();
  const { status, body } = await app.api("POST", "/viral-library/demo");
  expect([status, body.imported, body.updated]).toEqual([202, 301, 0]);
  await until(async () => {
    // Ready may have been the empty library, before the import.
    const index = await app.vireo.db.selectFrom("viral_indexes").select("ready_at").executeTakeFirst();
    const waiting = await app.vireo.db.selectFrom("viral_outbox").select("index_id").executeTakeFirst();
    return index?.ready_at && !waiting;
  }, Boolean);
});
afterAll(() => app.stop());

describe("search finds by meaning", () => {
  const cases: [string, RegExp][] = [
    ["homemade loaf techniques", /loaf comes out flat|score bread|sourdough/],
    ["cheap supper for a family", /fed my family|ten bucks/],
    ["asking for more salary", /Asking for a raise/],
    ["jogging for novices", /I ran every day|Slow running|Couch to 5K/],
    ["my feline is rude", /Cats knock|kitten|My cat/],
    ["vehicle maintenance", /Check your oil/],
    ["worried thoughts at bedtime", /Anxiety at night/],
    ["infant not sleeping", /Newborn sleep/],
    ["second hand clothes", /secondhand|Thrift flip/],
    ["ocean sport on a board", /Surf lesson/],
    ["marriage proposal", /Surprise proposal/],
    ["indoor houseplant care", /monstera|Fungus gnats|Succulents/],
    ["putting cash into the stock market", /Investing for beginners/],
  ];
  for (const [query, wanted] of cases) {
    test(query, async () => {
      const top = captions(await find(app.api, query, "&limit=3"));
      expect(top.some((caption) => wanted.test(caption))).toBe(true);
    });
  }

  test("scores fall from the first result to the last, between 0 and 1, and tell a good match from none", async () => {
    const good = await find(anna.api, "sourdough bread scoring", "&limit=50");
    expect(good).toHaveLength(50);
    const scores = good.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
    const [none] = await find(anna.api, "quantum chromodynamics lattice", "&limit=1");
    expect(scores[0]!).toBeGreaterThan(2 * none!.score);
  });

  test("a creator's name and a hashtag hit before everything else", async () => {
    const named = await find(anna.api, "@sample_cat_facts_cal", "&limit=3");
    expect(named.map(({ video }) => video.username)).toEqual(Array(3).fill("sample_cat_facts_cal"));
    const [tagged, next] = await find(anna.api, "#cleantok", "&limit=2");
    expect(tagged!.video.hashtags).toContain("cleantok");
    expect(tagged!.score).toBeGreaterThan(next!.score + 0.3);
  });

  test("20 results without a limit, and the query as it was asked", async () => {
    const { body } = await anna.api("GET", "/viral-library/search?q=Bread%20%26%20%22butter%22%20(%2B)%3A*");
    expect([body.total, body.results.length, body.query]).toEqual([20, 20, 'Bread & "butter" (+):*']);
    for (const odd of ["???", "🍞", "the of and", "ünïcödé 日本語", "' or 1=1 --", "a".repeat(1000)]) {
      expect((await find(anna.api, odd, "&limit=1")).length).toBe(1);
    }
  });

  test("both API versions answer alike", async () => {
    const [old, latest] = await Promise.all(
      ["2025-11-10", "2026-03-06"].map((version) =>
        anna.api("GET", "/viral-library/search?q=coffee&limit=3", undefined, { "service-version": version }),
      ),
    );
    expect(old!.headers.get("service-version")).toBe("2025-11-10");
    expect(old!.body).toEqual(latest!.body);
  });
});

describe("search refuses", () => {
  const bad: [string, string][] = [
    ["without q", ""],
    ["with an empty q", "?q="],
    ["with a blank q", "?q=%20%20"],
    ["with a q that is too long", `?q=${"a".repeat(1001)}`],
    ["with limit 0", "?q=a&limit=0"],
    ["with limit 51", "?q=a&limit=51"],
    ["with half a limit", "?q=a&limit=1.5"],
    ["with a negative minViews", "?q=a&minViews=-1"],
    ["with a filter it does not know", "?q=a&maxViews=1"],
  ];
  for (const [title, query] of bad) {
    test(title, async () => {
      const { status, body } = await anna.api("GET", `/viral-library/search${query}`);
      expect([status, body.type.split("/").at(-1)]).toEqual([400, "validation_error"]);
    });
  }
  test("without a key, and with a wrong one", async () => {
    expect((await app.as(undefined)("GET", "/viral-library/search?q=a")).status).toBe(401);
    expect((await app.as("nonsense")("GET", "/viral-library/search?q=a")).status).toBe(401);
  });
  test("with a key that may not read", async () => {
    const { api } = await app.account(10, { scopes: ["media:read"] });
    expect((await api("GET", "/viral-library/search?q=a")).status).toBe(403);
  });
});

describe("filters", () => {
  test("views, length, hashtag and creator hold for every result", async () => {
    const popular = await find(anna.api, "fitness", "&limit=50&minViews=100000&maxDuration=30");
    expect(popular.length).toBeGreaterThan(5);
    for (const { video } of popular) {
      expect(video.stats.views).toBeGreaterThanOrEqual(100_000);
      expect(video.duration).toBeLessThanOrEqual(30);
    }
    const tagged = await find(anna.api, "anything", "&hashtag=%23Pets");
    expect(tagged).toHaveLength(12);
    const own = await find(anna.api, "anything", "&username=@sample_Two.Dogs.Dee");
    expect(new Set(own.map(({ video }) => video.username))).toEqual(new Set(["sample_two.dogs.dee"]));
    expect(await find(anna.api, "anything", `&username=${encodeURIComponent("x' or '1'='1")}`)).toEqual([]);
  });
});

test("filters said in words are applied, listed and can be turned off", async () => {
  const q = "coffee under 20 seconds, over 1k views";
  const search = async (more: string) =>
    (await anna.api("GET", `/viral-library/search?limit=50&q=${encodeURIComponent(q)}${more}`)).body;
  const body = await search("");
  expect(body.query).toBe(q);
  expect(body.interpreted).toEqual({
    query: "coffee",
    filters: [
      { parameter: "maxDuration", value: 20, text: "under 20 seconds" },
      { parameter: "minViews", value: 1000, text: "over 1k views" },
    ],
  });
  expect(body.total).toBeGreaterThan(0);
  for (const { video } of body.results) expect(video.duration <= 20 && video.stats.views >= 1000).toBe(true);
  expect(await find(anna.api, "coffee", "&limit=50&maxDuration=20&minViews=1000")).toEqual(body.results);
  const off = await search("&interpret=false");
  expect(off.interpreted).toBeUndefined();
  expect(off.results.some(({ video }: { video: Video }) => (video.duration ?? 0) > 20)).toBe(true);
});

test("similar videos are near in meaning, without the video itself, and may be filtered", async () => {
  const [best] = await find(anna.api, "sourdough bread", "&limit=1");
  const path = `${LIBRARY}/${best!.video.id}/similar`;
  const { status, body } = await anna.api("GET", `${path}?limit=5`);
  expect([status, body.total]).toEqual([200, 5]);
  const ids = body.results.map(({ video }: { video: Video }) => video.id);
  expect(ids).not.toContain(best!.video.id);
  expect(captions(body.results).join(" ").toLowerCase()).toContain("bread");
  const scores = body.results.map(({ score }: { score: number }) => score);
  expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
  expect((await anna.api("GET", `${path}?library=own`)).body.results).toEqual([]);
  expect((await find(anna.api, "bread", "&library=shared")).length).toBeGreaterThan(0);
  expect(await find(anna.api, "bread", "&library=own")).toEqual([]);
  expect((await anna.api("GET", `${path}?library=everyone`)).status).toBe(400);
});

test("of similar videos, one that says the same comes before one with other numbers in the same words", async () => {
  const all = [
    "Three cheap dinners for a family",
    "Ten cheap dinners for a family",
    "3 low cost meals for the whole family",
  ];
  const videos = all.map((text, at) => scraped(`779900000000000000${at}`, text));
  const { body } = await anna.api("POST", LIBRARY, { videos });
  const ids: string[] = body.videos.map(({ id }: Video) => id);
  const path = `${LIBRARY}/${ids[0]}/similar?library=own&limit=2`;
  const similar = await until(
    async () => captions((await anna.api("GET", path)).body.results),
    (found) => found.length === 2,
  );
  expect(similar).toEqual([all[2]!, all[1]!]);
  for (const id of ids) await anna.api("DELETE", `${LIBRARY}/${id}`);
});

describe("own media", () => {
  const findMedia = async (api: Client, q: string, more = "") => {
    const { status, body } = await api("GET", `/viral-library/search?library=media&q=${encodeURIComponent(q)}${more}`);
    expect([status, body.results]).toEqual([200, []]);
    return body.media as { media: { id: string; title: string; kind: string; analysis?: { hook: string } } }[];
  };
  const untilFound = (q: string, id: string, more?: string) =>
    until(
      () => findMedia(anna.api, q, more),
      (media) => media[0]?.media.id === id,
    );
  let imageId: string;
  let uploadId: string;
  beforeAll(async () => {
    const prompt = "A lighthouse in a storm, oil painting #moody";
    const { body } = await anna.api("POST", "/images/generate", { prompt });
    imageId = body.imageId;
    const form = new FormData();
    form.append("file", new Blob([PIXEL], { type: "image/png" }), "birthday-cake_2024.png");
    uploadId = (await anna.api("POST", "/upload", form)).body.uploadId;
    await untilFound("seaside tower in bad weather", imageId);
    await untilFound("birthday cake", uploadId);
  });

  test("are found by prompt and file name, apart from the libraries, and are nobody else's", async () => {
    const [image] = await findMedia(anna.api, "seaside tower in bad weather");
    const title = "A lighthouse in a storm, oil painting #moody";
    expect(image!.media).toMatchObject({ id: imageId, kind: "image", source: "generated", title });
    const { url, thumbnailUrl } = image!.media as unknown as Record<string, string>;
    expect(url).toBe((await anna.api("GET", `/images/${imageId}`)).body.url);
    expect(thumbnailUrl).toBe(url!);
    const [cake] = await findMedia(anna.api, "birthday cake");
    expect(cake!.media).toMatchObject({
      id: uploadId,
      kind: "upload",
      source: "upload",
      title: "birthday-cake_2024.png",
    });
    expect((await findMedia(anna.api, "lighthouse", "&hashtag=moody")).map(({ media }) => media.id)).toEqual([imageId]);
    expect(await findMedia(anna.api, "lighthouse", `&publishedAfter=${Date.now() + 60_000}`)).toEqual([]);
    expect(await findMedia(bert.api, "lighthouse in a storm")).toEqual([]);
    for (const { video } of await find(anna.api, "lighthouse in a storm", "&limit=50"))
      expect(video.description).not.toBe(title);
  });

  test("are found by the title and tags that a person gave them, and shown with that title", async () => {
    const labels = { title: "Hero of the pancake campaign", tags: ["maple syrup"] };
    expect((await anna.api("PATCH", `/images/${imageId}`, labels)).status).toBe(200);
    await untilFound("pancake campaign", imageId);
    const [image] = await untilFound("maple syrup", imageId);
    expect(image!.media.title).toBe(labels.title);
    expect((await findMedia(anna.api, "lighthouse in a storm"))[0]?.media.id).toBe(imageId);
  });

  test("a video is found by its new analysis, and by nothing once it is deleted", async () => {
    const id = newUuid();
    const account_id = anna.accountId;
    const row = {
      id,
      account_id,
      kind: "video",
      status: "completed",
      engine: "e",
      model: "m",
      prompt: "Clip 7",
    } as const;
    const file = { key: "c/clip7.mp4", contentType: "video/mp4", size: 1 };
    const { db } = app.vireo;
    await db
      .insertInto("generations")
      .values({ ...row, request: {}, files: { main: file }, facts: {}, credits: 0 })
      .execute();
    const version = { video_id: id, version: 1, account_id, operation: "original", file, generation_id: id } as const;
    await db.insertInto("video_versions").values(version).execute();
    const videoId = toPublicId("vid", id);
    await untilFound("clip 7", videoId);
    const { status } = await anna.api("POST", "/videos/analyze", { videoId });
    expect(status).toBe(202);
    const [found] = await untilFound("sea animal playing a board game", videoId);
    expect(found!.media).toMatchObject({ kind: "video", analysis: { hook: "A walrus plays chess", tags: ["walrus"] } });
    expect((await anna.api("DELETE", `/videos/${videoId}`)).status).toBe(204);
    expect((await findMedia(anna.api, "walrus")).map(({ media }) => media.id)).not.toContain(videoId);
  });

  test("403 without the scope of media, 400 for filters that media do not have, which words do not mean either", async () => {
    const path = "/viral-library/search?library=media&q=cake+over+1k+views+last+month";
    const researcher = await app.account(0, { scopes: ["research:read"] });
    const denied = await researcher.api("GET", path);
    expect([denied.status, denied.body.detail]).toEqual([403, expect.stringContaining("media:read")]);
    expect((await anna.api("GET", `${path}&minViews=5`)).status).toBe(400);
    const { body } = await anna.api("GET", path);
    expect(body.interpreted.query).toBe("cake over 1k views");
    expect(body.interpreted.filters).toMatchObject([{ parameter: "publishedAfter", text: "last month" }]);
  });
});

test("a video's publication is read from its TikTok id, or given, and filters by it", async () => {
  const old = "6800000000000000000";
  const caption = "Zebra finches learning to whistle jingles";
  const { body } = await bert.api("POST", LIBRARY, {
    videos: [
      scraped(old, `${caption} part 1`),
      scraped("x-2", `${caption} part 2`, { url: "https://example.com/2", publishedAt: Date.now() - 5 * 86_400_000 }),
      scraped("x-3", `${caption} part 3`, { url: "https://example.com/3" }),
    ],
  });
  expect(body.videos.map(({ publishedAt }: Video) => publishedAt && publishedAt < Date.now())).toEqual([
    true,
    true,
    undefined,
  ]);
  expect(new Date(body.videos[0].publishedAt).getUTCFullYear()).toBe(2020);
  await until(
    () => find(bert.api, caption, "&library=own"),
    (results) => results.length === 3,
  );
  const { body: recent } = await bert.api("GET", `/viral-library/search?library=own&q=${caption} of the last 7 days`);
  expect(captions(recent.results)).toEqual([`${caption} part 2`]);
  expect(recent.interpreted).toMatchObject({ query: caption, filters: [{ parameter: "publishedAfter" }] });
});

describe("import", () => {
  test("scraped videos and addresses, mixed; each once", async () => {
    const address = "https://www.tiktok.com/@Baker.Joe/video/7000000000000000001?lang=en";
    const { status, body, headers } = await anna.api("POST", LIBRARY, {
      videos: [
        address,
        scraped("7000000000000000002", "Gluten free waffles on a campfire #Breakfast", { soundName: "fire" }),
        scraped("7000000000000000002", "Gluten free waffles on a campfire #Breakfast"),
        "https://www.tiktok.com/@someone/video/7000000000000000002",
      ],
    });
    expect([status, body.imported, body.updated, body.videos.length]).toEqual([202, 2, 0, 2]);
    expect(headers.get("location")).toBe("/api/v1/viral-library/videos");
    expect(body.videos[0]).toMatchObject({ tiktokId: "7000000000000000001", username: "baker.joe", analysis: null });
    expect(body.videos[1]).toMatchObject({ hashtags: ["breakfast"], stats: { views: 1000, saves: 0 }, library: "own" });

    const caption = "Gluten free waffles on a campfire #Breakfast";
    const [first] = await searchable(anna.api, "coeliac friendly breakfast outdoors waffles", caption);
    expect(first!.video.description).toBe(caption);
    const { body: video } = await anna.api("GET", `${LIBRARY}/${first!.video.id}`);
    expect(video.analysis).toMatchObject({
      hook: "Gluten free waffles on a campfire",
      durationSeconds: 30,
      basis: "caption",
    });
    expect(video.analysis.tags).toContain("breakfast");
    // Nobody has seen the video, so its seconds are estimated from the caption.
    expect(video.analysis.keyframes).toHaveLength(30);
    expect(video.analysis.keyframes[0]).toEqual({
      ...{ timestamp: 0, type: "hook", description: `Estimated from the caption: ${caption}` },
      ...{ visual: "", audio: "", text: "" },
    });
    // Nothing is known of the bare address, so nothing is claimed, and no search finds it.
    const bare = await anna.api("GET", `${LIBRARY}/${body.videos[0].id}`);
    expect(bare.body.analysis).toBeNull();
    expect((await find(anna.api, "baker.joe")).map(({ video: one }) => one.username)).not.toContain("baker.joe");
  });

  test("a second import refreshes the numbers; a new caption is analysed and found anew", async () => {
    const id = "7000000000000000010";
    await bert.api("POST", LIBRARY, {
      videos: [scraped(id, "Sharpening kitchen knives on a brick", { soundName: "s" })],
    });
    await searchable(bert.api, "sharp knife", "Sharpening kitchen knives on a brick");
    const { body } = await bert.api("POST", LIBRARY, {
      videos: [
        {
          id,
          url: "https://www.tiktok.com/@someone/video/1",
          description: "Polishing silver spoons",
          stats: { views: 5 },
        },
      ],
    });
    expect([body.imported, body.updated]).toEqual([0, 1]);
    expect(body.videos[0]).toMatchObject({ stats: { views: 5, likes: 100 }, soundName: "s", analysis: null });
    const results = await searchable(bert.api, "clean cutlery made of silver", "Polishing silver spoons");
    expect(captions(results)).not.toContain("Sharpening kitchen knives on a brick");
  });

  test("what cannot be a video is told at its place", async () => {
    const cases: [unknown, string][] = [
      ["https://vm.tiktok.com/abc", "videos.1"],
      ["https://example.com/@a/video/1", "videos.1"],
      [{ id: "1", url: "javascript:alert(1)" }, "videos.1"],
      [{ ...scraped("1", ""), nonsense: 1 }, "videos.1"],
      [7, "videos.1"],
    ];
    for (const [item, field] of cases) {
      const { status, body } = await anna.api("POST", LIBRARY, { videos: [scraped("1", "fine"), item] });
      expect(status).toBe(400);
      expect(Object.keys(body.errors).some((key) => key.startsWith(field))).toBe(true);
    }
    expect((await anna.api("POST", LIBRARY, { videos: [] })).status).toBe(400);
    const many = Array.from({ length: 501 }, (_, at) => `https://www.tiktok.com/@a/video/${at}`);
    expect((await anna.api("POST", LIBRARY, { videos: many })).status).toBe(400);
  });

  test("the demo can be loaded twice, by an administrator only, and says that it is one", async () => {
    expect((await app.api("POST", "/viral-library/demo")).body).toEqual({ imported: 0, updated: 301 });
    expect((await anna.api("POST", "/viral-library/demo")).status).toBe(403);
    const { body } = await anna.api("GET", `${LIBRARY}?library=shared&pageSize=100`);
    expect(body.pagination.total).toBe(301);
    for (const video of body.videos) {
      expect(video.tiktokId).toStartWith("sample-");
      expect(video.username).toStartWith("sample_");
      const { analysis } = video;
      expect(analysis.keyframes.map(({ type }: { type: string }) => type)).toEqual([
        "hook",
        "scene",
        "transition",
        "cta",
      ]);
      expect(analysis.keyframes.every(({ visual }: { visual: string }) => visual !== "")).toBe(true);
      expect([analysis.hooksToTest.length, analysis.attributesToCopy.length >= 2]).toEqual([3, true]);
      expect(analysis.whyItPerformed.length).toBeGreaterThan(0);
    }
  });
});

describe("an account's own", () => {
  test("videos are nobody else's to list, read, find or delete", async () => {
    const caption = "My secret paella recipe with rabbit and saffron";
    const { body } = await anna.api("POST", LIBRARY, { videos: [scraped("7000000000000000020", caption)] });
    const { id } = body.videos[0];
    await searchable(anna.api, "spanish rice dish with saffron", caption);
    expect(captions(await find(bert.api, "secret paella recipe with rabbit and saffron", "&limit=50"))).not.toContain(
      caption,
    );
    expect((await bert.api("GET", `${LIBRARY}/${id}`)).status).toBe(404);
    expect((await bert.api("GET", `${LIBRARY}/${id}/similar`)).status).toBe(404);
    expect((await bert.api("DELETE", `${LIBRARY}/${id}`)).status).toBe(404);
    const { body: list } = await bert.api("GET", LIBRARY);
    expect(captions(list.videos.map((video: Video) => ({ video })))).not.toContain(caption);
    // The same video in two libraries is two entries.
    const again = await bert.api("POST", LIBRARY, { videos: [scraped("7000000000000000020", caption)] });
    expect(again.body.imported).toBe(1);
    expect(again.body.videos[0].id).not.toBe(id);
  });

  test("a deleted video is gone from searches at once, and from the index soon", async () => {
    const caption = "Juggling flaming pineapples at the circus";
    const { body } = await anna.api("POST", LIBRARY, { videos: [scraped("7000000000000000030", caption)] });
    await searchable(anna.api, "circus juggling", caption);
    const { id } = body.videos[0];
    expect((await anna.api("DELETE", `${LIBRARY}/${id}`)).status).toBe(204);
    expect(captions(await find(anna.api, "circus juggling"))).not.toContain(caption);
    expect((await anna.api("GET", `${LIBRARY}/${id}`)).status).toBe(404);
    expect((await anna.api("DELETE", `${LIBRARY}/${id}`)).status).toBe(404);
  });

  test("a shared video is read-only but to the administrator", async () => {
    const [first] = await find(anna.api, "escargot", "&limit=1");
    const path = `${LIBRARY}/${first!.video.id}`;
    expect((await anna.api("GET", path)).body.library).toBe("shared");
    const { status, body } = await anna.api("DELETE", path);
    expect([status, body.type.split("/").at(-1)]).toEqual([403, "read_only"]);
    expect((await app.api("DELETE", path)).status).toBe(204);
    expect((await anna.api("GET", path)).status).toBe(404);
  });
});

test("more searches a minute than allowed are 429 with Retry-After, and other calls still work", async () => {
  const small = await startApp({ limits: { search: 2 } } as never, undefined, { RATE_LIMIT_PER_MINUTE: "" });
  try {
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push(await small.api("GET", "/viral-library/search?q=a"));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(Number(answers[2]!.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answers[0]!.body).toEqual({ results: [], query: "a", total: 0 });
    expect((await small.api("GET", LIBRARY)).status).toBe(200);
  } finally {
    await small.stop();
  }
});
