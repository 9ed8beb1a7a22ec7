/** Posts that need an approval: who can ask, who can decide, and that nothing is published before. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { social } from "#modules/social/index";
import { TestClock } from "#sdk/testing/clock";
import { type Client, startApp, type TestApp } from "#test/app";
import { accountsBy, recorder, until, VIDEO } from "#test/modules/social-fake";
import { join } from "./people-client";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const clock = new TestClock();
const { module, record } = recorder();

/** Called before each statement of the module that writes, if set. */
let beforeWrite: (() => void) | undefined;
const watched = defineModule({
  ...social,
  start: (context) =>
    social.start({
      ...context,
      db: context.db.withPlugin({
        transformQuery({ node }) {
          if (node.kind === "InsertQueryNode" || node.kind === "UpdateQueryNode") beforeWrite?.();
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    }),
});

let app: TestApp;
let accountId: string;
/** By role: a key that may publish and approve, one that may publish, and one that may only draft. */
let publisher: Client;
let writer: Client;
let editor: Client;
let admin: Client;
let channel: string;
beforeAll(async () => {
  const all = modules.map((one) => (one.name === "social" ? watched : one));
  app = await startApp({ limits: { posts: 1e6 } as never }, [...all, module], {}, clock);
});
afterAll(() => app.stop());

beforeEach(async () => {
  const account = await app.account(0);
  accountId = account.accountId;
  admin = account.api;
  const create = async (scopes: string[]) => {
    const { body } = await app.api("POST", "/keys", { name: scopes.at(-1), accountId, scopes });
    return app.as(body.key);
  };
  publisher = await create(["social:read", "social:write", "social:approve"]);
  writer = await create(["social:read", "social:write"]);
  editor = await create(["social:read", "social:draft"]);
  channel = (await accountsBy(admin)).youtube;
});

const requireApproval = (value: string) => admin("PUT", "/social/approval", { requireApproval: value });
let made = 0;
const bodyOf = (more: object = {}) => ({
  ...{ videoUrl: VIDEO, accountIds: [channel], mode: "schedule", scheduledFor: clock.now() + 2 * HOUR },
  content: `Post ${++made}`,
  ...more,
});
const create = (client: Client, more: object = {}) => client("POST", "/social/posts", bodyOf(more));
const get = async (postId: string) => (await publisher("GET", `/social/posts/${postId}`)).body;
const approve = (client: Client, postId: string, body: object) =>
  client("POST", `/social/posts/${postId}/approve`, body);
const reject = (client: Client, postId: string, body: object) => client("POST", `/social/posts/${postId}/reject`, body);
const kindOf = ({ body }: { body: { type?: string } }) => body.type?.split("/").at(-1);
const getEvents = async (postId: string) => {
  const rows = await app.vireo.db.selectFrom("events").selectAll().orderBy("id").execute();
  return rows.filter(({ data }) => (data as { postId?: string }).postId === postId).map(({ type }) => type);
};
const duesOf = async (content: string) =>
  (
    await app.vireo.db
      .selectFrom("social_targets as t")
      .innerJoin("social_posts as p", "p.id", "t.post_id")
      .select(["t.due_at"])
      .where("p.content", "=", content)
      .execute()
  ).map(({ due_at }) => due_at);
/** A post of the editor that waits. */
const ask = async (more: object = {}) => {
  const { status, body } = await create(editor, more);
  expect([status, body.status]).toEqual([201, "needs_approval"]);
  return body;
};

describe("without approval", () => {
  test("a key with social:write publishes as before; one with social:draft saves, changes and deletes drafts", async () => {
    expect((await publisher("GET", "/social/approval")).body).toEqual({ requireApproval: "off" });
    const { body } = await create(writer);
    expect(body).toMatchObject({ status: "scheduled", approval: { state: "none", revision: 1, overdue: false } });
    const draft = await create(editor, { mode: "draft" });
    expect([draft.status, draft.body.status]).toEqual([201, "draft"]);
    const path = `/social/posts/${draft.body.postId}`;
    expect((await editor("PATCH", path, { content: "Better" })).body.content).toBe("Better");
    expect((await editor("DELETE", path)).status).toBe(204);
  });

  test("a key with social:draft alone schedules nothing in any way, and is told why", async () => {
    const { body: draft } = await create(editor, { mode: "draft" });
    const path = `/social/posts/${draft.postId}`;
    const { body: scheduled } = await create(writer);
    const scheduledPath = `/social/posts/${scheduled.postId}`;
    const calls = [
      await create(editor),
      await create(editor, { mode: "now", scheduledFor: undefined }),
      await create(editor, { mode: "queue", scheduledFor: undefined }),
      await editor("POST", "/social/posts/bulk", { posts: [bodyOf({ mode: "draft" }), bodyOf()] }),
      await editor("PATCH", path, { mode: "schedule", scheduledFor: clock.now() + HOUR }),
      await editor("POST", `${path}/publish`),
      await editor("POST", `${path}/retry`),
      await editor("PATCH", scheduledPath, { content: "Mine now" }),
      await editor("PATCH", scheduledPath, { scheduledFor: clock.now() + HOUR }),
      await editor("DELETE", scheduledPath),
    ];
    for (const call of calls) {
      expect([call.status, kindOf(call)]).toEqual([403, "insufficient_scope"]);
      expect(call.body.detail).toContain("social:write");
    }
    expect((await publisher("GET", "/social/posts?status=draft")).body.pagination.total).toBe(1);
    expect((await get(scheduled.postId)).content).toBe(scheduled.content);
  });

  test("an editor who signs in drafts, and never publishes", async () => {
    const { browser } = await join(app, { role: "editor", accountId });
    expect((await browser.call("POST", "/social/posts", bodyOf({ mode: "draft" }))).status).toBe(201);
    const refused = await browser.call("POST", "/social/posts", bodyOf());
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toContain("Save the post as a draft");
  });
});

describe("every way to schedule waits for approval", () => {
  const waiting = (body: { status: string; approval: { state: string } }) =>
    expect([body.status, body.approval.state]).toEqual(["needs_approval", "pending"]);

  test.each(["schedule", "now", "queue"])("creating a post in mode %s", async (mode) => {
    await requireApproval("editors");
    const slots = { timezone: "UTC", slots: [{ weekday: "monday", time: "10:00" }] };
    await admin("PUT", `/social/accounts/${channel}/slots`, slots);
    const { body } = await create(writer, { mode, scheduledFor: mode === "schedule" ? clock.now() + HOUR : undefined });
    waiting(body);
    expect(await duesOf(body.content)).toEqual([null]);
    expect(body.scheduledFor === undefined).toBe(mode === "now");
    expect(await getEvents(body.postId)).toEqual(["post.needs_approval"]);
  });

  test("many posts, as JSON and from CSV", async () => {
    await requireApproval("editors");
    const { body } = await editor("POST", "/social/posts/bulk", { posts: [bodyOf(), bodyOf()] });
    for (const { post } of body.results) waiting(post);
    const csv = `videoUrl,accountIds,mode,scheduledFor,content\n${VIDEO},${channel},schedule,${clock.now() + HOUR},From CSV`;
    const imported = await editor("POST", "/social/posts/bulk", { csv });
    waiting(imported.body.results[0].post);
  });

  test("a change that schedules a draft, and publishing one now", async () => {
    await requireApproval("editors");
    const { body: draft } = await create(editor, { mode: "draft" });
    const changed = await editor("PATCH", `/social/posts/${draft.postId}`, {
      ...{ mode: "schedule", scheduledFor: clock.now() + HOUR },
    });
    waiting(changed.body);
    const { body: other } = await create(editor, { mode: "draft" });
    const published = await editor("POST", `/social/posts/${other.postId}/publish`);
    waiting(published.body);
    expect(published.body.scheduledFor).toBeUndefined();
  });

  test("moving a post that was scheduled without one, and retrying", async () => {
    const { body } = await create(publisher);
    record.outcomes.Refused = async () => ({ state: "failed", category: "platform_rejected", message: "No." }) as never;
    const { body: failed } = await create(publisher, { mode: "now", scheduledFor: undefined, content: "Refused" });
    await clock.advance(1000);
    expect((await until(publisher, failed.postId)).status).toBe("failed");
    await requireApproval("editors");
    waiting((await writer("PATCH", `/social/posts/${body.postId}`, { scheduledFor: clock.now() + HOUR })).body);
    expect((await writer("POST", `/social/posts/${failed.postId}/retry`)).status).toBe(403);
    expect((await publisher("POST", `/social/posts/${failed.postId}/retry`)).status).toBe(200);
  });

  test("with everyone, also those who may approve; with editors, not them", async () => {
    await requireApproval("editors");
    expect((await create(publisher)).body.status).toBe("scheduled");
    await requireApproval("everyone");
    const { body } = await create(publisher);
    waiting(body);
    expect((await approve(publisher, body.postId, { revision: 1 })).body.status).toBe("scheduled");
  });

  test("a post that waits is not published at its time, and says that it is overdue", async () => {
    await requireApproval("editors");
    const body = await ask({ scheduledFor: clock.now() + HOUR });
    await clock.advance(2 * HOUR);
    await clock.advance(20_000);
    const late = await get(body.postId);
    expect(late).toMatchObject({ status: "needs_approval", approval: { overdue: true } });
    expect(record.callsFor(body.content)).toBe(0);
    expect(await getEvents(body.postId)).toEqual(["post.needs_approval", "post.approval_overdue"]);
    // It is reported once.
    await clock.advance(2 * HOUR);
    expect(await getEvents(body.postId)).toHaveLength(2);
  });

  test("turning approval off does not approve what waits", async () => {
    await requireApproval("everyone");
    const body = await ask();
    await requireApproval("off");
    await clock.advance(3 * HOUR);
    expect((await get(body.postId)).status).toBe("needs_approval");
    expect(record.callsFor(body.content)).toBe(0);
  });

  test("posts that wait are in the list, in the calendar, and keep their slot", async () => {
    await requireApproval("editors");
    await admin("PUT", `/social/accounts/${channel}/slots`, {
      ...{ timezone: "UTC", slots: [{ weekday: "monday", time: "10:00" }] },
    });
    const first = await ask({ mode: "queue", scheduledFor: undefined });
    const second = await ask({ mode: "queue", scheduledFor: undefined });
    expect(second.scheduledFor).toBeGreaterThan(first.scheduledFor);
    const { body } = await editor("GET", "/social/posts?status=needs_approval");
    expect(body.posts.map(({ postId }: { postId: string }) => postId).sort()).toEqual(
      [first.postId, second.postId].sort(),
    );
    const from = clock.now();
    const calendar = await editor("GET", `/social/calendar?from=${from}&to=${from + 20 * DAY}`);
    expect(calendar.body.total).toBe(2);
    expect((await editor("DELETE", `/social/posts/${first.postId}`)).status).toBe(204);
    expect(await get(first.postId)).toMatchObject({ status: "cancelled", approval: { state: "none" } });
  });
});

describe("a decision", () => {
  beforeEach(() => requireApproval("editors"));

  test("approving publishes the post at its time, once", async () => {
    const body = await ask();
    const approved = await approve(publisher, body.postId, { revision: 1 });
    expect(approved.body).toMatchObject({
      status: "scheduled",
      approval: {
        ...{ state: "approved", revision: 1, requestedBy: "social:draft", overdue: false },
        decisions: [{ by: "social:approve", via: "key", decision: "approved", revision: 1 }],
      },
    });
    expect(record.callsFor(body.content)).toBe(0);
    await clock.advance(2 * HOUR + 1000);
    expect((await until(publisher, body.postId)).status).toBe("published");
    expect(record.callsFor(body.content)).toBe(1);
    expect(await getEvents(body.postId)).toEqual([
      ...["post.needs_approval", "post.approved", "post.scheduled", "post.published"],
    ]);
  });

  test("a post without a time is published when it is approved", async () => {
    const body = await ask({ mode: "now", scheduledFor: undefined });
    await clock.advance(HOUR);
    expect(record.callsFor(body.content)).toBe(0);
    expect((await approve(publisher, body.postId, { revision: 1 })).body.status).toBe("publishing");
    expect((await until(publisher, body.postId)).status).toBe("published");
  });

  test("rejecting needs a comment, and makes the post a draft that can be sent again", async () => {
    const body = await ask();
    expect((await reject(publisher, body.postId, {})).status).toBe(400);
    const rejected = await reject(publisher, body.postId, { comment: "Shorter, please.", revision: 1 });
    expect(rejected.body).toMatchObject({
      status: "draft",
      approval: { state: "rejected", decisions: [{ decision: "rejected", comment: "Shorter, please." }] },
    });
    expect(await getEvents(body.postId)).toEqual(["post.needs_approval", "post.rejected"]);
    const again = await editor("PATCH", `/social/posts/${body.postId}`, {
      ...{ content: `${body.content} short`, mode: "schedule" },
    });
    expect(again.body).toMatchObject({ status: "needs_approval", approval: { state: "pending", revision: 2 } });
    expect((await approve(publisher, body.postId, { revision: 2 })).body.approval.decisions).toHaveLength(2);
  });

  test("only with the scope social:approve, and only in the own account", async () => {
    const body = await ask();
    for (const client of [editor, writer]) {
      expect((await approve(client, body.postId, { revision: 1 })).status).toBe(403);
      expect((await reject(client, body.postId, { comment: "No" })).status).toBe(403);
    }
    const { api: stranger } = await app.account(0);
    expect((await approve(stranger, body.postId, { revision: 1 })).status).toBe(404);
    expect((await reject(stranger, body.postId, { comment: "No" })).status).toBe(404);
    expect((await stranger("GET", `/social/posts/${body.postId}/comments`)).status).toBe(404);
  });

  test("about an earlier revision: 409 revision_changed", async () => {
    const body = await ask();
    await editor("PATCH", `/social/posts/${body.postId}`, { content: `${body.content}!` });
    const stale = await approve(publisher, body.postId, { revision: 1 });
    expect([stale.status, kindOf(stale), stale.body.revision]).toEqual([409, "revision_changed", 2]);
    expect(kindOf(await reject(publisher, body.postId, { revision: 1, comment: "No" }))).toBe("revision_changed");
    expect((await get(body.postId)).status).toBe("needs_approval");
  });

  test("of two people at once: one wins, the other gets 409 already_decided", async () => {
    const body = await ask();
    const answers = await Promise.all([
      approve(publisher, body.postId, { revision: 1 }),
      reject(admin, body.postId, { revision: 1, comment: "No" }),
      approve(admin, body.postId, { revision: 1 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409)) expect(kindOf(answer)).toBe("already_decided");
    expect((await get(body.postId)).approval.decisions).toHaveLength(1);
  });

  test("about a post that does not wait: 409 conflict", async () => {
    const { body } = await create(publisher);
    expect(kindOf(await approve(publisher, body.postId, { revision: 1 }))).toBe("conflict");
  });

  test.each([
    ["queue", (mode: string) => ({ mode })],
    ["now", (mode: string) => ({ mode })],
    ["a new time", () => ({ scheduledFor: clock.now() + 5 * HOUR })],
  ])("that comes late needs %s, and the error names the next free slot", async (name, more) => {
    const body = await ask({ scheduledFor: clock.now() + HOUR });
    await admin("PUT", `/social/accounts/${channel}/slots`, {
      ...{ timezone: "UTC", slots: [{ weekday: "monday", time: "10:00" }] },
    });
    await clock.advance(2 * HOUR);
    const late = await approve(publisher, body.postId, { revision: 1 });
    expect([late.status, kindOf(late)]).toEqual([409, "schedule_passed"]);
    expect(late.body.nextSlot).toBeGreaterThan(clock.now());
    expect(record.callsFor(body.content)).toBe(0);
    const { status, body: approved } = await approve(publisher, body.postId, { revision: 1, ...more(name) });
    expect(status).toBe(200);
    expect(approved.approval).toMatchObject({ state: "approved", overdue: false });
    if (name === "queue") expect(approved.scheduledFor).toBe(late.body.nextSlot);
    if (name === "now") expect((await until(publisher, body.postId)).status).toBe("published");
    else expect(approved.status).toBe("scheduled");
  });

  test("that is interrupted at any statement leaves a post that waits, and can be made again", async () => {
    const body = await ask({ mode: "now", scheduledFor: undefined });
    for (let at = 1; ; at++) {
      let writes = 0;
      beforeWrite = () => {
        if (++writes === at) throw new Error("The process dies.");
      };
      const { status } = await approve(publisher, body.postId, { revision: 1 });
      beforeWrite = undefined;
      if (status === 200) break;
      expect(status).toBe(500);
      expect((await get(body.postId)).status).toBe("needs_approval");
      expect(record.callsFor(body.content)).toBe(0);
    }
    expect((await until(publisher, body.postId)).status).toBe("published");
    expect(record.callsFor(body.content)).toBe(1);
  });
});

describe("a change", () => {
  beforeEach(() => requireApproval("editors"));
  const approved = async () => {
    const body = await ask();
    return (await approve(publisher, body.postId, { revision: 1 })).body;
  };

  test("of the content of an approved post asks again, and nothing is published meanwhile", async () => {
    const body = await approved();
    const changed = await editor("PATCH", `/social/posts/${body.postId}`, { content: `${body.content} changed` });
    expect(changed.body).toMatchObject({ status: "needs_approval", approval: { state: "pending", revision: 2 } });
    await clock.advance(3 * HOUR);
    expect(record.callsFor(`${body.content} changed`)).toBe(0);
  });

  test("of an approved post into a draft and back keeps the approval, but needs the right to publish once it is off", async () => {
    const body = await approved();
    const path = `/social/posts/${body.postId}`;
    const draft = await editor("PATCH", path, { mode: "draft" });
    expect(draft.body).toMatchObject({ status: "draft", approval: { state: "approved" } });
    await requireApproval("off");
    expect((await editor("PATCH", path, { mode: "schedule" })).status).toBe(403);
    expect((await editor("POST", `${path}/publish`)).status).toBe(403);
    const { body: again } = await writer("PATCH", path, { mode: "schedule" });
    expect(again).toMatchObject({ status: "scheduled", approval: { state: "approved", revision: 1 } });
  });

  test("of its time alone keeps the approval", async () => {
    const body = await approved();
    const changed = await editor("PATCH", `/social/posts/${body.postId}`, { scheduledFor: clock.now() + 9 * HOUR });
    expect(changed.body).toMatchObject({ status: "scheduled", approval: { state: "approved", revision: 1 } });
  });

  test.each([
    ["title", () => ({ title: "Another" })],
    ["overrides", () => ({ overrides: { youtube: { content: "Another" } } })],
    ["settings", () => ({ aiGenerated: true })],
    ["media", () => ({ videoUrl: "https://93.184.216.34/other.mp4" })],
  ])("of the %s is a new revision", async (_, more) => {
    const body = await approved();
    const { body: changed } = await editor("PATCH", `/social/posts/${body.postId}`, more());
    expect(changed).toMatchObject({ status: "needs_approval", approval: { revision: 2 } });
  });

  test("of the channels is a new revision", async () => {
    const body = await approved();
    const accountIds = [channel, (await accountsBy(admin)).instagram];
    const { body: changed } = await editor("PATCH", `/social/posts/${body.postId}`, { accountIds });
    expect(changed).toMatchObject({ status: "needs_approval", approval: { revision: 2 } });
  });

  test("by somebody who needs no approval does not ask again", async () => {
    const body = await approved();
    const { body: changed } = await publisher("PATCH", `/social/posts/${body.postId}`, { content: "By the boss" });
    expect(changed).toMatchObject({ status: "scheduled", approval: { state: "none", revision: 2 } });
  });

  test("of a post that waits never schedules it, whoever makes it", async () => {
    const body = await ask();
    const path = `/social/posts/${body.postId}`;
    const moved = await publisher("PATCH", path, { scheduledFor: clock.now() + 9 * HOUR, mode: "schedule" });
    expect(moved.body).toMatchObject({ status: "needs_approval", approval: { revision: 1 } });
    expect((await publisher("POST", `${path}/publish`)).status).toBe(409);
    expect((await editor("PATCH", path, { mode: "draft" })).body).toMatchObject({
      ...{ status: "draft", approval: { state: "none" } },
    });
  });
});

describe("servers of earlier versions on the same database", () => {
  beforeEach(() => requireApproval("editors"));

  test("never claim a post that waits: neither its targets are due, nor does its status fit", async () => {
    const body = await ask({ scheduledFor: clock.now() + HOUR });
    await clock.advance(2 * HOUR);
    const claimed = await app.vireo.db.transaction().execute(async (trx) => {
      // The query of claim.ts before approvals.
      const targets = await sql<{ post_id: string }>`
        select * from social_targets where status = 'pending' and due_at <= now()
          and exists (select from social_posts where social_posts.id = social_targets.post_id
            and not exists (select from accounts where accounts.id = social_posts.account_id and accounts.suspended_at is not null))
        order by due_at limit 100 for no key update skip locked`.execute(trx);
      const posts = await sql<{ content: string }>`
        select * from social_posts where status in ('scheduled', 'publishing') for no key update skip locked`.execute(
        trx,
      );
      return { targets: targets.rows, posts: posts.rows };
    });
    const uuid = (
      await app.vireo.db.selectFrom("social_posts").select("id").where("content", "=", body.content).executeTakeFirst()
    )?.id;
    expect(claimed.targets.some(({ post_id }) => post_id === uuid)).toBe(false);
    expect(claimed.posts.some(({ content }) => content === body.content)).toBe(false);
  });

  test.each([
    ["makes its targets due", sql`update social_targets set due_at = now()`],
    ["claims its targets", sql`update social_targets set status = 'publishing'`],
  ])("a statement that %s fails", async (_, statement) => {
    const body = await ask();
    const own = sql`post_id = (select id from social_posts where content = ${body.content})`;
    const run = sql`${statement} where ${own}`.execute(app.vireo.db);
    await expect(run).rejects.toThrow("waits for approval");
  });

  test("a statement that only changes its status fails", async () => {
    const body = await ask();
    const run = sql`update social_posts set status = 'scheduled' where content = ${body.content}`;
    await expect(run.execute(app.vireo.db)).rejects.toThrow("social_posts_waiting");
  });

  test("cannot change what was approved", async () => {
    const body = await ask();
    await approve(publisher, body.postId, { revision: 1 });
    const text = sql`update social_posts set content = 'Other' where content = ${body.content}`;
    await expect(text.execute(app.vireo.db)).rejects.toThrow("only with its revision");
    const target = sql`insert into social_targets (id, post_id, social_account_id, provider, platform, position, status)
      select gen_random_uuid(), t.post_id, a.id, t.provider, t.platform, 9, 'pending' from social_targets t
      join social_posts p on p.id = t.post_id join social_accounts a on a.account_id = p.account_id and a.platform = 'tiktok'
      where p.content = ${body.content}`;
    await expect(target.execute(app.vireo.db)).rejects.toThrow("only with its revision");
  });
});

describe("comments", () => {
  test("are for the team unless they say otherwise, and emit an event", async () => {
    const { body: post } = await create(editor, { mode: "draft" });
    const path = `/social/posts/${post.postId}/comments`;
    const { status, body } = await editor("POST", path, { text: "Is the price right?" });
    expect([status, body.visibility, body.via, body.by]).toEqual([201, "team", "key", "social:draft"]);
    await publisher("POST", path, { text: "It is.", visibility: "client" });
    const { body: list } = await publisher("GET", path);
    expect(list.comments.map(({ text }: { text: string }) => text)).toEqual(["It is.", "Is the price right?"]);
    expect(await getEvents(post.postId)).toEqual(["post.commented", "post.commented"]);
    expect((await editor("POST", path, { text: "x".repeat(2001) })).status).toBe(400);
    expect((await editor("POST", path, { text: "  " })).status).toBe(400);
  });
});
