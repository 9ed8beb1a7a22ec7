/** The holder of a limited key uses it to get a key that can do more, lasts longer, or counts separately. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "#test/modules/people-client";
import { expectRefusal, startTarget, type Target } from "./target";

const DAY = 86_400_000;
const OLD = "2025-11-10";
const NEW = "2026-03-06";

let target: Target;
beforeAll(async () => {
  target = await startTarget({ env: { QUOTA_KEYS: "12" } });
});
afterAll(() => target.stop());

describe("expiry", () => {
  test("a key of a key that expires, expires with it at the latest", async () => {
    const expiresAt = Date.now() + DAY;
    const { api, keyId } = await target.victim.createKey({ expiresAt });
    const { body: inherited } = await api("POST", "/keys", { name: "x" });
    expect(inherited.expiresAt).toBe(expiresAt);
    expect((await api("POST", "/keys", { name: "x", expiresAt: expiresAt - 1 })).status).toBe(201);
    for (const later of [expiresAt + 1, expiresAt + DAY]) {
      const { status, body } = await api("POST", "/keys", { name: "x", expiresAt: later });
      expect([status, Object.keys(body.errors)]).toEqual([400, ["expiresAt"]]);
    }
    for (const change of [{ expiresAt: null }, { expiresAt: expiresAt + 1 }]) {
      expectRefusal(await api("PATCH", `/keys/${keyId}`, change), 400);
      expectRefusal(await api("PATCH", `/keys/${inherited.keyId}`, change), 400);
    }
    expect((await api("PATCH", `/keys/${keyId}`, { expiresAt: expiresAt - 1 })).status).toBe(200);
  });

  test("a key that expires cannot rotate one that lasts longer", async () => {
    const forever = await target.victim.createKey();
    const { api, keyId } = await target.victim.createKey({ expiresAt: Date.now() + DAY });
    expectRefusal(await api("POST", `/keys/${forever.keyId}/rotate`), 400);
    expect((await forever.api("GET", "/credits")).status).toBe(200);
    expect((await api("POST", `/keys/${keyId}/rotate`)).status).toBe(200);
  });

  test("people and keys that do not expire may extend others", async () => {
    const { keyId } = await target.victim.createKey({ expiresAt: Date.now() + DAY });
    const { status, body } = await target.victim.api("PATCH", `/keys/${keyId}`, { expiresAt: null });
    expect([status, body.expiresAt]).toEqual([200, undefined]);
    const { browser } = await join(target);
    expect((await browser.call("POST", "/keys", { name: "x", expiresAt: Date.now() + 900 * DAY })).status).toBe(201);
  });
});

test("scopes: a key gives and adds none that it lacks", async () => {
  const { api, keyId } = await target.attacker.createKey({ scopes: ["keys:manage", "media:read"] });
  for (const scopes of [["admin"], ["media:*"], ["media:read", "social:read"]]) {
    expectRefusal(await api("POST", "/keys", { name: "x", scopes }), 403);
    expectRefusal(await api("PATCH", `/keys/${keyId}`, { scopes }), 403);
  }
});

test("version: a key of a pinned key is pinned to the same version or an older one", async () => {
  const { api } = await target.attacker.createKey({ apiVersion: OLD });
  const { body } = await api("POST", "/keys", { name: "x" });
  expect(body.apiVersion).toBe(OLD);
  expectRefusal(await api("POST", "/keys", { name: "x", apiVersion: NEW }), 400);
  const child = target.as(body.key);
  expectRefusal(await child("PATCH", `/keys/${body.keyId}`, { apiVersion: NEW }), 400);
  expectRefusal(await child("PATCH", `/keys/${body.keyId}`, { apiVersion: null }), 400);
});

test("version: a key whose creator is not pinned may move its own pin", async () => {
  const { api, keyId } = await target.attacker.createKey({ apiVersion: OLD });
  expect((await api("PATCH", `/keys/${keyId}`, { apiVersion: NEW })).body.apiVersion).toBe(NEW);
});

test("number: 409 beyond the account's maximum, also for parallel calls and the administrator", async () => {
  const { api, createKey } = target.attacker;
  const answers = await Promise.all(Array.from({ length: 20 }, () => api("POST", "/keys", { name: "many" })));
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  const { body } = await api("GET", "/keys?pageSize=100");
  expect(body.keys.length).toBe(12);
  await expect(createKey()).rejects.toThrow("12 valid keys; the limit is 12");
  await api("DELETE", `/keys/${body.keys.find(({ name }: { name: string }) => name === "many").keyId}`);
  expect((await api("POST", "/keys", { name: "one more" })).status).toBe(201);
});

test("number: an account's own quota counts instead of the configured one, and is shown with its use", async () => {
  const { accountId, api } = await target.account();
  const path = `/accounts/${accountId}`;
  const patched = await target.api("PATCH", path, { keys: 2 });
  expect(patched.body).toMatchObject({ keys: 2, usage: { keys: 1 } });
  expect((await api("POST", "/keys", { name: "second" })).status).toBe(201);
  const { status, body } = await api("POST", "/keys", { name: "third" });
  expect([status, body.type, body.limit, body.used]).toEqual([409, expect.stringContaining("quota_exceeded"), 2, 2]);
  expect((await target.api("PATCH", path, { keys: null })).body.keys).toBe(12);
  expect((await api("POST", "/keys", { name: "third" })).status).toBe(201);
});
