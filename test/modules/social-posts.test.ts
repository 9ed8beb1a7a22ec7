import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { newUuid, toPublicId } from "#core/ids";
import { newStorageKey } from "#core/storage/storage";
import { modules } from "#modules/index";
import { readPostPage } from "#modules/social/posts/store";
import { toUuid } from "#sdk/ids";
import { type Client, startApp, type TestApp } from "#test/app";
import { endless, PIXEL } from "#test/engines";
import { accountsBy, listed, recorder, strictPlatforms, until, VIDEO } from "#test/modules/social-fake";
import { watchQueries } from "#test/queries";
import { until as poll } from "#test/until";

const { module, record } = recorder({ platforms: strictPlatforms });
let app: TestApp;
let api: Client;
let ids: Awaited<ReturnType<typeof accountsBy>>;
beforeAll(async () => {
  app = await startApp({}, [...modules, endless, module]);
  ({ api } = await app.account(0));
  ids = await accountsBy(api);
});
afterAll(() => app.stop());

const HOUR = 3_600_000;
let made = 0;
const post = (fields: object = {}, client = api) =>
  client("POST", "/social/posts", {
    videoUrl: VIDEO,
    accountIds: [ids.tiktok],
    tiktokPrivacyLevel: "SELF_ONLY",
    mode: "draft",
    content: `Caption ${++made}`,
    ...fields,
  });
const soon = () => Date.now() + HOUR;
const eventsOf = async (postId: string) => {
  const rows = await app.vireo.db.selectFrom("events").selectAll().orderBy("id").execute();
  return rows.filter(({ data }) => (data as { postId?: string }).postId === postId).map(({ type }) => type);
};

