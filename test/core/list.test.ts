import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type RawBuilder, sql } from "kysely";
import { listFew, listPage, listPartitionedPage } from "#core/http/list";
import { newUuid } from "#core/ids";
import { connect, type Pool } from "#db/connect";
import { countRows, createRowCounts, mergeRowCounts, readMonthCounts, readRowCount } from "#db/row-counts";
import { freshDatabase, type TestDatabase } from "#test/database";
import { watchQueries } from "#test/queries";

declare module "#db/tables" {
  interface Tables {
    notes: { id: string; owner_id: string | null; kind: string; status: string; created_at: Date };
    days: { id: string; created_at: Date };
  }
}

const KINDS = ["a", "b"];
const STATUSES = ["open", "done"];
const owners = [newUuid(), newUuid(), null];
let database: TestDatabase;
let others: Pool[];

beforeAll(async () => {
  database = await freshDatabase();
  others = [1, 2, 3].map(() => connect(database.connection, { max: 1 }));
  await sql`create table notes (id uuid primary key, owner_id uuid, kind text not null, status text not null,
    created_at timestamptz not null default clock_timestamp())`.execute(database.db);
  await createRowCounts(database.db);
  await insert(7, owners[0]!, "a", "open");
  await countRows(database.db, "notes", { owner: "owner_id", list: "kind", status: "status" });
});
afterAll(async () => {
  await Promise.all(others.map((pool) => pool.close()));
  await database.drop();
});

const insert = (count: number, owner: string | null, kind: string, status: string, db = database.db) =>
  db
    .insertInto("notes")
    .values(Array.from({ length: count }, () => ({ id: newUuid(), owner_id: owner, kind, status }) as never))
    .execute();

