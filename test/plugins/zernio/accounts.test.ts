import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { SocialProvider } from "#sdk/slots/social";
import { KEY } from "./faults";
import { providerOf, signal } from "./order";
import { startZernio, type Zernio } from "./server";

let zernio: Zernio;
let provider: SocialProvider;
beforeEach(async () => {
  zernio = await startZernio();
  provider = providerOf(zernio);
});
afterEach(() => zernio.stop());

const list = (owner = "owner", one = provider) => one.accounts(owner, signal);

test("accounts of the three platforms are listed, others are not", async () => {
  const accounts = await list();
  expect(accounts.map(({ platform }) => platform)).toEqual(["tiktok", "instagram", "youtube"]);
  expect(accounts[0]).toEqual({
    externalId: zernio.accounts[0]?._id ?? "",
    platform: "tiktok",
    username: "shop.tiktok",
    displayName: "Shop on tiktok",
    profileUrl: "https://tiktok.example/@shop",
    status: "active",
  });
});

test.each([[{ needsReconnection: true }], [{ isActive: false }]])("an account is expired with %p", async (fields) => {
  Object.assign(zernio.accounts[0] ?? {}, fields);
  expect((await list()).map(({ status }) => status)).toEqual(["expired", "active", "active"]);
});

test("pages are followed where the list has them", async () => {
  zernio.control.pageSize = 1;
  expect(await list()).toHaveLength(3);
  expect(zernio.routes()).toHaveLength(4);
});

test.each(["html", "list", "empty", "error-before", "wall", "redirect", "cut-off", "reset-before", "huge"] as const)(
  "an answer that is no list throws, so that no account seems disconnected: %s",
  async (fault) => {
    zernio.faults.set("GET /v1/accounts", [fault]);
    await expect(list()).rejects.toThrow(/Zernio/);
  },
);

test("a page that fails throws, rather than leaving accounts out", async () => {
  zernio.control.pageSize = 2;
  zernio.faults.set("GET /v1/accounts", [undefined as never, "error-before"]);
  await expect(list()).rejects.toThrow(/Zernio responded with 500/);
});

describe("profiles", () => {
  beforeEach(() => {
    for (const [at, account] of zernio.accounts.entries()) account.profileId = at === 0 ? "mine" : "theirs";
  });

  test("one profile may be the only one", async () => {
    const one = providerOf(zernio, { profileId: "mine" });
    expect([await list("owner", one), one.perAccount]).toEqual([
      [expect.objectContaining({ platform: "tiktok" })],
      false,
    ]);
  });

  test("each owner has a profile of their own, and who has none sees none", async () => {
    const shared = providerOf(zernio, { profileId: "mine", profiles: { anna: "mine", ben: "theirs" } });
    const counts = await Promise.all(["anna", "ben", "carl"].map(async (owner) => (await list(owner, shared)).length));
    expect([counts, shared.perAccount]).toEqual([[1, 2, 0], true]);
  });
});

test("TikTok's limits of a creator are read, each time anew", async () => {
  const account = { externalId: zernio.accounts[0]?._id ?? "", platform: "tiktok" as const, username: "shop" };
  const ask = () => provider.creatorInfo?.(account, signal, "owner");
  expect(await ask()).toEqual({
    nickname: "Shop",
    avatarUrl: "https://cdn.example/a.png",
    maxVideoSeconds: 600,
    privacyLevels: ["PUBLIC_TO_EVERYONE", "SELF_ONLY"],
    interactions: { comment: true, duet: true, stitch: true },
    canPostMore: true,
  });
  zernio.control.creator = { canPostMore: false, duet: false };
  expect(await ask()).toMatchObject({ interactions: { duet: false, stitch: true }, canPostMore: false });
});

test("a refused key is told by the check, and not shown", async () => {
  const wrong = providerOf(zernio, { apiKey: "sk_wrong-key" });
  expect(await provider.check?.()).toMatchObject({ ok: true });
  await expect(list("owner", wrong)).rejects.toThrow("Zernio rejected the API key.");
  await list("owner", wrong).catch(() => {});
  const health = await wrong.check?.();
  expect(health?.ok).toBe(false);
  expect(JSON.stringify(health)).not.toContain("sk_wrong-key");
});

test("the older base address with /v1 at its end works too", async () => {
  expect(await list("owner", providerOf({ url: `${zernio.url}/v1/` }))).toHaveLength(3);
  expect(zernio.calls.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
});
