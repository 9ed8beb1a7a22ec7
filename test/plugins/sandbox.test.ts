import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import { commands, findCommand } from "#plugins/sandbox/commands";
import { sandbox } from "#plugins/sandbox/index";
import { createProvider } from "#plugins/sandbox/provider";
import { socialConformance } from "#sdk/testing/conformance/social";
import { startApp, type TestApp } from "#test/app";
import { accountsBy, until, VIDEO } from "#test/modules/social-fake";
import { until as poll } from "#test/until";

let app: TestApp;
let owner: string;
let mine: Awaited<ReturnType<TestApp["account"]>>;
let ids: Awaited<ReturnType<typeof accountsBy>>;
let feed: string;
beforeAll(async () => {
  app = await startApp({ settings: { social: { callSeconds: 2 } } } as never, [...modules, local, sandbox]);
  mine = await app.account(100);
  owner = mine.accountId;
  ids = await accountsBy(mine.api);
  const { body } = await mine.api("GET", "/social/accounts");
  feed = new URL(body.accounts[0].profileUrl).pathname;
});
afterAll(() => app.stop());

socialConformance("the sandbox", {
  provider: () =>
    createProvider({
      db: app.vireo.db,
      host: { origin: app.vireo.origin } as never,
      now: Date.now,
      secrets: app.vireo.tools.vault.of("sandbox"),
    }),
  owner: () => owner,
  refused: "no #sandbox-fail",
  lost: "gone #sandbox-lose",
  endless: "on and on #sandbox-hang",
});

const look = async (query = "", path = feed) => {
  const { status, body, headers } = await app.as(undefined)("GET", `${path}${query}`);
  return { status, body: String(body), headers };
};
const publish = async (content: string, fields: object = {}) => {
  const { body } = await mine.api("POST", "/social/posts", {
    videoUrl: VIDEO,
    accountIds: [ids.tiktok],
    tiktokPrivacyLevel: "SELF_ONLY",
    mode: "now",
    content,
    ...fields,
  });
  return body.postId as string;
};

test("an account of each platform is there from the first look, without any key", async () => {
  expect(Object.keys(ids).sort()).toEqual(["instagram", "tiktok", "youtube"]);
  const { body } = await app.as(undefined)("GET", "/open/sandbox/avatar/tiktok.svg");
  expect(String(body)).toStartWith("<svg");
});

