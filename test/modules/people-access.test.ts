import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { boot } from "#core/boot/boot";
import { modules } from "#modules/index";
import { createResetLink } from "#modules/people/reset";
import { ADMIN, SECRET_KEY, startApp, type TestApp } from "#test/app";
import { fakeImages } from "#test/engines";
import { until } from "#test/until";
import { createBrowser, join, OWN, PASSWORD, setupToken, tokenOf } from "./people-client";

const parts = [...modules, fakeImages({})];
const many = { requests: 1_000_000 };
const settings = { people: { perAddress: many, perEmail: many } };

let app: TestApp;
let ownerId: string;
beforeAll(async () => {
  app = await startApp({ settings }, parts);
  const owner = { email: "owner@example.com", password: PASSWORD, name: "Olga" };
  const { body } = await createBrowser(app).call("POST", "/auth/setup", { ...owner, token: await setupToken(app) });
  ownerId = body.personId;
});
afterAll(() => app.stop());

describe("where a call comes from", () => {
  const kind = (type: string) => type.split("/").at(-1);

  test("the cookie alone is 401, as if there were none", async () => {
    const { browser } = await join(app);
    for (const method of ["GET", "POST", "DELETE"]) {
      const { status, body, headers } = await browser.call(
        method,
        "/keys",
        method === "POST" ? { name: "x" } : undefined,
        {},
      );
      expect([method, status, kind(body.type)]).toEqual([method, 401, "unauthorized"]);
      expect(headers.get("www-authenticate")).toContain("Bearer");
    }
    expect((await browser.call("GET", "/credits")).status).toBe(200);
  });

  test.each([
    ["another site's page", { origin: "https://evil.example" }],
    ["another site, by the browser's word", { "sec-fetch-site": "cross-site" }],
    ["another host of the same site", { "sec-fetch-site": "same-site", origin: "http://other.localhost" }],
    ["another port", { origin: "http://localhost:8080" }],
    ["a page without an origin", { origin: "null" }],
  ])("401 on the API and 403 below /auth from %s", async (_, headers) => {
    const { browser, email } = await join(app);
    const all = { ...OWN, ...headers };
    expect((await browser.call("POST", "/keys", { name: "x" }, all)).status).toBe(401);
    expect((await browser.call("GET", "/credits", undefined, all)).status).toBe(401);
    for (const [method, path, body] of [
      ["POST", "/auth/sign-in", { email, password: PASSWORD }],
      ["POST", "/auth/password", { currentPassword: PASSWORD, newPassword: "another password" }],
      ["POST", "/auth/sign-out", undefined],
      ["DELETE", "/auth/sessions", undefined],
      ["GET", "/auth/me", undefined],
    ] as const) {
      const answer = await browser.call(method, path, body, all);
      expect([path, answer.status, kind(answer.body.type)]).toEqual([path, 403, "cross_origin"]);
    }
    expect((await browser.call("GET", "/auth/me")).status).toBe(200);
  });

  test("403 below /auth without the header, and 415 for what a form can send", async () => {
    const { browser, email } = await join(app);
    const body = { email, password: PASSWORD };
    expect((await browser.call("POST", "/auth/sign-in", body, {})).status).toBe(403);
    const form = { ...OWN, "content-type": "text/plain" };
    expect((await browser.call("POST", "/auth/sign-in", body, form)).status).toBe(415);
  });

  test("the browser's own word is enough to read, for event streams, and not to write", async () => {
    const { browser } = await join(app);
    const word = { "sec-fetch-site": "same-origin" };
    expect((await browser.call("GET", "/credits", undefined, word)).status).toBe(200);
    expect((await browser.call("POST", "/keys", { name: "x" }, word)).status).toBe(401);
    expect((await browser.call("GET", "/credits", undefined, { "sec-fetch-site": "none" })).status).toBe(401);
  });

  test.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://192.168.1.5", "https://media.example.com"])(
    "everything works at %s",
    async (origin) => {
      const { email } = await join(app);
      const browser = createBrowser(app, origin);
      const headers = { ...OWN, origin, "sec-fetch-site": "same-origin" };
      const signIn = await browser.call("POST", "/auth/sign-in", { email, password: PASSWORD }, headers);
      expect(signIn.status).toBe(200);
      expect((await browser.call("POST", "/keys", { name: "x" }, headers)).status).toBe(201);
      expect((await browser.call("GET", "/auth/me")).status).toBe(200);
      expect((await browser.call("POST", "/auth/sign-out", undefined, headers)).status).toBe(204);
      expect(browser.cookie).toBeUndefined();
    },
  );

  test("a key is asked first: with a wrong one the session does not help", async () => {
    const { browser } = await join(app);
    const headers = { ...OWN, authorization: "Bearer vireo_wrong" };
    expect((await browser.call("GET", "/credits", undefined, headers)).status).toBe(401);
  });
});

