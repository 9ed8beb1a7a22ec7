import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { startApp, type TestApp } from "#test/app";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, [...modules, ...plugins]);
});
afterAll(() => app.stop());

/** A workspace with the sandbox's channels, and a draft on each. */
async function setUp() {
  const { api } = await app.account(100);
  await api("POST", "/social/accounts");
  const { body } = await api("GET", "/social/accounts");
  const ids: string[] = body.accounts.map(({ accountId }: { accountId: string }) => accountId);
  expect(ids.length).toBeGreaterThan(2);
  for (const id of ids) {
    const draft = { videoUrl: "https://example.com/video.mp4", mode: "draft", content: id, accountIds: [id] };
    await api("POST", "/social/posts", { ...draft, scheduledFor: Date.now() + 86_400_000 });
  }
  return { api, ids };
}

const textsOf = (posts: { content: string }[]) => posts.map(({ content }) => content).sort();

describe("a group of channels", () => {
  test("is named, changed, listed and deleted; its channels stay", async () => {
    const { api, ids } = await setUp();
    const name = encodeURIComponent("Café Nord");
    const put = await api("PUT", `/social/groups/${name}`, { accountIds: [ids[1], ids[0]] });
    expect(put.body).toEqual({ name: "Café Nord", accountIds: [ids[1], ids[0]] });
    // The same name, as macOS spells it.
    const again = encodeURIComponent("Café Nord".normalize("NFD"));
    await api("PUT", `/social/groups/${again}`, { accountIds: [ids[2]] });
    await api("PUT", "/social/groups/Bakery", { accountIds: [ids[2], ids[0]] });
    expect((await api("GET", "/social/groups")).body.groups).toEqual([
      { name: "Bakery", accountIds: [ids[2], ids[0]] },
      { name: "Café Nord", accountIds: [ids[2]] },
    ]);
    expect((await api("DELETE", "/social/groups/Bakery")).status).toBe(204);
    expect((await api("DELETE", "/social/groups/Bakery")).status).toBe(404);
    expect((await api("GET", "/social/accounts")).body.accounts).toHaveLength(ids.length);
  });

  test("filters posts, calendar, channels and analytics", async () => {
    const { api, ids } = await setUp();
    const members = [ids[0]!, ids[2]!];
    await api("PUT", "/social/groups/Bakery", { accountIds: members });
    const { body: posts } = await api("GET", "/social/posts?group=Bakery");
    expect([textsOf(posts.posts), posts.pagination.total]).toEqual([members.toSorted(), 2]);
    const range = `from=${Date.now()}&to=${Date.now() + 7 * 86_400_000}`;
    const { body: dated } = await api("GET", `/social/posts?group=Bakery&${range}`);
    expect(textsOf(dated.posts)).toEqual(members.toSorted());
    const { body: calendar } = await api("GET", `/social/calendar?group=Bakery&${range}`);
    expect(calendar.total).toBe(2);
    const { body: accounts } = await api("GET", "/social/accounts?group=Bakery");
    expect(accounts.accounts.map(({ accountId }: { accountId: string }) => accountId).sort()).toEqual(
      members.toSorted(),
    );
    expect((await api("GET", `/social/analytics?group=Bakery&groupBy=day&${range}`)).body.total.posts).toBe(0);
  });

  test("400 for an unknown group, for none of the account's channels, and for one twice", async () => {
    const { api, ids } = await setUp();
    const other = await setUp();
    for (const path of [
      "/social/posts?group=x",
      "/social/accounts?group=x",
      "/social/calendar?group=x&from=0&to=1000",
    ]) {
      const { status, body } = await api("GET", path);
      expect([path, status, Object.keys(body.errors)]).toEqual([path, 400, ["group"]]);
    }
    await other.api("PUT", "/social/groups/Theirs", { accountIds: [other.ids[0]] });
    expect((await api("GET", "/social/posts?group=Theirs")).status).toBe(400);
    for (const accountIds of [[], [other.ids[0]], [ids[0], ids[0]], ["nonsense"]]) {
      expect((await api("PUT", "/social/groups/Mine", { accountIds })).status).toBe(400);
    }
    expect((await api("GET", "/social/groups")).body.groups).toEqual([]);
  });
});
