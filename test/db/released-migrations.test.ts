/** Databases made by earlier versions must keep working, so migrations that were released never change. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { newUuid } from "#core/ids";
import { migrate } from "#db/migrate";
import { maintainPartitions } from "#db/partitions";
import { readRowCount } from "#db/row-counts";
import { pruneDeliveries } from "#modules/webhooks/deliveries";
import { lines, shape } from "#test/cli/backup-parts";
import { freshDatabase, type TestDatabase } from "#test/database";

/** Only ever add to this list, and update the fingerprint with it. */
const released: Readonly<Record<string, readonly string[]>> = {
  core: [
    "001_accounts",
    "002_generations",
    "003_events",
    "004_idempotency",
    "005_events_order",
    "006_fallbacks",
    "007_rate_limits",
    "008_replicas",
  ],
  videos: ["001_versions"],
  upload: ["001_uploads"],
  content: ["001_content"],
  "viral-library": ["001_viral_library", "002_lookups"],
  research: ["001_scrapes"],
  social: ["001_social", "002_idempotency"],
  webhooks: ["001_webhooks"],
  people: ["001_people"],
  sandbox: ["001_sandbox"],
};
const FINGERPRINT = "32667e416099c01531b6eb58e75ab1195384a61a9242953ad74e75028a454bd4";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase(
    lines.map(({ module, migrations }) => ({
      module,
      migrations: Object.fromEntries(Object.entries(migrations).filter(([name]) => released[module]?.includes(name))),
    })),
  );
});
afterAll(() => database.drop());

test.each(Object.entries(released))("%s has its released migrations, and new ones come after them", (module, names) => {
  const current = lines.find((line) => line.module === module);
  expect(
    Object.keys(current?.migrations ?? {})
      .toSorted()
      .slice(0, names.length),
  ).toEqual([...names]);
});

test("released migrations create the same schema as when they were released", async () => {
  const schema = JSON.stringify(await shape(database.db));
  expect(new Bun.CryptoHasher("sha256").update(schema).digest("hex")).toBe(FINGERPRINT);
});

/** Totals of deliveries hold when rows change, are deleted one by one, and leave with a day's partition. */
async function checkDeliveryTotals(webhook: string, after: (days: number) => Date): Promise<void> {
  const { db } = database;
  const countDeliveries = async (status?: string) => {
    const deliveries = db.selectFrom("webhook_deliveries").where("webhook_id", "=", webhook);
    const counted = await readRowCount(db, { table: "webhook_deliveries", owner: webhook, list: ["x", "y"], status });
    const rows = await deliveries.select(["status", "type"]).execute();
    expect(counted).toBe(rows.filter((row) => !status || row.status === status).length);
    return counted;
  };
  expect([await countDeliveries(), await countDeliveries("pending")]).toEqual([41, 1]);
  await db.updateTable("webhook_deliveries").set({ status: "failed" }).where("type", "=", "x").execute();
  expect([await countDeliveries("pending"), await countDeliveries("failed")]).toEqual([0, 1]);
  await pruneDeliveries(db, 30, after(0));
  expect(await countDeliveries()).toBe(30);
  const fresh = { id: newUuid(), webhook_id: webhook, type: "x", body: "{}", created_at: after(5) };
  await db.insertInto("webhook_deliveries").values(fresh).execute();
  for (const [day, left] of [
    [33, 1],
    [36, 0],
  ] as const) {
    await pruneDeliveries(db, 30, after(day));
    expect(await countDeliveries()).toBe(left);
  }
}

test("events and deliveries of an earlier version are kept, and leave with their day", async () => {
  const { db } = database;
  const [account, webhook] = [newUuid(), newUuid()];
  await sql`insert into accounts (id, name) values (${account}, 'Old')`.execute(db);
  await sql`insert into webhooks (id, account_id, url, events, api_version, secret)
    values (${webhook}, ${account}, 'https://example.com', '{*}', '1', 's')`.execute(db);
  await sql`insert into events (account_id, type, data, seq, created_at)
    select ${account}, 'x', '{}', nextval('events_seq'), now() - n * interval '1 day' from generate_series(40, 1, -1) n`.execute(
    db,
  );
  await sql`insert into webhook_deliveries (id, webhook_id, type, body) values (${newUuid()}, ${webhook}, 'x', '{}')`.execute(
    db,
  );
  await sql`insert into webhook_deliveries (id, webhook_id, type, body, status, created_at)
    select gen_random_uuid(), ${webhook}, 'y', '{}', 'delivered', now() - n * interval '1 day' from generate_series(40, 1, -1) n`.execute(
    db,
  );
  await migrate(db, lines);

  const events = db.selectFrom("events").where("account_id", "=", account);
  const count = async () => (await events.select("id").execute()).length;
  const partitions = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'events'::regclass order by 1`.execute(db);
    return rows.map(({ name }) => name);
  };
  const after = (days: number) => new Date(Date.now() + days * 86_400_000);
  const maintain = (days: number) =>
    maintainPartitions(db, { table: "events", days: 30, unless: "seq is null" }, after(days));
  expect(await count()).toBe(40);
  const added = await db
    .insertInto("events")
    .values({ account_id: account, type: "x", data: {}, seq: 1000 })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(added.id).toBe(41);
  await checkDeliveryTotals(webhook, after);

  // Each day has a partition, up to a week ahead; of the rows from before, those past the retention are deleted.
  await maintain(0);
  expect(await count()).toBe(30);
  expect(await partitions()).toHaveLength(9);
  const waiting = { account_id: account, type: "x", data: {}, created_at: new Date(Date.now() + 5 * 86_400_000) };
  await db
    .insertInto("events")
    .values([waiting, { ...waiting, seq: 1001 }])
    .execute();
  for (const day of [10, 20, 30, 40, 50]) await maintain(day);
  expect((await events.select("seq").execute()).map(({ seq }) => seq).toSorted()).toEqual([1001, null]);
  expect((await partitions()).length).toBeLessThan(45);
  await sql`update events set seq = 1002 where seq is null`.execute(db);
  await maintain(51);
  expect(await count()).toBe(0);
  expect(await partitions()).not.toContain("events_first");

  // Nobody made partitions for a month: rows are taken all the same, and days come back.
  const missed = { ...waiting, seq: 1003, created_at: new Date(Date.now() + 80 * 86_400_000) };
  await db.insertInto("events").values(missed).execute();
  await maintain(80);
  expect(await count()).toBe(1);
  expect(await partitions()).toHaveLength(17);
  await db.deleteFrom("accounts").where("id", "=", account).execute();
  expect(await count()).toBe(0);
  expect(await db.selectFrom("webhook_deliveries").select("id").execute()).toEqual([]);
});
