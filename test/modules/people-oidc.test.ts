import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { type Answer, CLIENT, startOidcServer } from "./oidc-server";
import { createBrowser, join, OWN, PASSWORD } from "./people-client";

const idp = startOidcServer();
let app: TestApp;
const many = { requests: 1_000_000 };
const common = { issuer: idp.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, name: "Example ID" };
const start = (oidc: object = {}, config: object = {}) =>
  startApp(
    { allowHosts: ["127.0.0.1"], ...config, settings: { people: { perAddress: many, oidc: { ...common, ...oidc } } } },
    [...modules],
  );

beforeAll(async () => {
  app = await start();
});
afterAll(async () => {
  await app.stop();
  idp.stop();
});
beforeEach(() => {
  idp.state.userinfo = {};
  idp.state.metadata = {};
});

let people = 0;
const createClaims = (more: object = {}) => {
  people++;
  return { sub: `subject-${people}`, email: `oidc-${people}@example.com`, email_verified: true, name: "Olga", ...more };
};

type Browser = ReturnType<typeof createBrowser>;
const begin = async (browser: Browser, next?: string) => {
  const { status, body } = await browser.call("POST", "/auth/oidc/start", next ? { next } : {});
  expect(status).toBe(200);
  return body.url as string;
};
/** Follows the browser's way back. Returns where it lands. */
const comeBack = async (browser: Browser, back: URL) => {
  // A browser that comes from another site sends no header of ours.
  const headers = { "sec-fetch-site": "cross-site" };
  const { status, headers: answer } = await browser.call(
    "GET",
    `/auth/oidc/callback${back.search}`,
    undefined,
    headers,
  );
  expect([status, answer.get("cache-control")]).toEqual([303, "no-store"]);
  return answer.get("location");
};
const signIn = async (answer: Answer, browser = createBrowser(app), next?: string) => {
  const location = await comeBack(browser, idp.approve(await begin(browser, next), answer));
  return { browser, location };
};
const isSignedIn = async (browser: Browser) => (await browser.call("GET", "/auth/me")).status === 200;
const invite = (email: string, role: string, on = app) => on.api("POST", "/people/invitations", { email, role });

