import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { createAudit } from "#core/audit";
import { createCredits } from "#core/credits";
import { collectMigrations } from "#core/database/migrations";
import type { Events } from "#core/events";
import { newUuid } from "#core/ids";
import type { Transaction } from "#db/tables";
import { freshDatabase, type TestDatabase } from "#test/database";

let database: TestDatabase;
let accountId: string;
let emitted: [type: string, data: object][] = [];
const events = {
  emit: async (_trx: Transaction, _accountId: string, type: string, data: object) => void emitted.push([type, data]),
} as unknown as Events;
const audit = createAudit(["credits.granted"], "system");
const credits = createCredits({ unlimited: false, lowAt: 10, events, audit });

beforeAll(async () => {
  database = await freshDatabase(collectMigrations([]));
});
afterAll(() => database.drop());
beforeEach(async () => {
  emitted = [];
  accountId = newUuid();
  await database.db.insertInto("accounts").values({ id: accountId, name: "Acme" }).execute();
  await inTransaction((trx) => credits.grant(trx, { accountId, amount: 20 }));
});

const inTransaction = <T>(work: (trx: Transaction) => Promise<T>) => database.db.transaction().execute(work);
const charge = (amount: number, reference = newUuid(), from = credits) =>
  inTransaction((trx) => from.charge(trx, { accountId, amount, reason: "Image", reference }));
const refund = (reference: string) => inTransaction((trx) => credits.refund(trx, accountId, reference, "Failed"));
const getBalance = () => credits.balance(database.db, accountId);

test("a charge lowers the balance and is recorded", async () => {
  expect(await charge(6)).toBe(14);
  const query = database.db.selectFrom("credit_transactions").selectAll().where("account_id", "=", accountId);
  const rows = await query.where("type", "=", "charge").execute();
  expect(rows).toMatchObject([{ amount: -6, balance_after: 14, reason: "Image" }]);
});

test("402 with the price and the balance if the credits do not suffice, and nothing is taken", async () => {
  const error = await charge(21).catch((error) => error);
  expect(error).toMatchObject({ kind: "insufficient_credits", extra: { members: { required: 21, available: 20 } } });
  expect(await getBalance()).toBe(20);
});

test("charges at the same time never take more than there is", async () => {
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => charge(6)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect(await getBalance()).toBe(2);
});

test("a charge is refunded once", async () => {
  const reference = newUuid();
  await charge(6, reference);
  const results = await Promise.all([refund(reference), refund(reference)]);
  expect(results.sort()).toEqual([false, true]);
  expect(await refund(reference)).toBe(false);
  expect(await getBalance()).toBe(20);
});

test("without a charge there is nothing to refund", async () => {
  expect(await refund(newUuid())).toBe(false);
  expect(await getBalance()).toBe(20);
});

test("a grant with the same reference is booked once a day", async () => {
  const reference = newUuid();
  const grant = () => inTransaction((trx) => credits.grant(trx, { accountId, amount: 5, reference }));
  expect(await Promise.all([grant(), grant()])).toEqual([25, 25]);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  const query = database.db.updateTable("credit_transactions").set({ created_at: yesterday });
  await query.where("reference", "=", reference).execute();
  expect(await grant()).toBe(30);
});

test("credits.low is emitted when the balance falls below the threshold, and only then", async () => {
  await charge(10);
  expect(emitted).toEqual([]);
  await charge(1);
  await charge(1);
  expect(emitted).toEqual([["credits.low", { balance: 9, threshold: 10 }]]);
});

test("with unlimited credits nothing is taken", async () => {
  const unlimited = createCredits({ unlimited: true, lowAt: 10, events, audit });
  expect(await charge(1000, newUuid(), unlimited)).toBe(20);
});
