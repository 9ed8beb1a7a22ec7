import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { instagram as instagramPlugin } from "#plugins/instagram/index";
import { tiktok as tiktokPlugin } from "#plugins/tiktok/index";
import { TestClock } from "#sdk/testing/clock";
import { type Client, startApp, type TestApp } from "#test/app";
import { connect, videoBytes } from "#test/plugins/direct";
import { type Instagram, startInstagram } from "#test/plugins/instagram/server";
import { startTikTok, type TikTok } from "#test/plugins/tiktok/server";
import { until as poll } from "#test/until";

const VIDEO = videoBytes(13_000_000);
const MINUTE = 60_000;

let instagram: Instagram;
let tiktok: TikTok;
let app: TestApp;
let api: Client;
const clock = new TestClock();
const files = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(VIDEO) });
beforeAll(async () => {
  [instagram, tiktok] = await Promise.all([startInstagram(), startTikTok()]);
  instagram.control.now = () => clock.now();
  const env = { ...instagram.env, ...tiktok.env };
  app = await startApp({ allowHosts: ["127.0.0.1"] }, [...modules, instagramPlugin, tiktokPlugin], env, clock);
});
afterAll(async () => {
  await app.stop();
  await Promise.all([instagram.stop(), tiktok.stop(), files.stop(true)]);
});

let people = 0;
let name: string;
let ids: Record<"instagram" | "tiktok", string>;
beforeEach(async () => {
  ({ api } = await app.account(0));
  name = `shop${++people}`;
  Object.assign(instagram.control, { used: 0, looks: 0, status: "FINISHED", permalinks: true });
  Object.assign(tiktok.control, { isAudited: true, canPost: true, looks: 0, failReason: "", hasIds: true });
  for (const [platform, vendor] of [
    ["instagram", instagram],
    ["tiktok", tiktok],
  ] as const)
    expect(await connect(app, api, platform, vendor.people, name)).toMatchObject({ status: 200 });
  const { accounts } = (await api("GET", "/social/accounts")).body;
  ids = Object.fromEntries(
    accounts.map((one: { platform: string; accountId: string }) => [one.platform, one.accountId]),
  ) as typeof ids;
});

async function publish(accountIds: string[], more: object = {}): Promise<string> {
  const { status, body } = await api("POST", "/social/posts", {
    videoUrl: `http://127.0.0.1:${files.port}/video.mp4`,
    accountIds,
    mode: "now",
    content: `A caption ${crypto.randomUUID()}`,
    tiktokPrivacyLevel: "PUBLIC_TO_EVERYONE",
    ...more,
  });
  expect([status, body]).toMatchObject([201, { status: "publishing" }]);
  return body.postId;
}

type Target = Record<string, unknown>;
const targetsOf = (id: string, wanted: (targets: Target[]) => unknown, step = 20_000) =>
  poll(async () => {
    const { targets } = (await api("GET", `/social/posts/${id}`)).body as { targets: Target[] };
    if (wanted(targets)) return targets;
    await clock.advance(step);
    return undefined;
  });
const all = (status: string) => (targets: Target[]) => targets.every((target) => target.status === status);

test("a post goes to both platforms, with the text and settings of each", async () => {
  const id = await publish([ids.instagram, ids.tiktok], {
    aiGenerated: true,
    tiktokAllowComment: true,
    tiktokCommercialContentType: "brand_organic",
    overrides: {
      instagram: {
        content: `For Instagram ${name}`,
        collaborators: ["@friend"],
        shareToFeed: false,
        thumbOffset: 1500,
      },
      tiktok: { content: `For TikTok ${name}` },
    },
  });
  const [reel, clip] = await targetsOf(id, all("published"));
  expect(reel).toMatchObject({ platformPostUrl: expect.stringContaining("https://www.instagram.com/reel/") });
  expect(clip?.platformPostUrl).toBe(`https://www.tiktok.com/@${name}/video/${clip?.platformPostId}`);
  const container = [...instagram.containers.values()].at(-1);
  expect(container?.body).toEqual({
    media_type: "REELS",
    upload_type: "resumable",
    caption: `For Instagram ${name}`,
    share_to_feed: false,
    collaborators: ["friend"],
    thumb_offset: 1500,
    is_ai_generated: true,
  });
  expect(Buffer.compare(container!.bytes, VIDEO)).toBe(0);
  const post = [...tiktok.posts.values()].at(-1);
  expect(post?.info).toEqual({
    title: `For TikTok ${name}`,
    privacy_level: "PUBLIC_TO_EVERYONE",
    disable_comment: false,
    disable_duet: true,
    disable_stitch: true,
    brand_content_toggle: false,
    brand_organic_toggle: true,
    is_aigc: true,
  });
  expect([post?.count, Buffer.compare(post!.bytes, VIDEO)]).toEqual([2, 0]);
});

