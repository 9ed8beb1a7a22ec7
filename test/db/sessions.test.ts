/** What a connection leaves to the next one who gets it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { connect, type Pool } from "#db/connect";
import { openSession } from "#db/session";
import { freshDatabase, type TestDatabase } from "#test/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.sql.unsafe("create table memos (id int primary key, done boolean, data jsonb, at timestamptz)");
});
afterAll(() => database.drop());

interface Memos {
  id: number;
  done: boolean;
  data: unknown;
  at: Date;
}
const tables = ({ db }: Pick<Pool, "db">) => db.withTables<{ memos: Memos }>();
const MANY = 40;

/** Fails if a connection of the pool is in a transaction, failed or not. */
async function expectCleanPool(pool: Pool): Promise<void> {
  const inserts = Array.from({ length: MANY }, async (_, id) => {
    await sql`insert into memos (id) values (${id})`.execute(pool.db);
  });
  expect((await Promise.allSettled(inserts)).flatMap((one) => (one.status === "rejected" ? [one.reason] : []))).toEqual(
    [],
  );
  // Others see them, so they are not in a transaction that goes on.
  expect((await database.sql`select id from memos`).length).toBe(MANY);
  await database.sql`delete from memos`;
}

const scripts = {
  "a wrong value": "begin; select 1 / 0; commit",
  "a lock that was waited for too long": "begin; set local lock_timeout = 1; lock table memos; commit",
  "a statement that took too long":
    "begin; do $$ begin raise exception 'timeout' using errcode = '57014'; end $$; commit",
  "a full disk": "begin; do $$ begin raise exception 'no space' using errcode = '53100'; end $$; commit",
  "a deadlock": "begin; do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$; commit",
  "a transaction that may not write": "begin read only; delete from memos; commit",
  "no commit": "begin; insert into memos values (-1)",
};

test.each(Object.entries(scripts))("a script that ends with %s leaves no transaction behind", async (_, script) => {
  const pool = connect(database.connection, { max: 3 });
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const holder = database.db.transaction().execute(async (trx) => {
    if (script.includes("lock table")) await sql`lock table memos`.execute(trx);
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  for (let count = 0; count < 4; count++) {
    const session = await openSession(pool.sql, "select 1");
    await session.run(script).catch(() => {});
    session.release();
    await pool.sql.unsafe(script).catch(() => {});
    await sql
      .raw(script)
      .execute(pool.db)
      .catch(() => {});
  }
  free.resolve();
  await holder;
  await expectCleanPool(pool);
  await pool.close();
});

test("a server that may not be written to for a while is written to again as soon as it may", async () => {
  const pool = connect(database.connection, { max: 5 });
  const name = database.connection.database;
  await database.sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
  const write = (id: number) => sql`insert into memos (id) values (${id})`.execute(pool.db);
  const refused = await Promise.allSettled(Array.from({ length: 20 }, (_, id) => write(id)));
  const transacted = await Promise.allSettled(
    Array.from({ length: 20 }, () => pool.db.transaction().execute((trx) => sql`delete from memos`.execute(trx))),
  );
  for (const one of [...refused, ...transacted])
    expect(one).toMatchObject({ status: "rejected", reason: { code: "25006" } });
  await database.sql.unsafe(
    `set default_transaction_read_only = off; alter database ${name} reset default_transaction_read_only`,
  );
  await expectCleanPool(pool);
  await pool.close();
});

test("a table that gets columns fails nobody who reads or writes it, inside transactions and out", async () => {
  const pool = connect(database.connection, { max: 4 });
  const memos = tables(pool);
  await sql`insert into memos select n, n % 2 = 0, jsonb_build_object('n', n), now() from generate_series(1, 50) n`.execute(
    pool.db,
  );
  const works = [
    (id: number) =>
      memos
        .selectFrom("memos")
        .selectAll()
        .where("id", "=", id)
        .where("done", "=", id % 2 === 0)
        .executeTakeFirstOrThrow(),
    (id: number) =>
      memos
        .updateTable("memos")
        .set({ data: { n: id }, done: id % 2 === 0 })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    (id: number) =>
      memos.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom("memos")
          .selectAll("memos")
          .where("id", "=", id)
          .forUpdate()
          .executeTakeFirstOrThrow();
        await trx
          .updateTable("memos")
          .set({ at: new Date(0) })
          .where("id", "=", id)
          .returningAll()
          .executeTakeFirstOrThrow();
        return row;
      }),
    async (id: number) =>
      (await sql<Record<string, unknown>>`select n.* from memos as n where id = ${id}`.execute(pool.db)).rows[0]!,
  ];
  let goesOn = true;
  const wrong: unknown[] = [];
  const load = Array.from({ length: 24 }, async (_, worker) => {
    for (let count = worker; goesOn; count++) {
      const id = (count % 50) + 1;
      try {
        const row: Record<string, unknown> = { ...(await works[count % works.length]!(id)) };
        const { id: gotId, done, data } = row;
        if (!Bun.deepEquals({ id: gotId, done, data }, { id, done: id % 2 === 0, data: { n: id } })) wrong.push(row);
      } catch (error) {
        wrong.push(error);
      }
    }
  });
  for (let count = 0; count < 25; count++) {
    await database.sql.unsafe(`alter table memos add column extra${count} int default ${count}`);
    await Bun.sleep(10);
  }
  goesOn = false;
  await Promise.all(load);
  expect(wrong).toEqual([]);
  await database.sql`delete from memos`;
  await pool.close();
});
