/** Mails about approvals: to whom, about what, and at most one to a person in five minutes. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { TestClock } from "#sdk/testing/clock";
import { type Client, startApp, type TestApp } from "#test/app";
import { accountsBy, recorder, VIDEO } from "#test/modules/social-fake";
import { join } from "./people-client";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Sent {
  to: string;
  subject: string;
  paragraphs: readonly string[];
  items?: readonly string[];
  button?: { label: string; url: string };
}

const sent: Sent[] = [];
/** Mail that is only noted. */
const mail = defineModule({
  name: "mail",
  start: () => ({
    service: {
      isConfigured: true,
      send: async (_: unknown, to: string, kind: string, content: Omit<Sent, "to">) => {
        if (kind === "approval") sent.push({ to, ...content });
      },
      sendNow: async () => {},
    },
  }),
});

const clock = new TestClock();
let app: TestApp;
let admin: Client;
let accountId: string;
let channel: string;
let editor: Awaited<ReturnType<typeof join>>;
let publisher: Awaited<ReturnType<typeof join>>;
beforeAll(async () => {
  const many = { requests: 1_000_000 };
  const config = {
    limits: { posts: 1e6, reviews: 1e6 } as never,
    settings: { people: { perAddress: many, perEmail: many } },
  };
  const own = modules.map((module) => (module.name === "mail" ? mail : module));
  app = await startApp(config, [...own, recorder().module], {}, clock);
});
afterAll(() => app.stop());
beforeEach(async () => {
  sent.length = 0;
  ({ accountId, api: admin } = await app.account(0));
  channel = (await accountsBy(admin)).youtube;
  await admin("PUT", "/social/approval", { requireApproval: "editors" });
  editor = await join(app, { role: "editor", accountId });
  publisher = await join(app, { role: "publisher", accountId });
});

let made = 0;
const ask = async (more: object = {}) => {
  const { body, status } = await editor.browser.call("POST", "/social/posts", {
    ...{ videoUrl: VIDEO, accountIds: [channel], mode: "schedule", scheduledFor: clock.now() + 72 * HOUR },
    content: `Caption ${++made}`,
    ...more,
  });
  expect([status, body.status]).toEqual([201, "needs_approval"]);
  return body;
};

test("people who may approve get one mail about all posts of a minute, and the next after five", async () => {
  const posts = [await ask(), await ask(), await ask()];
  await clock.advance(30_000);
  expect(sent).toEqual([]);
  await clock.advance(MINUTE);
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[publisher.email, "3 posts need your approval"]]);
  expect(sent[0]?.items).toEqual(posts.map(({ content }) => `“${content}”, by ${editor.email}`));
  await ask();
  await clock.advance(2 * MINUTE);
  await ask();
  await clock.advance(1.5 * MINUTE);
  expect(sent).toHaveLength(1);
  await clock.advance(2 * MINUTE);
  expect(sent.map(({ subject }) => subject)).toEqual(["3 posts need your approval", "2 posts need your approval"]);
  await clock.advance(HOUR);
  expect(sent).toHaveLength(2);
});

test("who asked is told of both outcomes", async () => {
  const [good, bad] = [await ask(), await ask()];
  await publisher.browser.call("POST", `/social/posts/${good.postId}/approve`, { revision: 1 });
  await publisher.browser.call("POST", `/social/posts/${bad.postId}/reject`, { comment: "Too long" });
  await clock.advance(2 * MINUTE);
  const own = sent.filter(({ to }) => to === editor.email);
  expect(own).toHaveLength(1);
  expect(own[0]?.items).toEqual([
    `Your post was approved: “${good.content}”, by ${publisher.email}`,
    `Changes to your post were requested: “${bad.content}”, by ${publisher.email}: Too long`,
  ]);
});

test("people are reminded a day before, and told when the time has passed", async () => {
  await ask({ scheduledFor: clock.now() + 30 * HOUR });
  await clock.advance(10 * MINUTE);
  sent.length = 0;
  await clock.advance(7 * HOUR);
  await clock.advance(2 * MINUTE);
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [publisher.email, "A post is due within a day and not approved"],
  ]);
  await clock.advance(24 * HOUR);
  await clock.advance(2 * MINUTE);
  expect(sent.map(({ subject }) => subject).at(-1)).toBe("A post was due and is not approved");
  expect(sent).toHaveLength(2);
});

test("reviewers get their own link, in one mail also for several reviews", async () => {
  const [first, second] = [await ask(), await ask()];
  sent.length = 0;
  const send = async (postId: string) => {
    const reviewers = [
      { name: "Dana", email: `dana-${made}@client.example` },
      { name: "Eli", email: `eli-${made}@client.example` },
    ];
    const body = { postIds: [postId], reviewers, canDecide: true };
    return (await publisher.browser.call("POST", "/social/reviews", body)).body;
  };
  const one = await send(first.postId);
  const two = await send(second.postId);
  expect(one.isMailed).toBe(true);
  await clock.advance(2 * MINUTE);
  const mails = sent.filter(({ to }) => to.endsWith("client.example"));
  expect(mails).toHaveLength(2);
  for (const [at, { items, button }] of mails.entries()) {
    expect(button).toBeUndefined();
    expect(items?.[0]).toEndWith(one.links[at].url);
    expect(items?.[1]).toEndWith(two.links[at].url);
  }
  // Links wait for their mail sealed.
  await send(first.postId);
  const waiting = await app.vireo.db.selectFrom("social_mails").selectAll().where("notices", "is not", null).execute();
  expect(waiting.length).toBeGreaterThan(0);
  expect(JSON.stringify(waiting)).not.toContain("/review/");
});

test("a person in two workspaces gets one mail for both", async () => {
  const other = await app.account(0);
  await app.api("PUT", `/people/${publisher.me.personId}/workspaces/${other.accountId}`, { role: "publisher" });
  await other.api("PUT", "/social/approval", { requireApproval: "editors" });
  const { body: key } = await app.api("POST", "/keys", {
    ...{ name: "drafter", accountId: other.accountId, scopes: ["social:read", "social:draft"] },
  });
  const [account] = (await other.api("GET", "/social/accounts")).body.accounts;
  await app.as(key.key)("POST", "/social/posts", {
    ...{ videoUrl: VIDEO, accountIds: [account.accountId], mode: "now", content: "From the other one" },
    tiktokPrivacyLevel: "SELF_ONLY",
  });
  await ask();
  await clock.advance(2 * MINUTE);
  const own = sent.filter(({ to }) => to === publisher.email);
  expect(own).toHaveLength(1);
  expect(own[0]?.items).toHaveLength(2);
});

test("people who switched approvals off get no mail about them", async () => {
  const other = await join(app, { role: "publisher", accountId });
  const mute = { kind: "approvals", enabled: false };
  for (const { browser } of [publisher, editor])
    expect((await browser.call("PATCH", "/notifications/me", mute)).body.notifications).toContainEqual(
      expect.objectContaining(mute),
    );
  const { postId, approval } = await ask();
  await clock.advance(2 * MINUTE);
  expect(sent.map(({ to }) => to)).toEqual([other.email]);
  await admin("POST", `/social/posts/${postId}/approve`, { revision: approval.revision });
  await clock.advance(10 * MINUTE);
  expect(sent.filter(({ to }) => to === publisher.email || to === editor.email)).toEqual([]);
});
