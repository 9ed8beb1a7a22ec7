import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { newUuid } from "#core/ids";
import { modules } from "#modules/index";
import { TestClock } from "#sdk/testing/clock";
import { startApp, type TestApp } from "#test/app";
import { fakeImages } from "#test/engines";
import { createBrowser, join, OWN, PASSWORD, setupToken, tokenOf } from "./people-client";

type Browser = ReturnType<typeof createBrowser>;

const clock = new TestClock();
let app: TestApp;
let ownerId: string;
let admin: Browser;
beforeAll(async () => {
  const many = { requests: 1_000_000 };
  const parts = [...modules, fakeImages({})];
  app = await startApp({ settings: { people: { perAddress: many, perEmail: many } } }, parts, {}, clock);
  admin = createBrowser(app);
  const owner = { email: "owner@example.com", password: PASSWORD, name: "Olga" };
  const { body } = await admin.call("POST", "/auth/setup", { ...owner, token: await setupToken(app) });
  ownerId = body.account.accountId;
});
afterAll(() => app.stop());

const kindOf = ({ status, body }: { status: number; body: { type?: string } }) => [
  status,
  body?.type?.split("/").at(-1),
];

async function createAccount(name: string): Promise<string> {
  return (await app.api("POST", "/accounts", { name })).body.accountId;
}

/** The browser's calls in one workspace, as a tab of the dashboard makes them. */
const inside = (browser: Browser, accountId: string) => (method: string, path: string, body?: unknown) =>
  browser.call(method, path, body, { ...OWN, "vireo-account": accountId });

/** A person who belongs to several workspaces, with a role in each. */
async function joinAll(...roles: string[]) {
  const accounts = await Promise.all(roles.map((role, index) => createAccount(`${role} ${index}`)));
  const { browser, me, email } = await join(app, { role: roles[0]!, accountId: accounts[0]! });
  for (const [index, accountId] of accounts.entries()) {
    if (index === 0) continue;
    const added = await app.api("PUT", `/people/${me.personId}/workspaces/${accountId}`, { role: roles[index] });
    expect(added.status).toBe(200);
  }
  return { browser, accounts, personId: me.personId as string, email };
}

