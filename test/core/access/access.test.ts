import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { sql } from "kysely";
import { type Access, createAccess } from "#core/access/access";
import { createCallerCache, type KnownCallers } from "#core/access/caller-cache";
import { findOwnerAccount } from "#core/access/owner-account";
import { createScopes } from "#core/access/scopes";
import { createAudit } from "#core/audit";
import { ensureOwner } from "#core/boot/owner";
import { createCredits } from "#core/credits";
import { collectMigrations } from "#core/database/migrations";
import { collectFacts } from "#core/facts";
import { listPage } from "#core/http/list";
import { newUuid } from "#core/ids";
import type { Caller } from "#core/request/exchange";
import { connect, type Pool } from "#db/connect";
import { freshDatabase, type TestDatabase } from "#test/database";
import { watchQueries } from "#test/queries";
import { until } from "#test/until";

const scopes = createScopes(["notes:read", "notes:write", "admin"]);
const audit = createAudit(collectFacts([]).audited, "system");
let database: TestDatabase;
let access: Access;
/** Access of another process on the same database. */
let other: Access;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase(collectMigrations([]));
  pool = connect(database.connection);
  access = await createAccess(database.db, database.sql, scopes, audit);
  other = await createAccess(pool.db, pool.sql, scopes, audit);
});
afterAll(async () => {
  await access.stop();
  await other.stop();
  await pool.close();
  await database.drop();
});

async function createKey(input: { scopes?: string[]; expiresAt?: Date; apiVersion?: string } = {}) {
  const { id: accountId } = await access.createAccount(database.db, "Acme");
  const { key } = await access.createKey(database.db, { accountId, name: "ci", scopes: ["notes:read"], ...input });
  return { accountId, key, caller: (await access.authenticate(key)) as Caller };
}

test("pages of many accounts, and the first account, are read by an index", async () => {
  const many = await freshDatabase(collectMigrations([]));
  const queries = watchQueries();
  const db = many.db.withPlugin(queries.plugin);
  await sql`insert into accounts (id, name) select gen_random_uuid(), 'Brand ' || n from generate_series(1, 5000) as n`.execute(
    many.db,
  );
  await sql`analyze accounts`.execute(many.db);
  await listPage(db.selectFrom("accounts"), {}, async () => 5000);
  await findOwnerAccount(db);
  const plans = await queries.explain(many.db, "costs off");
  expect(plans).toHaveLength(2);
  for (const plan of plans) expect(plan.join("\n")).toContain("using accounts_list");
  await many.drop();
});

test("a new value of VIREO_ADMIN_KEY replaces the old one, and keeps the key that created webhooks", async () => {
  const { db } = database;
  const credits = createCredits({ unlimited: true, lowAt: 0, events: undefined as never, audit });
  const set = (key: string) => ensureOwner({ db, access, credits, audit }, key, 0);
  const [first, second] = ["first-admin-key-1234", "second-admin-key-123"];
  await set(first);
  const { keyId } = (await access.authenticate(first)) as Caller;
  for (const [now, before] of [
    [second, first],
    [first, second],
  ] as const) {
    await set(now);
    expect(await access.authenticate(before)).toBeUndefined();
    expect((await access.authenticate(now))?.keyId).toBe(keyId);
    expect((await access.readScopes(db, [keyId])).get(keyId)?.has("admin")).toBe(true);
  }
  const entries = await db
    .selectFrom("audit_log")
    .selectAll()
    .where("subject_id", "=", keyId)
    .orderBy("created_at")
    .execute();
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ["key.created", { scopes: ["notes:read", "notes:write", "admin"] }],
    ["key.rotated", { source: "VIREO_ADMIN_KEY" }],
    ["key.rotated", { source: "VIREO_ADMIN_KEY" }],
  ]);
});

test("a key that somebody created can become the administrator's, and stays itself", async () => {
  const { db } = database;
  const credits = createCredits({ unlimited: true, lowAt: 0, events: undefined as never, audit });
  const { key, caller } = await createKey();
  const environment = (await access.authenticate("first-admin-key-1234")) as Caller;
  await ensureOwner({ db, access, credits, audit }, key, 0);
  const { keyId, scopes: granted } = (await access.authenticate(key)) as Caller;
  expect([keyId, granted.has("admin")]).toEqual([caller.keyId, true]);
  expect(await access.authenticate("first-admin-key-1234")).toBeUndefined();
  expect((await access.readScopes(db, [environment.keyId])).size).toBe(0);
  const entries = await db
    .selectFrom("audit_log")
    .selectAll()
    .where("subject_id", "=", environment.keyId)
    .orderBy("created_at")
    .execute();
  expect(entries.at(-1)).toMatchObject({ action: "key.revoked", details: { replacedBy: "VIREO_ADMIN_KEY" } });
});

test("a key authenticates its account, with its scopes and its version", async () => {
  const { accountId, key, caller } = await createKey({ apiVersion: "2025-11-10" });
  expect(key).toMatch(/^vireo_[0-9A-Za-z]{36}$/);
  expect(caller).toMatchObject({ accountId, keyName: "ci", version: "2025-11-10" });
  expect([...caller.scopes]).toEqual(["notes:read"]);
});

