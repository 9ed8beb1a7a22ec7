import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { newUuid } from "#core/ids";
import { connect } from "#db/connect";
import { insertRows } from "#db/rows";
import { transact } from "#db/transaction";
import { freshDatabase, type TestDatabase } from "#test/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.sql.unsafe(`
    create table kinds (
      id int primary key, document jsonb, big bigint, bigs bigint[], amount numeric, time timestamptz, times timestamptz[],
      texts text[], flags boolean[], bytes bytea, uuid uuid
    );
    create table events (id int generated always as identity, account_id uuid, type text, data jsonb)`);
});
afterAll(() => database.drop());

let ids = 0;
const tables = () => database.db.withTables<{ kinds: Record<string, unknown> }>();

async function roundTrip(column: string, value: unknown): Promise<unknown> {
  const row = await tables()
    .insertInto("kinds")
    .values({ id: ++ids, [column]: value })
    .returning(column)
    .executeTakeFirstOrThrow();
  return row[column];
}

test.each([
  ["document", { name: 'a "quoted" \\ name\n✓', nested: [{ on: true, none: null }], empty: {} }],
  ["document", [1, "two", { three: 3 }]],
  ["document", [true, false]],
  ["document", [[1], [2]]],
  ["document", []],
  ["document", "text"],
  ["document", null],
  ["big", 42],
  ["big", -Number.MAX_SAFE_INTEGER],
  ["big", 9_223_372_036_854_775_807n],
  ["bigs", [1, 2_000_000_000_000]],
  ["amount", "12345678901234567890.123456789"],
  ["time", new Date("2026-11-21T10:20:30.456Z")],
  ["times", [new Date(0), new Date("2026-11-21T10:20:30.456Z")]],
  ["texts", ["plain", 'quo"te', "com,ma", "{brace}", "back\\slash", "null", "", "✓"]],
  ["texts", []],
  ["flags", [true, false]],
  ["uuid", "0199f0a4-7a3e-7c3e-8d2a-5b7f3f6e1a2b"],
])("a value of %s comes back as it was given: %p", async (column, value) => {
  expect(await roundTrip(column, value)).toEqual(value);
});

test("a query keeps no stack trace, because resolving it reads the source map of the whole program", async () => {
  const query = database.sql`select 1`;
  const origin = Object.getOwnPropertySymbols(query).find(({ description }) => description === "OriginError");
  expect(Reflect.get(query, origin!)).toBeFalsy();
  await query;
});

test("bytes come back, and a count is a number", async () => {
  const bytes = new Uint8Array([0, 1, 127, 128, 255]);
  expect(new Uint8Array((await roundTrip("bytes", bytes)) as Buffer)).toEqual(bytes);
  const { rows } = await sql<{ count: number }>`select count(*) from generate_series(1, 3)`.execute(database.db);
  expect(rows).toEqual([{ count: 3 }]);
});

test("thousands of mixed queries at once each get their own answer", async () => {
  const { db, sql: plain } = database;
  const failure = (error: unknown) => (error as { code?: string }).code;
  const kinds: ((i: number) => Promise<[unknown, unknown]>)[] = [
    async (i) => [(await sql`select ${i}::int as echo`.execute(db)).rows, [{ echo: i }]],
    async (i) => [
      [...(await plain`select ${i}::int as echo, ${`text ${i}`} as text`)],
      [{ echo: i, text: `text ${i}` }],
    ],
    async (i) => [
      (await sql`select ${{ i, list: [i] }}::jsonb as echo`.execute(db)).rows,
      [{ echo: { i, list: [i] } }],
    ],
    async (i) => [(await sql.raw(`select ${i} as echo`).execute(db)).rows, [{ echo: i }]],
    async (i) => [await sql`select ${i}::int / 0`.execute(db).catch(failure), "22012"],
    async (i) => {
      const { rows } = await sql<{ long: string }>`select repeat(${String(i % 10)}, ${1000 + i}) as long`.execute(db);
      return [rows[0]?.long, String(i % 10).repeat(1000 + i)];
    },
    async (i) => {
      const { rows } = await sql<{ n: number }>`select n from generate_series(${i}::int, ${i + 9}) n`.execute(db);
      return [rows.map(({ n }) => n), Array.from({ length: 10 }, (_, n) => i + n)];
    },
    (i) =>
      db.transaction().execute(async (trx) => {
        await sql`select set_config('echo.value', ${String(i)}, true)`.execute(trx);
        const { rows } = await sql`select current_setting('echo.value')::int + ${i}::int as echo`.execute(trx);
        return [rows, [{ echo: 2 * i }]];
      }),
  ];
  const answers = await Promise.all(Array.from({ length: 4000 }, (_, i) => kinds[i % kinds.length]!(i)));
  const wrong = answers.filter(([given, expected]) => !Bun.deepEquals(given, expected));
  expect(answers).toHaveLength(4000);
  expect(wrong).toEqual([]);
});

test("a connection lost within a transaction fails that transaction, and nothing else", async () => {
  const { db, sql: plain } = database;
  const lost = Promise.withResolvers<void>();
  const transaction = db.transaction().execute(async (trx) => {
    await sql`insert into kinds (id) values (-1)`.execute(trx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await plain`select pg_terminate_backend(${rows[0]!.pid}, 5000)`;
    await sql`select 1`.execute(trx).catch(lost.resolve);
    await sql`select 2`.execute(trx);
  });
  await expect(transaction).rejects.toThrow("CONNECTION_CLOSED");
  await lost.promise;
  // More than the pool has: a dead connection among them would be met.
  const after = await Promise.all(Array.from({ length: 25 }, (_, i) => sql`select ${i}::int as echo`.execute(db)));
  expect(after.map(({ rows }) => rows)).toEqual(Array.from({ length: 25 }, (_, i) => [{ echo: i }]));
  expect([...(await plain`select id from kinds where id = -1`)]).toEqual([]);
});

test("a connection that was lost while a query was being sent connects again", async () => {
  const { sql: one, close } = connect(database.connection, { max: 1 });
  for (let i = 0; i < 20; i++) {
    await one`select pg_terminate_backend(pg_backend_pid())`.catch(() => {});
    await one`select 1`.catch(() => {}); // It may still be sent on the old connection.
    expect([...(await one`select 1 as echo`)]).toEqual([{ echo: 1 }]);
  }
  await close();
});

test("a transaction fails when its connection is closed before its first answer", async () => {
  // A server that lets everybody in, and closes the connection at the first message after that.
  const messages: string[] = [];
  const server = Bun.listen<{ isIn: boolean }>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        socket.data = { isIn: false };
      },
      data(socket, data) {
        if (socket.data.isIn) {
          messages.push(data.toString());
          socket.end();
          return;
        }
        socket.data.isIn = true;
        socket.write(new Uint8Array([...[82, 0, 0, 0, 8, 0, 0, 0, 0], ...[90, 0, 0, 0, 5, 73]]));
      },
    },
  });
  const { sql: one, close } = connect(`postgres://ann@127.0.0.1:${server.port}/vireo`, { max: 1 });
  await expect(one.begin((trx) => trx`select 1`)).rejects.toThrow("CONNECTION_CLOSED");
  // Nothing is asked before the first query, which would cost every connection a third of its start.
  expect(messages).toEqual([expect.stringContaining("begin")]);
  await close();
  server.stop(true);
});

