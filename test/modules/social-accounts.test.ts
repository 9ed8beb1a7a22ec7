import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { createEngineRegistry } from "#core/generations/engines";
import { modules } from "#modules/index";
import { syncDueAccounts } from "#modules/social/accounts/accounts";
import { type Client, startApp, type TestApp } from "#test/app";
import { listed, recorder } from "#test/modules/social-fake";

let isDown = false;
const creator = {
  nickname: "One & Co",
  privacyLevels: ["PUBLIC_TO_EVERYONE", "SELF_ONLY", "A_LEVEL_OF_TOMORROW"],
  interactions: { comment: true, duet: false, stitch: true },
  canPostMore: true,
  maxVideoSeconds: 300,
};
const { module, record, provider } = recorder({
  async accounts() {
    if (isDown) throw new Error("connect ETIMEDOUT secret.internal");
    return record.accounts;
  },
  async creatorInfo() {
    if (isDown) throw new Error("connect ETIMEDOUT secret.internal");
    return creator;
  },
});

let app: TestApp;
let api: Client;
let accountId: string;
beforeAll(async () => {
  app = await startApp({}, [...modules, module]);
});
afterAll(() => app.stop());
beforeEach(async () => {
  isDown = false;
  creator.canPostMore = true;
  record.accounts = [listed("one"), listed("two", "youtube")];
  ({ api, accountId } = await app.account(0));
});

const statuses = async () =>
  Object.fromEntries(
    (await api("GET", "/social/accounts")).body.accounts.map((one: { username: string; status: string }) => [
      one.username,
      one.status,
    ]),
  );
const told = async () => {
  const rows = await app.vireo.db
    .selectFrom("events")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("type", "like", "account.%")
    .orderBy("id")
    .execute();
  return rows.map(
    ({ type, data }) =>
      `${type} ${(data as { username: string; status: string }).username} ${(data as { status: string }).status}`,
  );
};

test("the first look asks the provider; a synchronisation tells what is new", async () => {
  const { body } = await api("GET", "/social/accounts");
  expect(body.accounts[0]).toMatchObject({ platform: "tiktok", username: "one", status: "active" });
  expect(body.accounts[0].accountId).toStartWith("soc_");
  record.accounts.push({ ...listed("three"), displayName: "Three", avatarUrl: "https://x.example/a.png" });
  expect(await statuses()).toEqual({ one: "active", two: "active" });
  expect((await api("POST", "/social/accounts")).body).toEqual({ success: true });
  expect(await statuses()).toEqual({ one: "active", two: "active", three: "active" });
  expect((await told()).at(-1)).toBe("account.connected three active");
});

test("one that is listed no more is disconnected, told once, kept, and comes back as itself", async () => {
  const before = (await api("GET", "/social/accounts")).body.accounts[0];
  record.accounts = [listed("two", "youtube")];
  for (let times = 0; times < 3; times++) await api("POST", "/social/accounts");
  expect(await statuses()).toEqual({ one: "disconnected", two: "active" });
  record.accounts = [listed("one"), listed("two", "youtube")];
  await api("POST", "/social/accounts");
  const after = (await api("GET", "/social/accounts")).body.accounts.find(
    (one: { username: string }) => one.username === "one",
  );
  expect(after).toMatchObject({ accountId: before.accountId, status: "active" });
  expect((await told()).slice(2)).toEqual(["account.disconnected one disconnected", "account.connected one active"]);
});

test("an expired one is told once, and so is its return", async () => {
  await api("GET", "/social/accounts");
  record.accounts = [{ ...listed("one"), status: "expired" }, listed("two", "youtube")];
  for (let times = 0; times < 3; times++) await api("POST", "/social/accounts");
  expect(await statuses()).toEqual({ one: "expired", two: "active" });
  record.accounts = [listed("one"), listed("two", "youtube")];
  await api("POST", "/social/accounts");
  expect((await told()).slice(2)).toEqual(["account.disconnected one expired", "account.connected one active"]);
});

