import { afterEach, expect, test } from "bun:test";
import { type KyselyPlugin, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { collectMigrations } from "#core/database/migrations";
import { connect } from "#db/connect";
import { type ModuleMigrations, migrate } from "#db/migrate";
import { applyContractions } from "#db/replicas";
import { freshDatabase, type TestDatabase } from "#test/database";
import { until } from "#test/until";

const databases: TestDatabase[] = [];
async function fresh(lines?: readonly ModuleMigrations[]): Promise<TestDatabase> {
  const database = await freshDatabase(lines);
  databases.push(database);
  return database;
}
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

const run = (text: string): Migration => ({ up: async (db) => void (await sql.raw(text).execute(db)) });

const notes = {
  "001_notes": run("create table notes (text text); create index notes_text on notes (text)"),
  "002_tags": run("alter table notes add tags text[] not null default '{}'"),
};
const tasks = { "001_tasks": run("create table tasks (note text)") };
const both: ModuleMigrations[] = [
  { module: "notes", migrations: notes },
  { module: "tasks", migrations: tasks },
];

async function recorded({ db }: TestDatabase): Promise<string[]> {
  const { rows } = await sql<{
    one: string;
  }>`select module || '/' || name as one from vireo_migrations order by applied_at, 1`.execute(db);
  return rows.map(({ one }) => one);
}

async function tables({ db }: TestDatabase): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name).sort();
}

test("each module's migrations are applied by name, module after module, and once only", async () => {
  const database = await fresh();
  const backwards = { "002_tags": notes["002_tags"], "001_notes": notes["001_notes"] };
  const lines = [{ module: "notes", migrations: backwards }, both[1]!];
  expect(await migrate(database.db, lines)).toEqual([
    { module: "notes", name: "001_notes" },
    { module: "notes", name: "002_tags" },
    { module: "tasks", name: "001_tasks" },
  ]);
  expect(await recorded(database)).toEqual(["notes/001_notes", "notes/002_tags", "tasks/001_tasks"]);
  expect(await migrate(database.db, lines)).toEqual([]);
});

test("a new database takes all migrations in one transaction", async () => {
  const { db } = await fresh();
  expect(await migrate(db, both)).toHaveLength(3);
  const { rows } = await sql`select distinct xmin::text from vireo_migrations`.execute(db);
  expect(rows).toHaveLength(1);
});

test("when nothing is to be done it costs one query", async () => {
  const { db } = await fresh(both);
  let queries = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  expect(await migrate(db.withPlugin(counting), both)).toEqual([]);
  expect(queries).toBe(1);
});

test("a new module starts its own line, and one that was taken out keeps what it has", async () => {
  const database = await fresh([both[0]!]);
  expect(await migrate(database.db, [both[1]!])).toEqual([{ module: "tasks", name: "001_tasks" }]);
  expect(await recorded(database)).toEqual(["notes/001_notes", "notes/002_tags", "tasks/001_tasks"]);
  expect(await migrate(database.db, both)).toEqual([]);
});

test("a migration that fails changes nothing, those before it stay, and it can be tried again", async () => {
  const database = await fresh();
  const broken = { ...notes, "003_broken": run("create table half (a int); select 1 / 0") };
  const attempt = migrate(database.db, [{ module: "notes", migrations: broken }]);
  await expect(attempt).rejects.toThrow("The migration notes/003_broken failed and was rolled back: division by zero");
  expect(await recorded(database)).toEqual(["notes/001_notes", "notes/002_tags"]);
  expect(await tables(database)).toEqual(["notes", "vireo_migrations"]);

  const mended = { ...notes, "003_broken": run("create table whole (a int)") };
  expect(await migrate(database.db, [{ module: "notes", migrations: mended }])).toEqual([
    { module: "notes", name: "003_broken" },
  ]);
});

test("an older program works on a database to which a newer one has added", async () => {
  const database = await fresh(both);
  const older = { "001_notes": notes["001_notes"] };
  expect(await migrate(database.db, [{ module: "notes", migrations: older }])).toEqual([]);
});

test("an older program refuses a database from which a newer one has taken away, before it changes anything", async () => {
  const database = await fresh([...collectMigrations([]), ...both]);
  const newer = { ...notes, "003_contract_text": run("alter table notes drop column text") };
  expect((await applyContractions(database.db, [{ module: "notes", migrations: newer }])).applied).toHaveLength(1);
  const attempt = migrate(database.db, [
    { module: "other", migrations: { "001_other": run("create table other (a int)") } },
    { module: "notes", migrations: notes },
  ]);
  await expect(attempt).rejects.toThrow("which removed something this version needs (003_contract_text)");
  expect(await tables(database)).not.toContain("other");
});

test("a migration that was slipped into the middle of a line is refused", async () => {
  const database = await fresh(both);
  const slipped = { ...notes, "001b_late": run("select 1") };
  const attempt = migrate(database.db, [{ module: "notes", migrations: slipped }]);
  await expect(attempt).rejects.toThrow("notes/001b_late sorts before 002_tags, which is already applied");
});

test("several processes that start at once share the work, and each migration runs once", async () => {
  const database = await fresh();
  let runs = 0;
  const counting = Object.fromEntries(
    ["001", "002", "003"].map((name): [string, Migration] => [
      name,
      {
        async up(db) {
          runs++;
          await sql.raw(`create table t${name} (a int)`).execute(db);
        },
      },
    ]),
  );
  const pools = Array.from({ length: 4 }, () => connect(database.connection, { max: 2 }));
  const done = await Promise.all(pools.map(({ db }) => migrate(db, [{ module: "counting", migrations: counting }])));
  expect(
    done
      .flat()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["001", "002", "003"]);
  expect(runs).toBe(3);
  for (const { close } of pools) await close();
});

test("a migration does not make everybody wait behind a long transaction: it lets them pass, and tries again", async () => {
  const database = await fresh(both);
  const [read, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const long = database.db.transaction().execute(async (trx) => {
    await sql`select * from notes`.execute(trx);
    read.resolve();
    await held.promise;
  });
  await read.promise;
  const more = { ...notes, "003_more": run("alter table notes add column more int") };
  const waited = migrate(database.db, [{ module: "notes", migrations: more }]);
  await until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%add column more%'`.execute(
      database.db,
    );
    return rows.length === 1;
  });
  const { rows } = await sql<{ lock_timeout: string }>`select current_setting('lock_timeout') as lock_timeout`.execute(
    database.db,
  );
  expect(rows[0]!.lock_timeout).toBe("0");
  held.resolve();
  await long;
  expect(await waited).toEqual([{ module: "notes", name: "003_more" }]);
});
