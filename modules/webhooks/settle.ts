import { type SqlBool, sql, type UpdateObject } from "kysely";
import type { Tables, Transaction } from "vireo/database";
import type { Context } from "vireo/module";
import { DELIVER } from "./fan-out";
import type { DeliveryRow } from "./migrations";
import type { Attempt } from "./send";
import type { Settings } from "./settings";

const GONE = 410;
const DAY_MS = 24 * 60 * 60_000;

/** Disables a webhook, whose row the caller has locked, and fails what is waiting for it. */
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

/** Writes down how an attempt ended, and what follows from it. */
export function createSettle({ db, jobs, log, settings }: Pick<Context<Settings>, "db" | "jobs" | "log" | "settings">) {
  const { retrySeconds, disableAfterDays } = settings;

  /** A later attempt has begun where the count has moved on: then this one's end is of no interest. */
  const update = (trx: Transaction, delivery: DeliveryRow, set: UpdateObject<Tables, "webhook_deliveries">) =>
    trx
      .updateTable("webhook_deliveries")
      .set({ lease_until: null, ...set })
      .where("id", "=", delivery.id)
      .where("attempts", "=", delivery.attempts);

  async function succeeded(trx: Transaction, delivery: DeliveryRow, facts: object): Promise<void> {
    await trx
      .updateTable("webhooks")
      .set({ failing_since: null })
      .where("id", "=", delivery.webhook_id)
      .where("failing_since", "is not", null)
      .execute();
    const set = {
      ...facts,
      status: "delivered",
      next_attempt_at: null,
      delivered_at: sql<Date>`clock_timestamp()`,
    } as const;
    await update(trx, delivery, set).execute();
  }

  async function failed(
    trx: Transaction,
    delivery: DeliveryRow,
    { statusCode }: Attempt,
    facts: object,
  ): Promise<void> {
    const webhook = await trx
      .updateTable("webhooks")
      .set({ failing_since: sql`coalesce(failing_since, clock_timestamp())` })
      .where("id", "=", delivery.webhook_id)
      .returning([
        "status",
        sql<SqlBool>`failing_since <= clock_timestamp() - ${disableAfterDays * DAY_MS} * interval '1 millisecond'`.as(
          "hopeless",
        ),
      ])
      .executeTakeFirst();
    if (!webhook) return;
    const pause = statusCode === GONE ? undefined : retrySeconds[delivery.retries];
    const next = pause === undefined ? null : new Date(Date.now() + pause * 1000 * (0.9 + 0.2 * Math.random()));
    const { numUpdatedRows } = await update(trx, delivery, {
      ...facts,
      next_attempt_at: next,
      ...(next ? { retries: delivery.retries + 1 } : { status: "failed" }),
    })
      .where("status", "=", "pending")
      .executeTakeFirst();
    if (numUpdatedRows > 0n && next) {
      const key = `${delivery.id}:${delivery.attempts}`;
      await jobs.send(trx, DELIVER, key, { webhookId: delivery.webhook_id }, { startAfter: next });
    }
    if (webhook.status === "disabled" || !(statusCode === GONE || webhook.hopeless)) return;
    const reason =
      statusCode === GONE ? "It answered 410 Gone." : `It did nothing but fail for ${disableAfterDays} days.`;
    await disable(trx, delivery.webhook_id, reason);
    log.info("webhook disabled", { webhookId: delivery.webhook_id, reason });
  }

  return (delivery: DeliveryRow, attempt: Attempt): Promise<void> =>
    db.transaction().execute((trx) => {
      const facts = {
        status_code: attempt.statusCode ?? null,
        error: attempt.error ?? null,
        response_body: attempt.responseBody ?? null,
        duration_ms: attempt.durationMs,
      };
      return attempt.error === undefined ? succeeded(trx, delivery, facts) : failed(trx, delivery, attempt, facts);
    });
}
