import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { fakeImages } from "#test/engines";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ limits: { default: 8, generation: 3, address: 4 } as never }, [...modules, fakeImages({})], {
    RATE_LIMIT_PER_MINUTE: "",
  });
});
afterAll(() => app.stop());

test("429 with Retry-After once the key's limit is used up; the headers count down", async () => {
  const { api } = await app.account();
  const answers = [];
  for (let i = 0; i < 9; i++) answers.push(await api("GET", "/credits"));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429]);
  expect(answers[0]?.headers.get("x-ratelimit-remaining")).toBe("7");
  expect(answers[0]?.headers.get("ratelimit-policy")).toBe('"default";q=8;w=60, "account";q=40;w=60');
  expect(answers[0]?.headers.get("ratelimit")).toMatch(/^"default";r=7;t=\d+, "account";r=39;t=\d+$/);
  const refused = answers[8];
  expect(Number(refused?.headers.get("retry-after"))).toBeWithin(1, 61);
  expect(refused?.body.type).toEndWith("/rate_limit_exceeded");
});

test("429 from the group's limit while the key's own is not used up; invalid calls do not count", async () => {
  const { api } = await app.account();
  expect((await api("POST", "/images/generate", {})).status).toBe(400);
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await api("POST", "/images/generate", { prompt: "x" })).status);
  expect(statuses).toEqual([202, 202, 202, 429]);
  expect((await api("GET", "/credits")).status).toBe(200);
});

test("429 for an address that keeps sending wrong keys, while keys that were used from there go on", async () => {
  const { api } = await app.account();
  expect((await api("GET", "/credits")).status).toBe(200);
  const statuses = [];
  for (let i = 0; i < 6; i++) statuses.push((await app.as("vireo_wrong")("GET", "/credits")).status);
  expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401]);
  expect(statuses.at(-1)).toBe(429);
  expect((await api("GET", "/credits")).status).toBe(200);
});