test("a provider that cannot be reached is a 503 without its words, and disconnects nobody", async () => {
  await api("GET", "/social/accounts");
  isDown = true;
  const { status, body } = await api("POST", "/social/accounts");
  expect([status, body.type.split("/").at(-1)]).toEqual([503, "provider_unavailable"]);
  expect(JSON.stringify(body)).not.toContain("secret.internal");
  expect(await statuses()).toEqual({ one: "active", two: "active" });
  expect((await told()).length).toBe(2);
});

test("many synchronisations at once tell of each account once", async () => {
  await Promise.all(Array.from({ length: 6 }, () => api("POST", "/social/accounts")));
  expect((await told()).sort()).toEqual(["account.connected one active", "account.connected two active"]);
});

test("accounts are looked at by schedule, the longest unseen first", async () => {
  await api("GET", "/social/accounts");
  record.accounts = [listed("two", "youtube")];
  const engines = createEngineRegistry({});
  engines.add("social", { ...recorder().provider, accounts: async () => record.accounts });
  const { db, log } = app.vireo;
  const { audit } = app.vireo.tools;
  const events = { emit: async () => {} } as never;
  const settings = { shareAccounts: true };
  const social = { db, log, engines, audit, events, settings, secrets: {} } as never;
  await syncDueAccounts(social, new Date(Date.now() - 60_000), new AbortController().signal);
  expect((await statuses()).one).toBe("active");
  await syncDueAccounts(social, new Date(Date.now() + 1), new AbortController().signal);
  expect((await statuses()).one).toBe("disconnected");
});

test("what the operator's one key is connected to is the operator's alone, unless it is shared", async () => {
  const one = recorder({ perAccount: false });
  one.record.accounts = [listed("brand")];
  const names = async (client: Client) =>
    (await client("GET", "/social/accounts")).body.accounts.map((account: { username: string }) => account.username);
  for (const [shareAccounts, others] of [
    [false, []],
    [true, ["brand"]],
  ] as const) {
    const own = await startApp({ settings: { social: { shareAccounts } } }, [...modules, one.module]);
    try {
      expect(await names(own.api)).toEqual(["brand"]);
      expect(await names((await own.account(0)).api)).toEqual([...others]);
    } finally {
      await own.stop();
    }
  }
});

test("a TikTok creator is told with what may be chosen, and read anew each time", async () => {
  const { body } = await api("GET", "/social/accounts");
  const path = `/social/accounts/${body.accounts[0].accountId}/creator-info`;
  expect((await api("GET", path)).body).toEqual({
    accountId: body.accounts[0].accountId,
    username: "one",
    nickname: "One & Co",
    isKnown: true,
    privacyLevels: ["SELF_ONLY", "PUBLIC_TO_EVERYONE"],
    interactions: { comment: true, duet: false, stitch: true },
    canPostMore: true,
    maxVideoSeconds: 300,
  });
  creator.canPostMore = false;
  expect((await api("GET", path)).body).toMatchObject({ canPostMore: false });
  isDown = true;
  const down = await api("GET", path);
  expect([down.status, JSON.stringify(down.body).includes("secret")]).toEqual([503, false]);
});

test("409 where there is no creator to ask: another platform, or an account that must be connected anew", async () => {
  record.accounts = [{ ...listed("one"), status: "expired" }, listed("two", "youtube")];
  const { body } = await api("GET", "/social/accounts");
  for (const { accountId } of body.accounts) {
    expect((await api("GET", `/social/accounts/${accountId}/creator-info`)).status).toBe(409);
  }
});

test("a provider that cannot tell of creators leaves everything to choose from, and says that it does not know", async () => {
  const { creatorInfo } = provider;
  delete provider.creatorInfo;
  const { body } = await api("GET", "/social/accounts");
  const told = await api("GET", `/social/accounts/${body.accounts[0].accountId}/creator-info`);
  if (creatorInfo) provider.creatorInfo = creatorInfo;
  expect(told.body).toMatchObject({ nickname: "one", isKnown: false, canPostMore: true });
  expect(told.body.privacyLevels).toHaveLength(4);
});
