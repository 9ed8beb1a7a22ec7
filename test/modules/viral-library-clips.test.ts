/** Clips of imported videos are analysed in the background, once each, by the local engine. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectMigrations } from "#core/database/migrations";
import { newUuid, toUuid } from "#core/ids";
import { defineModule, type Module } from "#core/module";
import { modules } from "#modules/index";
import type { Video } from "#modules/viral-library/schema";
import { embedder } from "#plugins/embedder/index";
import { local } from "#plugins/local/index";
import type { Scraper } from "#sdk/slots/scrape";
import { TestClock } from "#sdk/testing/clock";
import { type Client, startApp, type TestApp } from "#test/app";
import { freshDatabase } from "#test/database";
import { fakeImages, picture } from "#test/engines";
import { synthesize } from "#test/plugins/local/edit-clips";
import { until } from "#test/until";

const FACTS = {
  ...{ hook: "A clip", summary: "Seen, not read.", whyItPerformed: [], attributesToCopy: [], hooksToTest: [] },
  ...{ durationSeconds: 2, tags: ["seen"] },
  keyframes: [{ timestamp: 0, type: "hook", description: "A red square", visual: "red", audio: "", text: "" }],
};
const config = { allowHosts: ["127.0.0.1"] };

let folder: string;
/** Paths that were requested, in order. */
const requests: string[] = [];
const serve = (hostname: string) =>
  Bun.serve({
    hostname,
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      requests.push(hostname === "127.0.0.1" ? pathname : `${hostname}${pathname}`);
      if (pathname.startsWith("/missing")) return new Response("missing", { status: 404 });
      return new Response(pathname.startsWith("/clip") ? Bun.file(join(folder, "clip.mp4")) : "neither film nor sound");
    },
  });
const files = serve("127.0.0.1");
const elsewhere = serve("127.0.0.2");
const countRequests = (path: string) => requests.filter((one) => one === path).length;
const at = (path: string) => `http://127.0.0.1:${files.port}${path}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-clips-"));
  await synthesize(join(folder, "clip.mp4"), { pictures: "testsrc2=s=180x320:r=15:d=2", sound: "sine=d=2" });
});
afterAll(async () => {
  await files.stop(true);
  await elsewhere.stop(true);
  await rm(folder, { recursive: true, force: true });
});

const item = (id: string, path?: string, more: object = {}) => ({
  id,
  url: `https://www.tiktok.com/@ana/video/${id}`,
  author: "ana",
  description: `Sourdough number ${id}`,
  duration: 2,
  ...(path ? { videoUrl: path.startsWith("http") ? path : at(path) } : {}),
  ...more,
});
const add = async (api: Client, ...videos: object[]): Promise<Video[]> => {
  const { status, body } = await api("POST", "/viral-library/videos", { videos });
  expect(status).toBe(202);
  return body.videos;
};
const read = async (api: Client, id: string): Promise<Video> =>
  (await api("GET", `/viral-library/videos/${id}`)).body as Video;
const seen = (api: Client, id: string) =>
  until(async () => {
    const video = await read(api, id);
    return video.analysis?.basis === "video" && video.analysis;
  });
/** Waits for the analysis. It may end after the attempt to read the clip. */
const analysed = (api: Client, id: string) => until(async () => (await read(api, id)).analysis);
/** Waits until the clip of a video has been tried. */
const tried = ({ vireo }: TestApp, id: string) =>
  until(async () => {
    const query = vireo.db.selectFrom("viral_clips").select("tried_at").where("video_id", "=", toUuid("viral", id)!);
    return (await query.executeTakeFirst())?.tried_at;
  });
const waiting = async ({ vireo }: TestApp) =>
  (await vireo.db.selectFrom("viral_clips").select("url").where("tried_at", "is", null).execute()).length;

