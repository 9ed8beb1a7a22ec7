/** Somebody tries keys, sessions and tokens until one is right, at every place that tells right from wrong. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ADMIN } from "#test/app";
import { createBrowser } from "#test/modules/people-client";
import { expectRefusal, startTarget, type Target } from "./target";

const METRICS = "metrics-token-0123456789";
const QUOTA = 10;
const places = ["/api/v1/credits", "/metrics", "/ready?verbose=1", "/ready"];

let target: Target;
beforeAll(async () => {
  target = await startTarget({
    config: { limits: { default: 1000, address: QUOTA }, trustProxy: true },
    env: { RATE_LIMIT_PER_MINUTE: "", METRICS_TOKEN: METRICS },
  });
});
afterAll(() => target.stop());

let address = 0;
const somewhere = () => ({ "x-forwarded-for": `198.51.${++address}.1` });

const call = async (path: string, key: string, from: Record<string, string>) =>
  (await target.as(key)("GET", `http://localhost${path}`, undefined, from)).status;

test.each(places)("%s: after too many wrong ones, the right one gets the same answer as a wrong one", async (path) => {
  const from = somewhere();
  for (let guess = 0; guess < QUOTA; guess++) expect(await call(path, `wrong-${guess}`, from)).toBe(401);
  expect(await call(path, "wrong", from)).toBe(429);
  expect(await call(path, ADMIN, from)).toBe(429);
  if (path === "/metrics") expect(await call(path, METRICS, from)).toBe(429);
});

test("guesses at different places count together", async () => {
  const from = somewhere();
  for (let guess = 0; guess < QUOTA; guess++)
    expect(await call(places[guess % places.length]!, `wrong-${guess}`, from)).toBe(401);
  for (const path of places) expect(await call(path, ADMIN, from)).toBe(429);
});

test("parallel guesses do not get past the quota", async () => {
  const from = somewhere();
  const guesses = Array.from({ length: 5 * QUOTA }, (_, guess) => call("/metrics", `wrong-${guess}`, from));
  expect((await Promise.all(guesses)).filter((status) => status === 401)).toHaveLength(QUOTA);
});

test("guesses at sessions count, too", async () => {
  const headers = { ...somewhere(), "x-vireo-dashboard": "1" };
  const guess = async (n: number) => {
    const cookie = `vireo_session=${"a".repeat(30)}${n}.signature`;
    return (await createBrowser(target).call("GET", "/credits", undefined, { ...headers, cookie })).status;
  };
  for (let n = 0; n < QUOTA; n++) expect(await guess(n)).toBe(401);
  expect(await guess(QUOTA)).toBe(429);
});

test("a network of IPv6 counts as one address", async () => {
  const from = (host: number) => ({ "x-forwarded-for": `2001:db8:0:1::${host}` });
  for (let guess = 1; guess <= QUOTA; guess++) expect(await call("/metrics", `wrong-${guess}`, from(guess))).toBe(401);
  expect(await call("/metrics", ADMIN, from(99))).toBe(429);
  expect(await call("/metrics", ADMIN, { "x-forwarded-for": "2001:db8:0:2::1" })).toBe(200);
});

test("an address counts once, also behind a proxy that adds the port of each connection", async () => {
  const from = (port: number) => ({ "x-forwarded-for": `203.0.113.10:${port}` });
  for (let guess = 1; guess <= QUOTA; guess++) expect(await call("/metrics", `wrong-${guess}`, from(guess))).toBe(401);
  expect(await call("/metrics", ADMIN, from(40_000))).toBe(429);
  expect(await call("/metrics", ADMIN, { "x-forwarded-for": "203.0.113.11:1" })).toBe(200);
});

test("who used the right one from there before goes on, and right ones use up no quota", async () => {
  const from = somewhere();
  const { key } = target.victim;
  for (let use = 0; use < 3 * QUOTA; use++) expect(await call("/api/v1/credits", key, from)).toBe(200);
  expect(await call("/metrics", METRICS, from)).toBe(200);
  for (let guess = 0; guess <= QUOTA; guess++) await call("/api/v1/credits", `wrong-${guess}`, from);
  expect(await call("/api/v1/credits", key, from)).toBe(200);
  expect(await call("/metrics", METRICS, from)).toBe(200);
  expect(await call("/openapi.json", "", from)).toBe(200);
});

test("many right keys, first used at the same moment, are no guesses", async () => {
  const from = somewhere();
  const { key } = target.victim;
  const statuses = await Promise.all(Array.from({ length: 5 * QUOTA }, () => call("/api/v1/credits", key, from)));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test("a key that was known and is revoked counts as a guess", async () => {
  const from = somewhere();
  const { key, keyId } = await target.victim.createKey();
  expect(await call("/api/v1/credits", key, from)).toBe(200);
  await target.victim.api("DELETE", `/keys/${keyId}`);
  for (let use = 0; use < QUOTA; use++) expect(await call("/api/v1/credits", key, from)).toBe(401);
  expectRefusal(await target.as(key)("GET", "/credits", undefined, from), 429);
});