describe("a post is refused", () => {
  const cases: [string, () => object, string, string?][] = [
    ["without a mode", () => ({ mode: undefined }), "mode"],
    ["without accounts", () => ({ accountIds: [] }), "accountIds"],
    ["without a video", () => ({ videoUrl: undefined }), "videoUrl"],
    ["with an unknown field", () => ({ tiktokAllowComments: true }), "tiktokAllowComments"],
    ["scheduled without a time", () => ({ mode: "schedule" }), "scheduledFor"],
    ["scheduled for the past", () => ({ mode: "schedule", scheduledFor: Date.now() - 1 }), "scheduledFor"],
    [
      "more than a year ahead",
      () => ({ mode: "schedule", scheduledFor: Date.now() + 367 * 24 * HOUR }),
      "scheduledFor",
    ],
    ["for a broken moment", () => ({ mode: "schedule", scheduledFor: 1.5 }), "scheduledFor"],
    ["for now and for later", () => ({ mode: "now", scheduledFor: soon() }), "scheduledFor"],
    ["with a time zone nobody knows", () => ({ timezone: "Europe/Atlantis" }), "timezone"],
    ["with an offset for a time zone", () => ({ timezone: "+01:00" }), "timezone"],
    [
      "for the inbox at a set time",
      () => ({ mode: "schedule", scheduledFor: soon(), publishToInbox: true }),
      "publishToInbox",
    ],
    ["for an inbox without TikTok", () => ({ publishToInbox: true, accountIds: [ids.youtube] }), "publishToInbox"],
    [
      "with paid content that only its maker sees",
      () => ({ tiktokCommercialContentType: "brand_content", tiktokPrivacyLevel: "SELF_ONLY" }),
      "tiktokPrivacyLevel",
    ],
    ["with a privacy level nobody knows", () => ({ tiktokPrivacyLevel: "FRIENDS" }), "tiktokPrivacyLevel"],
    ["with an unknown account", () => ({ accountIds: [ids.tiktok, toPublicId("soc", newUuid())] }), "accountIds.1"],
    ["with rubbish for an account", () => ({ accountIds: ["nobody"] }), "accountIds.0"],
    ["with an account twice", () => ({ accountIds: [ids.tiktok, ids.youtube, ids.tiktok] }), "accountIds.2"],
    ["with a caption of 2201 characters", () => ({ content: "x".repeat(2201) }), "content"],
    ["with a title of 101 characters", () => ({ title: "x".repeat(101) }), "title"],
    ["with an unknown videoId", () => ({ videoId: toPublicId("vid", newUuid()) }), "videoId"],
    ["with an address of a private network", () => ({ videoUrl: "http://10.0.0.1/v.mp4" }), "videoUrl", "unsafe_url"],
    [
      "with an address of ours that is no file",
      () => ({ videoUrl: "http://127.0.0.1:3000/media/x.mp4" }),
      "videoUrl",
      "unsafe_url",
    ],
    ["with something that is no address", () => ({ videoUrl: "video.mp4" }), "videoUrl", "unsafe_url"],
  ];
  test.each(cases)("%s", async (_title, fields, field, kind = "validation_error") => {
    const { status, body } = await post(fields());
    expect([status, body.type.split("/").at(-1)]).toEqual([400, kind]);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  test("with an account of somebody else, or a disconnected one", async () => {
    const other = await app.account(0);
    const theirs = await accountsBy(other.api);
    expect(Object.keys((await post({ accountIds: [theirs.tiktok] })).body.errors)).toEqual(["accountIds.0"]);
    record.accounts = record.accounts.slice(1);
    await other.api("POST", "/social/accounts");
    record.accounts.unshift(listed("tik"));
    const refused = await post({ accountIds: [theirs.instagram, theirs.tiktok] }, other.api);
    expect(refused.body.errors["accountIds.1"][0]).toContain("disconnected");
  });

  test("with an image, or a video that is not finished", async () => {
    const form = new FormData();
    form.append("file", new Blob([PIXEL]));
    const { body: upload } = await api("POST", "/upload", form);
    expect(Object.keys((await post({ videoUrl: upload.url })).body.errors)).toEqual(["videoUrl"]);
    const { body: video } = await app.api("POST", "/videos/generate", { prompt: "x" });
    const mine = await accountsBy(app.api);
    const refused = await post({ videoUrl: undefined, videoId: video.videoId, accountIds: [mine.tiktok] }, app.api);
    expect(refused.body.errors.videoId[0]).toContain("Only completed videos can be posted");
  });
});

test("2200 code points are a caption, however many units they take", async () => {
  const { status, body } = await post({ content: "😀".repeat(2200), accountIds: [ids.instagram] });
  expect([status, body.content.length]).toEqual([201, 4400]);
});

test("a post answers 201 with its address and all that was written", async () => {
  const scheduledFor = soon();
  const fields = {
    scheduledFor,
    timezone: "Europe/Berlin",
    content: "Hello",
    title: "A title",
    accountIds: [ids.youtube, ids.tiktok],
    tiktokPrivacyLevel: "SELF_ONLY",
    tiktokCommercialContentType: "brand_organic",
    tiktokAllowComment: true,
    tiktokAllowDuet: false,
    tiktokAllowStitch: false,
    aiGenerated: true,
  };
  const { status, body, headers } = await post({ mode: "schedule", ...fields });
  expect(status).toBe(201);
  expect(headers.get("location")).toBe(`/api/v1/social/posts/${body.postId}`);
  expect(body.postId).toStartWith("post_");
  expect(body).toMatchObject({
    ...fields,
    // The older name of the label.
    tiktokMadeWithAi: true,
    videoUrl: VIDEO,
    status: "scheduled",
    publishToInbox: false,
    platforms: ["youtube", "tiktok"],
    targets: [
      { accountId: ids.youtube, platform: "youtube", status: "pending" },
      { accountId: ids.tiktok, platform: "tiktok", status: "pending" },
    ],
  });
  expect((await api("GET", `/social/posts/${body.postId}`)).body).toEqual(body);
  const old = await api("GET", `/social/posts/${body.postId}`, undefined, { "service-version": "2025-11-10" });
  expect(old.body).toEqual(body);
  expect(await eventsOf(body.postId)).toEqual(["post.scheduled"]);
});

test("a generated video is posted by its id alone, as its newest version", async () => {
  const { accountId, api: owner } = await app.account(100);
  const { body: video } = await owner("POST", "/videos/generate", { prompt: "x" });
  const { db, config } = app.vireo;
  const row = await db
    .updateTable("generations")
    .set({ status: "completed" })
    .where("account_id", "=", accountId)
    .returning("id")
    .executeTakeFirstOrThrow();
  const key = newStorageKey("mp4");
  await Bun.write(join(config.dataDir, "media", key), "bytes");
  await db
    .insertInto("video_versions")
    .values({
      video_id: row.id,
      version: 1,
      account_id: accountId,
      operation: "original",
      file: { key, contentType: "video/mp4", size: 5 },
      generation_id: row.id,
    })
    .execute();
  const { tiktok } = await accountsBy(owner);
  const fields = { videoUrl: undefined, videoId: video.videoId, accountIds: [tiktok], mode: "now", content: "mine" };
  const { body } = await post(fields, owner);
  expect(body).toMatchObject({ videoId: video.videoId, videoUrl: `${app.vireo.origin}/media/${key}` });
  await until(owner, body.postId);
  const { media } = record.calls.find((call) => call.content === "mine")!;
  expect(media.publicUrl).toBeUndefined();
  const file = await media.file();
  expect([file.size, file.contentType, await new Response(file.stream()).text()]).toEqual([5, "video/mp4", "bytes"]);

  const again = { videoUrl: body.videoUrl, accountIds: [tiktok], content: "mine", mode: "now" };
  expect((await post(again, owner)).body.existingPostId).toBe(body.postId);
});

describe("a post that lacks something for its platform", () => {
  const tiktok = expect.stringContaining("TikTok requires");
  const youtube = expect.stringContaining("YouTube requires");
  const bare = { tiktokPrivacyLevel: undefined, content: undefined };
  test.each(["schedule", "now", "queue"])("400 with field and platform in mode %s", async (mode) => {
    const time = mode === "schedule" ? { scheduledFor: soon() } : {};
    const { status, body } = await post({ ...bare, ...time, mode, accountIds: [ids.tiktok, ids.youtube] });
    expect([status, body.errors]).toEqual([400, { tiktokPrivacyLevel: [tiktok], title: [youtube] }]);
  });
  test("400 by row in bulk and from CSV", async () => {
    const row = { videoUrl: VIDEO, mode: "draft", accountIds: [ids.tiktok], content: "First" };
    const posts = [row, { ...row, mode: "now" }];
    const expected = { "posts.1.tiktokPrivacyLevel": [tiktok] };
    expect((await api("POST", "/social/posts/bulk", { posts })).body.errors).toEqual(expected);
    const csv = `videoUrl,mode,accountIds\n${VIDEO},draft,${ids.tiktok}\n${VIDEO},now,${ids.tiktok}`;
    expect((await api("POST", "/social/posts/bulk", { csv })).body.errors).toEqual(expected);
  });
  test("a draft is saved, and refused once it is scheduled or published", async () => {
    const { status, body } = await post({ ...bare, accountIds: [ids.tiktok, ids.youtube] });
    expect(status).toBe(201);
    const path = `/social/posts/${body.postId}`;
    const scheduled = await api("PATCH", path, { mode: "schedule", scheduledFor: soon() });
    const published = await api("POST", `${path}/publish`);
    for (const refused of [scheduled, published])
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ["tiktokPrivacyLevel", "title"]]);
    const complete = { mode: "schedule", scheduledFor: soon(), tiktokPrivacyLevel: "SELF_ONLY", title: "One pan" };
    expect((await api("PATCH", path, complete)).body.status).toBe("scheduled");
  });
  test.each([
    ["for the TikTok inbox", () => ({ mode: "now", publishToInbox: true })],
    ["for Instagram", () => ({ mode: "now", accountIds: [ids.instagram] })],
    [
      "with a title for YouTube alone",
      () => ({
        ...{ mode: "now", accountIds: [ids.youtube], overrides: { youtube: { title: "One pan" } } },
      }),
    ],
  ])("a post %s needs nothing more", async (_title, fields) => {
    expect((await post({ ...bare, allowDuplicate: true, ...fields() })).status).toBe(201);
  });
});

