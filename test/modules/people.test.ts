import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { modules } from "#modules/index";
import { ADMIN, startApp, type TestApp } from "#test/app";
import { until } from "#test/until";
import { createBrowser, join, OWN, PASSWORD, setupToken, tokenOf } from "./people-client";

let app: TestApp;
const many = { requests: 1_000_000 };
beforeAll(async () => {
  app = await startApp({ settings: { people: { perAddress: many, perEmail: many } } }, [...modules]);
});
afterAll(() => app.stop());

const owner = { email: "Owner@Example.com", password: PASSWORD, name: "Olga" };

// The tests below stand on this one: it comes first.
describe("set-up", () => {
  test("nobody can set up without the link's token", async () => {
    const { status, body } = await createBrowser(app).call("POST", "/auth/setup", { ...owner, token: "guess" });
    expect([status, body.type.split("/").at(-1)]).toEqual([410, "link_gone"]);
    expect((await createBrowser(app).call("GET", "/auth/state", undefined, {})).body).toEqual({
      setUp: false,
      mail: false,
      passwords: true,
    });
  });

  test("the link is stored hashed, and has not worked once it has expired", async () => {
    const token = (await setupToken(app)) ?? "";
    expect(token).toHaveLength(43);
    const rows = await app.vireo.db.selectFrom("people_links").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    await app.vireo.db
      .updateTable("people_links")
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect((await createBrowser(app).call("POST", "/auth/setup", { ...owner, token })).status).toBe(410);
  });

  test("of two calls at once, with one link or with two, one makes the administrator", async () => {
    const tokens = [await setupToken(app), await setupToken(app)];
    const answers = await Promise.all(
      [...tokens, ...tokens].map((token) => createBrowser(app).call("POST", "/auth/setup", { ...owner, token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410, 410, 410]);
    const { body } = answers.find(({ status }) => status === 201) ?? {};
    const { body: accounts } = await app.api("GET", "/accounts?pageSize=100");
    const oldest = accounts.accounts.at(-1);
    expect(oldest.name).toBe("Olga's workspace");
    expect(body).toMatchObject({
      name: "Olga",
      email: "owner@example.com",
      role: "admin",
      account: { accountId: oldest.accountId, name: oldest.name },
    });
    expect(body.scopes).toContain("admin");
    expect(await setupToken(app)).toBeUndefined();
    expect((await createBrowser(app).call("GET", "/auth/state")).body).toEqual({
      setUp: true,
      mail: false,
      passwords: true,
    });
    for (const token of tokens)
      expect((await createBrowser(app).call("POST", "/auth/setup", { ...owner, token })).status).toBe(410);
  });
});

describe("sign-in", () => {
  test("the right password opens a session, in whatever case the address is written", async () => {
    const browser = createBrowser(app);
    const { status, body, headers } = await browser.call("POST", "/auth/sign-in", {
      email: "OWNER@example.com",
      password: PASSWORD,
    });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await browser.call("GET", "/auth/me")).body).toEqual(body);
  });

  test("long answers are compressed for people, and not for programs", async () => {
    for (let i = 0; i < 5; i++)
      await app.api("POST", "/products", { name: `Product ${i}`, description: "x".repeat(500) });
    const { browser } = await join(app);
    const read = async (path: string, headers: Record<string, string | undefined>) => {
      const sent = { ...OWN, "accept-encoding": "gzip, deflate, br", ...headers } as Record<string, string>;
      return app.vireo.handle(new Request(`http://localhost/api/v1${path}`, { headers: sent }));
    };
    const long = await read("/products", { cookie: browser.cookie });
    expect([long.headers.get("content-encoding"), long.headers.get("vary")]).toEqual(["gzip", "accept-encoding"]);
    const body = await long.bytes();
    expect(body.length).toBeLessThan(1_000);
    expect(JSON.parse(new TextDecoder().decode(Bun.gunzipSync(body))).products).toHaveLength(5);
    for (const [path, headers] of [
      ["/credits", { cookie: browser.cookie }],
      ["/products", { cookie: browser.cookie, "accept-encoding": "identity" }],
      ["/products", { authorization: `Bearer ${ADMIN}` }],
    ] as const) {
      const answer = await read(path, headers);
      expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, null]);
      expect(await answer.json()).toBeObject();
    }
  });

  test("a wrong password and an unknown address get the same answer", async () => {
    const answer = async (email: string) => {
      const { status, body, headers } = await createBrowser(app).call("POST", "/auth/sign-in", {
        email,
        password: "not the right one",
      });
      expect(headers.getSetCookie()).toEqual([]);
      return [status, { ...body, instance: "" }];
    };
    const wrong = await answer("owner@example.com");
    expect(wrong[0]).toBe(401);
    expect(await answer("nobody@example.com")).toEqual(wrong);
    expect(await answer("no address at all")).toEqual(wrong);
  });

  test("the cookie is out of reach of scripts and other sites, and only for https where the page is", async () => {
    const plain = await join(app);
    expect(plain.browser.set).toMatch(/^vireo_session=/);
    expect(plain.browser.set).toContain("HttpOnly");
    expect(plain.browser.set).toContain("SameSite=Strict");
    expect(plain.browser.set).toContain("Path=/");
    expect(plain.browser.set).toMatch(/Max-Age=604800/);
    expect(plain.browser.set).not.toMatch(/Secure|Domain/i);

    const secure = createBrowser(app);
    const headers = { ...OWN, origin: "https://localhost", "sec-fetch-site": "same-origin" };
    await secure.call("POST", "/auth/sign-in", { email: plain.email, password: PASSWORD }, headers);
    expect(secure.set).toMatch(/^__Host-vireo_session=/);
    expect(secure.set).toContain("Secure");
    expect(secure.set).toContain("HttpOnly");
    expect(secure.set).toContain("SameSite=Strict");
    expect((await secure.call("GET", "/credits")).status).toBe(200);
    expect((await secure.call("GET", "/auth/me")).status).toBe(200);
  });

  test("the database has neither passwords nor what is in cookies", async () => {
    const { browser } = await join(app);
    const token = /=(\w+)\./.exec(browser.cookie ?? "")?.[1] ?? "";
    expect(token.length).toBeGreaterThan(20);
    const { db } = app.vireo;
    const all = JSON.stringify([
      await db.selectFrom("people_sessions").selectAll().execute(),
      await db.selectFrom("people_credentials").selectAll().execute(),
    ]);
    expect(all).not.toContain(token);
    expect(all).not.toContain(PASSWORD);
    expect(all).toContain("$argon2id$");
  });

  test("400 names what is wrong: short password, no address, unknown field", async () => {
    const { body } = await app.api("POST", "/people/invitations", { email: "short@example.com" });
    const token = tokenOf(body.link);
    const browser = createBrowser(app);
    const short = await browser.call("POST", "/auth/accept", { token, password: "too short", name: "x" });
    expect([short.status, Object.keys(short.body.errors)]).toEqual([400, ["password"]]);
    const extra = await browser.call("POST", "/auth/accept", { token, password: PASSWORD, name: "x", role: "admin" });
    expect([extra.status, Object.keys(extra.body.errors)]).toEqual([400, ["role"]]);
    for (const email of ["nobody", "a@b", "a b@example.com", "ä@example.com", "a@example.com\n"]) {
      expect([email, (await app.api("POST", "/people/invitations", { email })).status]).toEqual([email, 400]);
    }
    expect((await browser.call("POST", "/auth/accept", { token, password: PASSWORD, name: "x" })).status).toBe(201);
  });

  test("there is no way to sign up, and none of the library's own paths", async () => {
    const browser = createBrowser(app);
    for (const path of ["/auth/sign-up/email", "/auth/sign-up", "/auth/sign-in/email", "/auth/update-user"]) {
      const { status } = await browser.call("POST", path, { email: "x@example.com", password: PASSWORD, name: "x" });
      expect([path, status]).toEqual([path, 404]);
    }
  });
});

