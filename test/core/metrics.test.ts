import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { fakeImages } from "#test/engines";

const TOKEN = "metrics-token-0123456789";
let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, [...modules, fakeImages({})], { METRICS_TOKEN: TOKEN });
});
afterAll(() => app.stop());

async function scrape(key: string | undefined) {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const answer = await app.vireo.handle(new Request("http://localhost/metrics", { headers }));
  const text = await answer.text();
  /** The value of the first sample that begins so. */
  const value = (start: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(start))
        ?.split(" ")
        .at(-1),
    );
  return { status: answer.status, text, value };
}

test("the metrics are for administrators and for who has the token", async () => {
  expect((await scrape(undefined)).status).toBe(401);
  expect((await scrape("wrong-token-0123456789")).status).toBe(401);
  const { key } = await app.account();
  expect((await scrape(key)).status).toBe(403);
  expect((await scrape(TOKEN)).status).toBe(200);
});

test("requests are counted by route and status, never by address", async () => {
  const sample = 'vireo_http_requests_total{method="GET",route="/api/v1/images/:imageId",status="404"}';
  const before = (await scrape(TOKEN)).value(sample) || 0;
  await app.api("GET", "/images/img_nothing");
  const { text, value } = await scrape(TOKEN);
  expect(value(sample)).toBe(before + 1);
  expect(text).not.toContain("img_nothing");
});

test("generations are counted by what came of them, credits by what moved", async () => {
  const completed = 'vireo_generations_total{kind="image",engine="fake",outcome="completed"}';
  const charged = 'vireo_credits_total{type="charge"}';
  const before = await scrape(TOKEN);
  const { body } = await app.api("POST", "/images/generate", { prompt: "a cat" });
  await app.ended(`/images/${body.imageId}`);
  const after = await scrape(TOKEN);
  expect(after.value(completed)).toBe((before.value(completed) || 0) + 1);
  expect(after.value(charged)).toBe((before.value(charged) || 0) + 6);
});

test("what waits is told for all replicas", async () => {
  const { text } = await scrape(TOKEN);
  for (const name of [
    "vireo_queue_jobs",
    "vireo_queue_lateness_seconds",
    "vireo_generations_live",
    "vireo_event_loop_lag_seconds",
  ]) {
    expect(text).toContain(`# TYPE ${name} gauge`);
  }
});

test("each alert that is shipped is explained in the operator's guide", async () => {
  const rules = await Bun.file("deploy/alerts.yml").text();
  const guide = await Bun.file("docs/operations.md").text();
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(0);
  for (const name of alerts) expect(guide).toContain(`| ${name} |`);
});