describe("who gets in", () => {
  test("somebody who is invited joins as invited, and needs no password", async () => {
    const claims = createClaims();
    await invite(claims.email, "editor");
    const { browser, location } = await signIn({ claims }, undefined, "/library?kind=video");
    expect(location).toBe("/library?kind=video");
    const { body } = await browser.call("GET", "/auth/me");
    expect(body).toMatchObject({ email: claims.email, name: "Olga", role: "editor" });
    expect((await browser.call("GET", "/auth/methods")).body).toMatchObject({ password: false, oidc: true });
    expect((await browser.call("GET", "/credits")).status).toBe(200);
    expect((await app.api("GET", "/people/invitations")).body.invitations).toEqual([]);
    const { body: log } = await app.api("GET", "/audit-log?action=person.linked");
    expect(log.entries[0]).toMatchObject({ subject: { id: body.personId }, details: { provider: "Example ID" } });
    for (const password of ["", "credential"]) {
      expect(
        (await createBrowser(app).call("POST", "/auth/sign-in", { email: claims.email, password })).status,
      ).not.toBe(200);
    }
  });

  test("nobody without an invitation", async () => {
    const { browser, location } = await signIn({ claims: createClaims() });
    expect(location).toBe("/sign-in?problem=not_invited");
    expect(browser.cookie).toBeUndefined();
  });

  test("a person with the verified address is linked once; from then on the subject counts, not the address", async () => {
    const { email, me } = await join(app, { role: "viewer" });
    const claims = createClaims({ email: email.toUpperCase() });
    const { browser } = await signIn({ claims });
    expect((await browser.call("GET", "/auth/me")).body.personId).toBe(me.personId);
    const moved = await signIn({ claims: { ...claims, email: "moved@example.com", email_verified: false } });
    expect((await moved.browser.call("GET", "/auth/me")).body.personId).toBe(me.personId);
    // The provider has given the address to somebody else.
    const other = await signIn({ claims: createClaims({ email }) });
    expect([other.location, await isSignedIn(other.browser)]).toEqual(["/sign-in?problem=linked_to_other", false]);
    expect((await app.api("DELETE", `/people/${me.personId}/sign-in/provider`)).status).toBe(204);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await app.api("DELETE", `/people/${me.personId}/sign-in/provider`)).status).toBe(404);
    expect((await signIn({ claims: createClaims({ email }) })).location).toBe("/");
  });

  test("an address that is not verified links nobody and takes no invitation", async () => {
    const { email } = await join(app);
    await invite("unverified@example.com", "admin");
    for (const more of [{ email_verified: false }, { email_verified: undefined }, { email_verified: "false" }]) {
      for (const address of [email, "unverified@example.com"]) {
        const { browser, location } = await signIn({ claims: createClaims({ email: address, ...more }) });
        expect([location, await isSignedIn(browser)]).toEqual(["/sign-in?problem=email_unverified", false]);
      }
    }
  });

  test("an address that only looks like somebody else's links nobody", async () => {
    await app.vireo.db
      .updateTable("people")
      .set({ email: "kim@example.com" })
      .where("email", "like", "person-1@%")
      .execute();
    await invite("kai@example.com", "admin");
    // A Kelvin sign, whose lower case is a k; a full-width k; a Cyrillic a.
    for (const email of [
      "\u212aim@example.com",
      "\uff4bim@example.com",
      "\u212aai@example.com",
      "k\u0430i@example.com",
    ]) {
      const { browser, location } = await signIn({ claims: createClaims({ email }) });
      expect([email, location, await isSignedIn(browser)]).toEqual([email, "/sign-in?problem=email_unverified", false]);
    }
  });

  test("an address that the ID token lacks comes from the userinfo of the same subject only", async () => {
    const { email, me } = await join(app);
    const { sub } = createClaims();
    idp.state.userinfo = { sub: "somebody-else", email, email_verified: true };
    expect((await signIn({ claims: { sub } })).location).toBe("/sign-in?problem=failed");
    idp.state.userinfo = { sub, email, email_verified: true };
    const { browser } = await signIn({ claims: { sub } });
    expect((await browser.call("GET", "/auth/me")).body.personId).toBe(me.personId);
  });

  test("the second factor is asked for, and suspended accounts are refused", async () => {
    const { body: account } = await app.api("POST", "/accounts", { name: "Two" });
    const { email, me, browser } = await join(app, { accountId: account.accountId });
    const { body } = await browser.call("POST", "/auth/two-factor", { password: PASSWORD });
    const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
    const { body: codes } = await browser.call("POST", "/auth/two-factor/confirm", { code: totp.generate() });
    const claims = createClaims({ email });
    const half = await signIn({ claims }, undefined, "/keys?page=2");
    expect(half.location).toBe(`/sign-in/code?to=${encodeURIComponent("/keys?page=2")}`);
    expect(await isSignedIn(half.browser)).toBe(false);
    const [code] = codes.recoveryCodes;
    expect((await half.browser.call("POST", "/auth/sign-in/code", { code })).status).toBe(200);
    await app.api("POST", `/accounts/${account.accountId}/suspend`);
    await app.vireo.db.deleteFrom("people_sessions").where("person_id", "=", me.personId).execute();
    expect((await signIn({ claims })).location).toBe("/sign-in?problem=suspended");
    const sessions = app.vireo.db.selectFrom("people_sessions").select("id").where("person_id", "=", me.personId);
    expect(await sessions.execute()).toEqual([]);
  });

  test("two first sign-ins at once make one person", async () => {
    const claims = createClaims();
    await invite(claims.email, "viewer");
    const results = await Promise.all([signIn({ claims }), signIn({ claims }), signIn({ claims })]);
    expect(results.map(({ location }) => location)).toEqual(["/", "/", "/"]);
  });
});