describe("sessions", () => {
  test("sign-out ends it at once, for copies of the cookie too", async () => {
    const { browser } = await join(app);
    const copy = createBrowser(app);
    copy.cookie = browser.cookie;
    expect((await copy.call("GET", "/credits")).status).toBe(200);
    expect((await browser.call("POST", "/auth/sign-out")).status).toBe(204);
    expect(browser.set).toMatch(/Max-Age=0/);
    expect((await copy.call("GET", "/credits")).status).toBe(401);
    const { status, body } = await copy.call("GET", "/auth/me");
    expect([status, body.type.split("/").at(-1)]).toEqual([401, "signed_out"]);
  });

  test("are listed, and end one by one or all but this one", async () => {
    const { browser, email } = await join(app);
    const others = [createBrowser(app), createBrowser(app), createBrowser(app)];
    for (const other of others) {
      await other.call("POST", "/auth/sign-in", { email, password: PASSWORD }, { ...OWN, "user-agent": "Other 1.0" });
      expect((await other.call("GET", "/credits")).status).toBe(200);
    }
    const list = async () => (await browser.call("GET", "/auth/sessions")).body.sessions;
    const sessions = await list();
    expect(sessions).toHaveLength(4);
    expect(sessions[0]).toMatchObject({ current: false, userAgent: "Other 1.0", address: "127.0.0.1" });
    expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);

    expect((await browser.call("DELETE", `/auth/sessions/${sessions[0].sessionId}`)).status).toBe(204);
    expect((await others[2]?.call("GET", "/credits"))?.status).toBe(401);
    expect((await others[1]?.call("GET", "/credits"))?.status).toBe(200);
    expect((await browser.call("DELETE", "/auth/sessions")).status).toBe(204);
    for (const other of others) expect((await other.call("GET", "/credits")).status).toBe(401);
    expect(await list()).toHaveLength(1);
  });

  test("somebody else's cannot be ended: 404", async () => {
    const [mine, theirs] = [await join(app), await join(app)];
    const path = `/auth/sessions/${theirs.me.session.sessionId}`;
    expect((await mine.browser.call("DELETE", path)).status).toBe(404);
    expect((await mine.browser.call("DELETE", "/auth/sessions/nonsense")).status).toBe(404);
    expect((await theirs.browser.call("GET", "/credits")).status).toBe(200);
  });

  test("a session that has run out is none", async () => {
    const { browser, me } = await join(app);
    const { db } = app.vireo;
    const session = db.updateTable("people_sessions").where("id", "=", me.session.sessionId);
    await session.set({ expires_at: new Date(Date.now() - 1) }).execute();
    expect((await browser.call("GET", "/credits")).status).toBe(401);
    expect((await browser.call("GET", "/auth/me")).status).toBe(401);
  });

  test("one in use is prolonged by /auth/me, with its cookie", async () => {
    const { browser, me } = await join(app);
    const { db } = app.vireo;
    const soon = new Date(Date.now() + 3_600_000);
    await db.updateTable("people_sessions").where("id", "=", me.session.sessionId).set({ expires_at: soon }).execute();
    browser.set = undefined;
    expect((await browser.call("GET", "/credits")).headers.getSetCookie()).toEqual([]);
    const { body } = await browser.call("GET", "/auth/me");
    expect(browser.set).toMatch(/Max-Age=604800/);
    expect((await browser.call("GET", "/auth/me")).body.session.expiresAt).toBeGreaterThan(soon.getTime());
    expect(body.session.sessionId).toBe(me.session.sessionId);
  });

  test("a cookie that was tampered with is none", async () => {
    const { browser } = await join(app);
    const [name, value = ""] = browser.cookie?.split("=") ?? [];
    for (const cookie of [
      `${name}=${value.startsWith("x") ? "y" : "x"}${value.slice(1)}`,
      `${name}=${value.slice(0, 40)}`,
      `${name}=`,
      `${name}=%E0%A4%A`,
    ]) {
      browser.cookie = cookie;
      expect([cookie, (await browser.call("GET", "/credits")).status]).toEqual([cookie, 401]);
    }
  });
});