describe("the feed", () => {
  test("has an address that is not in the database, and that earlier servers' rows keep", async () => {
    const { db } = app.vireo;
    const token = feed.split("/").at(-1)!;
    const rows = await db.selectFrom("sandbox_feeds").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const { accountId, api } = await app.account(0);
    await db.insertInto("sandbox_feeds").values({ account_id: accountId, token: "clear-text" }).execute();
    expect((await look("", "/open/sandbox/clear-text")).status).toBe(200);
    const { body } = await api("GET", "/social/accounts");
    expect(body.accounts[0]?.profileUrl ?? "/clear-text?").toContain("/clear-text?");
  });

  test("shows the pictures of a post in their order", async () => {
    const { body: image } = await mine.api("POST", "/images/generate", { prompt: "A cup", aspectRatio: "1:1" });
    const { url } = await poll(async () => {
      const { body } = await mine.api("GET", `/images/${image.imageId}`);
      return body.status === "completed" && body;
    });
    const media = [{ imageId: image.imageId }, { url: VIDEO }];
    const fields = { videoUrl: undefined, accountIds: [ids.instagram], tiktokPrivacyLevel: undefined, media };
    const postId = await publish("Two in a row", fields);
    await until(mine.api, postId);
    const { body: post } = await mine.api("GET", `/social/posts/${postId}`);
    const { body } = await look(`?post=${post.targets[0].platformPostId}`);
    expect(body).toMatch(/<img src="\/media\/[^"]+" alt="Picture 1 of 2"><video src="https:/);
    expect(body).not.toContain(new URL(url).origin);
  });

  test("shows a post with its caption and settings, named a sandbox", async () => {
    await until(
      mine.api,
      await publish("Lamps are #great", {
        tiktokPrivacyLevel: "SELF_ONLY",
        tiktokAllowDuet: false,
        tiktokCommercialContentType: "brand_organic",
        tiktokMadeWithAi: true,
      }),
    );
    const { status, body } = await look();
    expect(status).toBe(200);
    for (const part of [
      "Sandbox",
      "Lamps are <b>#great</b>",
      "@sandbox.tiktok",
      "Only me",
      "Duets off",
      "Own brand",
      "Made with AI",
      VIDEO,
    ])
      expect(body).toContain(part);
    expect((await look("?platform=youtube")).body).not.toContain("Lamps are");
  });

  test("is where a published post leads to, alone on its page", async () => {
    await until(mine.api, await publish("The other one"));
    const done = await until<{ status: string; targets: { status: string; platformPostUrl?: string }[] }>(
      mine.api,
      await publish("Linked"),
    );
    const { pathname, search } = new URL(done.targets[0]?.platformPostUrl ?? "");
    const { body } = await look(search, pathname);
    expect([body.includes("Linked"), body.includes("The other one")]).toEqual([true, false]);
  });

  test("escapes whatever was written, and lets nothing from elsewhere run", async () => {
    await until(
      mine.api,
      await publish(`<script>alert(1)</script>" onload="x`, { title: "<img src=x>", videoUrl: `${VIDEO}?"><script>` }),
    );
    const { body, headers } = await look();
    expect(body).not.toContain("<script>alert");
    expect(body).not.toContain("<img src=x>");
    expect(body).not.toContain('?"><script>');
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(body.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}">`]);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("belongs to one account, and nobody guesses its address", async () => {
    const other = await app.account(0);
    const { body } = await other.api("GET", "/social/accounts");
    const theirs = new URL(body.accounts[0].profileUrl).pathname;
    expect(theirs).not.toBe(feed);
    expect(theirs.split("/").at(-1)?.length).toBe(32);
    expect((await look("", theirs)).body).not.toContain("Lamps are");
    expect((await look("", "/open/sandbox/guess")).status).toBe(404);
  });
});

describe("a caption", () => {
  test.concurrent.each([
    ["fail", "failed", "failed", 0],
    ["rate-limit", "failed", "failed", 0],
    ["expired", "failed", "failed", 0],
    ["inbox", "published", "in_inbox", 1],
    ["lose", "partial", "unconfirmed", 1],
    ["hang", "partial", "unconfirmed", 0],
    ["late", "partial", "unconfirmed", 1],
    ["pending", "published", "published", 1],
  ] as const)("with #sandbox-%s makes the post %s", async (word, state, status, shown) => {
    const post = await until(mine.api, await publish(`say #sandbox-${word}`));
    expect([post.status, post.targets[0]?.status]).toEqual([state, status]);
    const rows = await app.vireo.db
      .selectFrom("sandbox_posts")
      .select("calls")
      .where("content", "=", `say #sandbox-${word}`)
      .execute();
    expect(rows.map(({ calls }) => calls)).toEqual(Array(shown).fill(1));
  });

  test("may mean one platform alone, and one time alone", async () => {
    const postId = await publish("#sandbox-fail-once:youtube", { accountIds: [ids.tiktok, ids.youtube] });
    expect((await until(mine.api, postId)).targets.map(({ status }) => status)).toEqual(["published", "failed"]);
    await mine.api("POST", `/social/posts/${postId}/retry`);
    expect((await until(mine.api, postId)).status).toBe("published");
  });

  test("is read for the words that are documented, and no others", () => {
    for (const word of Object.keys(commands)) expect(findCommand(`a #sandbox-${word} b`, "tiktok")).toBe(word as never);
    expect(findCommand("#sandbox-dance #sandbox-lose", "tiktok")).toBe("lose");
    expect(findCommand("#sandbox-fail:youtube", "tiktok")).toBeUndefined();
    expect(findCommand("#sandbox-constructor", "tiktok")).toBeUndefined();
  });
});

test("without it there are no accounts, and nothing to synchronise", async () => {
  const bare = await startApp({ settings: { sandbox: { enabled: false } } } as never, [...modules, sandbox]);
  try {
    expect((await bare.api("GET", "/social/accounts")).body).toEqual({ accounts: [] });
    expect((await bare.api("POST", "/social/accounts")).body).toEqual({ success: false });
  } finally {
    await bare.stop();
  }
});