describe("the same content, video and account within 24 hours", () => {
  test("is a conflict that names the post, unless duplicates are allowed", async () => {
    const { body: first } = await post({ content: "Twice" });
    const second = await post({ content: "Twice" });
    expect([second.status, second.body.existingPostId]).toEqual([409, first.postId]);
    expect((await post({ content: "Twice", allowDuplicate: true })).status).toBe(201);
    expect((await post({ content: "Twice", accountIds: [ids.youtube, ids.instagram] })).status).toBe(201);
    expect((await post({ content: "Twice", accountIds: [ids.youtube] })).status).toBe(409);
    expect((await post({ content: "Twice", videoUrl: `${VIDEO}?2` })).status).toBe(201);
    expect((await post({ content: "Twice", mode: "schedule", scheduledFor: Date.now() + 30 * HOUR })).status).toBe(201);
  });

  test("is none once the first is cancelled", async () => {
    const { body } = await post({ content: "Once" });
    await api("DELETE", `/social/posts/${body.postId}`);
    expect((await post({ content: "Once" })).status).toBe(201);
  });

  test("is stored once when it is sent many times at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ content: "Race" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });
});

describe("a change", () => {
  const patch = (id: string, body: object) => api("PATCH", `/social/posts/${id}`, body);
  const dueOf = async (id: string) => {
    const rows = await app.vireo.db
      .selectFrom("social_targets as t")
      .innerJoin("social_posts as p", "p.id", "t.post_id")
      .select(["t.due_at", "p.content"])
      .execute();
    const { body } = await api("GET", `/social/posts/${id}`);
    return rows.filter(({ content }) => content === body.content).map(({ due_at }) => due_at?.getTime() ?? null);
  };

  test("keeps what is not sent", async () => {
    const { body } = await post({ title: "Old", tiktokAllowDuet: true, tiktokAllowComment: false });
    const changed = await patch(body.postId, { content: "New words", tiktokAllowComment: true });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({
      ...body,
      content: "New words",
      tiktokAllowComment: true,
      approval: { ...body.approval, revision: 2 },
      updatedAt: changed.body.updatedAt,
    });
  });

  test("of the time moves the post, and says so", async () => {
    const { body } = await post({ mode: "schedule", scheduledFor: soon() });
    const scheduledFor = soon() + HOUR;
    expect((await patch(body.postId, { scheduledFor })).body).toMatchObject({ scheduledFor, status: "scheduled" });
    expect(await dueOf(body.postId)).toEqual([scheduledFor]);
    expect((await patch(body.postId, { title: "No move" })).status).toBe(200);
    expect(await eventsOf(body.postId)).toEqual(["post.scheduled", "post.scheduled"]);
  });

  test("of the mode schedules a draft and takes it back", async () => {
    const { body } = await post({});
    expect((await patch(body.postId, { mode: "schedule" })).body.errors).toHaveProperty("scheduledFor");
    const scheduledFor = soon();
    expect((await patch(body.postId, { scheduledFor })).body.status).toBe("draft");
    expect(await dueOf(body.postId)).toEqual([null]);
    expect((await patch(body.postId, { mode: "schedule" })).body).toMatchObject({ status: "scheduled", scheduledFor });
    expect(await dueOf(body.postId)).toEqual([scheduledFor]);
    expect((await patch(body.postId, { mode: "draft" })).body.status).toBe("draft");
    expect(await dueOf(body.postId)).toEqual([null]);
  });

  test("of the accounts replaces the targets", async () => {
    const { body } = await post({ mode: "schedule", scheduledFor: soon() });
    const changed = await patch(body.postId, { accountIds: [ids.instagram, ids.youtube] });
    expect(changed.body.accountIds).toEqual([ids.instagram, ids.youtube]);
    expect(await dueOf(body.postId)).toEqual([body.scheduledFor, body.scheduledFor]);
  });

  test.each([
    ["nothing", {}, "body"],
    ["a time in the past", { scheduledFor: 1000 }, "scheduledFor"],
    ["paid content for oneself", { tiktokCommercialContentType: "brand_content" }, "tiktokPrivacyLevel"],
    ["the inbox of an account without one", { accountIds: [] as string[], publishToInbox: true }, "accountIds"],
    ["the mode now", { mode: "now" }, "mode"],
  ])("to %s is refused", async (_title, body, field) => {
    const { body: draft } = await post({ tiktokPrivacyLevel: "SELF_ONLY" });
    const { status, body: refused } = await patch(draft.postId, body);
    expect([status, Object.keys(refused.errors)]).toEqual([400, [field]]);
  });

  test("that makes two posts the same is a conflict", async () => {
    const { body: first } = await post({});
    const { body: second } = await post({});
    expect((await patch(second.postId, { content: first.content })).body.existingPostId).toBe(first.postId);
    expect((await patch(second.postId, { content: first.content, allowDuplicate: true })).status).toBe(200);
  });
});

test("a draft goes out when it is published, and after that nothing moves it", async () => {
  const { body: draft } = await post({ accountIds: [ids.tiktok, ids.youtube] });
  const started = await api("POST", `/social/posts/${draft.postId}/publish`);
  expect([started.status, started.body.status]).toEqual([200, "publishing"]);
  const done = await until<{ status: string; targets: { status: string }[]; publishedAt?: number }>(api, draft.postId);
  expect(done).toMatchObject({ status: "published", targets: [{ status: "published" }, { status: "published" }] });
  expect(done.publishedAt).toBeNumber();
  const path = `/social/posts/${draft.postId}`;
  const refused = [
    await api("PATCH", path, { content: "x" }),
    await api("DELETE", path),
    await api("POST", `${path}/retry`),
    await api("POST", `${path}/publish`),
  ];
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
  expect(await eventsOf(draft.postId)).toEqual(["post.published"]);
  expect(record.callsFor(draft.content)).toBe(2);
});

test("a cancelled post stays readable and listed, is told once, and never goes out", async () => {
  const { body } = await post({ mode: "schedule", scheduledFor: soon() });
  const path = `/social/posts/${body.postId}`;
  const gone = [await api("DELETE", path), await api("DELETE", path)];
  expect(gone.map(({ status }) => status)).toEqual([204, 204]);
  expect((await api("GET", path)).body).toMatchObject({ status: "cancelled", targets: [{ status: "cancelled" }] });
  expect((await api("GET", "/social/posts?status=cancelled")).body.posts[0].postId).toBe(body.postId);
  expect((await api("POST", `${path}/publish`)).status).toBe(409);
  expect(await eventsOf(body.postId)).toEqual(["post.scheduled", "post.cancelled"]);
});

/** Every verb and the states it works in; in any other it is a conflict and changes nothing. */
const verbs = {
  publish: { from: ["draft", "scheduled"], call: (path: string) => api("POST", `${path}/publish`) },
  retry: { from: ["failed", "partial"], call: (path: string) => api("POST", `${path}/retry`) },
  cancel: { from: ["draft", "scheduled", "cancelled"], call: (path: string) => api("DELETE", path) },
  schedule: {
    from: ["draft", "scheduled"],
    call: (path: string) => api("PATCH", path, { mode: "schedule", scheduledFor: soon() }),
  },
  draft: { from: ["draft", "scheduled"], call: (path: string) => api("PATCH", path, { mode: "draft" }) },
};

test("in any order, each verb works in its states alone, and no target is called more often than it was started", async () => {
  const outcomes = fc.array(fc.constantFrom("published", "failed", "unknown"), { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...(Object.keys(verbs) as (keyof typeof verbs)[])), { minLength: 1, maxLength: 8 }),
      outcomes,
      async (names, ends) => {
        const content = `Model ${++made}`;
        let started = 0;
        record.outcomes[content] = async () =>
          ({
            state: ends[(record.callsFor(content) - 1) % ends.length],
            category: "platform_error",
            message: ".",
          }) as never;
        const { body } = await post({ content });
        const path = `/social/posts/${body.postId}`;
        for (const name of names) {
          const before = (await api("GET", path)).body;
          const { status } = await verbs[name].call(path);
          const failed = before.targets.some((target: { status: string }) => target.status === "failed");
          const works = verbs[name].from.includes(before.status) && (name !== "retry" || failed);
          expect([name, before.status, status < 300]).toEqual([name, before.status, works]);
          if (works && (name === "publish" || name === "retry")) {
            started++;
            await until(api, body.postId);
          }
          if (!works) expect((await api("GET", path)).body).toEqual(before);
        }
        expect(record.callsFor(content)).toBe(started);
      },
    ),
    { numRuns: 25, seed: 7 },
  );
});