describe("what a provider, or somebody in between, might forge", () => {
  const now = Math.floor(Date.now() / 1000);
  const forgeries: Record<string, Omit<Answer, "claims">> = {
    "another issuer": { forge: { iss: "https://evil.example.com" } },
    "another audience": { forge: { aud: "another-client" } },
    "several audiences, and another authorized party": { forge: { aud: [CLIENT.id, "other"], azp: "other" } },
    "another nonce": { forge: { nonce: "replayed" } },
    "no nonce": { forge: { nonce: undefined } },
    "a token from the future": { forge: { iat: now + 3600, exp: now + 7200 } },
    "an expired token": { forge: { iat: now - 7200, exp: now - 3600 } },
    "no subject": { forge: { sub: undefined } },
    "a foreign signature": { isForeignKey: true },
    "no signature": { algorithm: "none" },
    "the public key as a shared secret": { algorithm: "HS256" },
  };
  for (const [title, forgery] of Object.entries(forgeries)) {
    test(`${title}: refused`, async () => {
      const { email } = await join(app);
      const { browser, location } = await signIn({ claims: createClaims({ email }), ...forgery });
      expect([location, await isSignedIn(browser)]).toEqual(["/sign-in?problem=failed", false]);
    });
  }

  test("a callback of another browser, another flow or another issuer is refused, and ends nothing", async () => {
    const { email } = await join(app);
    const answer = { claims: createClaims({ email }) };
    const victim = createBrowser(app);
    const url = await begin(victim);
    // An attacker's own code and state, sent to the victim.
    const attacker = createBrowser(app);
    const foreign = idp.approve(await begin(attacker), answer);
    expect(await comeBack(victim, foreign)).toBe("/sign-in?problem=expired");
    expect(await comeBack(createBrowser(app), foreign)).toBe("/sign-in?problem=expired");
    expect(victim.pending.size).toBe(0);

    const again = createBrowser(app);
    const mixed = idp.approve(await begin(again), answer);
    mixed.searchParams.set("iss", "https://evil.example.com");
    expect(await comeBack(again, mixed)).toBe("/sign-in?problem=failed");
    expect(url).toContain("code_challenge=");
    expect(await isSignedIn(victim)).toBe(false);
  });

  test("a code works once, also with the cookie of its flow", async () => {
    const { email } = await join(app);
    const browser = createBrowser(app);
    const back = idp.approve(await begin(browser), { claims: createClaims({ email }) });
    const flow = new Map(browser.pending);
    const answers = await Promise.all([0, 1, 2].map(() => comeBack(withCookies(flow), back)));
    expect(answers.sort()).toEqual(["/", "/sign-in?problem=expired", "/sign-in?problem=expired"]);
    expect(await comeBack(withCookies(flow), back)).toBe("/sign-in?problem=expired");
    // The code with a flow of somebody else, who has the right state for it: the verifier is another one.
    const other = createBrowser(app);
    const own = idp.approve(await begin(other), { claims: createClaims({ email }) });
    const fresh = idp.approve(await begin(createBrowser(app)), { claims: createClaims({ email }) });
    own.searchParams.set("code", fresh.searchParams.get("code") ?? "");
    expect(await comeBack(other, own)).toBe("/sign-in?problem=failed");
  });

  test("a flow that took too long is refused; the cookie shows neither state nor verifier", async () => {
    const { email } = await join(app);
    const browser = createBrowser(app);
    const url = await begin(browser);
    const [cookie = ""] = browser.pending.values();
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(cookie).not.toContain(new URL(url).searchParams.get(name) ?? "");
    }
    const rows = await app.vireo.db.selectFrom("people_oidc_flows").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(cookie.split("=")[1] ?? "");
    await app.vireo.db
      .updateTable("people_oidc_flows")
      .set({ expires_at: new Date(0) })
      .execute();
    const back = idp.approve(url, { claims: createClaims({ email }) });
    expect(await comeBack(browser, back)).toBe("/sign-in?problem=expired");
  });

  test("the page to open afterwards is one of ours", async () => {
    const { email } = await join(app);
    const claims = createClaims({ email });
    for (const next of ["https://evil.example.com", "/\t/evil.example.com", "/.//evil.example.com"]) {
      expect((await signIn({ claims }, undefined, next)).location).toBe("/");
    }
    const { location } = await signIn({ claims }, undefined, "/library/日本?q=\u0001€#\u010d\u010a");
    expect(location).toBe("/library/%E6%97%A5%E6%9C%AC?q=%01%E2%82%AC#%C4%8D%C4%8A");
    // A flow that an earlier version has stored.
    const browser = createBrowser(app);
    const url = await begin(browser);
    await app.vireo.db.updateTable("people_oidc_flows").set({ next: "/\t/evil.example.com" }).execute();
    expect(await comeBack(browser, idp.approve(url, { claims }))).toBe("/");
  });

  test("other sites cannot begin a sign-in, and whoever cancels is told", async () => {
    const headers = { ...OWN, origin: "https://evil.example.com", "sec-fetch-site": "cross-site" };
    expect((await createBrowser(app).call("POST", "/auth/oidc/start", {}, headers)).status).toBe(403);
    const browser = createBrowser(app);
    const back = idp.approve(await begin(browser), { claims: createClaims() });
    back.searchParams.delete("code");
    back.searchParams.set("error", "access_denied");
    expect(await comeBack(browser, back)).toBe("/sign-in?problem=cancelled");
  });
});

const withCookies = (pending: Map<string, string>) => {
  const browser = createBrowser(app);
  browser.pending = new Map(pending);
  return browser;
};

