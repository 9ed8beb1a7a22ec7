import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { youtube as plugin } from "#plugins/youtube/index";
import { toUuid } from "#sdk/ids";
import { TestClock } from "#sdk/testing/clock";
import { type Client, startApp, type TestApp } from "#test/app";
import { createBrowser, join } from "#test/modules/people-client";
import { until } from "#test/modules/social-fake";
import { confirmed, connect, videoBytes } from "#test/plugins/direct";
import { until as poll } from "#test/until";
import { startYouTube, type YouTube } from "./server";

const VIDEO = videoBytes(600_000);
const MINUTE = 60_000;

let youtube: YouTube;
let app: TestApp;
let api: Client;
let owner: string;
const clock = new TestClock();
const files = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(VIDEO) });
beforeAll(async () => {
  youtube = await startYouTube();
  app = await startApp({ allowHosts: ["127.0.0.1"] }, [...modules, plugin], youtube.env, clock);
});
afterAll(async () => {
  await app.stop();
  await Promise.all([youtube.stop(), files.stop(true)]);
});
beforeEach(async () => {
  ({ api, accountId: owner } = await app.account(0));
  Object.assign(youtube.control, {
    processing: 0,
    encoding: 0,
    thumbnails: true,
    uploadStatus: "processed",
    forcePrivate: false,
    quota: 1e9,
    stores: 1e9,
  });
});

let channels = 0;
const newChannel = () => `uc${++channels}`;
const joinChannel = (channel: string, client = api) => connect(app, client, "youtube", youtube.people, channel);
const list = async (client = api) => (await client("GET", "/social/accounts")).body.accounts;
const events = async () =>
  (
    await app.vireo.db
      .selectFrom("events")
      .select(["type", "data"])
      .where("account_id", "=", owner)
      .where("type", "like", "account.%")
      .orderBy("id")
      .execute()
  ).map(({ type, data }) => `${type} ${(data as { status: string }).status}`);

async function connected() {
  const channel = newChannel();
  expect(await joinChannel(channel)).toMatchObject({ status: 200 });
  const account = (await list()).find(({ username }: { username: string }) => username === channel);
  return { channel, accountId: account.accountId as string };
}

async function publish(accountId: string, content: string, more: object = {}): Promise<string> {
  const { status, body } = await api("POST", "/social/posts", {
    videoUrl: `http://127.0.0.1:${files.port}/video.mp4`,
    accountIds: [accountId],
    mode: "now",
    content,
    ...more,
  });
  expect([status, body]).toMatchObject([201, { status: "publishing" }]);
  return body.postId;
}

/** The post's only target once it is as wanted, with time passing for what is read later. */
const targetOf = (id: string, wanted: (target: Record<string, unknown>) => unknown, step = 30_000) =>
  poll(async () => {
    const [target] = (await api("GET", `/social/posts/${id}`)).body.targets;
    if (wanted(target)) return target;
    await clock.advance(step);
    return undefined;
  });

test("a link of the dashboard works in the browser of the person who asked for it, and in no other", async () => {
  const { browser: signedIn, me } = await join(app);
  const session = signedIn.cookie;
  const browser = createBrowser(app, "http://127.0.0.1:3000");
  browser.cookie = session;
  const channel = newChannel();
  const begin = async () => {
    const { status, body } = await browser.call("POST", "/social/accounts/connect", { platform: "youtube" });
    expect(status).toBe(200);
    const { pathname, search } = new URL(youtube.people.allow(body.authorizeUrl, channel));
    return pathname + search;
  };
  const path = await begin();
  expect(browser.set).toMatch(/^vireo_connect=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/);
  const own = browser.cookie!;
  const open = (cookie?: string) => app.as(undefined)("GET", path, undefined, cookie ? { cookie } : {});
  for (const cookie of [undefined, "vireo_connect=short", `vireo_connect=${"x".repeat(43)}`]) {
    const stranger = await open(cookie);
    expect([stranger.status, stranger.body]).toEqual([400, expect.stringContaining("only works in the browser")]);
  }
  expect((await open(`a=b; ${own}`)).body).toContain(channel);
  const mine = await app.vireo.db
    .selectFrom("social_accounts")
    .select("account_id")
    .where("username", "=", channel)
    .execute();
  expect(mine.map(({ account_id }) => account_id)).toEqual([toUuid("acc", me.account.accountId) ?? ""]);
  // A second link keeps the first one working.
  browser.cookie = `${session}; ${own}`;
  expect((await app.as(undefined)("GET", await begin(), undefined, { cookie: own })).status).toBe(200);
  expect(browser.cookie).toBe(own);
});

