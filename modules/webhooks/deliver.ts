/**
 * Deliveries run in one queue per webhook, so that a slow endpoint delays only itself. The rows decide what is due. A
 * notification is only a hint, and the schedule makes up for a lost one.
 */
import { type SqlBool, sql } from "kysely";
import { isActiveAccount } from "vireo/access";
import type { Database } from "vireo/database";
import { toPublicId } from "vireo/ids";
import { fromNow, isDue, isFree, isOwned } from "vireo/leases";
import type { Webhooks } from "./context";
import { readGrants } from "./grants";
import type { DeliveryRow, OldSecret, WebhookRow } from "./migrations";
import { send } from "./send";
import { isCreatedAt, settleDelivery } from "./settle";
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

/** Runs the queues of webhooks in this process. */
export class Deliverer {
  readonly #webhooks: Webhooks;
  readonly #queues = new Map<string, Queue>();
  /** Aborts requests that are still running some seconds after the server begins to stop. */
  readonly #cut = new AbortController();

  constructor(webhooks: Webhooks) {
    this.#webhooks = webhooks;
    const cut = () => this.#cut.abort(new Error("The server is stopping."));
    webhooks.stopping.addEventListener("abort", () => void setTimeout(cut, STOP_MS).unref(), { once: true });
  }

  /** Starts delivering what is due for a webhook, without waiting for it. */
  notify(webhookId: string): void {
    const running = this.#queues.get(webhookId);
    if (running) running.isNotified = true;
    if (running || this.#webhooks.stopping.aborted || this.#queues.size >= QUEUES) return;
    const queue: Queue = { isNotified: true, done: Promise.resolve() };
    this.#queues.set(webhookId, queue);
    queue.done = this.#drain(webhookId, queue);
  }

  /** Resolves when no request is running. */
  async stop(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.done));
  }

  async #drain(webhookId: string, queue: Queue): Promise<void> {
    const { db, log, settings, stopping } = this.#webhooks;
    const report = (error: unknown) => log.error("webhook delivery failed", { webhookId, error });
    try {
      while (queue.isNotified && !stopping.aborted) {
        queue.isNotified = false;
        const due = await claimDue(db, webhookId, settings.timeoutMs + GRACE_MS);
        if (due.length > 0) queue.isNotified = true;
        const mayReceive = await readGrants(this.#webhooks, db, due);
        await Promise.all(
          due.map((delivery) =>
            (mayReceive(delivery, delivery.type)
              ? attemptDelivery(this.#webhooks, delivery, this.#cut.signal)
              : dropDelivery(db, delivery)
            ).catch(report),
          ),
        );
      }
    } catch (error) {
      report(error);
    } finally {
      this.#queues.delete(webhookId);
    }
  }
}

/** Sends a claimed delivery once, and stores the result. */
async function attemptDelivery(webhooks: Webhooks, due: Due, cut: AbortSignal): Promise<void> {
  const { db, fetch, now, secrets, settings } = webhooks;
  const time = new Date(now());
  const sealed = getSecretsAt(time.getTime(), due.secret, due.old_secrets);
  const opened = sealed.map((secret) => secrets.open(secret, SIGNING, due.account_id));
  const headers = signHeaders(toPublicId("dlv", due.id), due.body, opened, time);
  const result = await send(fetch, due.url, headers, due.body, { timeoutMs: settings.timeoutMs, signal: cut });
  if (!cut.aborted) return settleDelivery(webhooks, due, result);
  // Interrupted by the shutdown, which is not the webhook's fault, so make it due again immediately.
  await db
    .updateTable("webhook_deliveries")
    .set({ lease_until: null })
    .where("id", "=", due.id)
    .where(isCreatedAt(due))
    .execute();
}

/** Fails a delivery that the webhook's creator may no longer read. */
const dropDelivery = (db: Database, due: Due) =>
  db
    .updateTable("webhook_deliveries")
    .set({ status: "failed", next_attempt_at: null, lease_until: null, error: NOT_ENTITLED })
    .where(isOwned(due))
    .where(isCreatedAt(due))
    .execute();