test("a list is filtered by status, platform, account and time, newest first", async () => {
  const { api: own } = await app.account(0);
  const mine = await accountsBy(own);
  const day = Date.now() + 24 * HOUR;
  const at = async (hours: number, account: string) =>
    (await post({ mode: "schedule", scheduledFor: day + hours * HOUR, accountIds: [account] }, own)).body.postId;
  const [a, b, c] = [await at(0, mine.tiktok), await at(1, mine.youtube), await at(2, mine.youtube)];
  const list = async (query: string) => {
    const { posts, pagination } = (await own("GET", `/social/posts?${query}`)).body;
    expect(pagination.total).toBe(posts.length);
    return posts.map(({ postId }: { postId: string }) => postId);
  };
  expect(await list("")).toEqual([c, b, a]);
  expect(await list("platform=youtube&status=scheduled")).toEqual([c, b]);
  expect(await list(`platform=tiktok&accountId=${mine.tiktok}`)).toEqual([a]);
  expect(await list(`platform=youtube&accountId=${mine.tiktok}`)).toEqual([]);
  expect(await list("platform=youtube")).toEqual([c, b]);
  expect(await list(`accountId=${mine.tiktok}`)).toEqual([a]);
  expect(await list("accountId=nobody")).toEqual([]);
  expect(await list(`from=${day + HOUR}&to=${day + 2 * HOUR}`)).toEqual([b]);
  expect(await list("status=draft")).toEqual([]);
  const { body } = await own("GET", "/social/posts?pageSize=2");
  expect(body.pagination).toMatchObject({ total: 3, page: 1, pageSize: 2, hasMore: true });
  expect((await own("GET", "/social/posts?platform=myspace")).status).toBe(400);
});