test("an account is connected by a link that works once, and belongs to who asked for it", async () => {
  const channel = newChannel();
  const { body } = await api("POST", "/social/accounts/connect", { platform: "youtube" });
  // The database's clock may be a moment ahead of ours.
  expect(body.expiresAt - clock.now()).toBeLessThanOrEqual(15 * MINUTE + 1_000);
  const query = new URL(body.authorizeUrl).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    access_type: "offline",
    code_challenge_method: "S256",
    redirect_uri: expect.stringMatching(/\/open\/youtube\/callback$/),
  });
  const back = new URL(youtube.people.allow(body.authorizeUrl, channel));
  // Whoever gave access is asked first: the link may have come from somebody else.
  const question = await app.as(undefined)("GET", back.pathname + back.search);
  expect([question.status, question.body]).toEqual([200, expect.stringContaining("Connect to “Somebody”?")]);
  const forged = await app.as(undefined)("GET", `${back.pathname}${back.search}&confirm=1`);
  expect(forged.body).toContain("Connect to “Somebody”?");
  expect(await list()).toEqual([]);
  const page = await confirmed(app, back.pathname + back.search);
  expect([page.status, page.body]).toEqual([200, expect.stringContaining(channel)]);
  expect(await list()).toMatchObject([
    { platform: "youtube", username: channel, status: "active", provider: "youtube" },
  ]);
  expect(await events()).toEqual(["account.connected active"]);
  const other = await app.account(0);
  expect(await list(other.api)).toEqual([]);

  const again = await app.as(undefined)("GET", back.pathname + back.search);
  expect([again.status, again.body]).toEqual([400, expect.stringContaining("used before")]);
  const stored = await app.vireo.db
    .selectFrom("social_connections")
    .selectAll()
    .where("external_id", "=", channel)
    .executeTakeFirstOrThrow();
  expect(stored.tokens).toStartWith("sealed.1.");
  expect(await app.vireo.db.selectFrom("social_connect_requests").selectAll().execute()).toEqual([]);
});

test("a link that was declined, forged, or came back with too little connects nothing and says why", async () => {
  const link = async () =>
    (await api("POST", "/social/accounts/connect", { platform: "youtube" })).body.authorizeUrl as string;
  const open = (path: string) => app.as(undefined)("GET", `/open/youtube/callback?${path}`);
  const stateOf = (url: string) => new URL(url).searchParams.get("state");
  expect((await open(`error=access_denied&state=${stateOf(await link())}`)).body).toContain("Nothing has changed");
  expect((await open("code=x&state=forged")).status).toBe(400);
  expect((await open("code=x")).status).toBe(400);
  const unknown = `/open/youtube/callback?code=unknown&state=${stateOf(await link())}`;
  expect((await confirmed(app, unknown)).body).toContain("did not accept the code");
  const late = await link();
  await clock.advance(16 * MINUTE);
  expect((await open(`code=x&state=${stateOf(late)}`)).body).toContain("expired");
  const full = youtube.control.scope;
  youtube.control.scope = full.split(" ")[1] ?? "";
  expect((await joinChannel(newChannel())).body).toContain("manage your YouTube videos");
  youtube.control.scope = full;
  expect(await list()).toEqual([]);
  expect(await api("POST", "/social/accounts/connect", { platform: "tiktok" })).toMatchObject({
    status: 409,
    body: {
      type: expect.stringMatching(/\/errors\/platform_not_configured$/),
      detail: expect.stringContaining("TIKTOK_CLIENT_ID"),
    },
  });
});

