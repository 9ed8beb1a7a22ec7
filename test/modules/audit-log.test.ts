import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { pruneAuditLog } from "#core/audit";
import { toUuid } from "#core/ids";
import { modules } from "#modules/index";
import { type Client, startApp, type TestApp } from "#test/app";
import { CLIENT, startOidcServer } from "#test/modules/oidc-server";
import { createBrowser, join, PASSWORD, setupToken, tokenOf } from "#test/modules/people-client";
import { listed, recorder } from "#test/modules/social-fake";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
type Any = any;
const { module: social, record } = recorder({ accounts: async () => record.accounts });

const idp = startOidcServer();
let app: TestApp;
let admin: Client;
let owner: string;
beforeAll(async () => {
  const oidc = { issuer: idp.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret };
  app = await startApp({ allowHosts: [new URL(idp.issuer).host], settings: { people: { oidc } } }, [
    ...modules,
    social,
  ]);
  admin = app.api;
  owner = (await admin("GET", "/accounts")).body.accounts[0].accountId;
  const person = { email: "owner@example.com", password: PASSWORD, name: "Olga" };
  await createBrowser(app).call("POST", "/auth/setup", { ...person, token: await setupToken(app) });
});
afterAll(async () => {
  await app.stop();
  idp.stop();
});
beforeEach(() => {
  record.accounts = [listed("one")];
});

const list = async (query = "") => (await admin("GET", `/audit-log?pageSize=100${query}`)).body.entries as Any[];
const invite = async (email: string) => (await admin("POST", "/people/invitations", { email })).body;
const hook = { url: "https://example.com/hook?token=SECRET-IN-ADDRESS", events: ["image.completed"] };
const secrets: string[] = [PASSWORD, "another long password", "SECRET-IN-ADDRESS"];
const keep = <T extends Record<string, Any>>(body: T): T => {
  for (const name of ["key", "secret", "link"])
    if (body[name]) secrets.push(String(body[name]).split("token=").at(-1)!);
  return body;
};

/** Prepares, and returns the call that the action is recorded for. `none` are calls that are refused. */
interface Step {
  prepare?(): Promise<Any>;
  act(prepared: Any): Promise<Any>;
  /** The same by somebody who may not, or on something that is not there. */
  refused?(prepared: Any): Promise<{ status: number }>;
  actor?: "key" | "person" | "system";
}

const createAccount = async () =>
  (await admin("POST", "/accounts", { name: "Acme", credits: 0 })).body.accountId as string;

const limited = async () => {
  const { body } = await admin("POST", "/keys", { name: "limited", scopes: ["credits:read"] });
  return app.as(body.key);
};
const createKey = async () => keep((await admin("POST", "/keys", { name: "ci", scopes: ["media:read"] })).body);
const template = {
  name: "Sale",
  fields: [{ name: "headline", type: "text" }],
  body: { prompt: "{{headline}}" },
};
const createTemplate = async () => (await admin("POST", "/templates", template)).body;
const createHook = async () => keep((await admin("POST", "/webhooks", hook)).body);
/** Somebody with a secret that is not confirmed yet. `getCode` returns the code of a time step, counted from now. */
const beginTwoFactor = async () => {
  const person = await join(app);
  const { body } = await person.browser.call("POST", "/auth/two-factor", { password: PASSWORD });
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
  secrets.push(body.secret);
  return { ...person, getCode: (step: number) => totp.generate({ timestamp: Date.now() + step * 30_000 }) };
};
const joinWithTwoFactor = async () => {
  const person = await beginTwoFactor();
  const { body } = await person.browser.call("POST", "/auth/two-factor/confirm", { code: person.getCode(0) });
  secrets.push(...body.recoveryCodes);
  return { ...person, recoveryCodes: body.recoveryCodes as string[] };
};
const firstSocial = async () => {
  await admin("POST", "/social/accounts");
  return (await admin("GET", "/social/accounts")).body.accounts[0];
};
const review = { reviewers: [{ name: "Dana", email: "dana@client.example" }], canDecide: true };
const createReview = async () => {
  const { accountId } = await firstSocial();
  const draft = { videoUrl: "https://93.184.216.34/video.mp4", accountIds: [accountId], mode: "draft" };
  const { body: post } = await admin("POST", "/social/posts", { ...draft, allowDuplicate: true });
  const created = await admin("POST", "/social/reviews", { ...review, postIds: [post.postId] });
  secrets.push(created.body.links[0].url.slice(-43));
  return created;
};
const NOBODY = "0193a5c2-0000-7000-8000-000000000000";

