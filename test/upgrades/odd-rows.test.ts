import { expect, spyOn, test } from "bun:test";
import { sql } from "kysely";
import { startApp } from "#sdk/testing/app";
import { all, listReads, restoreFixture, waitForSearch } from "./fixture";

const ODD = [
  {},
  {
    ...{ scenes: [{ text: "x" }], items: [{ day: "x" }], layers: 5, operation: "captions", keyframes: [{}], tags: 5 },
    ...{ warnings: ["x"], duration: "x", width: "x", key: 5, prompt: 5, hook: null, captions: 5, overrides: 5 },
  },
].map((value) => JSON.stringify(value));

test("a row that no version has written fails no list: it is repaired or left out, and logged with its id", async () => {
  const database = await restoreFixture("f0a3d0d1.tar");
  const { db } = database;
  const app = await startApp({
    ...{ modules: all, strict: false, env: { DATABASE_URL: database.url } },
    entryPoint: new URL("../../cli/main.ts", import.meta.url).pathname,
  });
  try {
    await waitForSearch(app.api);
    const reads = await listReads(app.api, "2026-03-06");
    const lists = reads.filter(({ path }) => !path.includes("{") && path !== "/brand-kit");
    const { rows: columns } = await sql<{ table: string; column: string; keys: string[] }>`
      select relname as table, attname as column,
        (select array_agg(k.attname::text) from pg_attribute k where k.attrelid = i.indexrelid) as keys
      from pg_class c join pg_attribute a on a.attrelid = c.oid and atttypid = 'jsonb'::regtype
        join pg_index i on i.indrelid = c.oid and i.indisprimary
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname !~ '^events'
        and not relispartition`.execute(db);
    expect(columns.length).toBeGreaterThan(20);
    const failed: string[] = [];
    const log = spyOn(app.vireo.log, "error");
    for (const { table: name, column: columnName, keys } of columns) {
      const [table, column] = [sql.table(name), sql.id(columnName)];
      await sql`create table odd_copy as select * from ${table}`.execute(db);
      const same = sql.join(
        keys.map((key) => sql`${table}.${sql.id(key)} = odd_copy.${sql.id(key)}`),
        sql` and `,
      );
      for (const value of ODD) {
        // A constraint may refuse what no version can have written.
        const odd = sql`update ${table} set ${column} = ${sql.lit(value)}::jsonb`.execute(db);
        const { numAffectedRows = 0n } = await odd.catch(() => ({ numAffectedRows: 0n }));
        if (numAffectedRows === 0n) continue;
        await Promise.all(
          lists.map(async ({ path, query }) => {
            const { status } = await app.api("GET", path + query);
            if (status !== 200) failed.push(`${name}.${columnName} = ${value.slice(0, 30)}: ${path} ${status}`);
          }),
        );
      }
      await sql`update ${table} set ${column} = odd_copy.${column} from odd_copy where ${same}`.execute(db);
      await sql`drop table odd_copy`.execute(db);
    }
    expect(failed).toEqual([]);
    expect(JSON.stringify(log.mock.calls)).toContain('"id":"vid_');
  } finally {
    await app.stop();
    await database.drop();
  }
});
