import { type SqlBool, sql, type UpdateObject } from "kysely";
import type { Tables, Transaction } from "vireo/database";
import { fromNow, isOwned } from "vireo/leases";
import type { Webhooks } from "./context";
import { DELIVER } from "./fan-out";
import type { DeliveryRow } from "./migrations";
import type { Attempt } from "./send";

type Settling = Pick<Webhooks, "db" | "work" | "log" | "settings">;

const GONE = 410;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Limits a query to the partition of a delivery, because a query by id alone would search every partition. Dates only
 * have milliseconds.
 */
export const isCreatedAt = ({ created_at }: DeliveryRow) =>
  sql<SqlBool>`created_at >= ${created_at} and created_at < ${new Date(created_at.getTime() + 1)}`;

/** Disables a webhook and fails its pending deliveries. The caller must have locked its row. */
export async function disable(trx: Transaction, webhookId: string, reason: string | null): Promise<void> {
  await trx
    .updateTable("webhooks")
    .set({ status: "disabled", disabled_reason: reason, updated_at: sql`clock_timestamp()` })
    .where("id", "=", webhookId)
    .execute();
  await trx
    .updateTable("webhook_deliveries")
    .set({ status: "failed", next_attempt_at: null, error: sql`coalesce(error, 'The webhook was disabled.')` })
    .where("webhook_id", "=", webhookId)
    .where("status", "=", "pending")
    .execute();
}

/** The result of an attempt only counts if no later attempt has begun. */
const updateOwned = (trx: Transaction, delivery: DeliveryRow, set: UpdateObject<Tables, "webhook_deliveries">) =>
  trx
    .updateTable("webhook_deliveries")
    .set({ lease_until: null, ...set })
    .where(isOwned(delivery))
    .where(isCreatedAt(delivery));

/** Stores the result of an attempt and its consequence: a retry, or disabling the webhook. */
export const settleDelivery = (webhooks: Settling, delivery: DeliveryRow, attempt: Attempt): Promise<void> =>
  webhooks.db.transaction().execute((trx) => {
    const facts = {
      status_code: attempt.statusCode ?? null,
      error: attempt.error ?? null,
      response_body: attempt.responseBody ?? null,
      duration_ms: attempt.durationMs,
    };
    return attempt.error === undefined
      ? settleSuccess(trx, delivery, facts)
      : settleFailure(webhooks, trx, delivery, attempt, facts);
  });

async function settleSuccess(trx: Transaction, delivery: DeliveryRow, facts: object): Promise<void> {
  await trx
    .updateTable("webhooks")
    .set({ failing_since: null })
    .where("id", "=", delivery.webhook_id)
    .where("failing_since", "is not", null)
    .execute();
  await updateOwned(trx, delivery, {
    ...facts,
    status: "delivered",
    next_attempt_at: null,
    delivered_at: sql<Date>`clock_timestamp()`,
  }).execute();
}

async function settleFailure(
  { work, log, settings }: Settling,
  trx: Transaction,
  delivery: DeliveryRow,
  { statusCode }: Attempt,
  facts: object,
): Promise<void> {
  const { retrySeconds, disableAfterDays } = settings;
  const webhook = await trx
    .updateTable("webhooks")
    .set({ failing_since: sql`coalesce(failing_since, clock_timestamp())` })
    .where("id", "=", delivery.webhook_id)
    .returning([
      "status",
      sql<SqlBool>`failing_since <= clock_timestamp() - ${disableAfterDays * DAY_MS} * interval '1 millisecond'`.as(
        "isHopeless",
      ),
    ])
    .executeTakeFirst();
  if (!webhook) return;
  const delay = statusCode === GONE ? undefined : retrySeconds[delivery.retries];
  const delayMs = delay === undefined ? undefined : delay * 1000 * (0.9 + 0.2 * Math.random());
  const next =
    delayMs === undefined
      ? ({ next_attempt_at: null, status: "failed" } as const)
      : { next_attempt_at: fromNow(delayMs), retries: delivery.retries + 1 };
  const updated = await updateOwned(trx, delivery, { ...facts, ...next })
    .where("status", "=", "pending")
    .executeTakeFirst();
  if (updated.numUpdatedRows > 0n && delayMs !== undefined) await work.wake(trx, DELIVER, delayMs);
  if (webhook.status === "disabled" || !(statusCode === GONE || webhook.isHopeless)) return;
  const reason = statusCode === GONE ? "It returned 410 Gone." : `All deliveries failed for ${disableAfterDays} days.`;
  await disable(trx, delivery.webhook_id, reason);
  log.info("webhook disabled", { webhookId: delivery.webhook_id, reason });
}
