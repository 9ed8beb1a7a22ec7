/** Reports of a month, and the links that share them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createCanvas } from "@napi-rs/canvas";
import { sql } from "kysely";
import { modules } from "#modules/index";
import type { Report } from "#modules/social/reports/schema";
import { toUuid } from "#sdk/ids";
import { instagram, tiktok, youtube } from "#sdk/platforms";
import { TestClock } from "#sdk/testing/clock";
import { type Client, startApp, type TestApp } from "#test/app";
import { accountsBy, recorder, VIDEO } from "#test/modules/social-fake";

const clock = new TestClock();
const pictures = { images: 10, videos: 10, mixed: 10, imageTypes: ["image/png" as const, "image/jpeg" as const] };
const { module } = recorder({ platforms: [tiktok, { ...instagram, media: pictures }, youtube] });

let app: TestApp;
let accountId: string;
let admin: Client;
let channels: Record<string, string>;
beforeAll(async () => {
  const many = { requests: 1_000_000 };
  const config = {
    limits: { posts: 1e6, reviews: 1e6 } as never,
    settings: { people: { perAddress: many, perEmail: many } },
  };
  app = await startApp(config, [...modules, module], {}, clock);
});
afterAll(() => app.stop());
beforeEach(async () => {
  ({ accountId, api: admin } = await app.account(0));
  channels = await accountsBy(admin);
});

interface Published {
  at: string;
  platform?: string;
  views?: number;
  likes?: number;
  /** What it shows. Default: a video that is not stored here. */
  shows?: object;
}

/** Adds a post that was published, and what it brought. */
async function publish(
  content: string,
  { at, platform = "youtube", views, likes, shows = { videoUrl: VIDEO } }: Published,
): Promise<string> {
  const { body } = await admin("POST", "/social/posts", {
    ...{ ...shows, accountIds: [channels[platform]], mode: "draft", content },
  });
  const id = toUuid("post", body.postId);
  const { db } = app.vireo;
  await sql`update social_targets set status = 'published', published_at = ${at},
    platform_post_url = 'https://example.com/p/1?a=1&b=2' where post_id = ${id}`.execute(db);
  if (views === undefined) return body.postId;
  await sql`insert into social_results (target_id, account_id, social_account_id, post_id, platform, published_at,
      measured_at, views, likes, is_simulated)
    select t.id, p.account_id, t.social_account_id, p.id, t.platform, t.published_at, now(), ${views}, ${likes ?? null}, false
    from social_targets t join social_posts p on p.id = t.post_id where p.id = ${id}`.execute(db);
  return body.postId;
}

const read = (query = "month=2026-11", client = admin) => client("GET", `/social/report.html?${query}`);
const OCTOBER = { month: "2026-10" };
const NOVEMBER = { month: "2026-11" };
const DANA = { name: "Dana Client", email: "dana@client.example" };

const readText = async (client: Client) => JSON.stringify((await read("month=2026-11", client)).body);

