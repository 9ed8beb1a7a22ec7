import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { sql } from "kysely";
import { boot } from "#core/boot/boot";
import { collectMigrations } from "#core/database/migrations";
import { defineModule } from "#core/module";
import { modules as builtIn } from "#modules/index";
import { ADMIN, SECRET_KEY, startApp, type TestApp } from "#test/app";
import { freshDatabase, type TestDatabase } from "#test/database";
import { join } from "#test/modules/people-client";

const GOOD = "acme-key-that-works-12345";
const OTHER = "acme-key-that-works-99999";

/** What the vendor was started with, newest last. */
const starts: { apiKey?: string; region?: string; url: string }[] = [];

const acme = defineModule({
  name: "acme",
  title: "Acme",
  fills: ["scrape"],
  keysAt: "https://example.com/keys",
  restartable: true,
  settings: Type.Object(
    {
      apiKey: Type.Optional(
        Type.String({ pattern: "^[!-~]+$", secret: true, editable: true, env: "ACME_KEY", expected: "a key" }),
      ),
      region: Type.Optional(Type.String({ pattern: "^[A-Z]{2}$", editable: true, expected: "two letters" })),
      url: Type.String({ default: "https://acme.example.com", env: "ACME_URL" }),
    },
    { additionalProperties: false, default: {} },
  ),
  start({ settings, log }) {
    starts.push(settings);
    log.info("acme started", { given: settings.apiKey });
    if (settings.region === "XX") throw new Error(`No region XX for ${settings.apiKey}.`);
    if (!settings.apiKey) return {};
    const check = async () =>
      settings.apiKey === GOOD
        ? { ok: true, detail: "The key works." }
        : { ok: false, detail: `Acme refuses ${settings.apiKey}.`, advice: "Enter another key." };
    return { engines: { scrape: { name: "acme", check, scrape: async () => ({ videos: [] }) } as never } };
  },
});
const modules = [...builtIn, acme];

const put = (app: TestApp, values: object, headers = {}) => app.api("PATCH", "/settings/acme", { values }, headers);