/** A stand-in of the local plug-in that records its calls, each of which waits for `gate`. */
function fakeLocal(gate: (caption: string, signal: AbortSignal) => Promise<void> = async () => {}) {
  const calls: string[] = [];
  let running = 0;
  const most = { atOnce: 0 };
  const service = {
    async analyseInBackground(_path: string, { caption = "" }, { signal }: { signal: AbortSignal }) {
      calls.push(caption);
      most.atOnce = Math.max(most.atOnce, ++running);
      try {
        await gate(caption, signal);
        return FACTS;
      } finally {
        running--;
      }
    },
  };
  const module: Module = defineModule({ name: "local", start: () => ({ service: service as never }) });
  return { module, calls, most };
}

async function withApp(plugins: readonly Module[], work: (app: TestApp, clock: TestClock) => Promise<void>) {
  const clock = new TestClock();
  const app = await startApp(config, [...modules, embedder, ...plugins], {}, clock);
  try {
    await work(app, clock);
  } finally {
    await app.stop();
  }
}

test("an imported or saved video gets keyframes of its clip, free of charge and without an event", async () => {
  const scrape: Scraper = {
    name: "source",
    scrape: async () => [
      { ...item("12", "/clip-12"), stats: { views: 9, likes: 1, comments: 1, shares: 1, saves: 1 }, hashtags: [] },
    ],
  };
  const source = defineModule({ name: "source", start: () => ({ engines: { scrape } }) });
  await withApp([local, source], async (app) => {
    const { api, accountId } = await app.account();
    const [video] = await add(api, item("11", "/clip-11", { description: "Rye bread at home" }));
    expect(video!.analysis).toBeNull();
    const analysis = await seen(api, video!.id);
    expect(analysis.keyframes.map(({ timestamp }) => timestamp)).toEqual([0, 1]);
    expect(analysis.keyframes.every(({ visual }) => visual !== "")).toBe(true);
    await until(async () => {
      const { body } = await api("GET", "/viral-library/search?q=rye%20bread%20at%20home");
      return body.results[0]?.video.analysis.basis === "video";
    });
    const { status } = await api("POST", "/scrape-tiktok", { query: "bread", save: true });
    expect(status).toBe(200);
    const saved = (await api("GET", "/viral-library/videos")).body.videos.find((one: Video) => one.tiktokId === "12");
    await seen(api, saved.id);
    expect((await api("GET", "/credits")).body.balance).toBe(997);
    expect((await api("GET", "/analyses")).body.analyses).toEqual([]);
    const events = app.vireo.db.selectFrom("events").select("type").where("account_id", "=", accountId);
    expect(await events.execute()).toEqual([]);
  });
});

test("a clip that cannot be read is tried once per URL, and the caption's analysis stays", async () => {
  const { module, calls } = fakeLocal();
  await withApp([module], async (app) => {
    const { api } = await app.account();
    const [missing] = await add(api, item("21", "/missing-21"));
    await tried(app, missing!.id);
    expect(await analysed(api, missing!.id)).toMatchObject({ basis: "caption" });
    await add(api, item("21", "/missing-21"), item("22", "/clip-22"));
    const [, other] = await add(api, item("21", "/missing-21"), item("22", "/clip-22"));
    await seen(api, other!.id);
    expect(countRequests("/missing-21")).toBe(1);
    expect(countRequests("/clip-22")).toBe(1);
    await add(api, item("21", "/clip-21"));
    expect((await seen(api, missing!.id)).keyframes).toEqual(FACTS.keyframes);
    // A platform signs a new URL for each request. The clip is the same.
    await add(api, item("21", "/clip-21-again"));
    expect(await waiting(app)).toBe(0);
    expect(calls).toEqual(["Sourdough number 22", "Sourdough number 21"]);
  });
});

test("a file that is no video leaves the caption's analysis", async () => {
  await withApp([local], async (app) => {
    const { api } = await app.account();
    const [text] = await add(api, item("31", "/text-31"));
    await tried(app, text!.id);
    expect(countRequests("/text-31")).toBe(1);
    expect(await analysed(api, text!.id)).toMatchObject({ basis: "caption" });
  });
});

