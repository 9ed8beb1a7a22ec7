/** An attacker with a stolen cookie keeps a session alive, or forges its signature. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createBrowser, join } from "#test/modules/people-client";
import { startTarget, type Target } from "./target";

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.stop());

const DAY = 86_400_000;
const setAge = (personId: string, days: number) =>
  target.vireo.db
    .updateTable("people_sessions")
    .set({ created_at: new Date(Date.now() - days * DAY), expires_at: new Date(Date.now() + 7 * DAY) })
    .where("person_id", "=", personId)
    .execute();

test("a session ends 90 days after the sign-in, however often it is used", async () => {
  const { browser, me } = await join(target);
  await setAge(me.personId, 89);
  const { body } = await browser.call("GET", "/auth/me");
  expect(Math.abs(body.session.expiresAt - (Date.now() + DAY))).toBeLessThan(60_000);
  const listed = await target.api("GET", `/people/${me.personId}/sign-in/sessions`);
  expect(Math.abs(listed.body.sessions[0].expiresAt - (Date.now() + DAY))).toBeLessThan(60_000);
  const { browser: old, me: other } = await join(target);
  await setAge(other.personId, 91);
  expect((await old.call("GET", "/credits")).status).toBe(401);
  expect((await old.call("GET", "/auth/me")).status).toBe(401);
  expect((await target.api("GET", `/people/${other.personId}/sign-in/sessions`)).body.sessions).toEqual([]);
});

test("a cookie with a wrong signature is refused, also right after the true one was used", async () => {
  const { browser } = await join(target);
  expect((await browser.call("GET", "/credits")).status).toBe(200);
  const [name, value = ""] = browser.cookie!.split("=", 2);
  const [token] = value.split(".");
  for (const signature of ["AAAA", "", "%00", `${value.split(".")[1]}x`]) {
    const forger = createBrowser(target);
    forger.cookie = `${name}=${token}.${signature}`;
    expect([signature, (await forger.call("GET", "/credits")).status]).toEqual([signature, 401]);
  }
  expect((await browser.call("GET", "/credits")).status).toBe(200);
});