describe("what people may do", () => {
  test("a member: all that a key may, in the account, and nothing of administrators'", async () => {
    const { browser, me } = await join(app);
    expect(me.scopes).not.toContain("admin");
    const made = await browser.call("POST", "/personas", { name: "mine", description: "x" });
    expect(made.status).toBe(201);
    expect((await app.api("GET", `/personas/${made.body.id}`)).status).toBe(200);
    for (const [method, path, body] of [
      ["GET", "/accounts", undefined],
      ["POST", "/accounts", { name: "x" }],
      ["GET", "/people", undefined],
      ["POST", "/people/invitations", { email: "x@example.com", role: "admin" }],
      ["DELETE", `/people/${ownerId}`, undefined],
      ["POST", `/people/${ownerId}/password/reset`, undefined],
      ["PATCH", `/people/${me.personId}`, { role: "admin" }],
      ["POST", "/keys", { name: "x", scopes: ["admin"] }],
    ] as const) {
      const answer = await browser.call(method, path, body);
      expect([path, answer.status, answer.body.type?.split("/").at(-1)]).toEqual([path, 403, "insufficient_scope"]);
      expect(answer.body.detail).toContain("example.com");
    }
  });

  test("another account's things are not there: 404", async () => {
    const { accountId, api } = await app.account();
    const { body: theirs } = await api("POST", "/personas", { name: "theirs", description: "x" });
    const { browser } = await join(app);
    expect((await browser.call("GET", `/personas/${theirs.id}`)).status).toBe(404);
    const own = await join(app, { accountId });
    expect(own.me.account.accountId).toBe(accountId);
    expect((await own.browser.call("GET", `/personas/${theirs.id}`)).status).toBe(200);
  });

  test("a session counts as a key: rate limit headers, idempotency, version, request id", async () => {
    const { browser } = await join(app);
    const headers = { ...OWN, "idempotency-key": "k1", "service-version": "2025-11-10" };
    const first = await browser.call("POST", "/images/generate", { prompt: "a" }, headers);
    const second = await browser.call("POST", "/images/generate", { prompt: "a" }, headers);
    expect(first.status).toBe(202);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(second.body).toEqual(first.body);
    expect(first.headers.get("service-version")).toBe("2025-11-10");
    expect(first.headers.get("ratelimit-policy")).toContain('"session"');
    expect(first.headers.get("x-request-id")).toBeString();
  });

  test("events can be followed live, until the session ends", async () => {
    const { browser } = await join(app);
    const headers = { cookie: browser.cookie ?? "", "sec-fetch-site": "same-origin" };
    const request = new Request("http://localhost/api/v1/events", { headers });
    const response = await app.vireo.handle(request);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    const reader = response.body?.getReader();
    await reader?.read();
    await browser.call("POST", "/auth/sign-out");
    // The next thing that happens is not told: the stream ends instead.
    await app.api("POST", "/images/generate", { prompt: "a" });
    const rest: Uint8Array[] = [];
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) break;
      rest.push(piece.value);
    }
    expect(Buffer.concat(rest).toString()).not.toContain("image.completed");
  });

  test("each role has what the lower ones have, and more; a lower role ends the keys that were created", async () => {
    const { browser, me } = await join(app, { role: "editor" });
    const post = { videoUrl: "https://example.com/video.mp4", accountIds: ["soc_x"], mode: "now" };
    expect((await browser.call("POST", "/personas", { name: "x" })).status).toBe(201);
    expect((await browser.call("POST", "/social/posts", post)).status).toBe(403);
    expect((await browser.call("POST", "/keys", { name: "x" })).status).toBe(403);
    const set = (role: string) => app.api("PATCH", `/people/${me.personId}`, { role });
    expect((await set("publisher")).body).toMatchObject({ role: "publisher", revokedKeys: [] });
    expect((await browser.call("POST", "/social/posts", post)).status).toBe(400);
    const { body: key } = await browser.call("POST", "/keys", { name: "mine" });
    expect((await set("viewer")).body.revokedKeys).toMatchObject([{ keyId: key.keyId }]);
    expect((await app.as(key.key)("GET", "/credits")).status).toBe(401);
    expect((await browser.call("POST", "/personas", { name: "x" })).status).toBe(403);
    expect((await browser.call("GET", "/personas")).status).toBe(200);
    expect((await set("owner")).status).toBe(400);
  });

  test("members of older versions, also those that are still added, are publishers", async () => {
    const { me } = await join(app, { role: "viewer" });
    const set = { role: "member" as never };
    await app.vireo.db.updateTable("people").set(set).where("id", "=", me.personId).execute();
    expect((await app.api("GET", `/people/${me.personId}`)).body.role).toBe("publisher");
    await app.api("PATCH", `/people/${me.personId}`, { role: "viewer" });
    expect((await app.api("PATCH", `/people/${me.personId}`, { role: "member" })).body.role).toBe("publisher");
  });

  test("a new role counts at once; the last administrator stays one", async () => {
    const { browser, me } = await join(app);
    expect((await browser.call("GET", "/people")).status).toBe(403);
    expect((await app.api("PATCH", `/people/${me.personId}`, { role: "admin" })).body.role).toBe("admin");
    expect((await browser.call("GET", "/people")).status).toBe(200);
    expect((await browser.call("DELETE", `/people/${ownerId}x`)).status).toBe(404);
    expect((await app.api("PATCH", `/people/${me.personId}`, { role: "publisher", name: "Renamed" })).status).toBe(200);
    expect((await browser.call("GET", "/people")).status).toBe(403);
    expect((await browser.call("GET", "/auth/me")).body.name).toBe("Renamed");
    expect((await app.api("PATCH", `/people/${ownerId}`, { role: "publisher" })).status).toBe(409);
    expect((await app.api("DELETE", `/people/${ownerId}`)).status).toBe(409);
    expect((await app.api("PATCH", `/people/${ownerId}`, {})).status).toBe(400);
  });

  test("who is removed is out at once", async () => {
    const { browser, email, me } = await join(app);
    expect((await browser.call("GET", "/credits")).status).toBe(200);
    expect((await app.api("DELETE", `/people/${me.personId}`)).status).toBe(204);
    expect((await browser.call("GET", "/credits")).status).toBe(401);
    expect((await browser.call("POST", "/auth/sign-in", { email, password: PASSWORD })).status).toBe(401);
    expect((await app.api("GET", `/people/${me.personId}`)).status).toBe(404);
    expect((await app.api("DELETE", `/people/${me.personId}`)).status).toBe(404);
  });

  test("a session that ends on one replica ends on the others", async () => {
    const { browser } = await join(app);
    const other = await boot({
      modules: parts,
      env: {
        ...process.env,
        DATA_DIR: `${app.vireo.config.dataDir}-2`,
        DATABASE_URL: app.vireo.config.databaseUrl,
        VIREO_ADMIN_KEY: ADMIN,
        VIREO_SECRET_KEY: SECRET_KEY,
        LOG_LEVEL: "silent",
      },
    });
    try {
      const headers = { ...OWN, cookie: browser.cookie ?? "" };
      const status = async () =>
        (await other.handle(new Request("http://localhost/api/v1/credits", { headers }))).status;
      expect(await status()).toBe(200);
      await browser.call("POST", "/auth/sign-out");
      await until(async () => (await status()) === 401);
    } finally {
      await other.stop();
    }
  });
});

