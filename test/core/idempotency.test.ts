import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from "bun:test";
import { sql } from "kysely";
import { migrations } from "#core/database/migrations";
import { newUuid } from "#core/ids";
import { LEASE_MS } from "#core/leases";
import { type Call, createIdempotency, getScopedKey } from "#core/request/idempotency";
import { freshDatabase, type TestDatabase } from "#test/database";
import { until } from "#test/until";

let database: TestDatabase;
const accountId = newUuid();
let call: Call;
beforeAll(async () => {
  database = await freshDatabase([{ module: "core", migrations }]);
  await database.db.insertInto("accounts").values({ id: accountId, name: "Somebody" }).execute();
});
afterAll(() => database.drop());
beforeEach(() => {
  call = { accountId, callerId: newUuid(), key: newUuid(), fingerprint: "the call", secrets: [] };
});

const answer = (text: string, status = 201) => new Response(text, { status });
const replayed = async () => (await createIdempotency(database.db).begin({ ...call }))?.text();
/** Time goes by, and the process that holds the key is dead. */
const pass = (seconds: number) =>
  sql`update idempotency set locked_until = locked_until - ${seconds} * interval '1 second'
    where key = ${getScopedKey(call)}`.execute(database.db);

const isHeld = async () => {
  const { rows } =
    await sql`select from idempotency where key = ${getScopedKey(call)} and locked_until > now()`.execute(database.db);
  return rows.length === 1;
};

test("the key of a process that died is free half a minute later, for one of those who try", async () => {
  const dead = createIdempotency(database.db);
  expect(await dead.begin(call)).toBeUndefined();
  await expect(replayed()).rejects.toMatchObject({ kind: "idempotency_in_progress" });
  await pass(31);
  const others = Array.from({ length: 5 }, () => createIdempotency(database.db));
  const taken = await Promise.allSettled(others.map((one) => one.begin(call)));
  expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await Promise.all([dead, ...others].map((one) => one.end(call, answer(""))));
});

test("of two that ran after all, the first one's answer stands", async () => {
  const slow = createIdempotency(database.db);
  const quick = createIdempotency(database.db);
  await slow.begin(call);
  await pass(31);
  await quick.begin(call);
  await quick.end(call, answer("quick"));
  await slow.end(call, answer("slow"));
  expect(await replayed()).toBe("quick");
});

test("a call that is to be tried again takes no stored answer away", async () => {
  const slow = createIdempotency(database.db);
  const quick = createIdempotency(database.db);
  await slow.begin(call);
  await pass(31);
  await quick.begin(call);
  await quick.end(call, answer("quick"));
  await slow.end(call, answer("try again", 503));
  expect(await replayed()).toBe("quick");
});

test("a call that takes long keeps its key, until it has answered", async () => {
  const timers = spyOn(globalThis, "setInterval");
  const long = createIdempotency(database.db);
  await long.begin(call);
  const [renew] = timers.mock.calls.findLast(([, ms]) => ms === LEASE_MS / 3) ?? [];
  timers.mockRestore();
  await pass(31);
  (renew as () => void)();
  await until(isHeld);
  await expect(replayed()).rejects.toMatchObject({ kind: "idempotency_in_progress" });
  await long.end(call, answer("done"));
  expect(await replayed()).toBe("done");
});