test("a video is uploaded with its own title, tags and labels, and published once YouTube has processed it", async () => {
  const { accountId } = await connected();
  youtube.control.processing = 2;
  const content = `A day at the lake <3 ${crypto.randomUUID()}`;
  const id = await publish(accountId, content, {
    aiGenerated: true,
    overrides: {
      youtube: { title: "Lake", tags: ["lake", "two words"], visibility: "unlisted" },
      tiktok: { content: "other" },
    },
  });
  expect(await targetOf(id, ({ status }) => status === "published")).toMatchObject({
    platformPostUrl: expect.stringMatching(/^https:\/\/www\.youtube\.com\/watch\?v=/),
  });
  const [video] = [...youtube.videos.values()].slice(-1);
  expect(video?.video).toEqual({
    snippet: { title: "Lake", description: content.replace("<", ""), tags: ["lake", "two words"], categoryId: "22" },
    status: { privacyStatus: "unlisted", selfDeclaredMadeForKids: false, containsSyntheticMedia: true },
  } as never);
  expect(Buffer.compare(video!.bytes, VIDEO)).toBe(0);
  expect((await api("GET", `/social/posts/${id}`)).body.overrides.youtube.title).toBe("Lake");
});

test("a public video that YouTube keeps private is published with a notice", async () => {
  const { accountId } = await connected();
  youtube.control.forcePrivate = true;
  const target = await targetOf(await publish(accountId, crypto.randomUUID()), ({ status }) => status === "published");
  expect(target.notice).toContain("private instead of public");
  expect(target.notice).not.toContain("audit");
});

const picture = new Uint8Array(3 * 1024 ** 2);
picture.set([0xff, 0xd8, 0xff, 0xe0]);
const pictures = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => new Response(picture, { headers: { "content-type": "image/jpeg" } }),
});
afterAll(() => pictures.stop(true));
const withThumbnail = { overrides: { youtube: { thumbnailUrl: `http://127.0.0.1:${pictures.port}/t.jpg` } } };

test("a thumbnail of 3 MB is set once, after YouTube has processed the video, so that Shorts show it", async () => {
  const { accountId } = await connected();
  Object.assign(youtube.control, { processing: 1, encoding: 2 });
  const before = youtube.thumbnailCalls();
  const id = await publish(accountId, crypto.randomUUID(), withThumbnail);
  const target = await targetOf(id, ({ status }) => status === "published");
  expect(target.notice).toBeUndefined();
  const [video] = [...youtube.videos.values()].slice(-1);
  expect(video?.thumbnail?.length).toBe(picture.length);
  for (let times = 0; times < 5; times++) await clock.advance(10 * MINUTE);
  expect(youtube.thumbnailCalls() - before).toBe(1);
});

test("a thumbnail that meets a fault is tried again", async () => {
  const { accountId } = await connected();
  youtube.fail("POST", /thumbnails/, "error-500-before", 2);
  const id = await publish(accountId, crypto.randomUUID(), withThumbnail);
  expect((await targetOf(id, ({ status }) => status === "published")).notice).toBeUndefined();
  expect([...youtube.videos.values()].at(-1)?.thumbnail?.length).toBe(picture.length);
});

test("a thumbnail that YouTube refuses leaves the video published, with a notice", async () => {
  const { accountId } = await connected();
  youtube.control.thumbnails = false;
  const id = await publish(accountId, crypto.randomUUID(), withThumbnail);
  expect((await targetOf(id, ({ status }) => status === "published")).notice).toContain("verified by phone");
});

test("a description of more than 5000 bytes is refused when the post is created, by its field", async () => {
  const { accountId } = await connected();
  const long = "日".repeat(1_667);
  const create = (body: object) =>
    api("POST", "/social/posts", {
      ...{ videoUrl: `http://127.0.0.1:${files.port}/video.mp4`, accountIds: [accountId], mode: "draft" },
      ...body,
    });
  const { status, body } = await create({ content: long });
  expect([status, body.errors]).toEqual([
    400,
    { content: [expect.stringMatching(/at most 5000 bytes.*this one has 5001/)] },
  ]);
  const own = await create({ content: "Hi", overrides: { youtube: { content: long } } });
  expect(own.body.errors).toHaveProperty(["overrides.youtube.content"]);
  const draft = await create({ content: long, overrides: { youtube: { content: "Short" } } });
  expect(draft.status).toBe(201);
  const path = `/social/posts/${draft.body.postId}`;
  expect((await api("PATCH", path, { overrides: { youtube: { content: long } } })).status).toBe(400);
  await api("DELETE", path);
  const id = await publish(accountId, `${"日".repeat(1_600)}${crypto.randomUUID()}`);
  await targetOf(id, ({ status }) => status === "published");
});

