import { afterEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { boot } from "#core/boot/boot";
import type { Vireo } from "#core/boot/vireo";
import { collectMigrations } from "#core/database/migrations";
import { newUuid } from "#core/ids";
import { defineModule, type Module } from "#core/module";
import { MigrationError, type ModuleMigrations, migrate } from "#db/migrate";
import { applyContractions, registerReplica } from "#db/replicas";
import { SECRET_KEY } from "#sdk/testing/app";
import { freshDatabase, type TestDatabase } from "#test/database";

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const run = (text: string): Migration => ({ up: async (db) => void (await sql.raw(text).execute(db)) });

/** Three releases: the second writes titles beside texts, the third has no use for texts. */
const first = { "001_notes": run("create table notes (id int generated always as identity, text text)") };
const second = { ...first, "002_titles": run("alter table notes add column title text") };
const third = {
  ...second,
  "003_contract_text": run("alter table notes drop column text"),
  "004_marks": run("alter table notes add column mark int"),
};
const asLines = (migrations: ModuleMigrations["migrations"]): ModuleMigrations[] => [{ module: "notes", migrations }];

const notes = (migrations: Record<string, Migration>, column: string): Module =>
  defineModule({
    name: "notes",
    scopes: ["notes:write"],
    migrations,
    start: ({ db, router, t }) => ({
      routes: router().post(
        "",
        async () => {
          await sql`insert into notes (${sql.ref(column)}) values ('x')`.execute(db);
          return { ok: true };
        },
        {
          auth: "notes:write",
          detail: { summary: "Add a note" },
          response: { 200: t.Object({ ok: t.Boolean() }, { additionalProperties: false }) },
        },
      ),
    }),
  });

const ADMIN = "test-admin-key-0123456789";
async function fresh(): Promise<TestDatabase> {
  const database = await freshDatabase(collectMigrations([]));
  undo.push(database.drop);
  return database;
}

async function start(database: TestDatabase, module: Module): Promise<Vireo> {
  const dataDir = await mkdtemp(join(tmpdir(), "vireo-replica-"));
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    VIREO_ADMIN_KEY: ADMIN,
    VIREO_SECRET_KEY: SECRET_KEY,
    LOG_LEVEL: "silent",
  };
  const vireo = await boot({ modules: [module], env });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= vireo.stop();
    return stopped;
  };
  undo.push(async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { ...vireo, stop };
}

const add = async (vireo: Vireo) =>
  (
    await vireo.handle(
      new Request("http://localhost/api/v1/notes", { method: "POST", headers: { authorization: `Bearer ${ADMIN}` } }),
    )
  ).status;

const columns = async ({ db }: TestDatabase): Promise<string[]> =>
  (await db.introspection.getTables()).find(({ name }) => name === "notes")!.columns.map(({ name }) => name);

test("a rolling upgrade: old and new serve side by side, and what the old ones use goes when the last of them ends", async () => {
  const database = await fresh();
  const old = await start(database, notes(first, "text"));
  const middle = await start(database, notes(second, "title"));
  expect(await Promise.all([add(old), add(middle)])).toEqual([200, 200]);

  const newest = await start(database, notes(third, "title"));
  expect(await columns(database)).toEqual(["id", "text", "title", "mark"]);
  expect(await Promise.all([add(old), add(middle), add(newest)])).toEqual([200, 200, 200]);

  // An old one that has to be started again meanwhile may.
  await old.stop();
  const again = await start(database, notes(first, "text"));
  expect(await add(again)).toBe(200);
  await middle.stop();
  const lines = asLines(third);
  expect((await applyContractions(database.db, lines)).waiting).toMatchObject([{ name: "003_contract_text" }]);

  await again.stop();
  expect((await applyContractions(database.db, lines)).applied).toEqual([
    { module: "notes", name: "003_contract_text" },
  ]);
  expect(await columns(database)).toEqual(["id", "title", "mark"]);
  expect(await add(newest)).toBe(200);
  await expect(start(database, notes(second, "title"))).rejects.toThrow(
    "which removed something this version needs (003_contract_text)",
  );
  expect(await applyContractions(database.db, lines)).toEqual({ applied: [], waiting: [] });
});

test("a replica that was killed holds nothing up for longer than a minute", async () => {
  const database = await fresh();
  await migrate(database.db, asLines(third));
  await registerReplica(database.db, { id: newUuid(), version: "0.1.0", lines: asLines(first) }, () => {}).then(
    ({ stop }) => {
      undo.push(stop);
    },
  );
  const { waiting } = await applyContractions(database.db, asLines(third));
  expect(waiting).toEqual([{ module: "notes", name: "003_contract_text", versions: ["0.1.0"] }]);
  await sql`update vireo_replicas set seen_at = now() - interval '61 seconds'`.execute(database.db);
  expect((await applyContractions(database.db, asLines(third))).applied).toHaveLength(1);
});

test("a replica without the module does not hold its migrations up", async () => {
  const database = await fresh();
  await migrate(database.db, asLines(third));
  const lines: ModuleMigrations[] = [{ module: "other", migrations: { "001_other": run("select 1") } }];
  const { stop } = await registerReplica(database.db, { id: newUuid(), version: "0.1.0", lines }, () => {});
  undo.push(stop);
  expect((await applyContractions(database.db, asLines(third))).waiting).toEqual([]);
});

test("a replica that comes while something is taken away waits for its end, and is refused", async () => {
  const database = await fresh();
  await migrate(database.db, asLines(second));
  const begun = Promise.withResolvers<void>();
  const slow: Migration = {
    async up(db) {
      begun.resolve();
      await sql`select pg_sleep(0.3)`.execute(db);
    },
  };
  const taking = applyContractions(database.db, asLines({ ...second, "003_contract_slow": slow }));
  await begun.promise;
  const entering = registerReplica(database.db, { id: newUuid(), version: "0.2.0", lines: asLines(second) }, () => {});
  await expect(entering).rejects.toBeInstanceOf(MigrationError);
  expect((await taking).applied).toHaveLength(1);
});

test("our own migrations that take something away say so in their name", async () => {
  const { modules } = await import("#modules/index");
  const { plugins } = await import("#plugins/index");
  // Made before the first release that could be upgraded beside another.
  const before = new Set(["core/005_events_order"]);
  // They rename a table to the first partition of a new one of its name, with the same columns.
  const partitioning = new Set(["core/020_events_by_day", "webhooks/003_deliveries_by_day"]);
  const database = await freshDatabase([]);
  undo.push(database.drop);
  for (const { module, migrations } of collectMigrations([...modules, ...plugins])) {
    for (const name of Object.keys(migrations).sort()) {
      const statements: string[] = [];
      const db = database.db.withPlugin({
        transformQuery({ node }) {
          if (node.kind === "RawNode") statements.push(node.sqlFragments.join("?"));
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await migrations[name]!.up(db as never);
      const takesAway = /\bdrop (table|column|index|view)|\brename\b|\bset not null|\balter column \w+ type/i.exec(
        statements.join(";"),
      );
      if (partitioning.has(`${module}/${name}`)) continue;
      if (!before.has(`${module}/${name}`) && !/^\d+_contract_/.test(name)) {
        expect(takesAway && `${module}/${name}: ${takesAway[0]}`).toBeNull();
      }
    }
  }
});
