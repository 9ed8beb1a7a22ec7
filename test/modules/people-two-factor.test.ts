import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { modules } from "#modules/index";
import { TestClock } from "#sdk/testing/clock";
import { startApp, type TestApp } from "#test/app";
import { createBrowser, join, PASSWORD, tokenOf } from "./people-client";

let app: TestApp;
const clock = new TestClock();
const many = { requests: 1_000_000 };
beforeAll(async () => {
  const limits = { perAddress: many, perEmail: many, perCode: { requests: 6 }, perCodeTotal: { requests: 8 } };
  app = await startApp({ settings: { people: limits } }, [...modules], {}, clock);
});
afterAll(() => app.stop());

const STEP = 30_000;
/** Every test begins in a time step of its own. */
beforeEach(() => clock.advance(5 * STEP));

const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() + steps * STEP });
const kindOf = (body: { type?: string }) => body.type?.split("/").at(-1);

/** Somebody with two-factor authentication, signed in. */
async function joinWithApp(role = "publisher") {
  const person = await join(app, { role });
  const { body } = await person.browser.call("POST", "/auth/two-factor", { password: PASSWORD });
  const confirmed = await person.browser.call("POST", "/auth/two-factor/confirm", { code: codeAt(body.secret) });
  expect(confirmed.status).toBe(200);
  await clock.advance(STEP);
  return { ...person, secret: body.secret as string, recoveryCodes: confirmed.body.recoveryCodes as string[] };
}

async function beginSignIn(email: string) {
  const browser = createBrowser(app);
  const { status, body } = await browser.call("POST", "/auth/sign-in", { email, password: PASSWORD });
  expect([status, body]).toEqual([202, { codeRequired: true }]);
  return browser;
}

const sessionsOf = (personId: string) =>
  app.vireo.db.selectFrom("people_sessions").selectAll().where("person_id", "=", personId).execute();

describe("turning it on", () => {
  test("needs the password and a code, and ends the sessions from before", async () => {
    const { browser, email } = await join(app);
    const other = createBrowser(app);
    await other.call("POST", "/auth/sign-in", { email, password: PASSWORD });
    for (const body of [{}, { password: "not the right one" }]) {
      expect((await browser.call("POST", "/auth/two-factor", body)).status).toBe(400);
    }
    const { body: begun } = await browser.call("POST", "/auth/two-factor", { password: PASSWORD });
    expect(begun.uri).toStartWith(`otpauth://totp/Vireo:${encodeURIComponent(email)}?`);
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    const wrong = await browser.call("POST", "/auth/two-factor/confirm", { code: codeAt(begun.secret, 5) });
    expect([wrong.status, kindOf(wrong.body)]).toEqual([401, "wrong_code"]);
    expect((await createBrowser(app).call("POST", "/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);

    const { body } = await browser.call("POST", "/auth/two-factor/confirm", { code: codeAt(begun.secret) });
    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect((await browser.call("GET", "/auth/methods")).body).toEqual({
      ...{ password: true, oidc: false, twoFactor: true, recoveryCodes: 10 },
    });
    expect((await browser.call("GET", "/auth/me")).status).toBe(200);
    expect((await other.call("GET", "/auth/me")).status).toBe(401);
    expect((await browser.call("POST", "/auth/two-factor", { password: PASSWORD })).status).toBe(409);
  });

  test("the database has neither the secret nor the recovery codes", async () => {
    const { secret, recoveryCodes, me } = await joinWithApp();
    const { db } = app.vireo;
    const stored = JSON.stringify([
      await db.selectFrom("people_two_factor").selectAll().where("person_id", "=", me.personId).execute(),
      await db.selectFrom("people_recovery_codes").selectAll().where("person_id", "=", me.personId).execute(),
    ]);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))]) {
      expect(stored).not.toContain(text);
    }
  });
});