describe("invitations", () => {
  const accept = (link: string, name = "Ina") =>
    createBrowser(app).call("POST", "/auth/accept", { token: tokenOf(link), password: PASSWORD, name });

  test("bring somebody into an account, once", async () => {
    const { accountId } = await app.account();
    const { status, body, headers } = await app.api("POST", "/people/invitations", {
      email: "Ina@Example.com",
      accountId,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ email: "ina@example.com", accountId, role: "publisher" });
    expect(body.link).toStartWith(`${app.vireo.origin}/accept?token=`);
    expect(headers.get("location")).toEndWith(body.invitationId);
    const about = await createBrowser(app).call("POST", "/auth/link", { token: tokenOf(body.link) });
    expect(about.body).toMatchObject({
      purpose: "invitation",
      email: "ina@example.com",
      role: "publisher",
      account: "Somebody",
    });

    const answers = await Promise.all([accept(body.link), accept(body.link), accept(body.link)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 410, 410]);
    expect((await accept(body.link)).status).toBe(410);
    const { body: list } = await app.api("GET", `/people?accountId=${accountId}`);
    expect(list.people).toMatchObject([{ email: "ina@example.com", name: "Ina", role: "publisher", accountId }]);
    expect((await app.api("POST", "/people/invitations", { email: "ina@example.com", accountId })).status).toBe(409);
  });

  test("do not work once expired, withdrawn or replaced", async () => {
    const make = async (email: string) => (await app.api("POST", "/people/invitations", { email })).body;
    const expired = await make("expired@example.com");
    await app.vireo.db
      .updateTable("people_links")
      .where("id", "=", expired.invitationId)
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    const withdrawn = await make("withdrawn@example.com");
    expect((await app.api("DELETE", `/people/invitations/${withdrawn.invitationId}`)).status).toBe(204);
    expect((await app.api("DELETE", `/people/invitations/${withdrawn.invitationId}`)).status).toBe(404);
    const replaced = await make("replaced@example.com");
    const good = await make("replaced@example.com");
    for (const { link } of [expired, withdrawn, replaced]) expect((await accept(link)).status).toBe(410);
    const { body: list } = await app.api("GET", "/people/invitations");
    expect(list.invitations.map(({ email }: { email: string }) => email)).toContain("replaced@example.com");
    expect(JSON.stringify(list)).not.toContain(tokenOf(good.link));
    expect((await accept(good.link)).status).toBe(201);
  });

  test("a link for one thing is none for another", async () => {
    const { body } = await app.api("POST", "/people/invitations", { email: "mixed@example.com" });
    const token = tokenOf(body.link);
    const browser = createBrowser(app);
    expect((await browser.call("POST", "/auth/reset", { token, password: PASSWORD })).status).toBe(410);
    expect(
      (await browser.call("POST", "/auth/setup", { token, password: PASSWORD, name: "x", email: "x@example.com" }))
        .status,
    ).toBe(410);
    expect((await accept(body.link)).status).toBe(201);
  });

  test("400 into an account that there is not", async () => {
    for (const accountId of ["nonsense", crypto.randomUUID()]) {
      const { status, body } = await app.api("POST", "/people/invitations", { email: "x@example.com", accountId });
      expect([status, Object.keys(body.errors)]).toEqual([400, ["accountId"]]);
    }
  });
});

test("a link for a lost password can be made without the server, for the terminal", async () => {
  const { email, me } = await join(app);
  const { db, origin, tools } = app.vireo;
  const people = { db, audit: tools.audit, host: { origin }, settings: { resetHours: 1 } } as never;
  const { link } = await createResetLink(people, email.toUpperCase());
  expect(link).toStartWith("http://127.0.0.1:3000/reset?token=");
  const { body } = await createBrowser(app).call("POST", "/auth/reset", { token: tokenOf(link), password: PASSWORD });
  expect(body.personId).toBe(me.personId);
  expect(createResetLink(people, "nobody@example.com")).rejects.toThrow("No person with this email address");
});

// Last, since the owner may be the one who goes.
test("of two administrators who remove each other, one stays", async () => {
  const { me } = await join(app, { role: "admin" });
  const answers = await Promise.all([ownerId, me.personId].map((id) => app.api("DELETE", `/people/${id}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
});
