/** Databases made by earlier versions must keep working, so migrations that were released never change. */
import { afterAll, beforeAll, expect, test } from "bun:test";
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