test("a query that fails after its first rows leaves none of them to the next query", async () => {
  const { sql: one, close } = connect(database.connection, { max: 1 });
  await expect(one`select 1 / (3 - n) from generate_series(1, 5) n`).rejects.toThrow("division by zero");
  expect([...(await one`select 1 as echo`)]).toEqual([{ echo: 1 }]);
  await close();
});

test("a commit that the server made a rollback is an error", async () => {
  const transaction = database.db.transaction().execute(async (trx) => {
    await sql`insert into kinds (id) values (-2)`.execute(trx);
    await sql`select 1 / 0`.execute(trx).catch(() => {});
  });
  await expect(transaction).rejects.toThrow("rolled back");
});

test("what fails within a savepoint can be undone, and the rest is kept", async () => {
  const trx = await database.db.startTransaction().execute();
  await sql`insert into kinds (id) values (-3)`.execute(trx);
  const inner = await trx.savepoint("before").execute();
  await expect(sql`select 1 / 0`.execute(inner)).rejects.toThrow("division by zero");
  await (await inner.rollbackToSavepoint("before").execute()).commit().execute();
  expect((await sql`select id from kinds where id = -3`.execute(database.db)).rows).toHaveLength(1);
});

test("rows can be streamed, and counted when changed", async () => {
  const seen: unknown[] = [];
  const query = tables().selectFrom("kinds").select("id").where("id", "in", [1, 2, 3]).orderBy("id");
  for await (const { id } of query.stream(2)) seen.push(id);
  expect(seen).toEqual([1, 2, 3]);
  const result = await tables().updateTable("kinds").set({ big: 1 }).where("id", "in", [1, 2]).executeTakeFirst();
  expect(result.numUpdatedRows).toBe(2n);
});

