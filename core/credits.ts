import { requireActiveAccount } from "#core/access/account-life";
import type { Audit } from "#core/audit";
import type { Events } from "#core/events";
import { newUuid } from "#core/ids";
import { metrics } from "#core/observability/metrics";
import { ApiError } from "#core/request/errors";
import { isReplayed } from "#core/request/idempotency";
import type { Database, Transaction } from "#db/tables";

interface Entry {
  accountId: string;
  amount: number;
  reason: string;
  /** UUID of the charged work. At most one charge and one refund exist for it. */
  reference: string;
}

export interface Grant {
  accountId: string;
  amount: number;
  note?: string;
  /** UUID. A second grant with the same reference within a day does nothing. */
  reference?: string;
}

export interface Credits {
  unlimited: boolean;
  /** Takes credits, in the caller's transaction. Throws `insufficient_credits`, `account_suspended`. Returns the new balance. */
  charge(trx: Transaction, entry: Entry): Promise<number>;
  /**
   * Refunds the charge of a reference, or at most `limit` of it, once. Returns false if there is nothing to refund.
   */
  refund(trx: Transaction, accountId: string, reference: string, reason: string, limit?: number): Promise<boolean>;
  /** Adds credits. Returns the new balance. */
  grant(trx: Transaction, grant: Grant): Promise<number>;
  balance(on: Database, accountId: string): Promise<number>;
}

export function createCredits(options: { unlimited: boolean; lowAt: number; events: Events; audit: Audit }): Credits {
  const { unlimited, lowAt, events, audit } = options;
  return {
    unlimited,
    balance: getBalance,
    async charge(trx, entry) {
      if (unlimited || entry.amount === 0) return getBalance(trx, entry.accountId);
      const balance = await take(trx, entry.accountId, entry.amount);
      await record(trx, { ...entry, amount: -entry.amount }, "charge", balance);
      if (balance < lowAt && balance + entry.amount >= lowAt) {
        await events.emit(trx, entry.accountId, "credits.low", { balance, threshold: lowAt });
      }
      return balance;
    },
    refund,
    grant: (trx, entry) => grant(trx, audit, entry),
  };
}

async function refund(
  trx: Transaction,
  accountId: string,
  reference: string,
  reason: string,
  limit = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  await lockAccount(trx, accountId);
  const entries = await trx
    .selectFrom("credit_transactions")
    .select(["type", "amount"])
    .where("account_id", "=", accountId)
    .where("reference", "=", reference)
    .execute();
  const charge = entries.find((entry) => entry.type === "charge");
  if (!charge || entries.some((entry) => entry.type === "refund")) return false;
  const amount = Math.min(limit, -charge.amount);
  if (amount <= 0) return false;
  await record(trx, { accountId, amount, reason, reference }, "refund", await add(trx, accountId, amount));
  return true;
}

async function grant(trx: Transaction, audit: Audit, { reference, ...entry }: Grant): Promise<number> {
  const { accountId, amount } = entry;
  if (reference) {
    await lockAccount(trx, accountId);
    const earlier = await trx
      .selectFrom("credit_transactions")
      .select(["id", "balance_after", "created_at"])
      .where("account_id", "=", accountId)
      .where("reference", "=", reference)
      .where("type", "=", "grant")
      .executeTakeFirst();
    if (earlier && isReplayed(earlier.created_at)) return earlier.balance_after;
    // Free the reference again after a day.
    if (earlier) {
      await trx.updateTable("credit_transactions").set({ reference: null }).where("id", "=", earlier.id).execute();
    }
  }
  const balance = await add(trx, accountId, amount);
  await record(trx, { ...entry, reason: "grant", reference }, "grant", balance);
  const subject = { type: "account", id: accountId };
  await audit.record(trx, { action: "credits.granted", accountId, subject, details: { amount } });
  return balance;
}

async function getBalance(on: Database, accountId: string): Promise<number> {
  const row = await on.selectFrom("accounts").select("balance").where("id", "=", accountId).executeTakeFirst();
  return row?.balance ?? 0;
}

/** Takes credits if the balance allows it, in one statement. */
async function take(trx: Transaction, accountId: string, amount: number): Promise<number> {
  const row = await trx
    .updateTable("accounts")
    .set((eb) => ({ balance: eb("balance", "-", amount), updated_at: new Date() }))
    .where("id", "=", accountId)
    .where("balance", ">=", amount)
    .where("suspended_at", "is", null)
    .returning("balance")
    .executeTakeFirst();
  if (row) return row.balance;
  await requireActiveAccount(trx, accountId);
  const available = await getBalance(trx, accountId);
  throw new ApiError("insufficient_credits", `This request costs ${amount} credits. ${available} are available.`, {
    members: { required: amount, available },
  });
}

async function add(trx: Transaction, accountId: string, amount: number): Promise<number> {
  const row = await trx
    .updateTable("accounts")
    .set((eb) => ({ balance: eb("balance", "+", amount), updated_at: new Date() }))
    .where("id", "=", accountId)
    .returning("balance")
    .executeTakeFirstOrThrow();
  return row.balance;
}

/** Serialises refunds and grants of an account, so that the second one sees the result of the first. */
const lockAccount = (trx: Transaction, accountId: string) =>
  trx.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();

async function record(
  trx: Transaction,
  entry: { accountId: string; amount: number; reason: string; reference?: string; note?: string },
  type: "grant" | "charge" | "refund",
  balanceAfter: number,
): Promise<void> {
  await trx
    .insertInto("credit_transactions")
    .values({
      id: newUuid(),
      account_id: entry.accountId,
      amount: entry.amount,
      type,
      reason: entry.reason,
      reference: entry.reference ?? null,
      note: entry.note ?? null,
      balance_after: balanceAfter,
    })
    .execute();
  metrics.credits.inc({ type }, Math.abs(entry.amount));
}