describe("configuration", () => {
  test("with a role claim the role follows the provider at every sign-in, and who has none is refused", async () => {
    const roles = ["staff=editor", "leads=publisher", "owners=admin"];
    const own = await start({ roleClaim: "realm_access.roles", roles });
    try {
      const claims = createClaims();
      idp.state.userinfo = { sub: claims.sub };
      const signInAs = (...granted: string[]) =>
        signIn({ claims: { ...claims, realm_access: { roles: granted } } }, createBrowser(own));
      expect((await signInAs("visitors")).location).toBe("/sign-in?problem=no_role");
      const roleAfter = async (...granted: string[]) =>
        (await (await signInAs(...granted)).browser.call("GET", "/auth/me")).body.role;
      expect(await roleAfter("staff", "leads")).toBe("publisher");
      const { browser } = await signInAs("leads");
      const { body: key } = await browser.call("POST", "/keys", { name: "Mine" });
      expect(await roleAfter("staff")).toBe("editor");
      expect((await own.as(key.secret ?? key.key)("GET", "/credits")).status).toBe(401);
      expect(await roleAfter("owners")).toBe("admin");
      // The last administrator stays one.
      expect(await roleAfter("staff")).toBe("admin");
      expect((await signInAs()).location).toBe("/sign-in?problem=no_role");
    } finally {
      await own.stop();
    }
  });

  test("newRole lets everybody of the provider in; trustEmail takes a missing verification for one, a denied one not", async () => {
    const own = await start({ newRole: "viewer", trustEmail: true });
    try {
      const { browser } = await signIn({ claims: createClaims({ email_verified: undefined }) }, createBrowser(own));
      expect((await browser.call("GET", "/auth/me")).body.role).toBe("viewer");
      const denied = await signIn({ claims: createClaims({ email_verified: false }) }, createBrowser(own));
      expect(denied.location).toBe("/sign-in?problem=email_unverified");
    } finally {
      await own.stop();
    }
  });

  test("a provider in a private network is not asked unless ALLOW_HOSTS names it; discovery must name the issuer", async () => {
    const own = await start({}, { allowHosts: [] });
    try {
      const before = idp.requests.length;
      const refused = await createBrowser(own).call("POST", "/auth/oidc/start", {});
      expect([refused.status, refused.body.type.split("/").at(-1)]).toEqual([503, "sign_in_unavailable"]);
      expect(idp.requests).toHaveLength(before);
    } finally {
      await own.stop();
    }
    const other = await start();
    try {
      idp.state.metadata = { issuer: "https://evil.example.com" };
      expect((await createBrowser(other).call("POST", "/auth/oidc/start", {})).status).toBe(503);
      idp.state.metadata = {};
      // A provider that was away is asked again.
      expect((await createBrowser(other).call("POST", "/auth/oidc/start", {})).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  test("without a provider there is no such route; half a configuration does not start", async () => {
    const { body } = await createBrowser(app).call("GET", "/auth/state");
    expect(body.provider).toEqual({ name: "Example ID" });
    expect(JSON.stringify(body)).not.toContain(CLIENT.secret);
    await expect(start({ clientSecret: undefined })).rejects.toThrow("OIDC_CLIENT_SECRET");
  });
});

describe("with passwords turned off", () => {
  let only: TestApp;
  beforeAll(async () => {
    only = await start({ only: true });
  });
  afterAll(() => only.stop());

  test("403 for everything with a password; the provider, and links of the command line, let people in", async () => {
    const browser = createBrowser(only);
    const email = "only@example.com";
    const { body: invitation } = await invite(email, "admin", only);
    const token = new URL(invitation.link).searchParams.get("token");
    const password = PASSWORD;
    const refused = [
      ["sign-in", { email, password }],
      ["accept", { token, password, name: "Olga" }],
      ["forgotten", { email }],
      ["password", { currentPassword: password, newPassword: password }],
    ] as const;
    for (const [path, body] of refused) {
      const answer = await browser.call("POST", `/auth/${path}`, body);
      expect([answer.status, answer.body.type.split("/").at(-1)]).toEqual([403, "passwords_off"]);
    }
    expect((await browser.call("GET", "/auth/state")).body).toMatchObject({ passwords: false });
    expect((await createBrowser(app).call("GET", "/auth/state")).body).toMatchObject({ passwords: true });
    const { location } = await signIn({ claims: createClaims({ email }) }, browser);
    expect(location).toBe("/");
    const { body: me } = await browser.call("GET", "/auth/me");
    expect(me).toMatchObject({ email, role: "admin" });
    const { body: created } = await only.api("POST", `/people/${me.personId}/password/reset`);
    const other = createBrowser(only);
    const reset = { token: new URL(created.link).searchParams.get("token"), password };
    expect((await other.call("POST", "/auth/reset", reset)).status).toBe(200);
    expect((await other.call("POST", "/auth/sign-in", { email, password })).status).toBe(403);
  });

  test("the server does not start without a provider", async () => {
    await expect(
      start({ issuer: undefined, clientId: undefined, clientSecret: undefined, only: true }),
    ).rejects.toThrow(/OIDC_ISSUER/);
  });
});