test("a private address is never requested", async () => {
  const { module, calls } = fakeLocal();
  await withApp([module], async (app) => {
    const { api } = await app.account();
    const [video] = await add(api, item("41", `http://127.0.0.2:${elsewhere.port}/clip`));
    await tried(app, video!.id);
    expect(requests.filter((path) => path.startsWith("127.0.0.2"))).toEqual([]);
    expect(calls).toEqual([]);
    expect(await analysed(api, video!.id)).toMatchObject({ basis: "caption" });
  });
});

test("accounts take turns, one clip at a time, and see only their own results", async () => {
  const held = Promise.withResolvers<void>();
  const { module, calls, most } = fakeLocal(() => held.promise);
  await withApp([module], async (app) => {
    const [ann, bob] = [await app.account(), await app.account()];
    await add(ann.api, ...[1, 2, 3].map((n) => item(`5${n}`, `/clip-5${n}`)));
    await until(() => calls.length === 1);
    const [ofBob] = await add(bob.api, item("51", "/clip-bob", { description: "Of Bob" }));
    held.resolve();
    await until(async () => calls.length === 4 && (await waiting(app)) === 0);
    expect(calls).toEqual(["Sourdough number 51", "Of Bob", "Sourdough number 52", "Sourdough number 53"]);
    expect(most.atOnce).toBe(1);
    expect(countRequests("/clip-bob")).toBe(1);
    expect((await ann.api("GET", `/viral-library/videos/${ofBob!.id}`)).status).toBe(404);
  });
});

test("an account whose jobs have reached its limit waits, and delays no other account", async () => {
  const { module, calls } = fakeLocal();
  await withApp([module], async (app, clock) => {
    const [full, free] = [await app.account(), await app.account()];
    const setLimit = (limit: number) =>
      app.vireo.db
        .updateTable("accounts")
        .set({ concurrent_jobs: limit })
        .where("id", "=", toUuid("acc", full.accountId) ?? full.accountId)
        .execute();
    await setLimit(0);
    const [late] = await add(full.api, item("61", "/clip-61"));
    const [early] = await add(free.api, item("62", "/clip-62"));
    await seen(free.api, early!.id);
    await clock.advance(60_000);
    expect(calls).toEqual(["Sourdough number 62"]);
    await setLimit(1);
    await clock.advance(60_000);
    await seen(full.api, late!.id);
  });
});

test("no clip begins while a generation waits", async () => {
  const held = Promise.withResolvers<void>();
  const order: string[] = [];
  const images = fakeImages({
    concurrency: 1,
    create: async ({ prompt }, run) => {
      order.push(prompt);
      await held.promise;
      return picture(run);
    },
  });
  const { module } = fakeLocal(async (caption) => void order.push(caption));
  await withApp([module, images], async (app, clock) => {
    const { api } = await app.account();
    await api("POST", "/images/generate", { prompt: "first" });
    await until(() => order.length === 1);
    await api("POST", "/images/generate", { prompt: "second" });
    const [video] = await add(api, item("71", "/clip-71"));
    await until(async () => (await read(api, video!.id)).analysis);
    await clock.advance(60_000);
    expect(await waiting(app)).toBe(1);
    held.resolve();
    await until(() => order.length === 2);
    await clock.advance(60_000);
    await seen(api, video!.id);
    expect(order).toEqual(["first", "second", "Sourdough number 71"]);
  });
});

test("an analysis that somebody asked for is not replaced", async () => {
  const held = Promise.withResolvers<void>();
  const { module, calls } = fakeLocal(() => held.promise);
  await withApp([module], async (app) => {
    const { api, accountId } = await app.account();
    const [video] = await add(api, item("81", "/clip-81"));
    await until(() => calls.length === 1);
    const library = app.vireo.services["viral-library"] as {
      analysed(trx: unknown, accountId: string, id: string, analysis: object): Promise<void>;
    };
    const asked = { ...FACTS, hook: "Asked for", analyzedAt: 1 };
    await app.vireo.db.transaction().execute((trx) => library.analysed(trx, accountId, video!.id, asked));
    held.resolve();
    await tried(app, video!.id);
    expect((await read(api, video!.id)).analysis).toMatchObject({ hook: "Asked for", basis: "video" });
  });
});