const steps: Record<string, Step> = {
  "account.created": {
    act: () => admin("POST", "/accounts", { name: "Acme", credits: 0 }),
    refused: async () => (await limited())("POST", "/accounts", { name: "Acme" }),
  },
  "account.updated": {
    act: () => admin("PATCH", `/accounts/${owner}`, { name: "Owner", keys: 500 }),
    refused: () => admin("PATCH", `/accounts/${NOBODY}`, { name: "x" }),
  },
  "account.suspended": {
    prepare: createAccount,
    act: (id) => admin("POST", `/accounts/${id}/suspend`),
    refused: () => admin("POST", `/accounts/${owner}/suspend`),
  },
  "account.resumed": {
    async prepare() {
      const id = await createAccount();
      await admin("POST", `/accounts/${id}/suspend`);
      return id;
    },
    act: (id) => admin("POST", `/accounts/${id}/resume`),
    refused: () => admin("POST", `/accounts/${NOBODY}/resume`),
  },
  "account.deletion_scheduled": {
    prepare: createAccount,
    act: (id) => admin("DELETE", `/accounts/${id}`),
    refused: () => admin("DELETE", `/accounts/${owner}`),
  },
  "credits.granted": {
    act: () => admin("POST", "/credits/grants", { accountId: owner, amount: 5, note: "thanks" }),
    refused: () => admin("POST", "/credits/grants", { accountId: NOBODY, amount: 5 }),
  },
  "key.created": {
    act: createKey,
    refused: async () => (await limited())("POST", "/keys", { name: "x" }),
  },
  "key.updated": {
    prepare: createKey,
    act: ({ keyId }) => admin("PATCH", `/keys/${keyId}`, { name: "renamed" }),
    refused: ({ keyId }) => admin("PATCH", `/keys/${keyId}`, { expiresAt: 1 }),
  },
  "key.rotated": {
    prepare: createKey,
    act: async ({ keyId }) => keep((await admin("POST", `/keys/${keyId}/rotate`)).body),
    refused: () => admin("POST", `/keys/${NOBODY}/rotate`),
  },
  "key.revoked": {
    prepare: createKey,
    act: ({ keyId }) => admin("DELETE", `/keys/${keyId}`),
    refused: () => admin("DELETE", `/keys/${NOBODY}`),
  },
  "invitation.created": {
    act: async () => keep(await invite("new@example.com")),
    refused: () => admin("POST", "/people/invitations", { email: "x@example.com", accountId: NOBODY }),
  },
  "invitation.revoked": {
    prepare: () => invite("gone@example.com"),
    act: ({ invitationId }) => admin("DELETE", `/people/invitations/${invitationId}`),
    refused: () => admin("DELETE", `/people/invitations/${NOBODY}`),
  },
  "person.added": {
    prepare: () => invite("ann@example.com"),
    act: ({ link }) =>
      createBrowser(app).call("POST", "/auth/accept", { token: tokenOf(link), password: PASSWORD, name: "Ann" }),
    refused: () => createBrowser(app).call("POST", "/auth/accept", { token: "x", password: PASSWORD, name: "Ann" }),
    actor: "person",
  },
  "person.updated": {
    prepare: () => join(app),
    act: ({ me }) => admin("PATCH", `/people/${me.personId}`, { name: "Anna" }),
    refused: ({ browser, me }) => browser.call("PATCH", `/people/${me.personId}`, { role: "admin" }),
  },
  "person.removed": {
    prepare: () => join(app),
    act: ({ me }) => admin("DELETE", `/people/${me.personId}`),
    refused: () => admin("DELETE", `/people/${NOBODY}`),
  },
  "person.reset_link_created": {
    prepare: () => join(app),
    act: async ({ me }) => keep((await admin("POST", `/people/${me.personId}/password/reset`)).body),
    refused: () => admin("POST", `/people/${NOBODY}/password/reset`),
  },
  "person.password_changed": {
    prepare: () => join(app),
    act: ({ browser }) =>
      browser.call("POST", "/auth/password", { currentPassword: PASSWORD, newPassword: "another long password" }),
    refused: ({ browser }) =>
      browser.call("POST", "/auth/password", { currentPassword: "wrong", newPassword: "another long password" }),
    actor: "person",
  },
  "person.sessions_ended": {
    prepare: () => join(app),
    act: ({ me }) => admin("DELETE", `/people/${me.personId}/sign-in/sessions`),
    refused: () => admin("DELETE", `/people/${NOBODY}/sign-in/sessions`),
  },
  "person.two_factor_enabled": {
    prepare: beginTwoFactor,
    act: ({ browser, getCode }) => browser.call("POST", "/auth/two-factor/confirm", { code: getCode(0) }),
    refused: ({ browser, getCode }) => browser.call("POST", "/auth/two-factor/confirm", { code: getCode(9) }),
    actor: "person",
  },
  "person.two_factor_disabled": {
    prepare: joinWithTwoFactor,
    act: ({ browser, getCode }) => browser.call("POST", "/auth/two-factor/off", { code: getCode(1) }),
    refused: ({ browser, getCode }) => browser.call("POST", "/auth/two-factor/off", { code: getCode(9) }),
    actor: "person",
  },
  "person.recovery_codes_created": {
    prepare: joinWithTwoFactor,
    act: async ({ browser, getCode }) => {
      const { body } = await browser.call("POST", "/auth/two-factor/recovery-codes", { code: getCode(1) });
      secrets.push(...body.recoveryCodes);
    },
    refused: ({ browser, getCode }) => browser.call("POST", "/auth/two-factor/recovery-codes", { code: getCode(9) }),
    actor: "person",
  },
  "person.recovery_code_used": {
    async prepare() {
      const { email, recoveryCodes } = await joinWithTwoFactor();
      const browser = createBrowser(app);
      await browser.call("POST", "/auth/sign-in", { email, password: PASSWORD });
      return { browser, code: recoveryCodes[0] };
    },
    act: ({ browser, code }) => browser.call("POST", "/auth/sign-in/code", { code }),
    refused: ({ browser, code }) => browser.call("POST", "/auth/sign-in/code", { code: `${code}a` }),
    actor: "person",
  },
  "person.wrong_codes_entered": {
    async prepare() {
      const { email } = await joinWithTwoFactor();
      const browser = createBrowser(app);
      await browser.call("POST", "/auth/sign-in", { email, password: PASSWORD });
      const enter = () => browser.call("POST", "/auth/sign-in/code", { code: "wrong" });
      for (let i = 0; i < 4; i++) await enter();
      return { enter };
    },
    act: ({ enter }) => enter(),
    actor: "system",
  },
  "person.linked": {
    async prepare() {
      const { email } = await join(app);
      const browser = createBrowser(app);
      const { body } = await browser.call("POST", "/auth/oidc/start", {});
      const back = idp.approve(body.url, { claims: { sub: "somebody", email, email_verified: true } });
      return { browser, path: `/auth/oidc/callback${back.search}` };
    },
    act: ({ browser, path }) => browser.call("GET", path),
    actor: "person",
  },
  "person.unlinked": {
    async prepare() {
      const { me } = await join(app);
      const linked = { person_id: me.personId, provider: "oidc:https://login.example.com", subject: "one" };
      const credential = { id: crypto.randomUUID(), ...linked, password: null };
      await app.vireo.db.insertInto("people_credentials").values(credential).execute();
      return me;
    },
    act: ({ personId }) => admin("DELETE", `/people/${personId}/sign-in/provider`),
    refused: () => admin("DELETE", `/people/${NOBODY}/sign-in/provider`),
  },
  "webhook.created": {
    act: createHook,
    refused: async () => (await limited())("POST", "/webhooks", hook),
  },
  "webhook.updated": {
    prepare: createHook,
    act: ({ webhookId }) => admin("PATCH", `/webhooks/${webhookId}`, { description: "x" }),
    refused: ({ webhookId }) => admin("PATCH", `/webhooks/${webhookId}`, {}),
  },
  "webhook.secret_rotated": {
    prepare: createHook,
    act: async ({ webhookId }) => keep((await admin("POST", `/webhooks/${webhookId}/rotate-secret`)).body),
    refused: () => admin("POST", "/webhooks/whk_nothing/rotate-secret"),
  },
  "webhook.deleted": {
    prepare: createHook,
    act: ({ webhookId }) => admin("DELETE", `/webhooks/${webhookId}`),
    refused: () => admin("DELETE", "/webhooks/whk_nothing"),
  },
  "template.created": {
    act: createTemplate,
    refused: () => admin("POST", "/templates", { ...template, fields: [] }),
  },
  "template.updated": {
    prepare: createTemplate,
    act: ({ templateId }) => admin("POST", `/templates/${templateId}/versions`, template),
    refused: () => admin("POST", "/templates/tpl_nothing/versions", template),
  },
  "template.deleted": {
    prepare: createTemplate,
    act: ({ templateId }) => admin("DELETE", `/templates/${templateId}`),
    refused: () => admin("DELETE", "/templates/tpl_nothing"),
  },
  "brand_kit.updated": {
    act: () => admin("PUT", "/brand-kit", { name: "Acme" }),
    refused: () => admin("PUT", "/brand-kit", { logoUrl: "http://127.0.0.1/x.png" }),
  },
  "social_account.connected": {
    act: () => admin("POST", "/social/accounts"),
    refused: async () => (await limited())("POST", "/social/accounts"),
  },
  "social_account.updated": {
    prepare: firstSocial,
    act: ({ accountId }) => admin("PUT", `/social/accounts/${accountId}/slots`, { timezone: "UTC", slots: [] }),
    refused: ({ accountId }) => admin("PUT", `/social/accounts/${accountId}/slots`, { timezone: "Mars", slots: [] }),
  },
  "approval.updated": {
    act: () => admin("PUT", "/social/approval", { requireApproval: "off" }),
    refused: async () => (await limited())("PUT", "/social/approval", { requireApproval: "off" }),
  },
  "review.created": {
    act: createReview,
    refused: () => admin("POST", "/social/reviews", { ...review, postIds: ["post_nothing"] }),
  },
  "review.revoked": {
    prepare: createReview,
    act: ({ body }) => admin("DELETE", `/social/reviews/${body.reviewId}`),
    refused: () => admin("DELETE", "/social/reviews/rev_nothing"),
  },
  "social_account.disconnected": {
    prepare: firstSocial,
    act: () => {
      record.accounts = [];
      return admin("POST", "/social/accounts");
    },
    refused: async () => (await limited())("POST", "/social/accounts"),
  },
};