/** Vacuums until nearly all pages are marked visible. Plans depend on it, and an open transaction of the app delays it. */
const vacuumPosts = () =>
  poll(async () => {
    const { db } = app.vireo;
    await sql`vacuum analyze social_posts`.execute(db);
    const { rows } = await sql<{ done: boolean }>`select relallvisible > relpages * 0.9 as done from pg_class
      where oid = 'social_posts'::regclass`.execute(db);
    return rows[0]!.done;
  });

/** Adds published posts, one per minute (or `step` of these) up to `newest`. Their text is their number, from the newest. */
async function addPosts(
  accountId: string,
  count: number,
  newest: number,
  channels: string[] = [],
  step = 1,
): Promise<void> {
  const { db } = app.vireo;
  await sql`insert into social_posts
    (id, account_id, status, content, video_url, timezone, to_inbox, tiktok, fingerprint, created_at, channels)
    select gen_random_uuid(), ${accountId}, 'published', n, 'https://example.com/v.mp4', 'UTC', false, '{}', '\\x00',
      ${new Date(newest)}::timestamptz - n * ${step} * interval '1 minute', ${channels}::text[]
    from generate_series(1, ${count}::int) n`.execute(db);
  await sql`analyze social_posts`.execute(db);
}

test("the posts of a period are read without those that were created after it", async () => {
  const { accountId } = await app.account(0);
  const { db } = app.vireo;
  const [POSTS, PERIOD, MINUTE] = [5_000, 100, 60_000];
  const newest = Date.now();
  await addPosts(accountId, POSTS, newest);
  const queries = watchQueries();
  const to = newest - (POSTS - PERIOD - 1) * MINUTE;
  const list = await readPostPage(db.withPlugin(queries.plugin), accountId, {
    from: String(to - PERIOD * MINUTE),
    to: String(to),
  });
  expect(list.rows.map(({ content }) => Number(content))).toEqual(Array.from({ length: 20 }, (_, n) => 4_900 + n));
  expect(list.pagination).toMatchObject({ total: PERIOD, hasMore: true });
  for (const lines of await queries.explain(db, "analyze, costs off, timing off")) {
    const read = lines.map((line) =>
      Number(/actual rows=(\d+)/.exec(line)?.[1] ?? /Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0),
    );
    expect(Math.max(...read)).toBeLessThanOrEqual(PERIOD);
  }
});