test("a video that YouTube rejects fails with the reason", async () => {
  const { accountId } = await connected();
  youtube.control.uploadStatus = "rejected";
  const target = await targetOf(await publish(accountId, crypto.randomUUID()), ({ status }) => status === "failed");
  expect(target).toMatchObject({
    errorCategory: "platform_rejected",
    errorMessage: expect.stringContaining("duplicate"),
  });
});

test("an upload that breaks off goes on in its session, also where YouTube stored a part of a chunk", async () => {
  const { accountId, channel } = await connected();
  const content = crypto.randomUUID();
  youtube.control.stores = 256 * 1024;
  youtube.fail("PUT", /session/, "reset-after");
  const id = await publish(accountId, content);
  const delayed = await poll(async () => {
    const [target] = (await api("GET", `/social/posts/${id}`)).body.targets;
    return target.delayReason && target;
  });
  expect(delayed.delayReason).toContain("Retrying");
  await targetOf(id, ({ status }) => status === "published");
  expect([...youtube.sessions.values()].filter((one) => one.channel === channel)).toHaveLength(1);
  expect(youtube.made(content)).toBe(1);
  expect(Buffer.compare([...youtube.videos.values()].at(-1)!.bytes, VIDEO)).toBe(0);
});

test("a post whose last answer is lost, late or cut off is unconfirmed, then found, and never made twice", async () => {
  const { accountId } = await connected();
  for (const fault of ["reset-after", "cut-off", "error-500-after", "html", "reset-before"] as const) {
    const content = `${crypto.randomUUID()} [fault:${fault}]`;
    const id = await publish(accountId, content);
    const unconfirmed = await poll(async () => {
      const [target] = (await api("GET", `/social/posts/${id}`)).body.targets;
      return target.status === "unconfirmed" && target;
    });
    expect(unconfirmed.errorMessage).toContain("not sent again");
    const target = await targetOf(id, ({ status }) => status === "published" || status === "failed", 5 * MINUTE);
    const isMade = fault.endsWith("after") || fault === "cut-off";
    expect([fault, target.status, youtube.made(content)]).toEqual([
      fault,
      isMade ? "published" : "failed",
      isMade ? 1 : 0,
    ]);
    if (isMade) continue;
    // A retry goes on in the same session, which can only make one video.
    expect((await api("POST", `/social/posts/${id}/retry`)).status).toBe(200);
    expect((await targetOf(id, ({ status }) => status === "published")).status).toBe("published");
    expect(youtube.made(content)).toBe(1);
  }
});

test("a daily limit of Google delays a post visibly", async () => {
  const { accountId } = await connected();
  const content = crypto.randomUUID();
  youtube.control.quota = 0;
  const id = await publish(accountId, content);
  const target = await targetOf(id, ({ delayReason }) => delayReason, 0);
  expect([target.status, target.delayReason]).toEqual(["pending", expect.stringContaining("quota")]);
  expect(target.delayedUntil).toBeGreaterThan(clock.now() + 30 * MINUTE);
  youtube.control.quota = 1e9;
  await targetOf(id, ({ status }) => status === "published", 61 * MINUTE);
  expect(youtube.made(content)).toBe(1);
});

test("tokens are renewed ahead of time, once, by however many ask", async () => {
  const { channel } = await connected();
  const refreshes = () =>
    youtube.calls.filter(({ path, body }) => path === "/token" && body.includes("refresh_token")).length;
  const before = refreshes();
  await clock.advance(40 * MINUTE);
  const unchanged = refreshes();
  await clock.advance(10 * MINUTE);
  const row = () =>
    app.vireo.db
      .selectFrom("social_connections")
      .selectAll()
      .where("external_id", "=", channel)
      .executeTakeFirstOrThrow();
  expect((await row()).expires_at.getTime()).toBeGreaterThan(clock.now() + 50 * MINUTE);
  expect(unchanged).toBe(before);
  const { accountId } = { accountId: (await list())[0].accountId };
  // All tokens have ended: several posts ask for a new one at once.
  await app.vireo.db
    .updateTable("social_connections")
    .set({ expires_at: new Date(0) })
    .where("external_id", "=", channel)
    .execute();
  const asked = refreshes();
  const ids = await Promise.all(Array.from({ length: 4 }, () => publish(accountId, crypto.randomUUID())));
  for (const id of ids) await targetOf(id, ({ status }) => status === "published", 20_000);
  expect(refreshes() - asked).toBe(1);
});