/** Opens a link in a browser. */
const visit = async (url: string, headers: Record<string, string> = {}) => {
  const response = await app.vireo.handle(new Request(url, { headers }));
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const send = (report: object, more: object = {}) => ({ report, reviewers: [DANA], canDecide: false, ...more });
const share = async (report: object = NOVEMBER, more: object = {}) => {
  const { status, body } = await admin("POST", "/social/reviews", send(report, more));
  expect(status).toBe(201);
  return { ...body, url: body.links[0].url } as { reviewId: string; url: string };
};
/** What a report has, as it is stored with a link. */
const store = async (query: object = NOVEMBER): Promise<Report> => {
  const { reviewId } = await share(query);
  const row = await app.vireo.db
    .selectFrom("social_reviews")
    .select("report")
    .where("id", "=", toUuid("rev", reviewId)!)
    .executeTakeFirstOrThrow();
  return row.report!;
};

describe("the report of a month", () => {
  test("has what was published, its figures, the best posts, and the month before", async () => {
    await publish("First", { at: "2026-11-02T08:00Z", views: 100, likes: 5 });
    await publish("Best", { at: "2026-11-20T08:00Z", views: 900, likes: 20, platform: "instagram" });
    await publish("Not read yet", { at: "2026-11-30T23:59Z" });
    await publish("Before", { at: "2026-10-15T08:00Z", views: 400 });
    await publish("After", { at: "2026-12-01T00:00Z", views: 7 });
    await publish("Long ago", { at: "2026-09-30T23:59Z", views: 7 });
    const report = await store();
    expect(report).toMatchObject({ ...NOVEMBER, timezone: "UTC", simulated: false });
    expect(report.total).toEqual({ posts: 3, views: 1000, likes: 25 });
    expect(report.previous).toEqual({ posts: 1, views: 400 });
    expect((await store(OCTOBER)).previous).toEqual({ posts: 1, views: 7 });
    expect(report.best.map(({ title }) => title)).toEqual(["Best", "First"]);
    expect(report.posts.map(({ title }) => title)).toEqual(["First", "Best", "Not read yet"]);
    // What nobody has measured is missing, not 0.
    expect(report.posts[2]).toEqual({
      title: "Not read yet",
      publishedAt: Date.parse("2026-11-30T23:59Z"),
      channels: [{ username: expect.any(String), platform: "youtube", url: "https://example.com/p/1?a=1&b=2" }],
    });
    expect(report.channels.map(({ platform, total }) => [platform, total])).toEqual([
      ["youtube", { posts: 2, views: 100, likes: 5 }],
      ["instagram", { posts: 1, views: 900, likes: 20 }],
    ]);
  });

  test("lists each post once: the best apart only if there are others", async () => {
    const names = ["One", "Two", "Three", "Four", "Five"];
    for (const [at, name] of names.entries()) await publish(name, { at: `2026-11-0${at + 1}T08:00Z`, views: 100 - at });
    const headings = async () => {
      const { url } = await share();
      const { html } = await visit(url);
      for (const name of names) expect([name, html.split(`<span>${name}</span>`).length - 1]).toEqual([name, 1]);
      return [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, text]) => text!);
    };
    expect(await headings()).toEqual(["Channels", "Published"]);
    names.push("Six");
    await publish("Six", { at: "2026-11-06T08:00Z", views: 1 });
    expect(await headings()).toEqual(["Best posts", "Channels", "Other posts"]);
  });

  test("has no script where it is shown in the dashboard, because the frame would block it", async () => {
    await publish("One", { at: "2026-11-02T08:00Z", views: 1 });
    expect(await readText(admin)).not.toContain("<script");
    expect((await visit((await share()).url)).html).toContain("<script");
  });

  test("begins and ends at midnight in its time zone, and can be of a group", async () => {
    await publish("In December", { at: "2026-11-30T23:30Z", views: 10 });
    await publish("Of the client", { at: "2026-11-10T08:00Z", views: 20, platform: "instagram" });
    expect((await store({ month: "2026-12", timezone: "Europe/Berlin" })).total).toEqual({ posts: 1, views: 10 });
    await admin("PUT", "/social/groups/Client", { accountIds: [channels.instagram] });
    const report = await store({ ...NOVEMBER, group: "Client" });
    expect(report).toMatchObject({ group: "Client", total: { posts: 1, views: 20 } });
  });

  test("400 for a month, a time zone or a group that does not exist", async () => {
    for (const [query, field] of [
      ["month=2026-13", "month"],
      ["month=november", "month"],
      ["month=2026-11&timezone=Mars/Base", "timezone"],
      ["month=2026-11&group=Nobody", "group"],
    ] as const) {
      const { status, body } = await read(query);
      expect([query, status, Object.keys(body.errors)]).toEqual([query, 400, [field]]);
      const report = Object.fromEntries(new URLSearchParams(query));
      const sent = await admin("POST", "/social/reviews", send(report));
      expect([query, sent.status, Object.keys(sent.body.errors)]).toEqual([query, 400, [`report.${field}`]]);
    }
  });

  test("of another account is empty, and names nothing of this one", async () => {
    await publish("Secret plans", { at: "2026-11-02T08:00Z", views: 100 });
    const own = await readText(admin);
    expect(own).toContain("Secret plans");
    const { api: stranger } = await app.account(0);
    await accountsBy(stranger);
    const theirs = await readText(stranger);
    expect(theirs).toContain("Nothing was published in this month.");
    expect(theirs).not.toContain("Secret plans");
    const { reviewId } = await share();
    expect((await stranger("DELETE", `/social/reviews/${reviewId}`)).status).toBe(404);
  });

  test("is a page that writes numbers and dates as the browser does, and escapes what people wrote", async () => {
    await publish("<script>alert(1)</script>", { at: "2026-11-02T08:00Z", views: 12_345 });
    const { status, headers, html } = await visit((await share()).url, { "accept-language": "de-DE,de;q=0.9" });
    expect(status).toBe(200);
    expect(html).toContain("November 2026");
    expect(html).toContain("12.345");
    expect(html).toContain("&lt;script&gt;alert(1)");
    expect(html).toContain("@page { size: A4");
    expect(html).not.toContain("<script>alert");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-robots-tag")).toContain("noindex");
  });
});