test("the posts of a status and a period are counted and sorted without reading them", async () => {
  const { accountId } = await app.account(0);
  const { db } = app.vireo;
  const [POSTS, MINUTE] = [10_000, 60_000];
  const newest = Date.now();
  await addPosts(accountId, POSTS, newest);
  await sql`update social_posts set status = 'failed' where account_id = ${accountId} and content::int % 4 = 0`.execute(
    db,
  );
  await vacuumPosts();
  const queries = watchQueries();
  const list = await readPostPage(db.withPlugin(queries.plugin), accountId, {
    status: "failed",
    from: String(newest - (POSTS + 1) * MINUTE),
  });
  expect(list.rows.map(({ content }) => Number(content))).toEqual(Array.from({ length: 20 }, (_, n) => 4 * (n + 1)));
  expect(list.pagination).toMatchObject({ total: POSTS / 4, hasMore: true });
  const plans = await queries.explain(db, "analyze, costs off, timing off");
  expect(plans.length).toBeGreaterThan(1);
  const scans = plans.flat().filter((line) => /(Index|Seq|Heap) .*rows=\d{3,}/.test(line));
  expect(scans).toHaveLength(1);
  expect(scans[0]).toContain("Index Only Scan using social_posts_by_status_time");
});

test("the posts of a channel or group and a period are passed once, by one index", async () => {
  const { api: own, accountId } = await app.account(0);
  const { tiktok } = await accountsBy(own);
  await own("PUT", "/social/groups/europe", { accountIds: [tiktok] });
  const { db } = app.vireo;
  const [POSTS, MINUTE] = [10_000, 60_000];
  const newest = Date.now();
  await addPosts(accountId, POSTS, newest, ["tiktok", toUuid("soc", tiktok!)!]);
  await addPosts(accountId, POSTS, newest, ["youtube"]);
  await vacuumPosts();
  const from = String(newest - 1_000 * MINUTE);
  for (const filter of [{ platform: "tiktok" }, { accountId: tiktok! }, { group: "europe" }]) {
    const queries = watchQueries();
    const list = await readPostPage(db.withPlugin(queries.plugin), accountId, { ...filter, from });
    expect(list.rows.map(({ content }) => Number(content))).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(list.pagination).toMatchObject({ total: 1_000, hasMore: true });
    const plans = (await queries.explain(db, "analyze, costs off, timing off")).flat();
    const scans = plans.filter((line) => /(Index|Seq) .*rows=\d{3,}/.test(line));
    expect(scans.map((line) => /social_posts_\w+/.exec(line)?.[0])).toEqual(["social_posts_by_channel_time"]);
  }
});