describe("with a shared database", () => {
  let database: TestDatabase;
  let app: TestApp;
  const start = (env = {}) => startApp({}, modules, { DATABASE_URL: database.url, ...env });

  beforeAll(async () => {
    database = await freshDatabase(collectMigrations(modules));
    app = await start();
  });
  beforeEach(() => database.db.deleteFrom("stored_settings").execute());
  afterAll(async () => {
    await app.stop();
    await database.drop();
  });

  test("a key is tried at once, used after a restart, and never returned", async () => {
    const { status, body } = await put(app, { apiKey: GOOD, region: "US" });
    expect(status).toBe(200);
    expect(body.checks).toEqual([{ name: "scrape:acme", state: "ok", detail: "The key works." }]);
    expect(body).toMatchObject({ module: "acme", title: "Acme", restartNeeded: true, fills: ["scrape"] });
    const [key, region] = body.settings;
    expect(key).toMatchObject({ name: "apiKey", secret: true, source: "dashboard", variable: "ACME_KEY" });
    expect(key.stored).toMatchObject({ hint: "2345", setBy: { type: "key" }, setAt: expect.any(Number) });
    expect(region.stored.hint).toBeUndefined();
    const listed = await app.api("GET", "/settings");
    expect(JSON.stringify([body, listed.body])).not.toContain(GOOD);
    expect((await app.api("GET", "/audit-log?pageSize=1")).body.entries[0]).toMatchObject({
      action: "settings.changed",
      subject: { type: "module", id: "acme" },
      details: { set: ["apiKey", "region"], removed: [] },
    });

    const second = await start();
    expect(starts.at(-1)).toEqual({ apiKey: GOOD, region: "US", url: "https://acme.example.com" });
    const { modules: all } = (await second.api("GET", "/settings")).body;
    expect(all.find((one: { module: string }) => one.module === "acme").restartNeeded).toBe(false);
    const removed = await put(second, { apiKey: null, region: null });
    expect(removed.body.settings.map(({ source }: { source: string }) => source)).toEqual(["default", "default"]);
    await second.stop();
  });

  test("a key that the vendor refuses is reported, without the key", async () => {
    const { body } = await put(app, { apiKey: "wrong-key-of-acme-0000" });
    expect(body.checks).toEqual([
      { name: "scrape:acme", state: "failed", detail: "Acme refuses [hidden].", advice: "Enter another key." },
    ]);
  });

  test("only settings that a plug-in allows can be set, and only to valid values", async () => {
    const attempts: [string, object][] = [
      ["/settings/acme", { url: "http://169.254.169.254" }],
      ["/settings/acme", { databaseUrl: "postgres://x" }],
      ["/settings/acme", { "__proto__.polluted": "x" }],
      ["/settings/acme", { constructor: "x" }],
      ["/settings/acme", { apiKey: "with spaces and secret-part" }],
      ["/settings/acme", { apiKey: 5 }],
      ["/settings/acme", { region: "XX", apiKey: GOOD }],
    ];
    for (const [path, values] of attempts) {
      const { status, body } = await app.api("PATCH", path, { values });
      expect([values, status]).toEqual([values, 400]);
      expect(JSON.stringify(body)).not.toMatch(/secret-part|acme-key/);
    }
    for (const name of ["core", "kernel", "mail", "accounts", "nothing", "__proto__"]) {
      expect((await app.api("PATCH", `/settings/${name}`, { values: { url: "x" } })).status).toBe(404);
    }
    expect(await database.db.selectFrom("stored_settings").selectAll().execute()).toEqual([]);
  });

  test("the environment and the configuration file take precedence, and say so", async () => {
    await put(app, { apiKey: GOOD, region: "US" });
    const fixed = await startApp({ settings: { acme: { region: "DE" } } }, modules, {
      DATABASE_URL: database.url,
      ACME_KEY: OTHER,
    });
    expect(starts.at(-1)).toMatchObject({ apiKey: OTHER, region: "DE" });
    const refused = await put(fixed, { apiKey: GOOD });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toBe("ACME_KEY is set in the environment, which takes precedence.");
    expect((await put(fixed, { region: "US" })).body.detail).toContain("vireo.config.ts");
    const { findings } = (await fixed.api("GET", "/ready?verbose=1")).body;
    expect(findings.find(({ name }: { name: string }) => name === "vendor settings")).toMatchObject({
      state: "warning",
      advice: "The server's environment takes precedence over acme.apiKey from the dashboard.",
    });
    // What is hidden can be removed.
    expect((await put(fixed, { apiKey: null })).status).toBe(200);
    await fixed.stop();
  });

  test("only administrators may see or set them, from our own pages", async () => {
    const { api } = await app.account();
    const publisher = await join(app, { role: "publisher" });
    const admin = await join(app, { role: "admin" });
    const values = { values: { apiKey: OTHER } };
    for (const call of [api, publisher.browser.call]) {
      expect((await call("GET", "/settings")).status).toBe(403);
      expect((await call("PATCH", "/settings/acme", values)).status).toBe(403);
      // Nothing tells which modules there are.
      expect((await call("PATCH", "/settings/nothing", values)).status).toBe(403);
    }
    expect((await app.as(undefined)("PATCH", "/settings/acme", values)).status).toBe(401);
    const forged: Record<string, string>[] = [
      {},
      { "sec-fetch-site": "cross-site", "x-vireo-dashboard": "1" },
      { origin: "https://evil.example" },
    ];
    for (const headers of forged) {
      expect((await admin.browser.call("PATCH", "/settings/acme", values, headers)).status).toBe(401);
    }
    expect(await database.db.selectFrom("stored_settings").selectAll().execute()).toEqual([]);
    const { status, body } = await admin.browser.call("PATCH", "/settings/acme", values);
    expect(status).toBe(200);
    expect(body.settings[0].stored.setBy).toMatchObject({ type: "person", name: admin.email });
  });

  test("values are in no table, event or log in clear text, and cannot be moved to another setting", async () => {
    await put(app, { apiKey: GOOD, region: "US" }, { "Idempotency-Key": "set-acme" });
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(database.db);
    for (const { name } of rows) {
      const texts = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(database.db);
      expect(texts.rows.map(({ text }) => text).join("\n")).not.toContain(GOOD);
    }
    // Somebody who can write to the database, but has no key, moves the key into a field that is shown.
    await sql`update stored_settings set value = (select value from stored_settings where name = 'apiKey')
      where name = 'region'`.execute(database.db);
    const lines: string[] = [];
    const env = {
      DATABASE_URL: database.url,
      VIREO_ADMIN_KEY: ADMIN,
      VIREO_SECRET_KEY: SECRET_KEY,
      LOG_LEVEL: "debug",
    };
    const server = await boot({ modules, env, role: "tool", write: (line) => void lines.push(line) });
    expect(starts.at(-1)).toEqual({ apiKey: GOOD, url: "https://acme.example.com" });
    await server.stop();
    expect(lines.join("\n")).toContain("given=[hidden]");
    expect(lines.join("\n")).toContain("setting=acme.region reason=It belongs to another setting.");
    expect(lines.join("\n")).not.toContain(GOOD);
  });

  test("a server starts without a stored value that keeps its plug-in from starting", async () => {
    await put(app, { region: "US" });
    const { ring } = app.vireo.tools.vault;
    const bad = ring.seal(JSON.stringify(["acme", "region", "XX"]), {
      module: "core",
      purpose: "setting",
      accountId: undefined,
    });
    await database.db.updateTable("stored_settings").set({ value: bad }).execute();
    const second = await start();
    expect(starts.slice(-2)).toEqual([
      { region: "XX", url: "https://acme.example.com" },
      { url: "https://acme.example.com" },
    ]);
    await second.stop();
  });
});

test("a server with its own database uses a key at once, and forgets a removed one", async () => {
  const library = defineModule({ name: "library", slots: { scrape: {} }, start: () => ({}) });
  const app = await startApp({}, [library, acme], { DATABASE_URL: "" });
  const engines = () => app.vireo.tools.engines.of("scrape").map(({ name }) => name);
  const { body } = await put(app, { apiKey: GOOD });
  expect(body.restartNeeded).toBe(false);
  expect(engines()).toEqual(["acme"]);
  expect((await put(app, { apiKey: null })).body.restartNeeded).toBe(false);
  expect(engines()).toEqual([]);
  await app.stop();
});
