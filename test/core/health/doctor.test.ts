import { afterAll, beforeAll, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import type { Health } from "#core/engine";
import { collectFacts } from "#core/facts";
import { createEngineRegistry } from "#core/generations/engines";
import { examine } from "#core/health/doctor";
import type { Module } from "#core/module";
import { freshDatabase, type TestDatabase } from "#test/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Case {
  config?: object;
  engines?: object[];
  checkStorage?(): Promise<void>;
  slots?: Module["slots"];
  checks?: Record<string, () => Promise<Health>>;
  limitMs?: number;
}

async function find({ config, engines: all = [], checkStorage, slots = {}, checks, limitMs }: Case, name: string) {
  const engines = createEngineRegistry({});
  for (const engine of all) engines.add("image", engine as never);
  const module: Module = { name: "demo", slots, start: () => ({}) };
  const parts = {
    config: { dataDir: tmpdir(), providers: {}, ...config } as never,
    facts: collectFacts([module]),
    db: database.db,
    engines,
    checks: new Map(checks ? Object.entries(checks) : []),
    settings: { list: async () => [] },
    storage: { kind: "local", check: checkStorage ?? (async () => {}) } as never,
  };
  const findings = await examine(parts, limitMs);
  return findings.find((finding) => finding.name === name);
}

test("names the database's version and where it runs", async () => {
  const detail = expect.stringMatching(/^PostgreSQL \d+.* embedded, responds in \d+ ms$/);
  expect(await find({}, "database")).toEqual({ name: "database", state: "ok", detail });
  const external = await find({ config: { databaseUrl: "postgres://db/vireo" } }, "database");
  expect(external?.detail).toMatch(/ external, responds in/);
});

test("reports a storage that cannot be written, with its reason", async () => {
  const checkStorage = async () => {
    throw new Error("The bucket does not exist.");
  };
  const finding = await find({ checkStorage }, "storage");
  expect(finding).toEqual({ name: "storage", state: "failed", detail: "The bucket does not exist." });
});

test("a check fails after as long as the caller waits", async () => {
  const finding = await find({ checkStorage: () => new Promise(() => {}), limitMs: 30 }, "storage");
  expect(finding).toEqual({ name: "storage", state: "failed", detail: "No response within 0.03 s." });
});

test("warns when there is no public address", async () => {
  expect(await find({}, "public address")).toMatchObject({ state: "warning", advice: expect.any(String) });
  const config = { publicUrl: "https://media.example.com" };
  expect(await find({ config }, "public address")).toMatchObject({ state: "ok", detail: config.publicUrl });
});

test("lists an engine's models, the first four by name", async () => {
  const models = ["a", "b", "c", "d", "e", "f"].map((id) => ({ id, title: id }));
  expect(await find({ engines: [{ name: "vendor", models }] }, "image:vendor")).toEqual({
    name: "image:vendor",
    state: "ok",
    detail: "models a, b, c, d and 2 more",
  });
});

test("passes on what an engine's own check says", async () => {
  const check = async () => ({ ok: false, detail: "401 from the vendor", advice: "Set VENDOR_API_KEY." });
  expect(await find({ engines: [{ name: "vendor", check }] }, "image:vendor")).toMatchObject({
    state: "failed",
    detail: "401 from the vendor",
    advice: "Set VENDOR_API_KEY.",
  });
});

test.each([
  ["was retired, and is the default", [-1, 100], "failed"],
  ["will be retired soon", [30, 100], "warning"],
  ["will be retired much later", [100, 200], "ok"],
])("a model that %s", async (_, days, state) => {
  const models = days.map((day, at) => ({ id: `model-${at}`, title: "", retiredAt: inDays(day) }));
  expect(await find({ engines: [{ name: "vendor", models }] }, "image:vendor")).toMatchObject({ state });
});

test.each([
  ["the vendor shuts a listed model down soon", [{ id: "a", title: "A" }], "warning"],
  ["the vendor shuts the model of an engine without a list down soon", undefined, "warning"],
  ["the vendor names a later date than the table", [{ id: "b", title: "B", retiredAt: inDays(-1) }], "ok"],
])("%s, as its own list of models says", async (_, models, state) => {
  const shutdowns = { a: inDays(20), b: inDays(400) };
  const check = async () => ({
    ok: true,
    detail: "fine",
    shutdowns: models?.[0]?.id === "b" ? { b: shutdowns.b } : shutdowns,
  });
  const finding = await find({ engines: [{ name: "vendor", ...(models ? { models } : {}), check }] }, "image:vendor");
  expect(finding).toMatchObject({
    state,
    ...(state === "warning" ? { advice: expect.stringContaining(shutdowns.a) } : {}),
  });
});

test("reports an engine that the configuration names but nobody provides", async () => {
  const config = { providers: { image: ["vendor", "missing"] } };
  expect(await find({ config, engines: [{ name: "vendor" }] }, "image:missing")).toMatchObject({ state: "failed" });
});

test("warns of an empty slot that says what is missing", async () => {
  const slots = { image: { missing: "Set VENDOR_API_KEY." } } as never;
  expect(await find({ slots }, "image")).toMatchObject({ state: "warning", advice: "Set VENDOR_API_KEY." });
  expect(await find({ slots, engines: [{ name: "vendor" }] }, "image")).toBeUndefined();
});