test("every action that a module declares is tested here", () => {
  // An account is deleted by the server itself: account-life.test.ts. Settings are those of plug-ins: stored-settings.test.ts.
  const elsewhere = ["account.deleted", "settings.changed"];
  const actions = app.vireo.tools.audit.actions.filter((action) => !elsewhere.includes(action));
  expect(Object.keys(steps).sort()).toEqual([...actions].sort());
});

describe("an action is recorded once, and a refused one is not", () => {
  test.each(Object.entries(steps))("%s", async (action, { prepare, act, refused, actor = "key" }) => {
    const prepared = await prepare?.();
    await limited();
    const known = new Set((await list()).map(({ entryId }) => entryId));
    if (refused) {
      expect((await refused(prepared)).status).toBeGreaterThanOrEqual(400);
      const wrongly = (await list()).filter((entry) => !known.has(entry.entryId) && entry.action === action);
      // A key to be refused with is created first.
      expect(wrongly.filter(({ subject }) => subject.name !== "limited")).toEqual([]);
    }
    for (const { entryId } of await list()) known.add(entryId);
    await act(prepared);
    const entries = (await list()).filter(({ entryId }) => !known.has(entryId));
    expect(entries.map((entry) => [entry.action, entry.actor.type])).toEqual([[action, actor]]);
    expect(entries[0].subject.type).toBe(action === "credits.granted" ? "account" : action.split(".")[0]);
    expect(entries[0].requestId).toBeString();
    expect(Math.abs(entries[0].at - Date.now())).toBeLessThan(60_000);
  });

  test("no entry contains a secret", async () => {
    expect(secrets.length).toBeGreaterThan(8);
    const text = JSON.stringify(await app.vireo.db.selectFrom("audit_log").selectAll().execute());
    for (const secret of secrets) expect(text).not.toContain(secret);
  });
});

