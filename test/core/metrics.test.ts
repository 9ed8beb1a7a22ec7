import { afterAll, beforeAll, expect, type Mock, spyOn, test } from "bun:test";
import { join } from "node:path";
import { sql } from "kysely";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { ADMIN, startApp, type TestApp } from "#test/app";
import { fakeImages } from "#test/engines";
import { until } from "#test/until";

/** A plug-in with a route, a job and a schedule that fail, and a route that waits for the database. */
const faulty = defineModule({
  name: "faulty",
  start: ({ router, db }) => ({
    routes: router()
      .get("", () => Promise.reject(new Error("broken")), { auth: "any" })
      .get("/slow", async () => void (await sql`select pg_sleep(${0.2})`.execute(db)), { auth: "any" }),
    schedules: { fail: { cron: "* * * * * *", run: () => Promise.reject(new Error("broken")) } },
  }),
});
const TOKEN = "metrics-token-0123456789";
let app: TestApp;
let stderr: Mock<typeof process.stderr.write>;
beforeAll(async () => {
  const env = { METRICS_TOKEN: TOKEN, LOG_SLOW_QUERY_MS: "150", LOG_LEVEL: "warn", LOG_FORMAT: "json" };
  stderr = spyOn(process.stderr, "write").mockImplementation(() => true);
  app = await startApp({}, [...modules, fakeImages({}), faulty], env);
});
afterAll(async () => {
  await app.stop();
  stderr.mockRestore();
});

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

test("time and faults are counted by module and plug-in", async () => {
  // Other servers of this process may have counted faults of the same modules.
  const healthy = 'vireo_module_faults_total{module="images",work="request"}';
  const before = (await scrape(TOKEN)).value(healthy) || 0;
  await app.vireo.handle(
    new Request("http://localhost/api/v1/faulty", { headers: { authorization: `Bearer ${ADMIN}` } }),
  );
  await app.api("GET", "/images");
  const requests = 'vireo_module_faults_total{module="faulty",work="request"}';
  const schedules = 'vireo_module_faults_total{module="faulty",work="schedule"}';
  const { value } = await until(async () => {
    const scraped = await scrape(TOKEN);
    return scraped.value(schedules) > 0 && scraped;
  });
  expect(value(requests)).toBe(1);
  expect(value(healthy)).toBe(before);
  expect(value('vireo_module_seconds_total{module="images",work="request"}')).toBeGreaterThan(0);
});

test("a slow query is logged with the id of its request, without its values", async () => {
  const headers = { authorization: `Bearer ${ADMIN}`, "x-request-id": "slow-one" };
  await app.vireo.handle(new Request("http://localhost/api/v1/faulty/slow", { headers }));
  const logged = stderr.mock.calls
    .map(([line]) => String(line))
    .filter((line) => line.includes("slow query") && line.includes("slow-one"));
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: "warn",
      requestId: "slow-one",
      query: "select pg_sleep($1)",
      ms: expect.any(Number),
    }),
  ]);
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

test("the dashboard and the alerts use every metric, and only metrics that exist", async () => {
  const { text } = await scrape(TOKEN);
  const names = [...text.matchAll(/^# TYPE (vireo_\w+) (\w+)$/gm)].map(([, name, type]) => ({ name: name!, type }));
  const folder = join(import.meta.dir, "../../deploy");
  const [grafana, alerts] = await Promise.all(
    ["grafana.json", "alerts.yml"].map((file) => Bun.file(join(folder, file)).text()),
  );
  const used = new Set([...`${grafana}${alerts}`.matchAll(/\bvireo_[a-z_]+/g)].map(([name]) => name));
  const known = names.flatMap(({ name, type }) => (type === "histogram" ? [`${name}_bucket`] : [name]));
  expect([...used].sort()).toEqual(known.sort());
});