test("rows of earlier versions, shared videos and samples wait for nothing, and an account has at most 100 waiting clips", async () => {
  await withApp([], async (app) => {
    const { api, accountId } = await app.account();
    const stats = { views: 0, likes: 0, comments: 0, shares: 0, saves: 0 };
    await app.vireo.db
      .insertInto("viral_videos")
      .values({
        ...{ id: newUuid(), account_id: accountId, tiktok_id: "old", tiktok_url: "https://www.tiktok.com/@a/video/1" },
        ...{ username: "a", description: "Old bread", stats, hashtags: [], play_url: at("/clip-old") },
      })
      .execute();
    await app.api("POST", "/viral-library/demo");
    await add(api, item("sample-1", "/clip-sample"), item("91"));
    expect(await waiting(app)).toBe(0);
    // A changed row of an earlier version is tried.
    await add(api, item("old", "/clip-old"));
    expect(await waiting(app)).toBe(1);
    await add(api, ...Array.from({ length: 120 }, (_, n) => item(`many-${n}`, `/clip-many-${n}`)));
    expect(await waiting(app)).toBe(100);
  });
});

test("a clip whose server was killed is analysed again, at most three times", async () => {
  const { module, calls } = fakeLocal();
  await withApp([module], async (app, clock) => {
    const { api } = await app.account();
    const [first, second] = await add(api, item("101", "/missing-101"), item("102", "/missing-102"));
    await tried(app, first!.id);
    await tried(app, second!.id);
    /** As if its process had died during this run. */
    const kill = (id: string, path: string, attempts: number) =>
      app.vireo.db
        .updateTable("viral_clips")
        .set({ tried_at: null as never, url: at(path), attempts, lease_until: new Date(clock.now() + 10_000) })
        .where("video_id", "=", toUuid("viral", id)!)
        .execute();
    await kill(first!.id, "/clip-101", 1);
    await clock.advance(60_000);
    await seen(api, first!.id);
    await kill(second!.id, "/clip-102", 3);
    await clock.advance(60_000);
    await tried(app, second!.id);
    expect(calls).toEqual(["Sourdough number 101"]);
  });
});

test("two replicas analyse each clip once; one that stops leaves its clip to the other", async () => {
  const { module } = fakeLocal();
  const all = [...modules, embedder, module];
  const database = await freshDatabase(collectMigrations(all));
  const stuck = fakeLocal(
    (_caption, signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  const env = { DATABASE_URL: database.url };
  const first = await startApp(config, [...modules, embedder, stuck.module], env);
  const clock = new TestClock();
  let second: TestApp | undefined;
  try {
    const { key, api } = await first.account();
    const videos = await add(api, item("111", "/clip-111"), item("112", "/clip-112"));
    await until(() => stuck.calls.length === 1);
    const other = fakeLocal();
    second = await startApp(config, [...modules, embedder, other.module], env, clock);
    const bob = await second.account();
    const ofBob = await add(bob.api, item("113", "/clip-113"), item("114", "/clip-114"));
    await clock.advance(60_000);
    for (const { id } of ofBob) await seen(bob.api, id);
    // The first account has one clip at a time, and the first replica holds its lease.
    expect(other.calls).toEqual(["Sourdough number 113", "Sourdough number 114"]);
    await first.stop();
    await clock.advance(60_000);
    for (const { id } of videos) await seen(second.as(key), id);
    expect(other.calls.slice(2)).toEqual(["Sourdough number 111", "Sourdough number 112"]);
    expect(stuck.calls).toEqual(["Sourdough number 111"]);
  } finally {
    await second?.stop();
    await database.drop();
  }
});