test("entries name the person behind a session, and the request", async () => {
  const { browser, me, email } = await join(app, { role: "admin" });
  const { headers } = await browser.call("POST", "/credits/grants", { accountId: owner, amount: 1 });
  const [entry] = await list(`&actor=${me.personId}&action=credits.granted`);
  expect(entry).toMatchObject({
    actor: { type: "person", id: me.personId, name: email },
    subject: { type: "account", id: owner },
    accountId: owner,
    details: { amount: 1 },
    requestId: headers.get("x-request-id")!,
  });
});

test("the list is filtered by actor, action, subject, account and time, and paged by cursor", async () => {
  const { accountId, api } = await app.account(0);
  const { body: key } = await api("POST", "/keys", { name: "theirs" });
  const { body: one } = await api("POST", "/webhooks", hook);
  await api("DELETE", `/webhooks/${one.webhookId}`);
  const actions = async (query: string) => (await list(query)).map(({ action }) => action);
  expect(await actions(`&subject=${one.webhookId}`)).toEqual(["webhook.deleted", "webhook.created"]);
  expect(await actions(`&accountId=${accountId}&action=webhook.created`)).toEqual(["webhook.created"]);
  expect(await actions("&accountId=nobody")).toEqual([]);
  const channel = (await firstSocial()).accountId;
  const before = await actions(`&subject=${channel}`);
  await admin("PUT", `/social/accounts/${toUuid("soc", channel)}/slots`, { timezone: "UTC", slots: [] });
  expect(await actions(`&subject=${channel}`)).toEqual(["social_account.updated", ...before]);
  const [{ at }] = await list(`&subject=${key.keyId}`);
  expect(await actions(`&subject=${key.keyId}&from=${at + 1}`)).toEqual([]);
  expect(await actions(`&subject=${key.keyId}&from=${at}&to=${at + 1}`)).toEqual(["key.created"]);
  expect(await actions("&actor=system&action=key.rotated")).toEqual([]);
  const first = await admin("GET", `/audit-log?accountId=${accountId}&pageSize=2`);
  const next = await admin(
    "GET",
    `/audit-log?accountId=${accountId}&pageSize=2&cursor=${first.body.pagination.nextCursor}`,
  );
  const all = await list(`&accountId=${accountId}`);
  expect([...first.body.entries, ...next.body.entries]).toEqual(all.slice(0, 4));
  expect((await api("GET", "/audit-log")).status).toBe(403);
  expect((await admin("GET", "/audit-log?action=made.up")).status).toBe(400);
});

test("entries older than 400 days are deleted", async () => {
  const { db } = app.vireo;
  await admin("PUT", "/brand-kit", {});
  const [newest, older] = await list("&action=brand_kit.updated");
  const age = (entryId: string, days: number) =>
    db
      .updateTable("audit_log")
      .set({ created_at: new Date(Date.now() - days * 86_400_000) })
      .where("id", "=", entryId)
      .execute();
  await age(newest.entryId, 399);
  await age(older.entryId, 401);
  await pruneAuditLog(db, new AbortController().signal);
  expect((await list("&action=brand_kit.updated")).map(({ entryId }) => entryId)).toEqual([newest.entryId]);
});