test("work that must be serializable is repeated until it is", async () => {
  await database.sql.unsafe("create table counter (value int); insert into counter values (0)");
  let runs = 0;
  const both = Promise.withResolvers<void>();
  const increment = () =>
    transact(database.db, async (trx) => {
      await sql`set transaction isolation level serializable`.execute(trx);
      const { rows } = await sql<{ value: number }>`select value from counter`.execute(trx);
      if (++runs === 2) both.resolve();
      await both.promise; // Both have read before either writes, so one must be refused.
      await sql`update counter set value = ${rows[0]!.value + 1}`.execute(trx);
    });
  await Promise.all([increment(), increment()]);
  expect([...(await database.sql`select value from counter`)]).toEqual([{ value: 2 }]);
  expect(runs).toBe(3);
});

test("an error that would come again is not repeated", async () => {
  let runs = 0;
  const work = transact(database.db, async (trx) => {
    runs++;
    await sql`select 1 / 0`.execute(trx);
  });
  await expect(work).rejects.toThrow("division by zero");
  expect(runs).toBe(1);
});

test("a stuck statement is ended by the server, and connections carry our name", async () => {
  const { rows } = await sql`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`.execute(
    database.db,
  );
  expect(rows).toEqual([{ statement: "1min", idle: "1min", name: "vireo" }]);
});

test("the address of a socket works as psql takes it, and in the form of a host", async () => {
  const { host, port, user, password, database: name } = database.connection;
  for (const address of [
    database.url,
    `postgres://${user}:${password}@localhost/${name}?host=${host}&port=${port}&channel_binding=prefer`,
  ]) {
    const { sql: plain, close } = connect(address, { max: 1 });
    expect([...(await plain`select current_database() as name`)]).toEqual([{ name }]);
    await close();
  }
});

test("max in the address says how many connections there are at most", async () => {
  const { sql, close } = connect(`${database.url}?max=4`, { name: "four" });
  const asked = Array.from({ length: 12 }, () => sql`select pg_backend_pid() as pid, pg_sleep(0.02)`);
  const pids = (await Promise.all(asked)).map(([row]) => row?.pid);
  await close();
  expect(new Set(pids).size).toBe(4);
});

test("queries one after the other use one connection, so that the others close when idle", async () => {
  const pool = connect(database.connection, { max: 4 });
  const read = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid from pg_sleep(0.05)`.execute(pool.db);
    return rows[0]!.pid;
  };
  const all = new Set(await Promise.all([read(), read(), read(), read()]));
  expect(all.size).toBe(4);
  const used = new Set<number>();
  for (let nth = 0; nth < 8; nth++) used.add(await read());
  for (let nth = 0; nth < 8; nth++) await pool.db.transaction().execute(async () => void used.add(await read()));
  expect(used.size).toBeLessThanOrEqual(2);
  await pool.close();
});

test("statements stay the same for any number of rows and any length of a list", async () => {
  const pool = connect(database.url, { max: 1 });
  const events = (n: number) =>
    Array.from({ length: n }, (_, at) => ({ account_id: newUuid(), type: `t${at}`, data: { at } }));
  const select = (types: string[]) => pool.db.selectFrom("events").select(["type", "data"]).where("type", "in", types);
  const all = ["t0", "t1", "t2"];
  const found: unknown[] = [];
  for (const n of [1, 2, 3]) {
    await pool.db.transaction().execute((trx) => insertRows(trx, "events", events(n)).execute());
    found.push((await select(all.slice(0, n)).orderBy("id").execute()).length);
    await pool.db.selectFrom("events").select("id").where("type", "not in", all.slice(0, n)).execute();
  }
  expect(found).toEqual([1, 3, 6]);
  expect(await select([]).execute()).toEqual([]);
  expect(await select(["t2"]).execute()).toEqual([{ type: "t2", data: { at: 2 } }]);
  const cut = [{ account_id: newUuid(), type: "half \ud83d", data: { text: "\u0007 \\u0000 ✓" } }];
  await pool.db.transaction().execute((trx) => insertRows(trx, "events", cut).execute());
  expect(await select(["half \ufffd"]).execute()).toEqual([{ type: "half \ufffd", data: cut[0]!.data }]);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_prepared_statements where statement like '%"events"%' and statement not like '%prepared%'`.execute(
    pool.db,
  );
  expect(rows).toEqual([{ n: 4 }]);
  await pool.close();
});