describe("a person with several workspaces", () => {
  test("is invited by their known address, signs in and joins, with the password that they have", async () => {
    const { browser, email } = await join(app, { role: "editor" });
    const accountId = await createAccount("Second");
    const { body: invitation } = await app.api("POST", "/people/invitations", { email, accountId, role: "viewer" });
    const token = tokenOf(invitation.link);
    const about = await createBrowser(app).call("POST", "/auth/link", { token });
    expect(about.body).toMatchObject({ account: "Second", role: "viewer", known: true });
    const again = { token, password: "another password", name: "Somebody else" };
    expect(kindOf(await createBrowser(app).call("POST", "/auth/accept", again))).toEqual([409, "conflict"]);
    expect(kindOf(await createBrowser(app).call("POST", "/auth/join", { token }))).toEqual([401, "signed_out"]);
    const stranger = await join(app);
    expect(kindOf(await stranger.browser.call("POST", "/auth/join", { token }))).toEqual([409, "conflict"]);

    const joined = await browser.call("POST", "/auth/join", { token });
    expect(joined.status).toBe(201);
    expect(joined.body).toMatchObject({ role: "viewer", account: { accountId, name: "Second" } });
    expect(kindOf(await browser.call("POST", "/auth/join", { token }))).toEqual([410, "link_gone"]);
    const { body } = await browser.call("GET", "/auth/workspaces");
    expect(body.workspaces).toMatchObject([
      { accountId: ownerId, role: "editor", status: "active" },
      { accountId, name: "Second", role: "viewer", status: "active" },
    ]);
  });

  test("has an invitation to each of several workspaces at a time", async () => {
    const email = "freelancer@example.com";
    const accounts = await Promise.all([createAccount("One"), createAccount("Two")]);
    const invitations = await Promise.all(
      accounts.map((accountId) => app.api("POST", "/people/invitations", { email, accountId, role: "editor" })),
    );
    expect(invitations.map(({ status }) => status)).toEqual([201, 201]);
    const [first, second] = invitations.map(({ body }) => tokenOf(body.link));
    const browser = createBrowser(app);
    await browser.call("POST", "/auth/accept", { token: first, password: PASSWORD, name: "Fay" });
    expect((await browser.call("POST", "/auth/join", { token: second })).status).toBe(201);
    expect((await browser.call("GET", "/auth/workspaces")).body.workspaces).toHaveLength(2);
  });

  test("names one in each request: without it 400, with another's 403, and nothing happens", async () => {
    const { browser, accounts } = await joinAll("publisher", "publisher");
    const other = await createAccount("Not theirs");
    expect(kindOf(await browser.call("POST", "/keys", { name: "x" }))).toEqual([400, "account_required"]);
    expect(kindOf(await browser.call("GET", "/keys"))).toEqual([400, "account_required"]);
    for (const wrong of [other, "nonsense", newUuid(), ""]) {
      expect(kindOf(await inside(browser, wrong)("POST", "/keys", { name: "x" }))).toEqual([403, "account_mismatch"]);
    }
    for (const accountId of accounts) {
      expect((await inside(browser, accountId)("POST", "/keys", { name: accountId })).body).toMatchObject({
        accountId,
      });
      const { body } = await inside(browser, accountId)("GET", "/keys");
      expect(body.keys.map(({ name }: { name: string }) => name)).toEqual([accountId]);
    }
  });

  test("two tabs at once never mix, also under the same Idempotency-Key", async () => {
    const { browser, accounts } = await joinAll("publisher", "publisher");
    const make = (accountId: string) =>
      browser.call(
        "POST",
        "/personas",
        { name: "Ann", description: "Runner" },
        {
          ...OWN,
          "vireo-account": accountId,
          "idempotency-key": "same",
        },
      );
    const calls = Array.from({ length: 10 }, (_, index) => accounts[index % 2]!);
    const answers = await Promise.all(calls.map(make));
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(new Set(made).size).toBe(2);
    for (const accountId of accounts) {
      expect((await inside(browser, accountId)("GET", "/personas")).body.pagination.total).toBe(1);
    }
  });

  test("has the scopes of their role there, and none of another's", async () => {
    const { browser, accounts } = await joinAll("viewer", "manager");
    const [viewed, managed] = accounts.map((accountId) => inside(browser, accountId));
    expect(kindOf(await viewed!("POST", "/personas", { name: "A", description: "B" }))).toEqual([
      403,
      "insufficient_scope",
    ]);
    expect((await managed!("POST", "/personas", { name: "A", description: "B" })).status).toBe(201);
    expect(kindOf(await viewed!("GET", "/people"))).toEqual([403, "insufficient_scope"]);
    expect((await managed!("GET", "/people")).body.people).toMatchObject([{ role: "manager" }]);
  });

  test("opens the one that they chose last when they sign in again", async () => {
    const { browser, accounts, email } = await joinAll("editor", "viewer");
    expect((await browser.call("GET", "/auth/me")).body.account.accountId).toBe(accounts[0]);
    const chosen = await browser.call("POST", `/auth/workspaces/${accounts[1]}/select`);
    expect(chosen.body).toMatchObject({ role: "viewer", account: { accountId: accounts[1] } });
    const next = await createBrowser(app).call("POST", "/auth/sign-in", { email, password: PASSWORD });
    expect(next.body).toMatchObject({ role: "viewer", account: { accountId: accounts[1] } });
    expect((await inside(browser, accounts[0]!)("GET", "/auth/me")).body).toMatchObject({ role: "editor" });
    const other = await createAccount("Not theirs");
    expect((await browser.call("POST", `/auth/workspaces/${other}/select`)).status).toBe(404);
    expect((await browser.call("POST", "/auth/workspaces/x/select")).status).toBe(404);
  });

  test("leaves one; their keys there end, the others and the session stay", async () => {
    const { browser, accounts } = await joinAll("publisher", "publisher");
    const keys = await Promise.all(
      accounts.map(async (accountId) => (await inside(browser, accountId)("POST", "/keys", { name: "k" })).body.key),
    );
    expect((await browser.call("DELETE", `/auth/workspaces/${accounts[0]}`)).status).toBe(204);
    const statuses = await Promise.all(keys.map(async (key) => (await app.as(key)("GET", "/credits")).status));
    expect(statuses).toEqual([401, 200]);
    expect(kindOf(await inside(browser, accounts[0]!)("GET", "/credits"))).toEqual([403, "account_mismatch"]);
    // With one workspace left, it need not be named.
    expect((await browser.call("GET", "/credits")).status).toBe(200);
    expect((await browser.call("GET", "/auth/me")).body.account.accountId).toBe(accounts[1]);
    expect(kindOf(await browser.call("DELETE", `/auth/workspaces/${accounts[1]}`))).toEqual([409, "conflict"]);
  });

  test("still works in the others while one is suspended, and when it is deleted", async () => {
    const { browser, accounts, email } = await joinAll("editor", "viewer");
    const [first, second] = accounts as [string, string];
    await app.api("POST", `/accounts/${first}/suspend`);
    expect(kindOf(await inside(browser, first)("GET", "/credits"))).toEqual([403, "account_suspended"]);
    expect((await inside(browser, second)("GET", "/credits")).status).toBe(200);
    const again = createBrowser(app);
    expect((await again.call("POST", "/auth/sign-in", { email, password: PASSWORD })).body).toMatchObject({
      account: { accountId: second },
    });
    expect((await again.call("GET", "/auth/workspaces")).body.workspaces).toMatchObject([
      { accountId: first, status: "suspended" },
      { accountId: second, status: "active" },
    ]);

    await app.api("DELETE", `/accounts/${first}`);
    await sql`update accounts set delete_at = now() where id = ${first}`.execute(app.vireo.db);
    await clock.advance(60_000);
    expect((await app.api("GET", `/accounts/${first}`)).status).toBe(404);
    const later = createBrowser(app);
    expect((await later.call("POST", "/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);
    expect((await later.call("GET", "/auth/workspaces")).body.workspaces).toMatchObject([{ accountId: second }]);
  });
});

describe("a key", () => {
  test("belongs to one account: 403 where the request names another", async () => {
    const accountId = await createAccount("Keyed");
    const { body } = await app.api("POST", "/keys", { name: "k", accountId, scopes: ["media:read"] });
    const client = app.as(body.key);
    const answer = (named: string) => client("GET", "/videos", undefined, { "vireo-account": named });
    expect((await answer(accountId)).status).toBe(200);
    expect(kindOf(await answer(ownerId))).toEqual([403, "account_mismatch"]);
  });
});

describe("a manager", () => {
  const setUp = async () => {
    const { browser, accounts } = await joinAll("manager", "viewer");
    return { accountId: accounts[0]!, viewed: accounts[1]!, call: inside(browser, accounts[0]!), browser };
  };

  test("invites, changes and removes people of the workspace, and sees no other", async () => {
    const { accountId, call } = await setUp();
    const shared = await joinAll("editor");
    await app.api("PUT", `/people/${shared.personId}/workspaces/${accountId}`, { role: "editor" });
    const { body: list } = await call("GET", "/people");
    const found = list.people.find(({ personId }: { personId: string }) => personId === shared.personId);
    expect(found).toMatchObject({ accountId, role: "editor", workspaces: [{ accountId, role: "editor" }] });

    const path = `/people/${shared.personId}`;
    expect((await call("PATCH", path, { role: "publisher" })).body).toMatchObject({ accountId, role: "publisher" });
    expect((await inside(shared.browser, shared.accounts[0]!)("GET", "/auth/me")).body.role).toBe("editor");
    expect((await call("GET", `${path}/created/keys`)).body.keys).toEqual([]);
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("GET", path)).status).toBe(404);
    expect((await shared.browser.call("GET", "/credits")).status).toBe(200);

    const { body: invitation } = await call("POST", "/people/invitations", { email: "new@example.com" });
    expect(invitation).toMatchObject({ accountId, role: "publisher" });
    expect((await call("GET", "/people/invitations")).body.invitations).toHaveLength(1);
    expect((await call("DELETE", `/people/invitations/${invitation.invitationId}`)).status).toBe(204);
  });

  test("rules nothing outside of it", async () => {
    const { call, viewed, browser } = await setUp();
    const other = await joinAll("editor");
    const [elsewhere] = other.accounts;
    const foreign = await app.api("POST", "/people/invitations", {
      email: "foreign@example.com",
      accountId: elsewhere,
    });
    const forbidden: [string, string, unknown?][] = [
      ["GET", `/people?accountId=${elsewhere}`],
      ["POST", "/people/invitations", { email: "x@example.com", accountId: elsewhere }],
      ["POST", `/people/${other.personId}/password/reset`],
      ["GET", `/people/${other.personId}/sign-in/sessions`],
      ["PUT", `/people/${other.personId}/workspaces/${elsewhere}`, { role: "viewer" }],
      ["DELETE", `/people/${other.personId}/workspaces/${elsewhere}`],
      ["GET", "/accounts"],
      ["POST", "/accounts", { name: "Mine" }],
    ];
    for (const [method, path, body] of forbidden) {
      expect([path, ...kindOf(await call(method, path, body))]).toEqual([path, 403, "insufficient_scope"]);
    }
    const unseen: [string, string, unknown?][] = [
      ["GET", `/people/${other.personId}`],
      ["PATCH", `/people/${other.personId}`, { role: "viewer" }],
      ["DELETE", `/people/${other.personId}`],
      ["GET", `/people/${other.personId}/created/keys`],
      ["DELETE", `/people/invitations/${foreign.body.invitationId}`],
    ];
    for (const [method, path, body] of unseen) {
      expect([path, ...kindOf(await call(method, path, body))]).toEqual([path, 404, "not_found"]);
    }
    expect(kindOf(await inside(browser, viewed)("PATCH", "/workspace", { name: "Mine" }))[0]).toBe(403);
  });

  test("gives no role above their own, and changes nobody who has one", async () => {
    const { browser } = await join(app, { role: "manager" });
    for (const path of ["/people/invitations"]) {
      const body = { email: "boss@example.com", role: "admin" };
      expect(kindOf(await browser.call("POST", path, body))).toEqual([403, "insufficient_scope"]);
    }
    const { body: list } = await browser.call("GET", "/people");
    const olga = list.people.find(({ email }: { email: string }) => email === "owner@example.com");
    const mine = list.people.find(({ role }: { role: string }) => role === "manager");
    expect(kindOf(await browser.call("PATCH", `/people/${olga.personId}`, { role: "viewer" }))[0]).toBe(403);
    expect(kindOf(await browser.call("DELETE", `/people/${olga.personId}`))[0]).toBe(403);
    expect(kindOf(await browser.call("PATCH", `/people/${mine.personId}`, { role: "admin" }))[0]).toBe(403);
  });

  test("renames the workspace and gives it a color", async () => {
    const { call, accountId } = await setUp();
    const { body } = await call("PATCH", "/workspace", { name: "Bakery", color: "#0f766e" });
    expect(body).toMatchObject({ accountId, name: "Bakery", color: "#0f766e" });
    expect((await call("GET", "/auth/me")).body.account).toEqual({ accountId, name: "Bakery", color: "#0f766e" });
    expect((await call("PATCH", "/workspace", { color: "red" })).status).toBe(400);
    expect((await call("PATCH", "/workspace", { color: null })).body.color).toBeUndefined();
    const picture = "data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==";
    expect((await call("PATCH", "/workspace", { picture })).body.picture).toBe(picture);
    expect((await call("GET", "/auth/workspaces")).body.workspaces[0].picture).toBe(picture);
    for (const refused of [
      "data:image/svg+xml;base64,PHN2Zz4=",
      "https://example.com/a.png",
      `${picture}${"A".repeat(20_000)}`,
    ])
      expect((await call("PATCH", "/workspace", { picture: refused })).status).toBe(400);
    expect((await call("PATCH", "/workspace", { picture: null })).body.picture).toBeUndefined();
  });
});

describe("an administrator", () => {
  test("becomes manager of the workspaces that they create in the dashboard", async () => {
    const { body: account } = await admin.call("POST", "/accounts", { name: "Client" });
    const { body } = await admin.call("GET", "/auth/workspaces");
    expect(body.workspaces).toMatchObject([
      { accountId: account.accountId, name: "Client", role: "manager" },
      { accountId: ownerId, role: "admin" },
    ]);
    const scopes = (await inside(admin, account.accountId)("GET", "/auth/me")).body.scopes;
    expect(scopes).toContain("workspace:manage");
    expect(scopes).not.toContain("admin");
    expect((await admin.call("DELETE", `/auth/workspaces/${account.accountId}`)).status).toBe(204);
  });

  test("has the notifications of administrators in whatever workspace is open", async () => {
    const { body: account } = await admin.call("POST", "/accounts", { name: "Elsewhere" });
    const open = inside(admin, account.accountId);
    const before = (await inside(admin, ownerId)("GET", "/notifications/me")).body.notifications.length;
    await admin.call("POST", `/auth/workspaces/${account.accountId}/select`);
    expect((await open("GET", "/notifications/me")).body.notifications).toHaveLength(before);
    await admin.call("POST", `/auth/workspaces/${ownerId}/select`);
    expect((await admin.call("DELETE", `/auth/workspaces/${account.accountId}`)).status).toBe(204);
  });

  test("400 for an administrator outside the owner account", async () => {
    const accountId = await createAccount("Outside");
    const invitation = { email: "boss2@example.com", role: "admin", accountId };
    expect((await app.api("POST", "/people/invitations", invitation)).status).toBe(400);
    const { personId } = await joinAll("editor");
    const added = await app.api("PUT", `/people/${personId}/workspaces/${accountId}`, { role: "admin" });
    expect([added.status, Object.keys(added.body.errors)]).toEqual([400, ["role"]]);
    expect((await app.api("PUT", `/people/${personId}/workspaces/${newUuid()}`, { role: "viewer" })).status).toBe(404);
  });

  test("400 for a role without an account where there are several", async () => {
    const { personId, accounts } = await joinAll("editor", "viewer");
    const changed = await app.api("PATCH", `/people/${personId}`, { role: "viewer" });
    expect([changed.status, Object.keys(changed.body.errors)]).toEqual([400, ["accountId"]]);
    const { body } = await app.api("PUT", `/people/${personId}/workspaces/${accounts[0]}`, { role: "publisher" });
    expect(body).toMatchObject({ accountId: accounts[0], role: "publisher" });
    expect(body.workspaces).toHaveLength(2);
    expect(kindOf(await app.api("DELETE", `/people/${personId}/workspaces/${newUuid()}`))).toEqual([404, "not_found"]);
  });
});

describe("beside a server of an older version, which knows one workspace for each person", () => {
  const rolesOf = async (personId: string) => {
    const all = app.vireo.db.selectFrom("people_memberships").select(["account_id", "role"]);
    const rows = await all.where("person_id", "=", personId).execute();
    return Object.fromEntries(rows.map(({ account_id, role }) => [account_id, role]));
  };

  test("whom it adds belongs to that workspace; administrators also to the owner account", async () => {
    const accountId = await createAccount("Old");
    const add = async (role: "editor" | "admin") => {
      const id = newUuid();
      await sql`insert into people (id, account_id, role, name, email)
        values (${id}, ${accountId}, ${role}, 'Old', ${`${id}@example.com`})`.execute(app.vireo.db);
      return id;
    };
    expect(await rolesOf(await add("editor"))).toEqual({ [accountId]: "editor" });
    const boss = await add("admin");
    expect(await rolesOf(boss)).toEqual({ [accountId]: "manager", [ownerId]: "admin" });
    await sql`update people set role = 'viewer' where id = ${boss}`.execute(app.vireo.db);
    expect(await rolesOf(boss)).toEqual({ [accountId]: "viewer" });
  });

  test("a manager is a publisher there, and stays a manager here", async () => {
    const { personId, accounts, browser } = await joinAll("manager", "viewer");
    const readOld = async () =>
      (await sql<object>`select account_id, role from people where id = ${personId}`.execute(app.vireo.db)).rows[0];
    expect(await readOld()).toEqual({ account_id: accounts[0], role: "publisher" });
    await browser.call("POST", `/auth/workspaces/${accounts[1]}/select`);
    expect(await readOld()).toEqual({ account_id: accounts[1], role: "viewer" });
    await browser.call("POST", `/auth/workspaces/${accounts[0]}/select`);
    expect(await rolesOf(personId)).toEqual({ [accounts[0]!]: "manager", [accounts[1]!]: "viewer" });
  });
});