test("a list of posts is planned for its values, however often it was read", async () => {
  const { api: own } = await app.account(0);
  for (let nth = 0; nth < 8; nth++)
    expect((await own("GET", `/social/posts?status=failed&from=${Date.now() - nth}`)).status).toBe(200);
  const { rows } = await sql<{ custom: number; generic: number }>`
    select sum(custom_plans)::int as custom, sum(generic_plans)::int as generic from pg_prepared_statements
    where statement like '%found as materialized%'`.execute(app.vireo.db);
  expect(rows[0]!.custom).toBeGreaterThan(7);
  expect(rows[0]!.generic).toBe(0);
});

test("more than 100,000 posts until a time are read from about that time on", async () => {
  const { accountId } = await app.account(0);
  const { db } = app.vireo;
  const [OLDER, NEWER, MINUTE] = [100_500, 6_000, 60_000];
  const newest = Date.now();
  await addPosts(accountId, OLDER + NEWER, newest);
  const queries = watchQueries();
  const to = String(newest - NEWER * MINUTE);
  const list = await readPostPage(db.withPlugin(queries.plugin), accountId, { to });
  expect(list.rows.map(({ content }) => Number(content))).toEqual(Array.from({ length: 20 }, (_, n) => NEWER + 1 + n));
  expect(list.pagination).toMatchObject({ total: 100_001, hasMore: true });
  const page = (await queries.explain(db, "analyze, costs off, timing off")).find((lines) =>
    lines.some((line) => line.includes("Limit (actual rows=2")),
  )!;
  const skipped = page.map((line) => Number(/Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0));
  expect(Math.max(...skipped)).toBeLessThan(2_000);
});

test("the posts of a group are counted up to 10,000", async () => {
  const { api: own, accountId } = await app.account(0);
  const { tiktok } = await accountsBy(own);
  await own("PUT", "/social/groups/europe", { accountIds: [tiktok] });
  const { db } = app.vireo;
  const POSTS = 12_000;
  await sql`insert into social_posts
    (id, account_id, status, content, video_url, timezone, to_inbox, tiktok, fingerprint, created_at, channels)
    select gen_random_uuid(), ${accountId}, 'published', n, 'https://example.com/v.mp4', 'UTC', false, '{}', '\\x00',
      now() - n * interval '1 minute', ${[toUuid("soc", tiktok!)]}::text[] from generate_series(1, ${POSTS}::int) n`.execute(
    db,
  );
  await sql`analyze social_posts`.execute(db);
  const { body } = await own("GET", "/social/posts?group=europe");
  expect(body.posts.map(({ content }: { content: string }) => Number(content))).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
  expect(body.pagination).toMatchObject({ total: 10_000, hasMore: true });
});

