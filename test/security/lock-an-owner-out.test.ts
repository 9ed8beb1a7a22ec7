/** Somebody signs in with wrong passwords, again and again, so that the owner cannot sign in any more. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Answer } from "#test/app";
import { join, OWN, PASSWORD } from "#test/modules/people-client";
import { startTarget, type Target } from "./target";

const PER_NETWORK = 3;
const TOTAL = 7;

let target: Target;
beforeAll(async () => {
  const people = {
    perAddress: { requests: 10, seconds: 600 },
    perEmail: { requests: PER_NETWORK, seconds: 900 },
    perEmailTotal: { requests: TOTAL, seconds: 900 },
  };
  target = await startTarget({
    config: { settings: { people }, trustProxy: true, limits: { default: 1000, address: 8 } },
    env: { RATE_LIMIT_PER_MINUTE: "" },
  });
});
afterAll(() => target.stop());

const signIn = (email: string, password: string, address: string, cookie?: string): Promise<Answer> =>
  target.as(undefined)(
    "POST",
    "/auth/sign-in",
    { email, password },
    { ...OWN, "x-forwarded-for": address, ...(cookie ? { cookie } : {}) },
  );

const getDevice = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith("vireo_device="))
    ?.split(";")[0];

async function attack(email: string, networks: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let network = 0; network < networks; network++)
    for (let n = 0; n < PER_NETWORK; n++)
      statuses.push((await signIn(email, "wrong password", `10.9.${network}.${n}`)).status);
  return statuses;
}

test("from one network: the owner signs in from elsewhere", async () => {
  const { email } = await join(target);
  for (let n = 0; n < 2 * PER_NETWORK; n++) await signIn(email, "wrong password", `10.1.1.${n}`);
  expect((await signIn(email, PASSWORD, "10.1.1.99")).status).toBe(429);
  expect((await signIn(email, PASSWORD, "10.1.2.1")).status).toBe(200);
});

test("from many networks: refused from anywhere after a higher limit, but a known device passes", async () => {
  const { email } = await join(target);
  const first = await signIn(email, PASSWORD, "10.2.1.1");
  const device = getDevice(first);
  expect(first.headers.getSetCookie().find((cookie) => cookie.startsWith("vireo_device="))).toContain("HttpOnly");
  const statuses = await attack(email, 4);
  expect(statuses.filter((status) => status === 401)).toHaveLength(TOTAL);
  expect((await signIn(email, PASSWORD, "10.2.3.1")).status).toBe(429);
  expect((await signIn(email, PASSWORD, "10.2.3.1", device)).status).toBe(200);
});

test("from the owner's own address: a known device passes", async () => {
  const { email } = await join(target);
  const device = getDevice(await signIn(email, PASSWORD, "10.3.1.1"));
  for (let n = 0; n < 15; n++) await signIn(`nobody-${n}@example.com`, "wrong password", "10.3.1.1");
  expect((await signIn(email, PASSWORD, "10.3.1.1")).status).toBe(429);
  expect((await signIn(email, PASSWORD, "10.3.1.1", device)).status).toBe(200);
});

test("by guessing keys from the owner's own address: they sign in, and their new session works", async () => {
  const { email } = await join(target);
  const from = { "x-forwarded-for": "10.6.1.1" };
  let refused = 0;
  for (let n = 0; n < 20; n++) {
    const { status } = await target.as(`wrong-${n}`)("GET", "/credits", undefined, from);
    if (status === 429) refused++;
  }
  expect(refused).toBeGreaterThan(5);
  const answer = await signIn(email, PASSWORD, "10.6.1.1");
  expect(answer.status).toBe(200);
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const { status } = await target.as(undefined)("GET", "/credits", undefined, { ...OWN, ...from, cookie });
  expect(status).toBe(200);
});

test("a device is known for its own person only, and guesses from it are limited", async () => {
  const [{ email }, { email: other }] = [await join(target), await join(target)];
  const device = getDevice(await signIn(email, PASSWORD, "10.4.1.1"));
  await attack(other, 4);
  expect((await signIn(other, PASSWORD, "10.4.3.1", device)).status).toBe(429);
  const guesses: number[] = [];
  for (let n = 0; n <= PER_NETWORK; n++) guesses.push((await signIn(email, "wrong", `10.5.${n}.1`, device)).status);
  expect(guesses).toEqual([401, 401, 401, 429]);
  expect((await signIn(other, PASSWORD, "10.4.3.1", "vireo_device=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")).status).toBe(429);
});

test("guesses do not keep a signed-in owner from changing the password", async () => {
  const { email, browser } = await join(target);
  await attack(email, 4);
  const change = { currentPassword: PASSWORD, newPassword: "another long password" };
  expect((await browser.call("POST", "/auth/password", change)).status).toBe(200);
});
