/** Review links: the page for people without an account, and what others can do with a link. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { newStorageKey } from "#core/storage/storage";
import { modules } from "#modules/index";
import { TestClock } from "#sdk/testing/clock";
import { type Client, startApp, type TestApp } from "#test/app";
import { accountsBy, recorder, VIDEO } from "#test/modules/social-fake";
import { join } from "./people-client";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const clock = new TestClock();
const { module, record } = recorder();

let app: TestApp;
let accountId: string;
let admin: Client;
let channel: string;
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
  channel = (await accountsBy(admin)).youtube;
  await admin("PUT", "/social/approval", { requireApproval: "everyone" });
});

let made = 0;
const post = async (more: object = {}) => {
  const { body, status } = await admin("POST", "/social/posts", {
    ...{ videoUrl: VIDEO, accountIds: [channel], mode: "schedule", scheduledFor: clock.now() + 5 * HOUR },
    content: `Caption ${++made}`,
    ...more,
  });
  expect(status).toBe(201);
  return body;
};
const DANA = { name: "Dana Client", email: "dana@client.example" };
const send = async (postIds: string[], more: object = {}, client = admin) => {
  const { status, body } = await client("POST", "/social/reviews", {
    ...{ postIds, reviewers: [DANA], canDecide: true },
    ...more,
  });
  expect(status).toBe(201);
  return { ...body, link: body.links[0].url as string };
};
const get = async (postId: string) => (await admin("GET", `/social/posts/${postId}`)).body;

/** A browser on the page. */
const visit = async (url: string, init: RequestInit = {}) => {
  const response = await app.vireo.handle(new Request(url, { redirect: "manual", ...init }));
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const submit = (link: string, action: string, fields: Record<string, string>, more: Record<string, string> = {}) =>
  visit(`${link}/${action}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "null", ...more },
    body: new URLSearchParams(fields).toString(),
  });
const decide = (link: string, fields: Record<string, string>, more: Record<string, string> = {}) =>
  submit(link, "decisions", { decision: "approved", revision: "1", name: "Dana", ...fields }, more);
const GONE = "This link has ended";
const snapshot = async () => {
  const { db } = app.vireo;
  const tables = ["social_posts", "social_reviewers", "social_reviews", "social_decisions", "social_comments"] as const;
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
};

describe("a review", () => {
  test("gives each reviewer a link, once; lists show who opened it and who decided", async () => {
    const { postId } = await post();
    const body = await send([postId], { reviewers: [DANA, { name: "Eli", email: "eli@client.example" }] });
    expect(new Set(body.links.map(({ url }: { url: string }) => url)).size).toBe(2);
    expect(body.link).toMatch(/^http:\/\/\S+\/review\/[0-9A-Za-z]{43}$/);
    await visit(`${body.link}/opened`, { method: "POST" });
    await decide(body.link, { postId });
    const { body: read } = await admin("GET", `/social/reviews/${body.reviewId}`);
    expect(read).toMatchObject({ status: "active", postIds: [postId], canDecide: true, hasPasscode: false });
    const [first, second] = read.reviewers;
    expect(first).toMatchObject({
      ...DANA,
      decisions: [{ postId, by: "Dana", via: "link", decision: "approved", revision: 1 }],
    });
    expect(first.openedAt).toBeNumber();
    expect(second.openedAt).toBeUndefined();
    expect(JSON.stringify((await admin("GET", "/social/reviews")).body)).not.toContain(body.link.slice(-20));
    const stored = await app.vireo.db.selectFrom("social_reviewers").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(body.link.slice(-43));
  });

  test("is checked: posts of this account, addresses once, and an end within 90 days", async () => {
    const { postId } = await post();
    const { api: stranger } = await app.account(0);
    const refused = async (more: object, field: string, client = admin) => {
      const body = { postIds: [postId], reviewers: [DANA], canDecide: false, ...more };
      const answer = await client("POST", "/social/reviews", body);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toContain(field);
    };
    await refused({}, "postIds.0", stranger);
    await refused({ postIds: [postId, postId] }, "postIds.1");
    await refused({ reviewers: [DANA, { ...DANA, email: DANA.email.toUpperCase() }] }, "reviewers.1.email");
    await refused({ expiresAt: clock.now() - 1 }, "expiresAt");
    await refused({ expiresAt: clock.now() + 91 * DAY }, "expiresAt");
    await refused({ passcode: "12345" }, "passcode");
  });

  test("with decisions needs social:approve, for comments social:draft", async () => {
    const { postId } = await post();
    const { body: key } = await app.api("POST", "/keys", {
      ...{ name: "editor", accountId, scopes: ["social:read", "social:draft"] },
    });
    const editor = app.as(key.key);
    const body = { postIds: [postId], reviewers: [DANA] };
    expect((await editor("POST", "/social/reviews", { ...body, canDecide: true })).status).toBe(403);
    const { link } = await send([postId], { canDecide: false }, editor);
    expect((await visit(link)).html).not.toContain("Approve");
    expect((await decide(link, { postId })).status).toBe(403);
    expect((await get(postId)).status).toBe("needs_approval");
  });

  test("of another account does not exist", async () => {
    const { postId } = await post();
    const { reviewId, reviewers } = await send([postId]);
    const { api: stranger } = await app.account(0);
    expect((await stranger("GET", `/social/reviews/${reviewId}`)).status).toBe(404);
    expect((await stranger("DELETE", `/social/reviews/${reviewId}`)).status).toBe(404);
    const reviewer = `/social/reviews/${reviewId}/reviewers/${reviewers[0].reviewerId}`;
    expect((await stranger("DELETE", reviewer)).status).toBe(404);
    expect((await stranger("GET", "/social/reviews")).body.reviews).toEqual([]);
  });
});

describe("the page", () => {
  test("shows caption, channel and time, and is for nobody else: not indexed, not referred, not stored", async () => {
    const { postId } = await post({ overrides: { youtube: { title: "A title", content: "Only for YouTube" } } });
    const { link } = await send([postId]);
    const { status, headers, html } = await visit(link);
    expect(status).toBe(200);
    for (const text of ["A title", "Only for YouTube", "@tube", "YouTube", "Dana Client", "Approve"])
      expect(html).toContain(text);
    expect(headers.get("x-robots-tag")).toContain("noindex");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
    const policy = headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test("shows the picture and the color of the workspace, or its first letters, also before the passcode", async () => {
    const { postId } = await post();
    const [{ link }, { link: closed }] = [await send([postId]), await send([postId], { passcode: "open sesame" })];
    const picture = "data:image/png;base64,iVBORw0KGgo=";
    await admin("PATCH", "/workspace", { name: "Night owl", color: "#f59e0b", picture });
    for (const url of [link, closed]) {
      const { html, headers } = await visit(url);
      expect(html).toContain(`<img class="mark" src="${picture}" alt="">`);
      expect(html).toContain("--account: #f59e0b; --on-account: #000");
      const [, style = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
      const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
      expect(headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
    }
    await admin("PATCH", "/workspace", { color: null, picture: null });
    const { html } = await visit(link);
    expect(html).toMatch(/<span class="mark" [^>]*>NO<\/span>/);
    expect(html).toMatch(/--account: #[0-9a-f]{6}; --on-account: #fff/);
  });

  test("a scanner that follows links changes nothing", async () => {
    const { postId } = await post();
    const { link } = await send([postId]);
    const before = await snapshot();
    const paths = ["", "/opened", "/passcode", "/decisions", "/comments", `/media/${postId}`, `?post=${postId}`];
    for (const path of paths) {
      for (const method of ["GET", "HEAD", "OPTIONS"]) await visit(link + path, { method });
      await visit(link + path, { headers: { "sec-purpose": "prefetch", purpose: "prefetch" } });
    }
    expect(await snapshot()).toEqual(before);
  });

  test("a decision names who typed it, the revision and the link, and is the same when it is sent twice", async () => {
    const { postId } = await post();
    const { link } = await send([postId]);
    expect((await decide(link, { postId, name: "" })).status).toBe(400);
    const { status, headers } = await decide(link, { postId, name: "Dana from Acme" });
    expect([status, headers.get("location")]).toEqual([303, `/review/${link.slice(-43)}?post=${postId}`]);
    expect((await decide(link, { postId, name: "Dana from Acme" })).status).toBe(303);
    const { approval, status: now } = await get(postId);
    expect(now).toBe("scheduled");
    expect(approval.decisions).toEqual([
      { by: "Dana from Acme", via: "link", decision: "approved", revision: 1, at: expect.any(Number) },
    ]);
    expect((await visit(`${link}?post=${postId}`)).html).toContain("Dana from Acme");
  });

  test("asking for changes needs a comment, which the team reads", async () => {
    const { postId } = await post();
    const { link } = await send([postId]);
    const empty = await decide(link, { postId, decision: "rejected" });
    expect([empty.status, empty.html.includes("Describe what should change.")]).toEqual([400, true]);
    await decide(link, { postId, decision: "rejected", comment: "The logo\r\nis old." });
    expect(await get(postId)).toMatchObject({
      status: "draft",
      approval: { state: "rejected", decisions: [{ comment: "The logo\nis old.", by: "Dana" }] },
    });
  });

  test("what changed meanwhile is shown again, with what was written; somebody else's decision stands", async () => {
    const { postId } = await post();
    const { link } = await send([postId]);
    await admin("PATCH", `/social/posts/${postId}`, { content: "A new caption" });
    const stale = await decide(link, { postId, decision: "rejected", comment: "Too long", name: "Dana X" });
    expect(stale.status).toBe(409);
    for (const text of ["check it again", "A new caption", "Too long", "Dana X", 'name="revision" value="2"'])
      expect(stale.html).toContain(text);
    await admin("POST", `/social/posts/${postId}/approve`, { revision: 2 });
    const late = await decide(link, { postId, revision: "2", decision: "rejected", comment: "No" });
    expect([late.status, late.html.includes("already decided")]).toEqual([409, true]);
    expect((await get(postId)).status).toBe("scheduled");
  });

  test("a late decision chooses a new time", async () => {
    const { postId, content } = await post({ scheduledFor: clock.now() + HOUR });
    const { link } = await send([postId]);
    await clock.advance(2 * HOUR);
    expect((await visit(link)).html).toContain("When should it be published?");
    const late = await decide(link, { postId });
    expect([late.status, late.html.includes("The planned time has passed")]).toEqual([409, true]);
    expect(record.callsFor(content)).toBe(0);
    expect((await decide(link, { postId, mode: "now" })).status).toBe(303);
    expect(["publishing", "published"]).toContain((await get(postId)).status);
  });

  test("comments of the team stay with the team; those of clients are shown", async () => {
    const { postId } = await post();
    const { link } = await send([postId]);
    const path = `/social/posts/${postId}/comments`;
    await admin("POST", path, { text: "They will hate it." });
    await admin("POST", path, { text: "Please look at the price.", visibility: "client" });
    await submit(link, "comments", { postId, name: "Dana", comment: "The price is right." });
    const { html } = await visit(link);
    expect(html).not.toContain("They will hate it.");
    expect(html).toContain("Please look at the price.");
    expect(html).toContain("The price is right.");
    // Nor are their email addresses and keys.
    expect(html).not.toContain("by_name");
    const { body } = await admin("GET", path);
    expect(body.comments[0]).toMatchObject({
      text: "The price is right.",
      visibility: "client",
      via: "link",
      by: "Dana",
    });
  });

  test("texts with markup are shown as they are", async () => {
    const attack = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
    const { postId } = await post({ content: attack, title: `</style>${attack}`.slice(0, 100) });
    const { link } = await send([postId], { reviewers: [{ name: attack.slice(0, 90), email: DANA.email }] });
    await submit(link, "comments", { postId, name: attack.slice(0, 90), comment: attack });
    const refused = await decide(link, { postId, decision: "rejected", revision: "9", name: attack, comment: attack });
    for (const { html } of [await visit(link), refused]) {
      expect(html).toContain("&lt;script&gt;alert(1)");
      expect(html).not.toContain("<script>alert");
      expect(html).not.toContain("<img");
    }
  });
});

describe("a link", () => {
  test.each(["unknown", "malformed", "expired", "revoked", "revoked for one"])(
    "that is %s shows the same page",
    async (how) => {
      const { postId } = await post();
      const { link, reviewId, reviewers } = await send([postId], { expiresAt: clock.now() + HOUR });
      expect((await visit(link)).status).toBe(200);
      let url = link;
      if (how === "unknown") url = link.replace(/.{43}$/, "A".repeat(43));
      if (how === "malformed") url = link.replace(/.{43}$/, "..%2f%00");
      if (how === "expired") await clock.advance(2 * HOUR);
      if (how === "revoked") await admin("DELETE", `/social/reviews/${reviewId}`);
      if (how === "revoked for one")
        await admin("DELETE", `/social/reviews/${reviewId}/reviewers/${reviewers[0].reviewerId}`);
      if (how !== "malformed") {
        const answers = [await visit(url), await decide(url, { postId }), await visit(`${url}/media/${postId}`)];
        for (const { status, html } of answers) expect([status, html.includes(GONE)]).toEqual([410, true]);
      } else expect((await visit(url)).status).toBeGreaterThanOrEqual(400);
      expect((await get(postId)).status).toBe("needs_approval");
    },
  );

  test("shows and decides only the posts that were sent", async () => {
    const { postId } = await post();
    const other = await post({ content: "SECRET-PLANS" });
    const { postId: foreign } = (
      await app.api("POST", "/social/posts", {
        ...{ videoUrl: VIDEO, accountIds: [(await accountsBy(app.api)).youtube], mode: "draft", content: "FOREIGN" },
      })
    ).body;
    const { link } = await send([postId]);
    for (const id of [other.postId, foreign, "post_x", "'"]) {
      for (const { status, html } of [
        await visit(`${link}?post=${encodeURIComponent(id)}`),
        await visit(`${link}/media/${encodeURIComponent(id)}`),
        await decide(link, { postId: id }),
        await submit(link, "comments", { postId: id, name: "Dana", comment: "Hello" }),
      ]) {
        expect(status).toBe(404);
        expect(html).not.toMatch(/SECRET-PLANS|FOREIGN/);
      }
    }
    expect((await get(other.postId)).status).toBe("needs_approval");
    expect((await admin("GET", `/social/posts/${other.postId}/comments`)).body.comments).toEqual([]);
  });

  test("ends with the account, with the rights of the person who sent it, and with the key", async () => {
    const { postId } = await post();
    const person = await join(app, { role: "publisher", accountId });
    const review = { postIds: [postId], reviewers: [DANA], canDecide: true };
    const byPerson = (await person.browser.call("POST", "/social/reviews", review)).body.links[0].url;
    const removed = await join(app, { role: "publisher", accountId });
    const byRemoved = (await removed.browser.call("POST", "/social/reviews", review)).body;
    const { body: key } = await app.api("POST", "/keys", { name: "bot", accountId });
    const byKey = (await send([postId], {}, app.as(key.key))).link;
    const statusOf = async (url: string) => (await visit(url)).status;
    for (const url of [byPerson, byRemoved.links[0].url, byKey]) expect(await statusOf(url)).toBe(200);
    await app.api("PATCH", `/people/${person.me.personId}`, { role: "editor" });
    expect(await statusOf(byPerson)).toBe(410);
    // Who leaves the workspace may stay in another one.
    const { accountId: elsewhere } = await app.account(0);
    await app.api("PUT", `/people/${removed.me.personId}/workspaces/${elsewhere}`, { role: "publisher" });
    const left = await app.api("DELETE", `/people/${removed.me.personId}/workspaces/${accountId}`);
    expect(left.status).toBe(204);
    expect(await statusOf(byRemoved.links[0].url)).toBe(410);
    expect((await admin("GET", `/social/reviews/${byRemoved.reviewId}`)).body.status).toBe("revoked");
    await admin("DELETE", `/keys/${key.keyId}`);
    expect(await statusOf(byKey)).toBe(410);
    const { link } = await send([postId]);
    await app.api("POST", `/accounts/${accountId}/suspend`);
    expect(await statusOf(link)).toBe(410);
  });

  test("works however many people belong to the account", async () => {
    const { postId } = await post();
    await sql`
      insert into people (id, account_id, role, name, email, email_verified)
      select lpad(n::text, 32, '0')::uuid, ${accountId}, 'viewer', 'Member', n || '@large.example', true
      from generate_series(1, 1001) as n`.execute(app.vireo.db);
    const person = await join(app, { role: "publisher", accountId });
    const review = { postIds: [postId], reviewers: [DANA], canDecide: true };
    const { links } = (await person.browser.call("POST", "/social/reviews", review)).body;
    expect((await visit(links[0].url)).status).toBe(200);
  });

  test("forms of other sites are refused", async () => {
    const { postId } = await post();
    const { link } = await send([postId]);
    const foreign: Record<string, string>[] = [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }];
    for (const headers of foreign) expect((await decide(link, { postId }, headers)).status).toBe(403);
    expect((await get(postId)).status).toBe("needs_approval");
    expect((await decide(link, { postId }, { "sec-fetch-site": "same-origin" })).status).toBe(303);
  });

  test("sends few decisions and comments per minute", async () => {
    const { postId } = await post();
    const { link } = await send([postId]);
    const sent = [];
    for (let at = 0; at < 25; at++)
      sent.push((await submit(link, "comments", { postId, name: "Dana", comment: "Hi" })).status);
    expect(sent.filter((status) => status === 429).length).toBeGreaterThan(0);
  });

  test("shows the stored video through itself alone, and not after its end", async () => {
    const key = newStorageKey("mp4");
    await app.vireo.tools.storage.put(key, new Blob(["0123456789"]), { contentType: "video/mp4" });
    const { postId } = await post();
    await app.vireo.db
      .updateTable("social_posts")
      .set({ video_key: key, video_url: null, revision: 2 })
      .where("account_id", "=", accountId)
      .execute();
    const { link, reviewId } = await send([postId]);
    const { html } = await visit(link);
    expect(html).not.toContain(key);
    expect(html).toContain(`/media/${postId}`);
    const part = await visit(`${link}/media/${postId}`, { headers: { range: "bytes=2-4" } });
    expect([part.status, part.html, part.headers.get("content-range")]).toEqual([206, "234", "bytes 2-4/10"]);
    expect(part.headers.get("cache-control")).toBe("no-store");
    expect(part.headers.get("access-control-allow-origin")).toBeNull();
    await admin("DELETE", `/social/reviews/${reviewId}`);
    expect((await visit(`${link}/media/${postId}`)).status).toBe(410);
  });
});

describe("a passcode", () => {
  const PASSCODE = "open sesame";
  const enter = (link: string, passcode: string) => submit(link, "passcode", { passcode });

  test("is asked for before anything is shown or done, and opens this link alone", async () => {
    const { postId, content } = await post();
    const { link } = await send([postId], { passcode: PASSCODE });
    const other = await send([postId], { passcode: PASSCODE });
    const closed = [await visit(link), await decide(link, { postId }), await visit(`${link}/media/${postId}`)];
    expect(closed.map(({ status }) => status)).toEqual([200, 403, 403]);
    for (const { html } of closed) {
      expect(html).toContain("Enter the passcode");
      expect(html).not.toContain(content);
    }
    const { status, headers } = await enter(link, PASSCODE);
    expect(status).toBe(303);
    const cookie = headers.getSetCookie()[0]!;
    expect(cookie).toMatch(/Path=\/review\/\S+; Max-Age=\d+; HttpOnly; SameSite=Lax/);
    const sent = { cookie: cookie.split(";")[0]! };
    expect((await visit(link, { headers: sent })).html).toContain(content);
    expect((await visit(other.link, { headers: sent })).html).not.toContain(content);
    for (const forged of ["vireo_review=x", "vireo_review=", sent.cookie.replace(/=\d/, "=9")])
      expect((await visit(link, { headers: { cookie: forged } })).html).toContain("Enter the passcode");
    expect((await decide(link, { postId }, sent)).status).toBe(303);
    const stored = await app.vireo.db.selectFrom("social_reviews").select("passcode_hash").execute();
    expect(JSON.stringify(stored)).not.toContain(PASSCODE);
  });

  test("cannot be guessed: five a minute, and ten wrong ones end the link", async () => {
    const { postId } = await post();
    const { link } = await send([postId], { passcode: PASSCODE });
    const tries = await Promise.all(Array.from({ length: 30 }, (_, at) => enter(link, `wrong ${at}`)));
    expect(tries.filter(({ status }) => status === 403)).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(25);
    // As after a minute; the rate limit runs on real time.
    const wrong = { wrong_passcodes: 9 };
    await app.vireo.db.updateTable("social_reviewers").set(wrong).where("account_id", "=", accountId).execute();
    const { tryPasscode } = await import("#modules/social/reviews/passcode");
    const { findLink } = await import("#modules/social/reviews/links");
    const context = { ...app.vireo.tools, db: app.vireo.db, services: {} } as never;
    const found = (await findLink(context, link.slice(-43)))!;
    const parallel = await Promise.all(Array.from({ length: 5 }, () => tryPasscode(context, found, "nope 1")));
    expect(parallel).toEqual([false, false, false, false, false]);
    expect((await visit(link)).status).toBe(410);
    expect(await tryPasscode(context, found, PASSCODE)).toBe(false);
  });
});
