import { afterAll, beforeAll, expect, test } from "bun:test";
import { defaultLimits } from "#core/access/limits";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { createBrowser, join, OWN, PASSWORD, setupToken } from "./people-client";

let app: TestApp;
const owner = { email: "owner@example.com", password: PASSWORD };
beforeAll(async () => {
  const people = { perAddress: { requests: 12, seconds: 600 }, perEmail: { requests: 3, seconds: 900 } };
  app = await startApp({ settings: { people }, trustProxy: true }, [...modules]);
  const setUp = { ...owner, name: "Olga", token: await setupToken(app) };
  await createBrowser(app).call("POST", "/auth/setup", setUp, { ...OWN, "x-forwarded-for": "10.0.0.1" });
});
afterAll(() => app.stop());

const tryFrom = (address: string, email: string, password: string) =>
  createBrowser(app).call("POST", "/auth/sign-in", { email, password }, { ...OWN, "x-forwarded-for": address });

test("429 for an e-mail address after so many wrong passwords from a network, known or unknown", async () => {
  for (const email of [owner.email, "nobody@example.com"]) {
    const answers = await Promise.all([2, 3, 4, 5, 6].map((n) => tryFrom(`10.0.0.${n}`, email, "wrong password")));
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 401, 429, 429]);
    const right = await tryFrom("10.0.0.7", email.toUpperCase(), PASSWORD);
    expect([right.status, right.body.type.split("/").at(-1)]).toEqual([429, "rate_limit_exceeded"]);
    expect(right.body.detail).toContain("The limit is 3 requests in 15 minutes");
    expect(Number(right.headers.get("retry-after"))).toBeWithin(800, 901);
  }
});

test("the right password before that takes the count back", async () => {
  const { body } = await app.api("POST", "/people/invitations", { email: "ann@example.com" });
  const token = new URL(body.link).searchParams.get("token");
  const headers = { ...OWN, "x-forwarded-for": "10.0.1.1" };
  await createBrowser(app).call("POST", "/auth/accept", { token, password: PASSWORD, name: "Ann" }, headers);
  for (const password of ["wrong", "wrong", PASSWORD, "wrong", "wrong", PASSWORD]) {
    const { status } = await tryFrom("10.0.1.2", "ann@example.com", password);
    expect(status).toBe(password === PASSWORD ? 200 : 401);
  }
});

test("429 for a network address after so many tries, whatever is tried; others are not held up", async () => {
  const headers = { ...OWN, "x-forwarded-for": "10.0.2.1" };
  const statuses: number[] = [];
  for (let i = 0; i < 13; i++) {
    const [path, body] = i % 2 ? ["/auth/link", {}] : ["/auth/reset", { password: PASSWORD }];
    statuses.push(
      (await createBrowser(app).call("POST", `${path}`, { token: "x", ...(body as object) }, headers)).status,
    );
  }
  expect(statuses.slice(0, 12)).not.toContain(429);
  expect(statuses[12]).toBe(429);
  expect((await tryFrom("10.0.2.1", "x@example.com", "y")).status).toBe(429);
  expect((await tryFrom("10.0.2.2", "x@example.com", "y")).status).toBe(401);
});

test("a signed-in person has a quota of their own, larger than a key's: a page of the dashboard sends many requests", async () => {
  const { browser } = await join(app);
  const { headers } = await browser.call("GET", "/credits");
  expect(headers.get("ratelimit-policy")).toStartWith('"session";');
  expect(defaultLimits.session).toBeGreaterThanOrEqual(5 * defaultLimits.default);
});
