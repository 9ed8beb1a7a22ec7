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
  /** The uuid of what is paid for. At most one charge and one refund exist for it. */
  reference: string;
}

export interface Credits {
  unlimited: boolean;
  /** Takes credits, in the caller's transaction. Throws `insufficient_credits`. Returns the new balance. */
  charge(trx: Transaction, entry: Entry): Promise<number>;
  /** Gives back what was charged for a reference, once, however often it is asked. */
  refund(trx: Transaction, accountId: string, reference: string, reason: string): Promise<boolean>;
  /**
   * Adds credits; returns the new balance. Under a reference (a uuid) that was used within a day it has been done
   * before, and does nothing.
   */
  grant(
    trx: Transaction,
    entry: { accountId: string; amount: number; note?: string; reference?: string },
  ): Promise<number>;
  balance(on: Database, accountId: string): Promise<number>;
}

export function createCredits(options: { unlimited: boolean; lowAt: number; events: Events }): Credits {
  const { unlimited, lowAt, events } = options;

  const balance = async (on: Database, accountId: string) => {
    const row = await on.selectFrom("accounts").select("balance").where("id", "=", accountId).executeTakeFirst();
    return row?.balance ?? 0;
  };

  const record = async (
    trx: Transaction,
    entry: { accountId: string; amount: number; reason: string; reference?: string; note?: string },
    type: "grant" | "charge" | "refund",
    balanceAfter: number,
  ) => {
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
  };

  const add = async (trx: Transaction, accountId: string, amount: number) => {
    const row = await trx
      .updateTable("accounts")
      .set((eb) => ({ balance: eb("balance", "+", amount), updated_at: new Date() }))
      .where("id", "=", accountId)
      .returning("balance")
      .executeTakeFirstOrThrow();
    return row.balance;
  };

  /** Whoever comes second sees what the first one has booked. */
  const lock = (trx: Transaction, accountId: string) =>
    trx.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();

  return {
    unlimited,
    balance,
    async charge(trx, entry) {
      if (unlimited || entry.amount === 0) return balance(trx, entry.accountId);
      const row = await trx
        .updateTable("accounts")
        .set((eb) => ({ balance: eb("balance", "-", entry.amount), updated_at: new Date() }))
        .where("id", "=", entry.accountId)
        .where("balance", ">=", entry.amount)
        .returning("balance")
        .executeTakeFirst();
      if (!row) {
        const available = await balance(trx, entry.accountId);
        throw new ApiError("insufficient_credits", `This costs ${entry.amount} credits, and ${available} are left.`, {
          members: { required: entry.amount, available },
        });
      }
      await record(trx, { ...entry, amount: -entry.amount }, "charge", row.balance);
      if (row.balance < lowAt && row.balance + entry.amount >= lowAt) {
        await events.emit(trx, entry.accountId, "credits.low", { balance: row.balance, threshold: lowAt });
      }
      return row.balance;
    },
    async refund(trx, accountId, reference, reason) {
      await lock(trx, accountId);
      const entries = await trx
        .selectFrom("credit_transactions")
        .select(["type", "amount"])
        .where("account_id", "=", accountId)
        .where("reference", "=", reference)
        .execute();
      const charge = entries.find((entry) => entry.type === "charge");
      if (!charge || entries.some((entry) => entry.type === "refund")) return false;
      const after = await add(trx, accountId, -charge.amount);
      await record(trx, { accountId, amount: -charge.amount, reason, reference }, "refund", after);
      return true;
    },
    async grant(trx, { reference, ...entry }) {
      const { accountId, amount } = entry;
      if (reference) {
        await lock(trx, accountId);
        const earlier = await trx
          .selectFrom("credit_transactions")
          .select(["id", "balance_after", "created_at"])
          .where("account_id", "=", accountId)
          .where("reference", "=", reference)
          .where("type", "=", "grant")
          .executeTakeFirst();
        if (earlier && isReplayed(earlier.created_at)) return earlier.balance_after;
        if (earlier) {
          await trx.updateTable("credit_transactions").set({ reference: null }).where("id", "=", earlier.id).execute();
        }
      }
      const after = await add(trx, accountId, amount);
      await record(trx, { ...entry, reason: "grant", ...(reference ? { reference } : {}) }, "grant", after);
      return after;
    },
  };
}
