/** Content plans become videos and posts. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { collectMigrations } from "#core/database/migrations";
import { type Engine, EngineError } from "#core/engine";
import { defineModule } from "#core/module";
import { modules as builtIn } from "#modules/index";
import type { PlanItem, PlanRequest } from "#sdk/slots/plan";
import type { VideoRequest } from "#sdk/slots/video";
import { TestClock } from "#sdk/testing/clock";
import { type Client, startApp, type TestApp } from "#test/app";
import { freshDatabase } from "#test/database";
import { accountsBy, recorder, strictPlatforms } from "#test/modules/social-fake";
import { clip, tools } from "#test/plugins/local/edit-clips";
import { until } from "#test/until";

const file = await clip(tools(), "clip.mp4", { seconds: 1 });
/** Concepts whose video fails. */
const broken = new Set<string>();
/** Videos wait for it. */
let gate = Promise.withResolvers<void>();

const makers = defineModule({
  name: "makers",
  start() {
    const plan: Engine<PlanRequest> = {
      name: "makers",
      models: [{ id: "think-1", title: "Think" }],
      repeatable: true,
      create: async ({ days, postsPerDay, platforms }) => {
        const items = Array.from(
          { length: days * postsPerDay },
          (_, at): PlanItem => ({
            ...{ day: Math.floor(at / postsPerDay) + 1, platform: platforms[at % platforms.length]! },
            ...{ title: `Title ${at}`, hook: "h", concept: `Concept ${at}`, script: `Script ${at}`, shots: ["A shot"] },
            ...{ caption: `Caption ${at}`, hashtags: ["one", "two"], cta: "go", inspiredBy: [] },
          }),
        );
        return { state: "completed", facts: { items } };
      },
    };
    const video: Engine<VideoRequest> = {
      name: "makers",
      models: [{ id: "film-1", title: "Film", duration: { min: 1, max: 10, default: 3 } }],
      async create(request, run) {
        await gate.promise;
        if ([...broken].some((concept) => request.prompt.startsWith(concept)))
          throw new EngineError("engine_failed", "The camera is broken.");
        const path = join(run.folder, "clip.mp4");
        await copyFile(file, path);
        return { state: "completed", files: { main: { path } } };
      },
    };
    return { engines: { plan, video } };
  },
});

const clock = new TestClock();
const { module } = recorder({ platforms: strictPlatforms });
const modules = [...builtIn, module, makers];
let apps: TestApp[];
let stop: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase(collectMigrations(modules));
  const start = () => startApp({}, modules, { DATABASE_URL: database.url }, clock);
  // Two replicas on one database.
  apps = [await start(), await start()];
  stop = async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await database.drop();
  };
});
afterAll(() => stop());

/** A plan that no test produces. */
let shared: ReturnType<typeof planned>;
beforeAll(() => {
  shared = planned();
});

const tomorrow = (days = 1) => new Date(clock.now() + days * 86_400_000).toISOString().slice(0, 10);

async function planned(body: object = {}, credits = 1000) {
  const { api, accountId } = await apps[0]!.account(credits);
  const grid = { platforms: ["tiktok"], days: 2, postsPerDay: 2, niche: "coffee", ...body };
  const { planId } = (await api("POST", "/content-plans", grid)).body;
  await apps[0]!.ended(`/content-plans/${planId}`, api);
  const accounts = await accountsBy(api);
  const path = `/content-plans/${planId}`;
  const order = { startDate: tomorrow(), timezone: "Europe/Berlin", accountIds: [accounts.tiktok], mode: "schedule" };
  const settings = { tiktokPrivacyLevel: "SELF_ONLY" };
  const produce = (more: object = {}, client = api) =>
    client("POST", `${path}/produce`, { ...order, ...settings, ...more });
  return { api, accountId, accounts, path, produce, read: async () => (await api("GET", path)).body };
}

/** Lets schedules run until nothing of the plan is being made. */
const finished = (read: () => Promise<{ production: { rendering: number; items: Item[] } }>) =>
  until(async () => {
    await clock.advance(3000);
    const { production } = await read();
    return production.rendering === 0 && production;
  });
interface Item {
  item: number;
  status: string;
  videoId: string;
  postId: string;
  scheduledFor: number;
  failCode: string;
}
const balance = async (api: Client) => (await api("GET", "/credits")).body.balance;
const listPosts = async (api: Client) => (await api("GET", "/social/posts?pageSize=100")).body.posts;