describe("passwords", () => {
  const next = "another long password";

  test("a new one ends all other sessions; the old one no longer works", async () => {
    const { browser, email } = await join(app);
    const other = createBrowser(app);
    await other.call("POST", "/auth/sign-in", { email, password: PASSWORD });
    expect((await other.call("GET", "/credits")).status).toBe(200);

    const wrong = { currentPassword: "not my password", newPassword: next };
    const refused = await browser.call("POST", "/auth/password", wrong);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ["currentPassword"]]);
    const before = browser.cookie;
    const changed = await browser.call("POST", "/auth/password", { currentPassword: PASSWORD, newPassword: next });
    expect(changed.status).toBe(200);
    expect(browser.cookie).not.toBe(before);
    expect((await browser.call("GET", "/credits")).status).toBe(200);
    expect((await other.call("GET", "/credits")).status).toBe(401);
    const signIn = async (password: string) =>
      (await createBrowser(app).call("POST", "/auth/sign-in", { email, password })).status;
    expect([await signIn(PASSWORD), await signIn(next)]).toEqual([401, 200]);
  });

  test("a lost one is replaced by a link that works once; every session ends", async () => {
    const { browser, email, me } = await join(app);
    expect((await browser.call("GET", "/credits")).status).toBe(200);
    const first = await app.api("POST", `/people/${me.personId}/password/reset`);
    const second = await app.api("POST", `/people/${me.personId}/password/reset`);
    expect(second.status).toBe(201);
    const fresh = createBrowser(app);
    // Without mail nobody would get the link that replaces this one.
    expect((await fresh.call("POST", "/auth/forgotten", { email })).status).toBe(202);
    await until(async () => {
      const { rows } =
        await sql`select from vireo_jobs.job where name like '%forgotten' and state < 'completed'`.execute(
          app.vireo.db,
        );
      return rows.length === 0;
    });
    const use = (link: string) => fresh.call("POST", "/auth/reset", { token: tokenOf(link), password: next });
    expect((await use(first.body.link)).status).toBe(410);
    expect((await browser.call("GET", "/credits")).status).toBe(200);
    expect((await use(second.body.link)).body.personId).toBe(me.personId);
    expect((await use(second.body.link)).status).toBe(410);
    expect((await fresh.call("GET", "/credits")).status).toBe(200);
    expect((await browser.call("GET", "/credits")).status).toBe(401);
    expect((await fresh.call("POST", "/auth/sign-in", { email, password: next })).status).toBe(200);
  });
});