/** Compares every stored count with the rows themselves. */
async function expectExact() {
  for (const owner of owners) {
    for (const kind of KINDS) {
      for (const status of [undefined, ...STATUSES]) {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from notes
          where owner_id is not distinct from ${owner} and kind = ${kind}
          ${status ? sql`and status = ${status}` : sql``}`.execute(database.db);
        const counted = await readRowCount(database.db, { table: "notes", owner, list: kind, status });
        expect([owner, kind, status, counted]).toEqual([owner, kind, status, rows[0]!.n]);
      }
    }
  }
}

test("a total includes the rows from before counting began", async () => {
  expect(await readRowCount(database.db, { table: "notes", owner: owners[0]!, list: "a" })).toBe(7);
});

test("totals stay exact while several connections insert, move, delete and roll back", async () => {
  const work = others.map(async ({ db }, at) => {
    for (let round = 0; round < 10; round++) {
      const owner = owners[(at + round) % owners.length]!;
      const kind = KINDS[round % 2]!;
      await insert(3, owner, kind, "open", db);
      await db.updateTable("notes").set({ status: "done" }).where("owner_id", "=", owner).execute();
      await db.updateTable("notes").set({ kind: "b" }).where("kind", "=", "a").where("owner_id", "is", null).execute();
      await db
        .transaction()
        .execute(async (trx) => {
          await insert(5, owner, kind, "open", trx);
          throw new Error("Changed my mind");
        })
        .catch(() => {});
      await sql`delete from notes where id in (select id from notes where kind = ${kind} limit 2 for update skip locked)`.execute(
        db,
      );
    }
  });
  await Promise.all(work);
  await expectExact();
});

test("rows with tags count under each of them, and in all", async () => {
  const { db } = database;
  await sql`create table tagged (id int primary key, owner_id uuid not null, tags text[] not null default '{}')`.execute(
    db,
  );
  await countRows(db, "tagged", { owner: "owner_id", tags: "tags" });
  const owner = newUuid();
  const read = (list?: string) => readRowCount(db, { table: "tagged", owner, list });
  await sql`insert into tagged values (1, ${owner}, '{}'), (2, ${owner}, '{x}'), (3, ${owner}, '{x,y}')`.execute(db);
  expect([await read(), await read("x"), await read("y")]).toEqual([3, 2, 1]);
  await sql`update tagged set tags = '{y,z}' where id = 2`.execute(db);
  await sql`delete from tagged where id = 3`.execute(db);
  expect([await read(), await read("x"), await read("y"), await read("z")]).toEqual([2, 0, 1, 1]);
});

test("rows that change together are counted at once", async () => {
  const { db } = database;
  const owner = newUuid();
  await insert(500, owner, "a", "open");
  const written = await db.transaction().execute(async (trx) => {
    const readWritten = async () => {
      const { rows } = await sql<{ written: number }>`
        select (pg_stat_get_xact_tuples_inserted('row_counts'::regclass)
          + pg_stat_get_xact_tuples_updated('row_counts'::regclass))::int as written`.execute(trx);
      return rows[0]!.written;
    };
    const before = await readWritten();
    await trx.updateTable("notes").set({ status: "done" }).where("owner_id", "=", owner).execute();
    return (await readWritten()) - before;
  });
  expect(written).toBeLessThan(10);
  const read = (status: string) => readRowCount(db, { table: "notes", owner, list: "a", status });
  expect([await read("open"), await read("done")]).toEqual([0, 500]);
});

test("rows are counted by month, also those from before", async () => {
  const { db } = database;
  await sql`create table dated (id int primary key, owner_id uuid not null, created_at timestamptz not null)`.execute(
    db,
  );
  const owner = newUuid();
  const read = () => readMonthCounts(db, { table: "dated", owner }, ["2026-09", "2026-10", "2026-11"]);
  await sql`insert into dated values (1, ${owner}, '2026-10-31 23:59Z'), (2, ${owner}, '2026-11-01 00:00Z')`.execute(
    db,
  );
  // Again, as a migration does for a table that is counted already.
  for (let time = 0; time < 2; time++) await countRows(db, "dated", { owner: "owner_id", month: "created_at" });
  await sql`insert into dated values (3, ${owner}, '2026-11-30 00:00Z'), (4, ${owner}, '2026-09-01 00:00Z')`.execute(
    db,
  );
  await sql`delete from dated where id = 1`.execute(db);
  expect(await read()).toEqual([
    { month: "2026-11", count: 2 },
    { month: "2026-09", count: 1 },
  ]);
  expect(await readRowCount(db, { table: "dated", owner })).toBe(3);
});

test("the counts of closed connections are merged without changing a total", async () => {
  const before = await sql<{ n: number }>`select count(*)::int as n from row_counts`.execute(database.db);
  await Promise.all(others.map((pool) => pool.close()));
  others = [];
  await mergeRowCounts(database.db);
  const after = await sql<{ n: number }>`select count(*)::int as n from row_counts`.execute(database.db);
  expect(after.rows[0]!.n).toBeLessThan(before.rows[0]!.n);
  await expectExact();
});

test("all counts of closed connections are merged at once, and sums of zero are not kept", async () => {
  const { db } = database;
  const count = async (condition: RawBuilder<unknown>) => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from row_counts where name = 'many' and ${condition}`.execute(db);
    return rows[0]!.n;
  };
  // Half of the owners have as many rows less on one connection as they have more on the other.
  await sql`insert into row_counts
    select 'many', ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, '', '', backend,
      case when n % 2 = 0 and backend = -1 then -1 else 1 end
    from generate_series(1, 15000) as n, unnest(array[-1, -2]) as backend`.execute(db);
  await mergeRowCounts(db);
  expect([await count(sql`backend <> 0`), await count(sql`count = 0`), await count(sql`count = 2`)]).toEqual([
    0, 0, 7500,
  ]);
});

test("pages by cursor hold every row once, also when rows are added and removed in between", async () => {
  const owner = newUuid();
  await insert(10, owner, "a", "open");
  const all = () => database.db.selectFrom("notes").where("owner_id", "=", owner);
  const ids = (await all().select("id").orderBy("created_at", "desc").orderBy("id", "desc").execute()).map(
    ({ id }) => id,
  );
  const first = await listPage(all(), { pageSize: "4" });
  expect(first.pagination).toMatchObject({ total: 10, page: 1, pageSize: 4, hasMore: true });
  await insert(3, owner, "a", "open");
  await database.db.deleteFrom("notes").where("id", "=", first.rows.at(-1)!.id).execute();
  const second = await listPage(all(), { pageSize: "4", cursor: first.pagination.nextCursor! });
  const third = await listPage(all(), { pageSize: "4", cursor: second.pagination.nextCursor! });
  expect([first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(ids);
  expect(third.pagination).toEqual({ total: 12, page: 1, pageSize: 4, hasMore: false });
});

test("pages by number and by cursor are the same", async () => {
  const all = () => database.db.selectFrom("notes");
  const pages = Math.ceil((await listPage(all(), {})).pagination.total / 20);
  let cursor: string | undefined;
  for (let page = 1; page <= pages; page++) {
    const byNumber = await listPage(all(), { page: String(page) });
    const byCursor = await listPage(all(), cursor ? { cursor } : {});
    expect(byCursor.rows).toEqual(byNumber.rows);
    expect(byNumber.pagination.hasMore).toBe(page < pages);
    cursor = byCursor.pagination.nextCursor;
  }
  expect(cursor).toBeUndefined();
});

test("few rows have the same pages and total when they are passed once", async () => {
  const all = database.db.selectFrom("notes");
  const matching = all.where("kind", "=", "a");
  const counted = await listPage(matching, {});
  const { total } = counted.pagination;
  expect(total).toBeGreaterThan(20);
  const cursor = counted.pagination.nextCursor!;
  const byId = { by: sql`id`, direction: "asc" } as const;
  const list = (query: Parameters<typeof listPage>[1], order?: typeof byId) =>
    listFew(database.db, { all, matching }, query, total + 1, order);
  expect(await list({})).toEqual(counted);
  expect(await list({ cursor })).toEqual(await listPage(matching, { cursor }));
  expect(await list({ page: "2", pageSize: "7" })).toEqual(await listPage(matching, { page: "2", pageSize: "7" }));
  expect(await list({ page: "2" }, byId)).toEqual(await listPage(matching, { page: "2" }, undefined, byId));
  expect(list({ cursor }, byId)).rejects.toThrow("Only for lists in the default order");
  expect(await listFew(database.db, { all, matching }, {}, total)).toBeUndefined();
});

describe("a table with a partition for each day", () => {
  const PARTITIONS = 20;
  const queries = watchQueries();
  const days = () => database.db.withPlugin(queries.plugin).selectFrom("days");
  const countDays = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from days`.execute(database.db);
    return rows[0]!.n;
  };
  const list = (query: Parameters<typeof listPage>[1]) => listPartitionedPage(days(), query, countDays);
  /** How many partitions each of the queries since the last call was planned for. */
  async function readPlanned(): Promise<number[]> {
    const plans = await queries.explain(database.db, "costs off");
    return plans.map((lines) => new Set(lines.flatMap((line) => / on (days_\d+)/.exec(line)?.[1] ?? [])).size);
  }

  beforeAll(async () => {
    await sql`create table days (id uuid, created_at timestamptz, primary key (created_at, id)) partition by range (created_at)`.execute(
      database.db,
    );
    const today = Math.floor(Date.now() / 86_400_000);
    const toDate = (day: number) => new Date(day * 86_400_000).toISOString();
    for (let day = today - PARTITIONS + 2; day <= today + 1; day++)
      await sql
        .raw(`create table days_${day} partition of days for values from ('${toDate(day)}') to ('${toDate(day + 1)}')`)
        .execute(database.db);
    // Six an hour of the last two days, and one of each day before that.
    await sql`insert into days select gen_random_uuid(), now() - n * interval '10 minutes' from generate_series(0, 287) n
      union all select gen_random_uuid(), now() - n * interval '1 day' from generate_series(3, 17) n`.execute(
      database.db,
    );
  });

  test("a page is read from the days around it, if they have enough rows", async () => {
    const first = await list({});
    expect(first.pagination).toMatchObject({ total: 303, hasMore: true });
    const second = await list({ cursor: first.pagination.nextCursor! });
    expect(second.rows).toHaveLength(20);
    const plans = await readPlanned();
    expect(plans).toHaveLength(2);
    expect(Math.max(...plans)).toBeLessThanOrEqual(4);
  });

  test("its pages are those of a table without partitions", async () => {
    for (let cursor: string | undefined, page = 1; ; page++) {
      const query = { pageSize: "25", ...(cursor ? { cursor } : {}) };
      const [found, expected] = await Promise.all([list(query), listPage(days(), query)]);
      expect(found).toEqual(expected);
      expect((await list({ pageSize: "25", page: String(page) })).rows).toEqual(expected.rows);
      cursor = found.pagination.nextCursor;
      if (!cursor) break;
    }
  });
});

test("400 for a cursor that no list returned", async () => {
  for (const cursor of [
    "x",
    "",
    Buffer.from("1.2").toString("base64url"),
    Buffer.from(`-1.${newUuid()}`).toString("hex"),
  ])
    await expect(listPage(database.db.selectFrom("notes"), { cursor })).rejects.toMatchObject({
      kind: "validation_error",
    });
});
