import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { newStorageKey } from "#core/storage/storage";
import { modules } from "#modules/index";
import type { Outcome } from "#sdk/slots/social";
import { type Client, startApp, type TestApp } from "#test/app";
import { accountsBy, recorder, until, VIDEO } from "#test/modules/social-fake";
import { until as poll } from "#test/until";

const refused: Outcome = { state: "failed", category: "platform_rejected", message: "Too short." };
/** What the provider says of targets that it is asked for, by caption. */
const found: Record<string, () => Promise<Outcome | undefined>> = {};
let creator = {
  privacyLevels: ["SELF_ONLY"],
  interactions: { comment: true, duet: false, stitch: true },
  canPostMore: true,
};
const { module, record } = recorder({
  paces: { instagram: [{ count: 2, ms: 60_000 }] },
  creatorInfo: async () => creator,
  async prepare({ content }) {
    if (content === "no network") throw new Error("connect ECONNREFUSED 10.0.0.1");
    if (content === "taken over") await overtake(content);
    return { uploaded: content };
  },
  async read(_task, { content }) {
    return (await found[content]?.()) ?? { state: "pending", task: "t", readAfterMs: 0 };
  },
  async find({ content }) {
    return found[content]?.();
  },
});

let app: TestApp;
let api: Client;
let ids: Awaited<ReturnType<typeof accountsBy>>;
beforeAll(async () => {
  app = await startApp({ settings: { social: { callSeconds: 1 } } } as never, [...modules, module]);
  ({ api } = await app.account(0));
  ids = await accountsBy(api);
});
afterAll(() => app.stop());

