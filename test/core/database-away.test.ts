/** What the API answers while the database is away, and that it goes on when it is back. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { collectMigrations } from "#core/database/migrations";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { type Answer, startApp, type TestApp } from "#test/app";
import { freshDatabase, type TestDatabase } from "#test/database";
import { fakeImages } from "#test/engines";
import { createRouteList } from "#test/route-list";
import { until } from "#test/until";

const parts = [...modules, ...plugins.filter(({ name }) => name !== "local"), fakeImages({})];
let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await freshDatabase(collectMigrations(parts));
  app = await startApp({}, parts, { DATABASE_URL: database.url });
  // Both versions of the OpenAPI document are read before the database goes away.
  for (const version of ["2025-11-10", "2026-03-06"])
    await app.api("GET", "/credits", undefined, { "service-version": version });
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

const summarize = ({ status, headers, body }: Answer<{ type?: string }>) => [
  status,
  body.type?.split("/").at(-1),
  headers.get("retry-after"),
];
const UNAVAILABLE = [503, "database_unavailable", "2"];

test("503 with Retry-After on every route that needs the database, and no 500", async () => {
  const routes = await createRouteList(app);
  let refused = 0;
  await database.whileAway(async () => {
    for (const { method, path, fill } of routes) {
      if (path === "/ready") continue;
      const body = method === "GET" || method === "DELETE" ? undefined : { name: "x" };
      const answer = await app.api(method, `http://localhost${fill(crypto.randomUUID())}`, body);
      if (answer.status < 500) continue;
      expect([method, path, ...summarize(answer)]).toEqual([method, path, ...UNAVAILABLE]);
      refused++;
    }
  });
  expect(refused).toBeGreaterThan(routes.length / 2);
});

test("503 for a key that was not used before, for a sign-in, for an event stream and for a stored answer", async () => {
  const { key } = await app.account();
  const dashboard = { "x-vireo-dashboard": "1" };
  const person = { email: "ann@example.com", password: "long enough" };
  await database.whileAway(async () => {
    expect(summarize(await app.as(key)("GET", "/credits"))).toEqual(UNAVAILABLE);
    expect(summarize(await app.as(undefined)("POST", "/auth/sign-in", person, dashboard))).toEqual(UNAVAILABLE);
    expect(summarize(await app.as(undefined)("GET", "/auth/state"))).toEqual(UNAVAILABLE);
    expect(summarize(await app.api("GET", "/events"))).toEqual(UNAVAILABLE);
    const headers = { "idempotency-key": "while away" };
    expect(summarize(await app.api("POST", "/images/generate", { prompt: "a" }, headers))).toEqual(UNAVAILABLE);
  });
});

test("requests, jobs and schedules go on when the database is back", async () => {
  await database.whileAway(async () => {});
  await until(async () => (await app.as(undefined)("GET", "/ready")).status === 200);
  const { status, body } = await app.api(
    "POST",
    "/images/generate",
    { prompt: "a" },
    { "idempotency-key": "while away" },
  );
  expect(status).toBe(202);
  expect((await app.ended(`/images/${body.imageId}`)).status).toBe("completed");
});

test("503 storage_full when the database's disk is full", async () => {
  await database.sql.unsafe(`
    create function fill_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger fill_disk before insert on content for each row execute function fill_disk()`);
  const answer = await app.api("POST", "/personas", { name: "Ann" });
  expect(summarize(answer)).toEqual([503, "storage_full", "30"]);
  await database.sql.unsafe("drop trigger fill_disk on content");
  expect((await app.api("POST", "/personas", { name: "Ann" })).status).toBe(201);
});

test("the embedded database is killed: 503, then requests and generations go on in the same process", async () => {
  const embedded = await startApp({}, parts, { DATABASE_URL: "" });
  try {
    const file = join(embedded.vireo.config.dataDir, "postgres/cluster/postmaster.pid");
    process.kill(Number.parseInt(await Bun.file(file).text(), 10), "SIGKILL");
    const statuses = new Set<number>();
    await until(async () => {
      const { status } = await embedded.api("GET", "/keys");
      statuses.add(status);
      return status === 200 && statuses.size > 1;
    });
    expect([...statuses].toSorted()).toEqual([200, 503]);
    const { body } = await embedded.api("POST", "/images/generate", { prompt: "a" });
    expect((await embedded.ended(`/images/${body.imageId}`)).status).toBe("completed");
  } finally {
    await embedded.stop();
  }
});
