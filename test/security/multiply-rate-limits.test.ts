/** An account creates many keys, or signs in many times, because each counts by itself. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createBrowser, join, PASSWORD } from "#test/modules/people-client";
import { startTarget, type Target } from "./target";

let target: Target;
beforeAll(async () => {
  target = await startTarget({
    config: { limits: { default: 6, session: 6, generation: 2 }, accountLimitFactor: 2 },
    env: { RATE_LIMIT_PER_MINUTE: "" },
  });
});
afterAll(() => target.stop());

/** Without requests, which would count. */
const createKeys = (accountId: string, count: number) => {
  const { access } = target.vireo.tools;
  const scopes = access.scopes.all.filter((scope) => scope !== "admin");
  const create = async () => (await access.createKey(target.vireo.db, { accountId, name: "many", scopes })).key;
  return Promise.all(Array.from({ length: count }, create));
};

test("429 once all keys of the account together have used up its quota; other accounts go on", async () => {
  const keys = await createKeys(target.attacker.accountId, 5);
  const statuses: number[] = [];
  for (const key of keys)
    for (let call = 0; call < 4; call++) statuses.push((await target.as(key)("GET", "/credits")).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(12);
  expect(statuses.at(-1)).toBe(429);
  const refused = await target.as(keys[4])("GET", "/credits");
  expect(refused.body.detail).toContain("12 requests per minute (account)");
  expect(refused.headers.get("ratelimit-policy")).toContain('"account";q=12;w=60');
  expect((await target.victim.api("GET", "/credits")).status).toBe(200);
});

test("429 for generations, too, whichever key starts them", async () => {
  const keys = await createKeys(target.victim.accountId, 3);
  const statuses: number[] = [];
  for (const key of keys)
    for (let call = 0; call < 2; call++)
      statuses.push((await target.as(key)("POST", "/images/generate", { prompt: "x" })).status);
  expect(statuses).toEqual([202, 202, 202, 202, 429, 429]);
});

test("a person who signs in again does not get a new quota", async () => {
  const { id: accountId } = await target.vireo.tools.access.createAccount(target.vireo.db, "Third");
  const { browser, email } = await join(target, { accountId });
  const again = createBrowser(target);
  await again.call("POST", "/auth/sign-in", { email, password: PASSWORD });
  const statuses: number[] = [];
  for (const one of [browser, again, browser, again, browser, again, browser, again])
    statuses.push((await one.call("GET", "/credits")).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
});
