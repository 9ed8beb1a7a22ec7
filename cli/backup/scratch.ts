import { sql } from "kysely";
import { type Applied, apply, type ModuleMigrations, pendingMigrations } from "#db/migrate";
import type { Transaction } from "#db/tables";

/**
 * Schema in which a restore assembles the data. It is created, filled and moved into place in one transaction, so it is
 * never visible to others and a failure leaves nothing behind.
 */
const SCRATCH = "vireo_restore";
const scratch = sql.id(SCRATCH);

const run = async (trx: Transaction, statements: readonly string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(trx);
};

/** Runs a query that generates SQL, and returns the `statement` of each row. */
async function generate(trx: Transaction, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(trx);
  return rows.map((row) => (row as { statement: string }).statement);
}

/** Creates the schema with the tables of the given migrations and makes it the transaction's search path. */
export async function createScratch(trx: Transaction, lines: readonly ModuleMigrations[], applied: readonly Applied[]) {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(trx);
  const home = rows[0]!.name;
  await sql`create schema ${scratch}`.execute(trx);
  await sql`set local search_path = ${scratch}, ${sql.id(home)}`.execute(trx);
  await sql`create table vireo_migrations (like ${sql.id(home, "vireo_migrations")} including all)`.execute(trx);
  for (const { module, migrations } of lines) {
    const names = applied.filter((migration) => migration.module === module).map((migration) => migration.name);
    for (const name of names.sort()) await migrations[name]!.up(trx);
  }
  return home;
}

/**
 * Empties the tables and drops foreign keys and triggers, so that rows load in any order. Returns the undo function.
 */
export async function openForLoading(trx: Transaction): Promise<() => Promise<void>> {
  const keys = await sql<{ drop: string; add: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0`.execute(
    trx,
  );
  const tables = await generate(
    trx,
    sql`select oid::regclass::text as statement from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  await run(
    trx,
    keys.rows.map(({ drop }) => drop),
  );
  await run(
    trx,
    tables.flatMap((table) => [`truncate ${table}`, `alter table ${table} disable trigger user`]),
  );
  return async () => {
    await run(
      trx,
      tables.map((table) => `alter table ${table} enable trigger user`),
    );
    await run(
      trx,
      keys.rows.map(({ add }) => add),
    );
  };
}

/** Applies the migrations that the backup lacks. */
export async function migrateScratch(trx: Transaction, lines: readonly ModuleMigrations[]): Promise<void> {
  for (const { module, name } of await pendingMigrations(trx, lines)) {
    await apply(trx, lines.find((line) => line.module === module)!, name);
  }
}

/** Moves everything into the home schema, replacing objects of the same name. Other objects stay unchanged. */
export async function replaceHome(trx: Transaction, home: string): Promise<void> {
  const to = sql.lit(home);
  const relations = sql`
    select case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end
        as kind, c.relname as name, c.relkind
    from pg_class c where c.relnamespace = ${sql.lit(SCRATCH)}::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and (c.relispartition or not exists (select from pg_depend d where d.classid = 'pg_class'::regclass
        and d.objid = c.oid and d.objsubid = 0 and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')))`;
  const routines = sql`
    select p.proname as name, pg_get_function_identity_arguments(p.oid) as arguments
    from pg_proc p where p.pronamespace = ${sql.lit(SCRATCH)}::regnamespace`;
  const types = sql`
    select t.typname as name from pg_type t left join pg_class c on c.oid = t.typrelid
    where t.typnamespace = ${sql.lit(SCRATCH)}::regnamespace
      and (t.typtype in ('e', 'd', 'r') or (t.typtype = 'c' and c.relkind = 'c'))`;
  const from = sql.lit(SCRATCH);
  const statements = [
    ...(await generate(
      trx,
      sql`select format('drop %s if exists %I.%I cascade', kind, ${to}::text, name) as statement
        from (${relations}) r order by relkind = 'S'`,
    )),
    ...(await generate(
      trx,
      sql`select format('drop routine if exists %I.%I(%s) cascade', ${to}::text, name, arguments) as statement
        from (${routines}) r`,
    )),
    ...(await generate(
      trx,
      sql`select format('drop type if exists %I.%I cascade', ${to}::text, name) as statement from (${types}) t`,
    )),
    ...(await generate(
      trx,
      sql`select format('alter %s %I.%I set schema %I', kind, ${from}::text, name, ${to}::text) as statement
        from (${relations}) r`,
    )),
    ...(await generate(
      trx,
      sql`select format('alter routine %I.%I(%s) set schema %I', ${from}::text, name, arguments, ${to}::text) as statement
        from (${routines}) r`,
    )),
    ...(await generate(
      trx,
      sql`select format('alter type %I.%I set schema %I', ${from}::text, name, ${to}::text) as statement
        from (${types}) t`,
    )),
  ];
  await run(trx, statements);
  await sql`drop schema ${scratch}`.execute(trx);
  await sql`set local search_path = ${sql.id(home)}`.execute(trx);
}