const post = async (content: string, fields: object = {}) => {
  const { body, status } = await api("POST", "/social/posts", {
    videoUrl: VIDEO,
    accountIds: [ids.youtube],
    tiktokPrivacyLevel: "SELF_ONLY",
    mode: "now",
    content,
    ...fields,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.postId as string;
};
const read = async (postId: string) => (await api("GET", `/social/posts/${postId}`)).body;
const rowOf = (content: string) =>
  app.vireo.db
    .selectFrom("social_targets as t")
    .innerJoin("social_posts as p", "p.id", "t.post_id")
    .selectAll("t")
    .where("p.content", "=", content)
    .executeTakeFirstOrThrow();
/** Time goes by for one column of a post's targets. */
const pass = (content: string, column: "due_at" | "next_read_at" | "lease_until" | "called_at", seconds: number) =>
  sql`update social_targets set ${sql.ref(column)} = ${sql.ref(column)} - ${seconds} * interval '1 second'
    where post_id in (select id from social_posts where content = ${content})`.execute(app.vireo.db);
const eventsOf = async (postId: string) => {
  const rows = await app.vireo.db.selectFrom("events").selectAll().orderBy("id").execute();
  return rows.filter(({ data }) => (data as { postId?: string }).postId === postId).map(({ type }) => type);
};
/** Another process has made a further attempt at it. */
const overtake = (content: string) =>
  sql`update social_targets set attempts = attempts + 1, lease_until = null
    where post_id in (select id from social_posts where content = ${content})`.execute(app.vireo.db);
const soon = () => Date.now() + 3_600_000;

test.concurrent("the call carries what the post says, the video, our id and what was prepared", async () => {
  const postId = await post("all of it", {
    accountIds: [ids.tiktok],
    tiktokPrivacyLevel: "SELF_ONLY",
    tiktokAllowComment: true,
    publishToInbox: true,
    title: "T",
  });
  await until(api, postId);
  const call = record.calls.find(({ content }) => content === "all of it");
  expect(call).toMatchObject({
    postId,
    account: { externalId: "tik", platform: "tiktok", username: "tik" },
    title: "T",
    toInbox: true,
    tiktok: { privacyLevel: "SELF_ONLY", allowComment: true },
    attempt: 1,
    prepared: { uploaded: "all of it" },
    media: { address: VIDEO, publicUrl: VIDEO, fileName: "video.mp4" },
  });
  expect(call?.idempotencyKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});

describe("what was overtaken", () => {
  test.concurrent("while it was prepared makes no call", async () => {
    await post("taken over");
    await poll(async () => (await rowOf("taken over")).attempts === 2);
    await Bun.sleep(200);
    expect(record.callsFor("taken over")).toBe(0);
  });

  test.concurrent("by a later attempt has no say in how that ends", async () => {
    record.outcomes.overtaken = async () => {
      await overtake("overtaken");
      return { state: "published" };
    };
    await post("overtaken");
    await poll(async () => (await rowOf("overtaken")).attempts === 2);
    await Bun.sleep(200);
    expect((await rowOf("overtaken")).status).toBe("publishing");
  });
});

describe("the targets of a post end each for itself:", () => {
  test.concurrent("one out and one refused is partial; a retry sends the refused one alone", async () => {
    record.outcomes.mixed = async ({ account, attempt }) =>
      account.platform === "youtube" && attempt === 1
        ? refused
        : { state: "published", platformPostUrl: "https://x.example/1" };
    const postId = await post("mixed", { accountIds: [ids.tiktok, ids.youtube] });
    expect((await until<never>(api, postId)) as object).toMatchObject({
      status: "partial",
      targets: [
        { status: "published", platformPostUrl: "https://x.example/1" },
        { status: "failed", errorCategory: "platform_rejected", errorMessage: "Too short." },
      ],
    });
    const again = await api("POST", `/social/posts/${postId}/retry`);
    expect([again.status, again.body.status]).toEqual([200, "publishing"]);
    expect(again.body.targets[1].errorMessage).toBeUndefined();
    expect(
      (await until<never>(api, postId, ({ status }: { status: string }) => status !== "publishing")) as object,
    ).toMatchObject({
      status: "published",
    });
    const calls = record.calls.filter(({ content }) => content === "mixed");
    expect(calls.map(({ account, attempt }) => `${account.platform} ${attempt}`).sort()).toEqual([
      "tiktok 1",
      "youtube 1",
      "youtube 2",
    ]);
    expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
    expect(await eventsOf(postId)).toEqual(["post.partial", "post.published"]);
  });

  test.concurrent("all refused is failed; in the inbox is done", async () => {
    record.outcomes.refused = async () => refused;
    record.outcomes.inbox = async () => ({ state: "in_inbox" });
    expect((await until(api, await post("refused"))).status).toBe("failed");
    const done = await until(api, await post("inbox", { accountIds: [ids.tiktok], publishToInbox: true }));
    expect([done.status, done.targets[0]?.status]).toEqual(["published", "in_inbox"]);
  });

  test.concurrent("a provider that goes on working is read until it is done", async () => {
    record.outcomes.working = async () => ({ state: "pending", task: "t", readAfterMs: 0 });
    let left = 2;
    found.working = async () => (left-- > 0 ? undefined : { state: "published" });
    expect((await until(api, await post("working"), ({ status }) => status === "published")).status).toBe("published");
    expect([record.callsFor("working"), left]).toEqual([1, -1]);
  });

  test.concurrent("a provider that never gets done leaves it unconfirmed after the time allowed", async () => {
    record.outcomes.stuck = async () => ({ state: "pending", task: "t", readAfterMs: 0 });
    const postId = await post("stuck");
    await until(api, postId, ({ targets }) => targets[0]?.status === "publishing");
    await pass("stuck", "called_at", 3601);
    const done = await until(api, postId);
    expect(done).toMatchObject({ status: "partial", targets: [{ status: "unconfirmed" }] });
  });
});

describe("a call whose outcome is not known", () => {
  test.concurrent.each([
    ["throws", async () => Promise.reject(new Error("socket hang up; secret-token"))],
    ["hangs", () => new Promise<never>(() => {})],
    ["says so", async () => ({ state: "unknown", message: "502 from the gateway" }) as const],
    ["says nothing", async () => ({}) as never],
  ])(
    "(it %s) leaves the target unconfirmed, is not made again, and is cleared up by reading",
    async (name, behaviour) => {
      record.outcomes[name] = behaviour;
      const postId = await post(name);
      const open = await until(api, postId);
      expect(open).toMatchObject({ status: "partial", targets: [{ status: "unconfirmed" }] });
      expect(JSON.stringify(open)).not.toContain("secret-token");
      expect((await api("POST", `/social/posts/${postId}/retry`)).status).toBe(409);
      found[name] = async () => ({ state: "published", platformPostId: "found" });
      await pass(name, "next_read_at", 60);
      expect(
        (await until<never>(api, postId, ({ status }: { status: string }) => status === "published")) as object,
      ).toMatchObject({
        targets: [{ status: "published", platformPostId: "found" }],
      });
      expect(record.callsFor(name)).toBe(1);
      expect(await eventsOf(postId)).toEqual(["post.partial", "post.published"]);
    },
  );

  test.concurrent("may turn out to have failed, and is then retried on request", async () => {
    record.outcomes.lost = async ({ attempt }) =>
      attempt === 1 ? { state: "unknown", message: "?" } : { state: "published" };
    const postId = await post("lost");
    await until(api, postId);
    found.lost = async () => refused;
    await pass("lost", "next_read_at", 60);
    await until(api, postId, ({ status }) => status === "failed");
    await api("POST", `/social/posts/${postId}/retry`);
    expect((await until(api, postId, ({ status }) => status === "published")).status).toBe("published");
  });

  test.concurrent("is asked for a bounded number of times, faults included, and then says so", async () => {
    record.outcomes.never = async () => ({ state: "unknown", message: "?" });
    const postId = await post("never");
    await until(api, postId);
    let asked = 0;
    found.never = async () => {
      if (asked++ % 2) throw new Error("the provider is down");
      return undefined;
    };
    for (const reads of [0, 1, 7]) {
      await app.vireo.db
        .updateTable("social_targets")
        .set({ reads })
        .where("id", "=", (await rowOf("never")).id)
        .execute();
      await pass("never", "next_read_at", 86_400);
      await poll(async () => (await rowOf("never")).reads > reads);
    }
    const row = await rowOf("never");
    expect([row.status, row.reads, row.next_read_at, asked]).toEqual(["unconfirmed", 8, null, 3]);
    expect((await read(postId)).targets[0].errorMessage).toContain("8 times without a result");
    expect(record.callsFor("never")).toBe(1);
  });
});

describe("before the call", () => {
  test.concurrent("a fault is tried again, visibly, and fails for certain when it gets too late", async () => {
    const postId = await post("no network");
    const waiting = await until<{
      status: string;
      targets: { status: string; delayReason?: string; delayedUntil?: number }[];
    }>(api, postId, ({ targets }) => (targets[0] as { delayReason?: string }).delayReason !== undefined);
    expect(waiting).toMatchObject({ status: "scheduled", targets: [{ status: "pending" }] });
    expect(waiting.targets[0]?.delayedUntil).toBeGreaterThan(Date.now());
    await app.vireo.db
      .updateTable("social_targets")
      .set({ wanted_at: new Date(Date.now() - 3_600_000), due_at: new Date() })
      .where("id", "=", (await rowOf("no network")).id)
      .execute();
    expect((await until<never>(api, postId)) as object).toMatchObject({
      status: "failed",
      targets: [{ errorCategory: "provider_unavailable" }],
    });
    expect(record.callsFor("no network")).toBe(0);
  });

  test.concurrent("a video that is gone fails for certain", async () => {
    const postId = await post("gone video", { mode: "draft" });
    await app.vireo.db
      .updateTable("social_posts")
      .set({ video_key: newStorageKey("mp4"), video_url: null })
      .where("content", "=", "gone video")
      .execute();
    await api("POST", `/social/posts/${postId}/publish`);
    expect((await until<never>(api, postId)) as object).toMatchObject({
      targets: [{ errorCategory: "media_unavailable" }],
    });
    expect(record.callsFor("gone video")).toBe(0);
  });

  test.each([
    ["a privacy level", { tiktokPrivacyLevel: "PUBLIC_TO_EVERYONE" }, "SELF_ONLY"],
    ["duets", { tiktokAllowDuet: true }, "duets"],
  ])(
    "%s that the creator does not have fails for certain, unless it is for the inbox",
    async (name, settings, word) => {
      const failed = await until(api, await post(name, { accountIds: [ids.tiktok], ...settings }));
      expect(failed).toMatchObject({ status: "failed", targets: [{ errorCategory: "user_content" }] });
      expect((failed.targets[0] as { errorMessage?: string }).errorMessage).toContain(word);
      const content = `${name} inbox`;
      const sent = await until(
        api,
        await post(content, { accountIds: [ids.tiktok], publishToInbox: true, ...settings }),
      );
      expect(sent.status).toBe("published");
    },
  );

  test("a creator whose day is used up waits, and can still be cancelled", async () => {
    creator = { ...creator, canPostMore: false };
    const postId = await post("used up", { accountIds: [ids.tiktok] });
    const waiting = await until(api, postId, ({ status }) => status === "scheduled");
    creator = { ...creator, canPostMore: true };
    expect((waiting.targets[0] as { delayReason?: string }).delayReason).toContain("today");
    expect((await api("DELETE", `/social/posts/${postId}`)).status).toBe(204);
    expect(record.callsFor("used up")).toBe(0);
  });

  test("a disconnected account fails for certain", async () => {
    const { api: own } = await app.account(0);
    const mine = await accountsBy(own);
    const { body } = await own("POST", "/social/posts", {
      videoUrl: VIDEO,
      accountIds: [mine.tiktok],
      tiktokPrivacyLevel: "SELF_ONLY",
      mode: "schedule",
      scheduledFor: soon(),
      content: "left",
    });
    const [first] = record.accounts.splice(0, 1);
    await own("POST", "/social/accounts");
    record.accounts.unshift(first!);
    expect((await own("POST", `/social/posts/${body.postId}/publish`)).status).toBe(400);
    await pass("left", "due_at", 3600);
    expect((await until<never>(own, body.postId)) as object).toMatchObject({
      targets: [{ errorCategory: "account_issue" }],
    });
    expect(record.callsFor("left")).toBe(0);
  });
});

test.concurrent("posts beyond an account's pace wait for their turn, visibly, one after the other", async () => {
  const many = Array.from({ length: 5 }, (_, at) => `pace ${at}`);
  const posts = await Promise.all(many.map((content) => post(content, { accountIds: [ids.instagram] })));
  const settled = await Promise.all(
    posts.map((postId) =>
      until<{ status: string; targets: { status: string; delayedUntil?: number; delayReason?: string }[] }>(
        api,
        postId,
        ({ status }) => status === "published" || status === "scheduled",
      ),
    ),
  );
  const waiting = settled.filter(({ status }) => status === "scheduled").map(({ targets }) => targets[0]);
  expect(settled.filter(({ status }) => status === "published").length).toBe(2);
  expect(waiting.every((target) => target?.delayReason?.includes("one instagram account"))).toBe(true);
  const minutes = waiting.map((target) => Math.round(((target?.delayedUntil ?? 0) - Date.now()) / 60_000)).sort();
  expect(minutes).toEqual([1, 1, 2]);
});

describe("after downtime", () => {
  const late = async (content: string, minutes: number) => {
    const postId = await post(content, { mode: "schedule", scheduledFor: soon() });
    await pass(content, "due_at", 3600 + minutes * 60);
    return until<never>(api, postId) as Promise<object>;
  };
  test.concurrent("a post up to an hour late is published", async () => {
    expect(await late("58 min", 58)).toMatchObject({ status: "published" });
  });
  test.concurrent("an older one fails and says why; a retry still sends it", async () => {
    const failed = (await late("62 min", 62)) as { postId: string };
    expect(failed).toMatchObject({ status: "failed", targets: [{ errorCategory: "missed" }] });
    expect(record.callsFor("62 min")).toBe(0);
    await api("POST", `/social/posts/${failed.postId}/retry`);
    expect((await until(api, failed.postId, ({ status }) => status === "published")).status).toBe("published");
  });
});