describe("signing in", () => {
  test("the password alone opens nothing; a code completes the sign-in, once", async () => {
    const { email, secret, me } = await joinWithApp();
    const browser = await beginSignIn(email);
    expect(await sessionsOf(me.personId)).toHaveLength(1);
    expect([...browser.pending.values()].join()).toStartWith("vireo_challenge=");
    for (const path of ["/auth/me", "/auth/sessions", "/auth/methods", "/credits", "/keys"]) {
      expect([path, (await browser.call("GET", path)).status]).toEqual([path, 401]);
    }
    expect((await browser.call("POST", "/keys", { name: "mine" })).status).toBe(401);
    expect((await browser.call("POST", "/auth/two-factor/off", { code: codeAt(secret) })).status).toBe(401);

    const pending = new Map(browser.pending);
    const { status, body } = await browser.call("POST", "/auth/sign-in/code", { code: codeAt(secret) });
    expect([status, body.email]).toEqual([200, email]);
    expect((await browser.call("GET", "/credits")).status).toBe(200);
    expect(browser.pending.size).toBe(0);

    await clock.advance(STEP);
    const replay = createBrowser(app);
    replay.pending = pending;
    const again = await replay.call("POST", "/auth/sign-in/code", { code: codeAt(secret) });
    expect([again.status, kindOf(again.body)]).toEqual([401, "sign_in_expired"]);
  });

  test("of two sign-ins at once with one code, one succeeds; an earlier code no longer works", async () => {
    const { email, secret } = await joinWithApp();
    const browsers = await Promise.all([beginSignIn(email), beginSignIn(email)]);
    const [earlier, code, later] = [codeAt(secret, -1), codeAt(secret), codeAt(secret, 1)];
    const answers = await Promise.all(browsers.map((one) => one.call("POST", "/auth/sign-in/code", { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const third = await beginSignIn(email);
    for (const used of [earlier, code]) {
      const { status, body } = await third.call("POST", "/auth/sign-in/code", { code: used });
      expect([status, kindOf(body)]).toEqual([401, "wrong_code"]);
    }
    // A clock that is slightly fast.
    expect((await third.call("POST", "/auth/sign-in/code", { code: later })).status).toBe(200);
  });

  test("a recovery code works once, however it is written, and shows in the audit log", async () => {
    const { email, recoveryCodes, me } = await joinWithApp();
    const [code = ""] = recoveryCodes;
    const browser = await beginSignIn(email);
    const written = code.replaceAll("-", " ").toUpperCase();
    expect((await browser.call("POST", "/auth/sign-in/code", { code: written })).status).toBe(200);
    expect((await browser.call("GET", "/auth/methods")).body.recoveryCodes).toBe(9);
    const again = await beginSignIn(email);
    expect((await again.call("POST", "/auth/sign-in/code", { code })).status).toBe(401);
    const { body } = await app.api("GET", "/audit-log?action=person.recovery_code_used");
    expect(body.entries[0]).toMatchObject({ subject: { id: me.personId }, actor: { type: "person", id: me.personId } });
  });

  test("codes of others, and text that is no code, do not work", async () => {
    const mine = await joinWithApp();
    const other = await joinWithApp();
    const browser = await beginSignIn(mine.email);
    for (const code of [codeAt(other.secret), other.recoveryCodes[0], "' or 1=1 --"]) {
      expect((await browser.call("POST", "/auth/sign-in/code", { code })).status).toBe(401);
    }
    expect((await browser.call("POST", "/auth/sign-in/code", { code: "" })).status).toBe(400);
    const none = await createBrowser(app).call("POST", "/auth/sign-in/code", { code: codeAt(mine.secret) });
    expect([none.status, kindOf(none.body)]).toEqual([401, "sign_in_expired"]);
  });

  test("a sign-in ends after five wrong codes or ten minutes, and also refuses the right one then", async () => {
    const { email, secret } = await joinWithApp();
    const browser = await beginSignIn(email);
    for (let i = 0; i < 5; i++) await browser.call("POST", "/auth/sign-in/code", { code: codeAt(secret, 9 + i) });
    const spent = await browser.call("POST", "/auth/sign-in/code", { code: codeAt(secret) });
    expect([spent.status, kindOf(spent.body)]).toEqual([401, "sign_in_expired"]);
    const late = await beginSignIn(email);
    await clock.advance(10 * 60_000 + 1000);
    expect((await late.call("POST", "/auth/sign-in/code", { code: codeAt(secret) })).status).toBe(401);
  });

  test("whoever has the password cannot try codes for long, with any number of sign-ins", async () => {
    const { email, secret, me } = await joinWithApp();
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) {
      const browser = await beginSignIn(email);
      for (let j = 0; j < 3; j++) {
        const { status } = await browser.call("POST", "/auth/sign-in/code", { code: codeAt(secret, 9 + i) });
        statuses.push(status);
      }
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429, 429]);
    const right = await (await beginSignIn(email)).call("POST", "/auth/sign-in/code", { code: codeAt(secret) });
    expect(right.status).toBe(429);
    expect(await sessionsOf(me.personId)).toHaveLength(1);
  });

  test("the owner is told of wrong codes, and signs in with a recovery code while others use up the attempts", async () => {
    const { email, recoveryCodes, me, browser: own } = await joinWithApp();
    const listNotices = async () =>
      (await app.api("GET", `/audit-log?action=person.wrong_codes_entered&subject=${me.personId}`)).body.entries;
    let status = 0;
    for (let i = 0; i < 4 && status !== 429; i++) {
      const browser = await beginSignIn(email);
      for (let j = 0; j < 3; j++)
        status = (await browser.call("POST", "/auth/sign-in/code", { code: "000000" })).status;
      expect(await listNotices()).toHaveLength(i === 0 ? 0 : 1);
    }
    expect(status).toBe(429);
    expect((await listNotices())[0]).toMatchObject({ subject: { id: me.personId }, actor: { type: "system" } });
    // From a browser that the server has never seen.
    const unknown = await beginSignIn(email);
    const entered = await unknown.call("POST", "/auth/sign-in/code", { code: recoveryCodes[0] });
    expect(entered.status).toBe(200);
    expect((await own.call("GET", "/auth/me")).status).toBe(200);
  });

  test("a reset password still needs a code, and ends sign-ins that were under way", async () => {
    const { email, secret, me } = await joinWithApp();
    const underWay = await beginSignIn(email);
    const { body: reset } = await app.api("POST", `/people/${me.personId}/password/reset`);
    const browser = createBrowser(app);
    const password = "another long password";
    const { status, body } = await browser.call("POST", "/auth/reset", { token: tokenOf(reset.link), password });
    expect([status, body]).toEqual([202, { codeRequired: true }]);
    expect(await sessionsOf(me.personId)).toHaveLength(0);
    expect((await browser.call("GET", "/auth/me")).status).toBe(401);
    expect((await underWay.call("POST", "/auth/sign-in/code", { code: codeAt(secret) })).status).toBe(401);
    expect((await browser.call("POST", "/auth/sign-in/code", { code: codeAt(secret) })).status).toBe(200);
  });

  test("a sign-in to a suspended account leaves no session, also if it is suspended between password and code", async () => {
    const { body: account } = await app.api("POST", "/accounts", { name: "Suspended" });
    const { email, me, browser } = await join(app, { accountId: account.accountId });
    const { body } = await browser.call("POST", "/auth/two-factor", { password: PASSWORD });
    await browser.call("POST", "/auth/two-factor/confirm", { code: codeAt(body.secret) });
    await clock.advance(STEP);
    const begun = await beginSignIn(email);
    await app.api("POST", `/accounts/${account.accountId}/suspend`);
    await app.vireo.db.deleteFrom("people_sessions").where("person_id", "=", me.personId).execute();
    const refused = await Promise.all([
      begun.call("POST", "/auth/sign-in/code", { code: codeAt(body.secret) }),
      createBrowser(app).call("POST", "/auth/sign-in", { email, password: PASSWORD }),
    ]);
    expect(refused.map(({ status, body }) => [status, kindOf(body)])).toEqual([
      [403, "account_suspended"],
      [403, "account_suspended"],
    ]);
    expect(refused.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
    expect(await sessionsOf(me.personId)).toEqual([]);
  });
});

describe("turning it off", () => {
  test("needs a code; wrong ones are limited", async () => {
    const { email, secret, browser } = await joinWithApp();
    const off = (code: string) => browser.call("POST", "/auth/two-factor/off", { code });
    expect((await off(codeAt(secret, 9))).status).toBe(401);
    expect((await off(codeAt(secret))).status).toBe(204);
    expect((await browser.call("GET", "/auth/methods")).body).toMatchObject({ twoFactor: false, recoveryCodes: 0 });
    expect((await createBrowser(app).call("POST", "/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);

    const other = await joinWithApp();
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) {
      statuses.push(
        (await other.browser.call("POST", "/auth/two-factor/off", { code: codeAt(other.secret, 9) })).status,
      );
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
  });

  test("new recovery codes replace the old ones", async () => {
    const { email, secret, browser, recoveryCodes } = await joinWithApp();
    const { body } = await browser.call("POST", "/auth/two-factor/recovery-codes", { code: codeAt(secret) });
    expect(body.recoveryCodes).toHaveLength(10);
    const again = await beginSignIn(email);
    expect((await again.call("POST", "/auth/sign-in/code", { code: recoveryCodes[0] })).status).toBe(401);
    expect((await again.call("POST", "/auth/sign-in/code", { code: body.recoveryCodes[0] })).status).toBe(200);
  });

  test("an administrator does it for somebody who has lost everything", async () => {
    const { email, me } = await joinWithApp();
    const path = `/people/${me.personId}/sign-in/two-factor`;
    expect((await app.api("GET", `/people/${me.personId}`)).body.signIn).toEqual({
      ...{ password: true, oidc: false, twoFactor: true },
    });
    expect((await (await join(app)).browser.call("DELETE", path)).status).toBe(403);
    expect((await app.api("DELETE", path)).status).toBe(204);
    expect((await app.api("DELETE", path)).status).toBe(404);
    expect((await createBrowser(app).call("POST", "/auth/sign-in", { email, password: PASSWORD })).status).toBe(200);
    const { body } = await app.api("GET", "/audit-log?action=person.two_factor_disabled");
    expect(body.entries[0]).toMatchObject({ subject: { id: me.personId }, actor: { type: "key" } });
  });
});

describe("sessions of others", () => {
  test("an administrator lists and ends them, at once; others may not", async () => {
    const { email, me, browser } = await join(app);
    const second = createBrowser(app);
    await second.call("POST", "/auth/sign-in", { email, password: PASSWORD });
    const path = `/people/${me.personId}/sign-in/sessions`;
    const admin = await join(app, { role: "admin" });
    const { status, body } = await admin.browser.call("GET", path);
    expect([status, body.sessions.length, body.pagination.total]).toEqual([200, 2, 2]);
    expect(JSON.stringify(body)).not.toContain("token");
    for (const [method, at] of [
      ["GET", path],
      ["DELETE", path],
      ["DELETE", `${path}/${me.session.sessionId}`],
    ] as const) {
      expect((await browser.call(method, at)).status).toBe(403);
    }

    expect((await admin.browser.call("DELETE", `${path}/${me.session.sessionId}`)).status).toBe(204);
    expect((await browser.call("GET", "/credits")).status).toBe(401);
    expect((await second.call("GET", "/credits")).status).toBe(200);
    // A session of somebody else is not there.
    for (const id of [me.session.sessionId, admin.me.session.sessionId, "nonsense"]) {
      expect((await admin.browser.call("DELETE", `${path}/${id}`)).status).toBe(404);
    }
    expect((await admin.browser.call("DELETE", path)).status).toBe(204);
    expect((await second.call("GET", "/credits")).status).toBe(401);
    expect((await admin.browser.call("GET", "/credits")).status).toBe(200);
    const log = await app.api("GET", "/audit-log?action=person.sessions_ended");
    expect(log.body.entries).toHaveLength(2);
    expect(log.body.entries[0].actor).toMatchObject({ type: "person", id: admin.me.personId });
  });

  test("ending all of them also ends a sign-in that waits for its code", async () => {
    const { email, secret, me } = await joinWithApp();
    const browser = await beginSignIn(email);
    await app.api("DELETE", `/people/${me.personId}/sign-in/sessions`);
    expect((await browser.call("POST", "/auth/sign-in/code", { code: codeAt(secret) })).status).toBe(401);
  });
});
