/**
 * Deliveries run in one queue per webhook, so that a slow endpoint delays only itself. The rows decide what is due. A
 * notification is only a hint, and the schedule makes up for a lost one.
 */
import { type SqlBool, sql } from "kysely";
import { isActiveAccount } from "vireo/access";
import type { Database } from "vireo/database";
import { toPublicId } from "vireo/ids";
import { fromNow, isDue, isFree, isOwned } from "vireo/leases";
import type { Context } from "vireo/module";
import type { Grants } from "./grants";
import type { DeliveryRow, OldSecret, WebhookRow } from "./migrations";
import { send } from "./send";
import type { Settings } from "./settings";
import { createDeliverySettle, isCreatedAt } from "./settle";
import { getSecretsAt, SIGNING, signHeaders } from "./signature";

/** Maximum number of parallel requests to one webhook, and of webhooks served in parallel, in this process. */
const REQUESTS_PER_WEBHOOK = 8;
const QUEUES = 64;
/** Time that the lease of an attempt exceeds its time limit. */
const GRACE_MS = 30_000;
/** Time that requests may continue after the server begins to stop. */
const STOP_MS = 4_000;

interface Queue {
  /** True if the webhook was notified again while its queue ran. */
  isNotified: boolean;
  done: Promise<void>;
}

type Due = DeliveryRow &
  Pick<WebhookRow, "account_id" | "url" | "secret" | "created_by_key"> & { old_secrets: OldSecret[] };
const NOT_ENTITLED = "The API key that created the webhook may no longer read this event.";

/** A literal, so that one plan serves all calls: with a parameter it could not use the index of pending deliveries. */
const PENDING = sql.lit("pending" as const);

/** Webhooks of suspended accounts wait. */
const isActiveWebhook = () =>
  sql<SqlBool>`exists (select from webhooks where webhooks.id = webhook_id and ${isActiveAccount("webhooks.account_id")})`;

/** Claims due deliveries of an enabled webhook. */
async function claimDue(db: Database, webhookId: string, leaseMs: number): Promise<Due[]> {
  return (
    db
      // Materialised, because otherwise the query may run twice and exceed its limit.
      .with(
        (cte) => cte("due").materialized(),
        (qb) =>
          qb
            .selectFrom("webhook_deliveries")
            .select(["id", "created_at"])
            .where("webhook_id", "=", webhookId)
            .where(isActiveWebhook())
            .where("status", "=", PENDING)
            .where(isDue("next_attempt_at"))
            .where(isFree())
            .orderBy("next_attempt_at")
            .orderBy("id")
            .limit(sql.lit(REQUESTS_PER_WEBHOOK))
            .forUpdate()
            .skipLocked(),
      )
      .updateTable("webhook_deliveries as delivery")
      .from(["due", "webhooks"])
      .set({ attempts: sql`delivery.attempts + 1`, lease_until: fromNow(leaseMs) })
      .whereRef("delivery.id", "=", "due.id")
      .whereRef("delivery.created_at", "=", "due.created_at")
      .whereRef("webhooks.id", "=", "delivery.webhook_id")
      .where("webhooks.status", "=", "enabled")
      .returningAll("delivery")
      .returning(["webhooks.account_id", "webhooks.url", "webhooks.secret", "webhooks.old_secrets"])
      .returning("webhooks.created_by_key")
      .execute()
  );
}

/** Lists webhooks with due deliveries that no process handles. */
export async function findNeglected(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("webhooks")
    .select("id")
    .where("status", "=", "enabled")
    .where(isActiveAccount("webhooks.account_id"))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("webhook_deliveries")
          .select("webhook_deliveries.id")
          .whereRef("webhook_id", "=", "webhooks.id")
          .where("webhook_deliveries.status", "=", PENDING)
          .where("next_attempt_at", "<", sql<Date>`now() - interval '5 seconds'`)
          .where(isFree()),
      ),
    )
    .execute();
  return rows.map((row) => row.id);
}

export function createDeliverer(context: Context<Settings>, grants: Grants) {
  const { db, fetch, log, secrets, settings, stopping, now } = context;
  const { timeoutMs } = settings;
  const settle = createDeliverySettle(context);
  const queues = new Map<string, Queue>();
  const cut = new AbortController();
  const onStop = () => void setTimeout(() => cut.abort(new Error("The server is stopping.")), STOP_MS).unref();
  stopping.addEventListener("abort", onStop, { once: true });

  async function attempt(due: Due): Promise<void> {
    const at = new Date(now());
    const sealed = getSecretsAt(at.getTime(), due.secret, due.old_secrets);
    const opened = sealed.map((secret) => secrets.open(secret, SIGNING, due.account_id));
    const headers = signHeaders(toPublicId("dlv", due.id), due.body, opened, at);
    const result = await send(fetch, due.url, headers, due.body, { timeoutMs, signal: cut.signal });
    if (!cut.signal.aborted) return settle(due, result);
    // Interrupted by the shutdown, which is not the webhook's fault, so make it due again at once.
    await db
      .updateTable("webhook_deliveries")
      .set({ lease_until: null })
      .where("id", "=", due.id)
      .where(isCreatedAt(due))
      .execute();
  }

  /** Drops deliveries that the webhook's creator may no longer read. */
  const refuse = (due: Due) =>
    db
      .updateTable("webhook_deliveries")
      .set({ status: "failed", next_attempt_at: null, lease_until: null, error: NOT_ENTITLED })
      .where(isOwned(due))
      .where(isCreatedAt(due))
      .execute();

  async function drain(webhookId: string, queue: Queue): Promise<void> {
    const report = (error: unknown) => log.error("webhook delivery failed", { webhookId, error });
    try {
      while (queue.isNotified && !stopping.aborted) {
        queue.isNotified = false;
        const due = await claimDue(db, webhookId, timeoutMs + GRACE_MS);
        if (due.length > 0) queue.isNotified = true;
        const mayReceive = await grants.read(db, due);
        await Promise.all(
          due.map((delivery) =>
            (mayReceive(delivery, delivery.type) ? attempt(delivery) : refuse(delivery)).catch(report),
          ),
        );
      }
    } catch (error) {
      report(error);
    } finally {
      queues.delete(webhookId);
    }
  }

  return {
    /** Starts delivering what is due for a webhook, without waiting for it. */
    notify(webhookId: string): void {
      const running = queues.get(webhookId);
      if (running) running.isNotified = true;
      if (running || stopping.aborted || queues.size >= QUEUES) return;
      const queue: Queue = { isNotified: true, done: Promise.resolve() };
      queues.set(webhookId, queue);
      queue.done = drain(webhookId, queue);
    },

    /** Resolves when no request is in flight. */
    async stop(): Promise<void> {
      await Promise.all([...queues.values()].map((queue) => queue.done));
    },
  };
}