test("a lost answer is unconfirmed, then found; nothing is sent twice", async () => {
  const content = `Nobody hears ${name} [fault:reset-after]`;
  const id = await publish([ids.instagram, ids.tiktok], { content });
  await targetsOf(id, all("unconfirmed"), 0);
  await targetsOf(id, all("published"));
  expect([instagram.made(content), tiktok.made(content)]).toEqual([1, 1]);
});

test("Instagram's limit and its processing delay a post visibly", async () => {
  instagram.control.used = 50;
  const id = await publish([ids.instagram]);
  const [limited] = await targetsOf(id, ([target]) => target?.delayReason, 0);
  expect(limited?.delayReason).toContain("50 posts");
  Object.assign(instagram.control, { used: 0, looks: 5 });
  await clock.advance(61 * MINUTE);
  const [waiting] = await targetsOf(id, ([target]) => String(target?.delayReason).includes("processing"), 0);
  expect(waiting?.status).toBe("pending");
  // The text is changed while it waits: the old container must not be published.
  const content = `Changed ${name}`;
  expect((await api("PATCH", `/social/posts/${id}`, { content })).status).toBe(200);
  await targetsOf(id, all("published"));
  expect(instagram.made(content)).toBe(1);
});

test("an address that the platform gives later is read later", async () => {
  instagram.control.permalinks = false;
  tiktok.control.hasIds = false;
  const id = await publish([ids.instagram, ids.tiktok]);
  const early = await targetsOf(id, all("published"));
  expect(early.map(({ platformPostUrl }) => platformPostUrl)).toEqual([undefined, undefined]);
  instagram.control.permalinks = true;
  tiktok.control.hasIds = true;
  await targetsOf(id, (targets) => targets.every(({ platformPostUrl }) => platformPostUrl), MINUTE);
});

test("TikTok: the inbox, an app without an audit, a video that fails", async () => {
  const inbox = await publish([ids.tiktok], { publishToInbox: true });
  await targetsOf(inbox, all("in_inbox"));
  const open = { videoUrl: `http://127.0.0.1:${files.port}/video.mp4`, accountIds: [ids.tiktok], mode: "now" };
  const { status, body } = await api("POST", "/social/posts", open);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ["tiktokPrivacyLevel"]]);
  tiktok.control.isAudited = false;
  const unaudited = await publish([ids.tiktok]);
  expect((await targetsOf(unaudited, all("failed")))[0]).toMatchObject({
    errorCategory: "account_issue",
    errorMessage: expect.stringContaining("audited"),
  });
  tiktok.control.isAudited = true;
  tiktok.control.failReason = "duration_check_failed";
  const long = await publish([ids.tiktok]);
  expect((await targetsOf(long, all("failed")))[0]?.errorMessage).toContain("too long");
});

test("a TikTok creator is shown as TikTok describes them, and waits where today's posts are used up", async () => {
  expect((await api("GET", `/social/accounts/${ids.tiktok}/creator-info`)).body).toMatchObject({
    nickname: `Shop ${name}`,
    isKnown: true,
    interactions: { comment: true, duet: false, stitch: true },
    maxVideoSeconds: 600,
  });
  tiktok.control.canPost = false;
  const [target] = await targetsOf(await publish([ids.tiktok]), ([one]) => one?.delayReason, 0);
  expect(target?.delayReason).toContain("no more posts");
});

test("refresh tokens that work once survive being renewed, and a withdrawn access expires the account", async () => {
  for (let times = 0; times < 3; times++) await clock.advance(50 * MINUTE);
  await targetsOf(await publish([ids.tiktok]), all("published"));
  instagram.people.withdraw(name);
  const [target] = await targetsOf(await publish([ids.instagram]), all("failed"));
  expect(target).toMatchObject({ errorCategory: "auth_expired" });
  const { accounts } = (await api("GET", "/social/accounts")).body;
  expect(accounts.map((one: Record<string, string>) => [one.platform, one.status])).toEqual([
    ["instagram", "expired"],
    ["tiktok", "active"],
  ]);
  expect((await api("DELETE", `/social/accounts/${ids.tiktok}`)).status).toBe(204);
  expect(tiktok.people.revoked).toHaveLength(1);
});