test("an admin key has every scope, also of modules that were added after it", async () => {
  const { caller } = await createKey({ scopes: ["admin"] });
  expect([...caller.scopes]).toEqual(["notes:read", "notes:write", "admin"]);
});

test("only a hash of the key and its first ten characters are stored", async () => {
  const { key, caller } = await createKey();
  const query = database.db.selectFrom("api_keys").selectAll().where("id", "=", caller.keyId);
  const row = await query.executeTakeFirstOrThrow();
  expect(row.hint).toBe(key.slice(0, 10));
  expect(JSON.stringify(row)).not.toContain(key.slice(10));
});

test("an unknown or expired key authenticates nobody", async () => {
  expect(await access.authenticate("vireo_unknown")).toBeUndefined();
  const { caller } = await createKey({ expiresAt: new Date(Date.now() - 1000) });
  expect(caller).toBeUndefined();
});

test("a key for an unknown account is refused", async () => {
  const create = (accountId: string) => access.createKey(database.db, { accountId, name: "ci", scopes: [] });
  await expect(create(newUuid())).rejects.toMatchObject({ kind: "validation_error" });
  await expect(create("nonsense")).rejects.toMatchObject({ kind: "validation_error" });
});

test("a revoked key stops working at once, in other processes too", async () => {
  const { key, caller } = await createKey();
  expect(await other.authenticate(key)).toBeDefined();
  await access.revokeKey(caller, caller.keyId);
  expect(await access.authenticate(key)).toBeUndefined();
  await until(async () => (await other.authenticate(key)) === undefined, 5000);
});

test("a rotated key has a new secret; the old one stops working", async () => {
  const { key, caller } = await createKey();
  const rotated = await access.rotateKey(caller, caller.keyId);
  expect(await access.authenticate(key)).toBeUndefined();
  expect(await access.authenticate(rotated.key)).toMatchObject({ keyId: caller.keyId });
});

test("a key of another account is not found", async () => {
  const [{ caller }, stranger] = [await createKey(), await createKey()];
  await expect(access.revokeKey(stranger.caller, caller.keyId)).rejects.toMatchObject({ kind: "not_found" });
  await expect(access.revokeKey(caller, "nonsense")).rejects.toMatchObject({ kind: "not_found" });
});

test("a key cannot change a key with more scopes than its own", async () => {
  const { accountId, caller } = await createKey();
  const { row } = await access.createKey(database.db, { accountId, name: "root", scopes: ["admin"] });
  await expect(access.rotateKey(caller, row.id)).rejects.toMatchObject({ kind: "insufficient_scope" });
});

test("a changed name and expiry are used from the next request on", async () => {
  const { key, caller } = await createKey();
  await access.updateKey(caller, caller.keyId, { name: "deploy" });
  expect(await access.authenticate(key)).toMatchObject({ keyName: "deploy" });
  await access.updateKey(caller, caller.keyId, { expiresAt: new Date(Date.now() - 1) });
  expect(await access.authenticate(key)).toBeUndefined();
});

test("while the database is slow, requests with one key wait for one look-up and then need none", async () => {
  const { accountId, caller } = await createKey();
  let lookUps = 0;
  const lookUp = async () => {
    lookUps++;
    // Longer than an answer is trusted.
    setSystemTime(Date.now() + 30_000);
    return { callers: [{ ...caller, accountId }], expiresAt: Number.POSITIVE_INFINITY };
  };
  try {
    const recall = () => access.recall("slow", lookUp);
    const all = await Promise.all(Array.from({ length: 20 }, recall));
    expect(all.map((entry) => entry?.callers[0]?.keyId)).toEqual(all.map(() => caller.keyId));
    await recall();
    expect(lookUps).toBe(1);
    // What was stored about its use is kept when it is looked up again.
    all[0]!.touchedAt = Date.now();
    setSystemTime(Date.now() + 11_000);
    expect([(await recall())?.touchedAt, lookUps]).toEqual([all[0]!.touchedAt, 2]);
  } finally {
    setSystemTime();
  }
});

test("a request after a change does not share a look-up from before it", async () => {
  const { accountId, caller } = await createKey();
  const known = { callers: [{ ...caller, accountId }], expiresAt: Number.POSITIVE_INFINITY };
  const { promise, resolve } = Promise.withResolvers<typeof known | undefined>();
  const before = access.recall("changed", () => promise);
  await access.forget(database.db, ["changed"]);
  const after = access.recall("changed", async () => undefined);
  resolve(known);
  expect([(await before)?.callers[0]?.keyId, await after]).toEqual([caller.keyId, undefined]);
  expect(await access.recall("changed", async () => undefined)).toBeUndefined();
});

test("a key that is used while it is revoked is refused as soon as that is committed", async () => {
  // Without notifications, as they arrive a moment later.
  const quiet = { listen: async () => ({ unlisten: async () => {} }) } as never;
  const cache = await createCallerCache(database.db, quiet);
  const { caller } = await createKey();
  let known: KnownCallers | undefined = { callers: [caller], expiresAt: Number.POSITIVE_INFINITY };
  const recall = () => cache.recall("hash", async () => known);
  await database.db.transaction().execute(async (trx) => {
    await cache.forget(trx, ["hash"]);
    expect(await recall()).toBeDefined();
  });
  known = undefined;
  expect(await recall()).toBeUndefined();
});
