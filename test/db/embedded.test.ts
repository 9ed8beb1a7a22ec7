import { afterAll, afterEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "#db/connect";
import { type Embedded, joinEmbedded, startEmbedded } from "#db/embedded";
import { keepRunning } from "#db/embedded/keep-running";
import type { Server } from "#db/embedded/server";
import { until } from "#test/until";

const root = await mkdtemp(join(tmpdir(), "vireo-db-"));
const directory = join(root, "postgres");

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function start(options: Partial<Parameters<typeof startEmbedded>[0]> = {}): Promise<Embedded> {
  const embedded = await startEmbedded({ directory, ...options });
  undo.push(embedded.stop);
  return embedded;
}

async function query<Row>(embedded: Pick<Embedded, "connection">, text: string): Promise<Row[]> {
  const pool = connect(embedded.connection, { max: 1 });
  try {
    return (await pool.sql.unsafe(text)) as unknown as Row[];
  } finally {
    await pool.close();
  }
}

/** Runs holder.ts; `said` is its one line. */
async function holder(path: string) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "holder.ts"), path], {
    stdout: "pipe",
    stderr: "inherit",
    stdin: "ignore",
  });
  undo.push(() => child.kill("SIGKILL"));
  const { value } = await child.stdout.getReader().read();
  const said = JSON.parse(new TextDecoder().decode(value)) as {
    pid: number;
    adopted: boolean;
    connection: Embedded["connection"];
    error?: string;
  };
  return { child, said };
}

test("the first start makes a database, and what is written is there after a restart", async () => {
  await mkdir(join(directory, "new-1", "base"), { recursive: true }); // Left by a creation that was cut off.
  const first = await start();
  expect(first.adopted).toBe(false);
  await query(first, "create table notes (text text); insert into notes values ('hello')");
  await first.stop();
  expect(await first.exited).toEqual({ expected: true, reason: "ended with status 0" });
  expect(await joinEmbedded(directory)).toBeUndefined();

  const second = await start();
  expect(await query(second, "select text from notes")).toEqual([{ text: "hello" }]);
  expect(await readdir(directory)).not.toContain("new-1");
});

test("it is PostgreSQL 18 in UTF-8 with checksums, synced to disk, with no network and no way in for others", async () => {
  const embedded = await start();
  const [facts] = await query<Record<string, string>>(
    embedded,
    `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
      datlocprovider as provider, datlocale as locale, current_setting('data_checksums') as checksums,
      current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses
      from pg_database where datname = current_database()`,
  );
  expect(facts).toEqual({
    major: 18,
    encoding: "UTF8",
    provider: "b",
    locale: "C.UTF-8",
    checksums: "on",
    fsync: "on",
    addresses: "",
  } as never);
  expect((await stat(embedded.connection.host)).mode & 0o777).toBe(0o700);
});

test("another process joins the running server without holding it", async () => {
  const embedded = await start();
  const joined = await joinEmbedded(directory);
  expect(joined).toEqual(embedded.connection);
  expect(await query({ connection: joined! }, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(await joinEmbedded(join(root, "nowhere"))).toBeUndefined();
});

test("a second Vireo on the same directory is refused, and told who holds it", async () => {
  await start();
  const { child, said } = await holder(directory);
  expect(said.error).toContain(`Another Vireo (process ${process.pid}) is using the database in ${directory}`);
  expect(said.error).toContain("DATA_DIR");
  expect(await child.exited).toBe(0);
});

test("after kill -9 of Vireo the next one takes over the server that lives on", async () => {
  const { child, said } = await holder(directory);
  child.kill("SIGKILL");
  await child.exited;
  const next = await start();
  expect(next).toMatchObject({ adopted: true, pid: said.pid, connection: said.connection });
  expect(await query(next, "select text from notes")).toEqual([{ text: "hello" }]);
  await next.stop();
  expect(await joinEmbedded(directory)).toBeUndefined();
  expect((await start()).adopted).toBe(false);
});

test("a server that is killed runs again within seconds, at the same address and with its data", async () => {
  const long = join(root, "a-rather-long-name-of-a-folder-".repeat(5), "killed");
  for (const path of [directory, long]) {
    const embedded = await start({ directory: path });
    const { pid, connection } = embedded;
    await query(embedded, "create table if not exists notes (text text); create table if not exists kept ()");
    process.kill(pid, "SIGKILL");
    await until(() => query(embedded, "select from kept").catch(() => undefined));
    expect([embedded.pid === pid, embedded.connection]).toEqual([false, connection]);
    await embedded.stop();
    expect(await embedded.exited).toMatchObject({ expected: true });
  }
  expect(await joinEmbedded(directory)).toBeUndefined();
});

test("a server is not restarted for ever", async () => {
  const server = (): Server => ({
    ...{ pid: 1, port: 1, socketFolder: "", hasEnded: () => true },
    ended: Promise.resolve("ended by SIGKILL"),
  });
  const launches: string[] = [];
  const kept = keepRunning(server(), {
    log: undefined,
    pausesMs: [0, 0, 0],
    async launch() {
      launches.push("launch");
      if (launches.length === 2) throw new Error("no space left");
      return server();
    },
  });
  expect(await kept.ended).toEqual({ expected: false, reason: "ended by SIGKILL" });
  expect(launches).toHaveLength(3);
});

test("Vireo and its server are killed: the next start recovers the data even where the server's pid has a new owner", async () => {
  const { child, said } = await holder(directory);
  await query(said, "insert into notes values ('kept')");
  child.kill("SIGKILL");
  await child.exited;
  process.kill(said.pid, "SIGKILL");
  await until(() => !existsSync(`/proc/${said.pid}`));

  const stranger = Bun.spawn(["sleep", "60"]);
  undo.push(() => stranger.kill());
  for (const file of [join(directory, "cluster", "postmaster.pid"), join(directory, ".s.PGSQL.5432.lock")]) {
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace(/^\d+/, String(stranger.pid)));
  }
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second, "select text from notes order by text")).toEqual([{ text: "hello" }, { text: "kept" }]);
});

test("a directory with a long path works, through a private socket folder that goes with the server", async () => {
  const long = join(root, "a-rather-long-name-of-a-folder-".repeat(5), "postgres");
  await cp(directory, long, { recursive: true, filter: (path) => !path.includes(".s.PGSQL") });
  const embedded = await start({ directory: long });
  const { host } = embedded.connection;
  expect(host.length).toBeLessThan(90);
  expect((await stat(host)).mode & 0o777).toBe(0o700);
  expect(await query(embedded, "select count(*) from notes")).toEqual([{ count: 2 }]);
  await embedded.stop();
  expect(existsSync(host)).toBe(false);
});

test("a database of an older major version is refused, with the way out", async () => {
  const old = join(root, "old");
  await mkdir(join(old, "cluster"), { recursive: true });
  await writeFile(join(old, "cluster", "PG_VERSION"), "17\n");
  const refusal = startEmbedded({ directory: old });
  await expect(refusal).rejects.toThrow(
    "was created by PostgreSQL 17, but this Vireo includes PostgreSQL 18. Make a backup",
  );
});

test("a server that does not start says why, and the directory is free again", async () => {
  await expect(startEmbedded({ directory, settings: { shared_buffers: "many" } })).rejects.toThrow(
    /ended with status 1.*invalid value for parameter "shared_buffers"/s,
  );
  await expect(startEmbedded({ directory, binaries: join(root, "nothing") })).rejects.toThrow("nothing");
  expect((await start()).adopted).toBe(false);
});
