import type { Migration } from "kysely/migration";
import { startBackground } from "#core/boot/background";
import { createLog } from "#core/observability/log";
import { toDatabaseUrl } from "#db/address";
import { connect, type Pool } from "#db/connect";
import type { Connection } from "#db/connection";
import { type ModuleMigrations, migrate } from "#db/migrate";
import { testCluster } from "#test/db/cluster";

export interface TestDatabase extends Omit<Pool, "close"> {
  connection: Connection;
  /** The same as a DATABASE_URL, for other processes. */
  url: string;
  /** Ends all connections and refuses new ones until `work` is done, as a server that stops does. */
  whileAway(work: () => Promise<void>): Promise<void>;
  /** Closes the pool and removes the database, whoever else is connected. */
  drop(): Promise<void>;
}

let created = 0;
let administration: Promise<Pool> | undefined;
const templates = new Map<string, Promise<string>>();
const identities = new WeakMap<Migration, number>();
let migrationsSeen = 0;

/** On one connection, so that one statement runs after the other: no two copies of one template at once. */
async function administer(statement: string) {
  administration ??= testCluster().then((connection) => connect({ ...connection, database: "template1" }, { max: 1 }));
  return (await administration).sql.unsafe(statement);
}

/**
 * Ends all connections to a database that lets nobody in any more. One that is just starting is not listed yet; it is
 * found by the lock that it holds until it is. Locks are read first, so that none is missed in between.
 */
async function endConnections(database: string): Promise<void> {
  const ended = await administer(`
    select pg_terminate_backend(pid) from (
      select pid from pg_locks join pg_database on classid = 'pg_database'::regclass and objid = oid
      where locktype = 'object' and datname = '${database}'
      union all
      select pid from pg_stat_activity where datname = '${database}') as connections`);
  if (ended.length > 0) await endConnections(database);
}

async function connectionTo(database: string): Promise<Connection> {
  return { ...(await testCluster()), database };
}

/** Sets of migrations are the same when they are made of the same objects. */
function keyOf(lines: readonly ModuleMigrations[]): string {
  const identityOf = (migration: Migration) => {
    const identity = identities.get(migration) ?? ++migrationsSeen;
    identities.set(migration, identity);
    return identity;
  };
  return JSON.stringify(
    lines.map(({ module, migrations }) => [
      module,
      Object.entries(migrations).map(([name, one]) => [name, identityOf(one)]),
    ]),
  );
}

/** The schema of the job queue, which would otherwise take a good part of each start. */
async function createQueueSchema(pool: Pool): Promise<void> {
  const background = await startBackground(pool, createLog({ level: "silent", format: "text" }));
  await background.stop(0);
}

async function makeTemplate(lines: readonly ModuleMigrations[]): Promise<string> {
  const name = `template_${process.pid}_${++created}`;
  await administer(`create database ${name} template template0 strategy file_copy`);
  const pool = connect(await connectionTo(name));
  await migrate(pool.db, lines);
  if (lines.length > 0) await createQueueSchema(pool);
  await pool.close();
  return name;
}

/**
 * A database of one's own, with the migrations applied; without any it is empty. Made as a copy,
 * in some tens of milliseconds. Drop it in `afterAll`.
 */
export async function freshDatabase(modules: readonly ModuleMigrations[] = []): Promise<TestDatabase> {
  // Apps that differ in modules without tables share one template.
  const lines = modules.filter(({ migrations }) => Object.keys(migrations).length > 0);
  const key = keyOf(lines);
  const template = templates.get(key) ?? makeTemplate(lines);
  templates.set(key, template);
  const name = `test_${process.pid}_${++created}`;
  await administer(`create database ${name} template ${await template} strategy file_copy`);
  const connection = await connectionTo(name);
  const { db, sql, writes, close } = connect(connection);
  return {
    connection,
    url: toDatabaseUrl(connection),
    db,
    sql,
    writes,
    async whileAway(work) {
      await administer(`alter database ${name} allow_connections false`);
      try {
        await endConnections(name);
        await work();
      } finally {
        await administer(`alter database ${name} allow_connections true`);
      }
    },
    async drop() {
      await close();
      await administer(`drop database ${name} with (force)`);
    },
  };
}

/**
 * Puts `now()` and `clock_timestamp()` ahead of the real time, for connections that open after the first call. PostgreSQL looks for functions
 * along search_path, so one in `public` can take the place of its own.
 */
export async function setDatabaseClock({ sql, connection }: TestDatabase, aheadMs: number): Promise<void> {
  await sql.unsafe(`
    create or replace function public.now() returns timestamptz stable parallel safe language sql
      return pg_catalog.now() + interval '${Math.round(aheadMs)} milliseconds';
    create or replace function public.clock_timestamp() returns timestamptz volatile parallel safe language sql
      return pg_catalog.clock_timestamp() + interval '${Math.round(aheadMs)} milliseconds';
    alter database ${connection.database} set search_path = public, pg_catalog`);
}