test("an account whose access ended is expired once, told once, and active again after it is connected anew", async () => {
  const { channel, accountId } = await connected();
  youtube.people.withdraw(channel);
  const target = await targetOf(await publish(accountId, crypto.randomUUID()), ({ status }) => status === "failed");
  expect(target).toMatchObject({ errorCategory: "auth_expired", errorMessage: expect.stringContaining(channel) });
  for (let times = 0; times < 3; times++) await clock.advance(30 * MINUTE);
  expect(await list()).toMatchObject([{ accountId, status: "expired" }]);
  expect(await events()).toEqual(["account.connected active", "account.disconnected expired"]);
  expect((await joinChannel(channel)).status).toBe(200);
  expect(await list()).toMatchObject([{ accountId, status: "active" }]);
});

test("a fault at the token endpoint expires nobody, and is tried again", async () => {
  const { channel } = await connected();
  youtube.fail("POST", /^\/token$/, "error-500-before", 1);
  youtube.fail("POST", /^\/token$/, "html", 1);
  for (let times = 0; times < 4; times++) await clock.advance(50 * MINUTE);
  expect(await list()).toMatchObject([{ username: channel, status: "active" }]);
});

test("a disconnected account is revoked and forgotten, its posts stay, and others cannot disconnect it", async () => {
  const { channel, accountId } = await connected();
  const id = await publish(accountId, crypto.randomUUID());
  await targetOf(id, ({ status }) => status === "published");
  const other = await app.account(0);
  expect((await other.api("DELETE", `/social/accounts/${accountId}`)).status).toBe(404);
  expect((await api("DELETE", `/social/accounts/${accountId}`)).status).toBe(204);
  expect(youtube.people.revoked.at(-1)).toStartWith("rt-");
  expect([...youtube.people.access.values()]).not.toContain(channel);
  expect(await list()).toMatchObject([{ accountId, status: "disconnected" }]);
  expect((await until(api, id)).status).toBe("published");
  expect(
    await app.vireo.db.selectFrom("social_connections").select("id").where("external_id", "=", channel).execute(),
  ).toEqual([]);
});

test("a deleted account's access is revoked at the platform, unless another account uses it; a fault there keeps nothing", async () => {
  const own = await connected();
  const faulty = await connected();
  const shared = await connected();
  const other = await app.account(0);
  expect((await joinChannel(shared.channel, other.api)).status).toBe(200);
  const before = youtube.people.revoked.length;
  youtube.fail("POST", /^\/revoke$/, "error-500-before", 1);
  await app.api("DELETE", `/accounts/${owner}`);
  await clock.advance(MINUTE);
  expect(youtube.people.revoked).toHaveLength(before);

  await app.vireo.db
    .updateTable("accounts")
    .set({ delete_at: new Date(0) })
    .where("id", "=", owner)
    .execute();
  await clock.advance(MINUTE);
  expect((await app.api("GET", `/accounts/${owner}`)).status).toBe(404);
  // One of three met the fault, and one is still in use.
  expect(youtube.people.revoked).toHaveLength(before + 1);
  const channels = [...youtube.people.access.values()];
  expect(channels).toContain(shared.channel);
  expect(channels.filter((channel) => [own.channel, faulty.channel].includes(channel)).length).toBe(1);
  expect(await list(other.api)).toMatchObject([{ username: shared.channel, status: "active" }]);
});

test("a link that was opened before the account was suspended connects nothing", async () => {
  const { body } = await api("POST", "/social/accounts/connect", { platform: "youtube" });
  const back = new URL(youtube.people.allow(body.authorizeUrl, newChannel()));
  expect((await app.api("POST", `/accounts/${owner}/suspend`)).status).toBe(200);
  const answer = await confirmed(app, back.pathname + back.search);
  expect([answer.status, String(answer.body)]).toEqual([400, expect.stringContaining("This account is suspended.")]);
  const connections = app.vireo.db.selectFrom("social_connections").select("id").where("account_id", "=", owner);
  expect(await connections.execute()).toEqual([]);
});
