/** Somebody who expects to be removed, or to lose a role, creates keys that are to go on working. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "#test/modules/people-client";
import { expectRefusal, startTarget, type Target } from "./target";

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.stop());

const credits = async (key: string) => (await target.as(key)("GET", "/credits")).status;
const names = (keys: { name: string }[]) => keys.map(({ name }) => name).sort();

test("keys of a removed person end with them, and so do keys created with those keys", async () => {
  const { browser, me } = await join(target, { accountId: target.victim.accountId });
  const { body: own } = await browser.call("POST", "/keys", { name: "own" });
  const { body: child } = await target.as(own.key)("POST", "/keys", { name: "child" });
  expect(own.createdBy).toEqual({ personId: me.personId });
  expect(child.createdBy).toEqual({ keyId: own.keyId, personId: me.personId });
  const { body: listed } = await target.api("GET", `/people/${me.personId}/created/keys`);
  expect(names(listed.keys)).toEqual(["child", "own"]);

  const removed = await target.api("DELETE", `/people/${me.personId}`);
  expect(removed.status).toBe(204);
  expect([await credits(own.key), await credits(child.key)]).toEqual([401, 401]);
  expect(await credits(target.victim.key)).toBe(200);
});

test("rotating keys in a circle hides nobody", async () => {
  const { browser, me } = await join(target, { accountId: target.victim.accountId });
  const { body: first } = await browser.call("POST", "/keys", { name: "first" });
  const { body: second } = await target.as(first.key)("POST", "/keys", { name: "second" });
  const { body: rotated } = await target.as(second.key)("POST", `/keys/${first.keyId}/rotate`);
  const { body: again } = await target.as(rotated.key)("POST", `/keys/${rotated.keyId}/rotate`);
  await target.api("DELETE", `/people/${me.personId}`);
  expect([await credits(again.key), await credits(second.key)]).toEqual([401, 401]);
});

test("a key of the account that a person rotated counts as theirs: they know its secret", async () => {
  const { browser, me } = await join(target, { accountId: target.victim.accountId, role: "manager" });
  const shared = await target.victim.createKey();
  const { body: rotated } = await browser.call("POST", `/keys/${shared.keyId}/rotate`);
  expect(rotated.createdBy).toEqual({ personId: me.personId });
  await target.api("DELETE", `/people/${me.personId}`);
  expect(await credits(rotated.key)).toBe(401);
});

test("an administrator's keys end with the role, in every account", async () => {
  const { browser, me } = await join(target, { role: "admin" });
  await join(target, { role: "admin" });
  const { body: admin } = await browser.call("POST", "/keys", { name: "admin", scopes: ["admin"] });
  const abroad = { name: "abroad", accountId: target.victim.accountId };
  const { body: foreign } = await browser.call("POST", "/keys", abroad);
  const renamed = await target.api("PATCH", `/people/${me.personId}`, { name: "Still an administrator" });
  expect(renamed.body.revokedKeys).toEqual([]);
  const demoted = await target.api("PATCH", `/people/${me.personId}`, { role: "member" });
  expect([demoted.status, names(demoted.body.revokedKeys)]).toEqual([200, ["abroad", "admin"]]);
  expect([await credits(admin.key), await credits(foreign.key)]).toEqual([401, 401]);
  expect((await browser.call("GET", "/credits")).status).toBe(200);
});

test("a key created at the moment of the removal is either revoked or never created", async () => {
  for (let round = 0; round < 5; round++) {
    const { browser, me } = await join(target);
    const create = () => browser.call("POST", "/keys", { name: "late" });
    const [, ...late] = await Promise.all([target.api("DELETE", `/people/${me.personId}`), create(), create()]);
    for (const { status, body } of late) {
      if (status === 201) expect(await credits(body.key)).toBe(401);
      else expect(status).toBe(401);
    }
  }
});

test("members cannot see or remove people to save their own keys", async () => {
  const { browser, me } = await join(target);
  expectRefusal(await browser.call("GET", `/people/${me.personId}/created/keys`), 403);
});

test("webhooks of a person end with the role they were created in", async () => {
  const { browser, me } = await join(target, { accountId: target.victim.accountId });
  const input = { url: "https://example.com/hook", events: ["video.completed"] };
  const { body: hook } = await browser.call("POST", "/webhooks", input);
  await target.api("PATCH", `/people/${me.personId}`, { name: "Still a publisher" });
  const read = async () => (await target.victim.api("GET", `/webhooks/${hook.webhookId}`)).body;
  expect(await read()).toMatchObject({ status: "enabled" });
  await target.api("PATCH", `/people/${me.personId}`, { role: "viewer" });
  expect(await read()).toMatchObject({ status: "disabled", disabledReason: expect.stringContaining("lower role") });
});

test("a key created at the moment of a lower role never has more than that role", async () => {
  for (let round = 0; round < 5; round++) {
    const { browser, me } = await join(target, { accountId: target.victim.accountId });
    const create = () => browser.call("POST", "/keys", { name: "late" });
    const demote = target.api("PATCH", `/people/${me.personId}`, { role: "viewer" });
    const [, ...late] = await Promise.all([demote, create(), create(), create()]);
    for (const { status, body } of late) {
      if (status === 201) expect(await credits(body.key)).toBe(401);
      else expect(status).toBe(403);
    }
  }
});
