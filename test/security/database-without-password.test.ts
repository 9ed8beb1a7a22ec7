/** An attacker runs code as the server's own user, such as in an ffmpeg that he took over, and turns to its database. */
import { afterAll, afterEach, expect, test } from "bun:test";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "#db/connect";
import type { Connection } from "#db/connection";
import { type Embedded, joinEmbedded, startEmbedded } from "#db/embedded";
import { findBinaries } from "#db/embedded/binaries";
import { createCluster, SUPERUSER } from "#db/embedded/cluster";
import { chooseIdentity } from "#db/embedded/identity";
import { launchServer } from "#db/embedded/launch";
import { type Server, stopServer } from "#db/embedded/server";
import { settings } from "#db/embedded/settings";

const root = await mkdtemp(join(tmpdir(), "vireo-role-"));
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
afterAll(() => rm(root, { recursive: true, force: true }));

const fast = { fsync: "off", full_page_writes: "off" };

async function start(directory: string): Promise<Embedded> {
  const embedded = await startEmbedded({ directory, settings: fast });
  undo.push(embedded.stop);
  return embedded;
}

async function query<Row = Record<string, unknown>>(connection: Connection, text: string): Promise<Row[]> {
  const { sql, close } = connect(connection, { max: 1 });
  try {
    return [...((await sql.unsafe(text)) as unknown as Row[])];
  } finally {
    await close();
  }
}

/** The code with which the server refuses a login; undefined if it lets it in. */
const refusal = (connection: Connection): Promise<string | undefined> =>
  query(connection, "select 1").then(
    () => undefined,
    (error) => error.code,
  );

/** A cluster as Vireo 0.1 made it: everyone is trusted, and its one role is the superuser. Returns its running server. */
async function startOldServer(directory: string): Promise<Server> {
  const binaries = await findBinaries(undefined, join(directory, "lib"));
  const programs = { binaries, identity: await chooseIdentity(directory, true, binaries.postgres) };
  const cluster = join(directory, "cluster");
  await createCluster(programs, cluster, false);
  await writeFile(join(cluster, "pg_hba.conf"), "local all all trust\n");
  const server = await launchServer(programs, { cluster, settings: { ...settings, ...fast } });
  await query(
    { host: server.socketFolder, port: server.port, database: "vireo", user: SUPERUSER },
    `create schema pgboss;
     create type pgboss.job_state as enum ('created', 'active');
     create domain "Some name" as text check (value <> '');
     create type pair as (a int, b "Some name");
     create table pgboss.job (id bigint generated always as identity, state pgboss.job_state, name text) partition by list (name);
     create table pgboss.job_a partition of pgboss.job for values in ('a');
     create table notes (id bigserial primary key, text "Some name");
     insert into notes (text) values ('kept');
     create sequence lonely;
     create view recent as select * from notes;
     create materialized view counted as select count(*) from notes;
     create function twice(n int) returns int language sql as 'select n * 2';
     create procedure nothing() language sql as ''`,
  );
  return server;
}

const OTHERS = `
  select relname as name from pg_class where relnamespace::regnamespace::text in ('public', 'pgboss')
    and pg_get_userbyid(relowner) <> 'vireo_app'
  union all select proname from pg_proc where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) <> 'vireo_app'
  union all select typname from pg_type where typnamespace::regnamespace::text in ('public', 'pgboss')
    and pg_get_userbyid(typowner) <> 'vireo_app'
  union all select nspname from pg_namespace where nspname = 'pgboss' and pg_get_userbyid(nspowner) <> 'vireo_app'
  union all select datname from pg_database where datname = 'vireo' and pg_get_userbyid(datdba) <> 'vireo_app'`;

test("he is let in neither without a password nor as the superuser, and the role of the queries is none", async () => {
  const directory = join(root, "new");
  const { connection } = await start(directory);
  expect(await refusal({ ...connection, user: SUPERUSER })).toBe("28000");
  expect(await refusal({ ...connection, user: "postgres" })).toBe("28000");
  expect(await refusal({ ...connection, password: "guess" })).toBe("28P01");
  const { password: _, ...none } = connection;
  expect(await refusal(none as Connection)).toBeString();
  const [role] = await query(
    connection,
    "select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user",
  );
  expect(Object.values(role!)).toEqual([false, false, false, false, false]);
  await expect(query(connection, "copy (select 1) to program 'true'")).rejects.toThrow("permission denied");
  await expect(query(connection, "select pg_read_file('/etc/passwd')")).rejects.toThrow("permission denied");
  expect((await stat(join(directory, "password"))).mode & 0o777).toBe(0o600);
  expect(connection.password).toHaveLength(43);
});

test("a cluster of an earlier version is closed at the next start, and everything in it belongs to the new role", async () => {
  const directory = await mkdtemp(join(root, "old-"));
  await stopServer(await startOldServer(directory), directory);
  const { connection } = await start(directory);
  expect(await refusal({ ...connection, user: SUPERUSER })).toBe("28000");
  expect(await query(connection, OTHERS)).toEqual([]);
  await query(
    connection,
    `insert into notes (text) values ('new'); alter table notes add more int; alter type pgboss.job_state add value 'failed';
     create table pgboss.job_b partition of pgboss.job for values in ('b'); refresh materialized view counted;
     drop view recent; create schema other; select nextval('lonely')`,
  );
  expect(await query(connection, "select text from notes order by id")).toEqual([{ text: "kept" }, { text: "new" }]);
});

test("so is one whose server was left running by a killed Vireo of an earlier version", async () => {
  const directory = await mkdtemp(join(root, "orphan-"));
  const old = await startOldServer(directory);
  expect(await joinEmbedded(directory)).toBeUndefined();
  const { connection, adopted } = await start(directory);
  expect(adopted).toBe(true);
  expect(await refusal({ ...connection, user: SUPERUSER })).toBe("28000");
  expect(await query(connection, "select text from notes")).toEqual([{ text: "kept" }]);
  expect((await joinEmbedded(directory))?.password).toBe(connection.password);
  expect(old.hasEnded()).toBe(false);
});

test("a lost password is replaced, and a change of pg_hba.conf undone", async () => {
  const directory = join(root, "lost");
  const first = await start(directory);
  await first.stop();
  await rm(join(directory, "password"));
  const second = await start(directory);
  expect(second.connection.password).not.toBe(first.connection.password);
  expect(await refusal(second.connection)).toBeUndefined();
  await second.stop();
  await writeFile(join(directory, "cluster", "pg_hba.conf"), "local all all trust\n");
  const third = await start(directory);
  expect(await refusal({ ...third.connection, user: SUPERUSER })).toBe("28000");
  expect(await readFile(join(directory, "cluster", "pg_hba.conf"), "utf8")).not.toContain("trust");
});