test("the posts of a channel before a time are counted up to 10,000, and pages in the middle have the right posts", async () => {
  const { accountId } = await app.account(0);
  const [POSTS, MINUTE] = [12_000, 60_000];
  const newest = Date.now();
  await addPosts(accountId, POSTS, newest, ["tiktok"]);
  const to = String(newest - 100 * MINUTE);
  for (const [query, total, first] of [
    [{ platform: "tiktok", page: "300" }, POSTS, 5_981],
    [{ platform: "tiktok", to, page: "300" }, 10_001, 6_081],
    [{ to, page: "300" }, POSTS - 100, 6_081],
    [{ platform: "tiktok", to }, 10_001, 101],
  ] as const) {
    const list = await readPostPage(app.vireo.db, accountId, query);
    expect(list.rows.map(({ content }) => Number(content))).toEqual(Array.from({ length: 20 }, (_, n) => first + n));
    expect(list.pagination).toMatchObject({ total, hasMore: true });
  }
});

test("pages deep in a list of posts are read from their month on", async () => {
  const { accountId } = await app.account(0);
  const { db } = app.vireo;
  const [POSTS, STEP, MINUTE] = [12_000, 20, 60_000];
  const newest = Date.now();
  await addPosts(accountId, POSTS, newest, ["tiktok"], STEP);
  await addPosts(accountId, POSTS, newest + MINUTE, ["youtube"], STEP);
  // The newest of TikTok have failed, and some on YouTube are gone.
  await sql`update social_posts set status = 'failed'
    where account_id = ${accountId} and channels = '{tiktok}' and content::int <= 100`.execute(db);
  await sql`delete from social_posts
    where account_id = ${accountId} and channels = '{youtube}' and content::int <= 1000`.execute(db);
  await vacuumPosts();
  const queries = watchQueries();
  for (const [query, total, first] of [
    [{ platform: "tiktok", page: "400" }, POSTS, 7_981],
    [{ platform: "tiktok", page: "600" }, POSTS, 11_981],
    [{ platform: "tiktok", status: "published", page: "400" }, POSTS - 100, 8_081],
    [{ platform: "youtube", page: "400" }, POSTS - 1000, 8_981],
    [{ status: "published", page: "601", pageSize: "20" }, 2 * POSTS - 1100, undefined],
    [{ page: "1150" }, 2 * POSTS - 1000, 11_991],
  ] as const) {
    const list = await readPostPage(db.withPlugin(queries.plugin), accountId, query);
    expect(list.pagination.total).toBe(total);
    expect(list.rows).toHaveLength(20);
    const numbers = list.rows.map(({ content }) => Number(content));
    // Both platforms have a post of each number, one after the other.
    const isMixed = !("platform" in query);
    const start = first ?? numbers[0]!;
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => start + (isMixed ? Math.floor(n / 2) : n)));
  }
  for (const lines of await queries.explain(db, "analyze, costs off, timing off")) {
    const read = lines.map((line) => Number(/actual rows=(\d+)/.exec(line)?.[1] ?? 0));
    expect(Math.max(...read)).toBeLessThan(5_000);
  }
  const { rows, pagination } = await readPostPage(db, accountId, { platform: "tiktok", page: "601" });
  expect([rows, pagination.hasMore]).toEqual([[], false]);
});

test("posts and accounts need their scopes, and belong to one account", async () => {
  const { body } = await post({});
  const path = `/social/posts/${body.postId}`;
  const reader = await app.account(0, { scopes: ["social:read"] });
  const other = await app.account(0);
  expect((await reader.api("POST", "/social/posts", {})).status).toBe(403);
  expect((await reader.api("POST", "/social/accounts")).status).toBe(403);
  for (const [method, tail] of [
    ["GET", ""],
    ["PATCH", ""],
    ["DELETE", ""],
    ["POST", "/publish"],
    ["POST", "/retry"],
  ] as const)
    expect((await other.api(method, path + tail, method === "PATCH" ? { title: "x" } : undefined)).status).toBe(404);
});