describe("POST /content-plans/{planId}/produce", () => {
  test("makes a video for each item and schedules it on its day, with caption, hashtags and title", async () => {
    gate = Promise.withResolvers();
    const { api, produce, read, accounts } = await planned();
    const dry = await produce({ dryRun: true });
    expect([dry.status, dry.body.credits, dry.body.seconds, dry.body.production]).toEqual([202, 48, 24, undefined]);
    const { status, body, headers } = await produce();
    const location = headers.get("location");
    expect([status, headers.get("x-credits-used"), location]).toEqual([
      202,
      "48",
      `/api/v1/content-plans/${body.planId}`,
    ]);
    expect(body.production).toMatchObject({ total: 4, rendering: 4, completed: 0, failed: 0 });
    gate.resolve();
    const production = await finished(read);
    expect(production).toMatchObject({ total: 4, rendering: 0, completed: 4, failed: 0 });
    const posts = await Promise.all(
      production.items.map(async ({ postId }) => (await api("GET", `/social/posts/${postId}`)).body),
    );
    expect(posts[1]).toMatchObject({
      ...{ status: "scheduled", title: "Title 1", content: "Caption 1\n\n#one #two", timezone: "Europe/Berlin" },
      ...{ accountIds: [accounts.tiktok], videoId: production.items[1]!.videoId },
    });
    const local = (ms: number) => new Date(ms).toLocaleString("sv-SE", { timeZone: "Europe/Berlin" });
    expect(posts.map(({ scheduledFor }) => local(scheduledFor))).toEqual(
      [1, 2].flatMap((day) => [`${tomorrow(day)} 12:00:00`, `${tomorrow(day)} 18:00:00`]),
    );
    const video = (await api("GET", `/videos/${production.items[0]!.videoId}`)).body;
    expect(video).toMatchObject({ status: "completed", prompt: "Concept 0\nA shot" });
    const events = await apps[0]!.vireo.db
      .selectFrom("events")
      .selectAll()
      .where("type", "=", "plan.produced")
      .execute();
    expect(events.map(({ data }) => data)).toEqual([expect.objectContaining({ planId: body.planId, production })]);
    expect((await api("GET", "/content-plans")).body.plans[0].production).toEqual(production);
  });

  test("where posts need an approval, those of an editor wait, also if an older server stores them", async () => {
    const { api, accountId, produce, read } = await planned({ days: 1, postsPerDay: 1 });
    const scopes = ["research:read", "research:write", "media:read", "media:write", "social:read", "social:draft"];
    const { body: key } = await api("POST", "/keys", { name: "editor", accountId, scopes });
    const editor = apps[0]!.as(key.key);
    const refused = await produce({}, editor);
    expect([refused.status, refused.body.detail.includes("social:write")]).toEqual([403, true]);
    await api("PUT", "/social/approval", { requireApproval: "editors" });
    const { status, body } = await produce({}, editor);
    expect([status, body.production.items[0].mode]).toEqual([202, "schedule"]);
    // Servers of earlier versions read this field, and know nothing of approvals.
    const { db } = apps[0]!.vireo;
    const [row] = await db.selectFrom("plan_productions").selectAll().where("account_id", "=", accountId).execute();
    expect(row?.post.mode).toBe("draft");
    const production = await finished(read);
    const { body: post } = await api("GET", `/social/posts/${production.items[0]!.postId}`);
    expect(post).toMatchObject({ status: "needs_approval", approval: { state: "pending", requestedBy: "editor" } });
  });

  test("asked again, at once, on two replicas, and after a write that failed half-way: nothing is made twice", async () => {
    const { api, accountId, produce, read } = await planned();
    const before = await balance(api);
    const { body: other } = await apps[0]!.api("POST", "/keys", { name: "two", accountId });
    const { db } = apps[0]!.vireo;
    // What a process that is killed leaves: the post is stored, and its item is not, in one transaction.
    await sql`create function fall() returns trigger language plpgsql as
      $$ begin raise exception 'killed'; end $$`.execute(db);
    await sql`create trigger fall before update on plan_productions for each row
      when (new.status = 'completed') execute function fall()`.execute(db);
    const answers = await Promise.all([produce(), produce({}, apps[1]!.as(other.key)), produce()]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    await until(async () => (await api("GET", "/videos?status=completed")).body.pagination.total === 4);
    await clock.advance(3000);
    expect([(await listPosts(api)).length, (await read()).production.rendering]).toEqual([0, 4]);
    await sql`drop trigger fall on plan_productions`.execute(db);
    await finished(read);
    await produce();
    await clock.advance(3000);
    expect(await listPosts(api)).toHaveLength(4);
    expect((await api("GET", "/videos")).body.pagination.total).toBe(4);
    expect(before - (await balance(api))).toBe(48);
    const { items } = (await read()).production;
    expect((await api("DELETE", `/videos/${items[0].videoId}`)).status).toBe(204);
    expect((await produce()).headers.get("x-credits-used")).toBe("0");
    expect((await listPosts(api)).length).toBe(4);
  });

  test("400 names the times that clocks skip or repeat, before anything is made", async () => {
    const { produce, read } = await planned();
    const skipped = await produce({ startDate: "2027-03-28", times: ["02:30", "18:00"] });
    expect([skipped.status, skipped.body.errors]).toEqual([
      400,
      { times: [expect.stringContaining("2027-03-28T02:30 does not exist in Europe/Berlin")] },
    ]);
    const twice = await produce({ startDate: "2027-10-31", times: ["02:30", "18:00"] });
    expect([twice.status, twice.body.errors]).toEqual([
      400,
      { times: [expect.stringContaining("2027-10-31T02:30 occurs twice in Europe/Berlin")] },
    ]);
    const { status, body } = await produce({ startDate: "2027-02-29" });
    expect([status, body.errors]).toEqual([400, { startDate: [expect.stringContaining("does not exist")] }]);
    expect((await read()).production).toBeUndefined();
  });

  test("a caption gets as many hashtags as its platform accepts, and 400 if it has too many itself", async () => {
    const { api, accounts, path, produce, read } = await planned({ platforms: ["instagram"], days: 1, postsPerDay: 1 });
    const [item] = (await read()).items;
    const tags = (count: number) => Array.from({ length: count }, (_, index) => `#tag${index}`).join(" ");
    const edit = (caption: string) =>
      api("PATCH", path, { items: [{ ...item, caption, hashtags: ["one", "two", "three"] }] });
    const order = { mode: "draft", accountIds: [accounts.instagram] };
    await edit(tags(31));
    const { status, body } = await produce(order);
    const reason = "Item 0: Instagram accepts at most 30 hashtags in a caption; this one has 31.";
    expect([status, body.errors]).toEqual([400, { items: [expect.stringContaining(reason)] }]);
    await edit(tags(28));
    expect((await produce(order)).status).toBe(202);
    const { items } = await finished(read);
    const post = (await api("GET", `/social/posts/${items[0]!.postId}`)).body;
    expect(post.content).toBe(`${tags(28)}\n\n#one #two`);
  });

  test("402 with the whole price, before anything is made", async () => {
    const { api, produce, read } = await planned({}, 5 + 47);
    const { status, body } = await produce();
    expect([status, body.required, body.available]).toEqual([402, 48, 47]);
    expect((await read()).production).toBeUndefined();
    expect((await api("GET", "/videos")).body.pagination.total).toBe(0);
    expect((await produce({ items: [1, 2, 3] })).body.production.items.map(({ item }: Item) => item)).toEqual([
      1, 2, 3,
    ]);
    expect(await balance(api)).toBe(11);
  });

  test("one that fails is refunded, does not stop the others, and can be made again after it was edited", async () => {
    const { api, path, produce, read } = await planned();
    const before = await balance(api);
    broken.add("Concept 2");
    await produce({ mode: "draft" });
    const first = await finished(read);
    broken.clear();
    expect(first).toMatchObject({ completed: 3, failed: 1 });
    expect(first.items[2]).toMatchObject({
      status: "failed",
      failCode: "video_failed",
      failMessage: "The camera is broken.",
    });
    expect(before - (await balance(api))).toBe(36);
    expect((await listPosts(api)).map(({ status }: Item) => status)).toEqual(["draft", "draft", "draft"]);

    const { items } = await read();
    const edit = (at: number) =>
      api("PATCH", path, {
        items: items.map((item: PlanItem, i: number) => (i === at ? { ...item, caption: "New" } : item)),
      });
    expect((await edit(1)).status).toBe(409);
    expect((await edit(2)).status).toBe(200);
    await produce();
    const second = await finished(read);
    expect(second).toMatchObject({ completed: 4, failed: 0 });
    expect(second.items[0]).toEqual(first.items[0]);
    expect((await api("GET", `/social/posts/${second.items[2]!.postId}`)).body).toMatchObject({
      status: "scheduled",
      content: "New\n\n#one #two",
    });
  });

  test("a video that is ready too late, or whose account is gone, is kept and only posted again", async () => {
    gate = Promise.withResolvers();
    const { api, accountId, accounts, produce, read } = await planned({ days: 1, platforms: ["tiktok", "youtube"] });
    const accountIds = [accounts.youtube, accounts.tiktok];
    await produce({ accountIds });
    const { db } = apps[0]!.vireo;
    const setStatus = (status: "active" | "disconnected") =>
      db
        .updateTable("social_accounts")
        .set({ status })
        .where("account_id", "=", accountId)
        .where("platform", "=", "tiktok")
        .execute();
    await setStatus("disconnected");
    await sql`update plan_productions set post = jsonb_set(post, '{scheduledFor}', '1') where item = 1`.execute(db);
    gate.resolve();
    const { items } = await finished(read);
    expect(items.map(({ status, failCode }) => [status, failCode])).toEqual([
      ["failed", "validation_error"],
      ["failed", "too_late"],
    ]);
    await setStatus("active");
    const { headers } = await produce({ accountIds });
    expect(headers.get("x-credits-used")).toBe("0");
    const again = await finished(read);
    expect(again.items.map(({ status, videoId }) => [status, videoId])).toEqual(
      items.map(({ videoId }) => ["completed", videoId]),
    );
    expect((await api("GET", "/videos")).body.pagination.total).toBe(2);
  });

  test("an item whose post cannot be stored is tried for six hours, then fails, and can be posted later", async () => {
    const { api, produce, read } = await planned({ days: 1, postsPerDay: 1 });
    gate.resolve();
    const { db } = apps[0]!.vireo;
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no space left'; end $$`.execute(db);
    await sql`create trigger refuse before insert on social_posts for each row execute function refuse()`.execute(db);
    await produce({ mode: "draft" });
    await until(async () => (await api("GET", "/videos?status=completed")).body.pagination.total === 1);
    await clock.advance(3000);
    await clock.advance(5 * 3_600_000);
    expect((await read()).production).toMatchObject({ rendering: 1, failed: 0 });
    await clock.advance(62 * 60_000);
    const { items } = await finished(read);
    expect(items).toMatchObject([{ status: "failed", failCode: "internal_error" }]);
    await sql`drop trigger refuse on social_posts`.execute(db);
    expect((await produce({ mode: "draft" })).headers.get("x-credits-used")).toBe("0");
    expect((await finished(read)).items).toMatchObject([{ status: "completed", videoId: items[0]!.videoId }]);
  });

  test("a deleted video fails its item; a deleted plan leaves what exists and posts nothing more", async () => {
    gate = Promise.withResolvers();
    const { api, path, produce, read } = await planned({ days: 1 });
    const { items } = (await produce()).body.production;
    await sql`delete from generations where id = (select video_id from plan_productions
      where plan_id = (select id from generations where kind = 'plan' order by created_at desc limit 1) and item = 1)`.execute(
      apps[0]!.vireo.db,
    );
    await clock.advance(3000);
    expect((await read()).production.items[1]).toMatchObject({ status: "failed", failCode: "video_deleted" });
    expect((await api("DELETE", path)).status).toBe(204);
    gate.resolve();
    await apps[0]!.ended(`/videos/${items[0].videoId}`, api);
    await clock.advance(3000);
    expect(await listPosts(api)).toEqual([]);
    expect((await produce()).status).toBe(404);
  });

  test.each([
    [{ items: [4] }, "items.0"],
    [{ startDate: "2026-02-31" }, "startDate"],
    [{ startDate: "2020-01-01" }, "startDate"],
    [{ timezone: "Mars" }, "timezone"],
    [{ times: ["10:00"] }, "times"],
    [{ accountIds: ["soc_00000000000000000000000000"] }, "accountIds.0"],
    [{ model: "no-such" }, "model"],
    [{ tiktokPrivacyLevel: undefined }, "tiktokPrivacyLevel"],
    [{ tiktokCommercialContentType: "brand_content" }, "tiktokPrivacyLevel"],
    [{ startDate: "2030-01-01" }, "startDate"],
  ])("400 for %j", async (more, field) => {
    const { produce, read } = await shared;
    const { status, body } = await produce(more);
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    expect((await read()).production).toBeUndefined();
  });

  test("400 without an account for one of the platforms, 403 without one of the scopes, 404 for a stranger", async () => {
    const { accountId, accounts, produce } = await shared;
    const { body } = await produce({ accountIds: [accounts.youtube] });
    expect(body.detail).toContain("Select an account for tiktok");
    for (const missing of ["media:write", "social:write", "research:write"]) {
      const scopes = ["media:write", "social:write", "research:write"].filter((scope) => scope !== missing);
      const { body: key } = await apps[0]!.api("POST", "/keys", { name: "few", accountId, scopes });
      expect((await produce({}, apps[0]!.as(key.key))).status).toBe(403);
    }
    const { api: stranger } = await apps[0]!.account();
    expect((await produce({}, stranger)).status).toBe(404);
  });
});