describe("a shared report", () => {
  test("has pictures of the best posts in itself, so that they last as long as the link", async () => {
    const canvas = createCanvas(320, 320);
    const form = new FormData();
    form.set("file", new File([new Uint8Array(canvas.toBuffer("image/png"))], "loaf.png", { type: "image/png" }));
    const { body: upload } = await admin("POST", "/upload", form);
    const shows = { media: [{ url: upload.url }] };
    await publish("A loaf", { at: "2026-11-02T08:00Z", views: 10, platform: "instagram", shows });
    await publish("Without one", { at: "2026-11-03T08:00Z", views: 5 });
    const { url } = await share();
    expect((await store()).best.map(({ picture }) => picture?.slice(0, 11))).toEqual(["data:image/", undefined]);
    const { html, headers } = await visit(url);
    expect(html).toContain('<img src="data:image/');
    expect(headers.get("content-security-policy")).toContain("img-src 'self' data:");
  });

  test("keeps the figures of when it was sent, and says when it was opened", async () => {
    await publish("One", { at: "2026-11-02T08:00Z", views: 111 });
    const { url, reviewId } = await share();
    await publish("Two", { at: "2026-11-03T08:00Z", views: 222 });
    const { html } = await visit(url);
    expect(html).toContain("111");
    expect(html).not.toContain("222");
    const [, opened = ""] = /data-opened="([^"]+)"/.exec(html) ?? [];
    await app.vireo.handle(new Request(new URL(opened, url), { method: "POST" }));
    const { body } = await admin("GET", `/social/reviews/${reviewId}`);
    expect(body).toMatchObject({ status: "active", reportMonth: "2026-11", postIds: [], canDecide: false });
    expect(body.reviewers[0].openedAt).toBeNumber();
  });

  test("ends when it is revoked, and needs its passcode", async () => {
    const { url, reviewId } = await share(NOVEMBER, { passcode: "cold brew 12" });
    const { html } = await visit(url);
    expect(html).toContain("Enter the passcode");
    expect(html).not.toContain("Published");
    const { url: open, reviewId: second } = await share();
    expect((await visit(open)).status).toBe(200);
    for (const id of [reviewId, second]) expect((await admin("DELETE", `/social/reviews/${id}`)).status).toBe(204);
    for (const one of [url, open]) expect((await visit(one)).status).toBe(410);
  });

  test("leads to no post, and takes no decision or comment", async () => {
    const postId = await publish("One", { at: "2026-11-02T08:00Z", views: 1 });
    const { url } = await share();
    for (const [method, path] of [
      ["POST", "/decisions"],
      ["POST", "/comments"],
      ["GET", `/media/${postId}`],
    ] as const) {
      const headers = { origin: "null", "content-type": "application/x-www-form-urlencoded" };
      const body = method === "POST" ? `postId=${postId}&name=Dana&comment=x&decision=approved&revision=1` : undefined;
      const response = await app.vireo.handle(new Request(url + path, { method, headers, ...(body ? { body } : {}) }));
      expect([path, response.status]).toEqual([path, 404]);
    }
  });

  test("is sent alone, with nothing to decide, and not by a key that only reads", async () => {
    const postId = await publish("One", { at: "2026-11-02T08:00Z" });
    for (const [more, field] of [
      [{ postIds: [postId] }, "postIds"],
      [{ report: undefined }, "postIds"],
      [{ canDecide: true }, "canDecide"],
    ] as const) {
      const { status, body } = await admin("POST", "/social/reviews", send(NOVEMBER, more));
      expect([more, status, Object.keys(body.errors)]).toEqual([more, 400, [field]]);
    }
    const { body: key } = await app.api("POST", "/keys", { name: "reader", accountId, scopes: ["social:read"] });
    const reader = app.as(key.key);
    expect((await read("month=2026-11", reader)).status).toBe(200);
    expect((await reader("POST", "/social/reviews", send(NOVEMBER))).status).toBe(403);
  });
});
