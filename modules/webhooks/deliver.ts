import { type SqlBool, sql } from "kysely";
import { toPublicId } from "vireo/ids";
import type { Context } from "vireo/module";
import type { DeliveryRow, OldSecret } from "./migrations";
import { send } from "./send";
import type { Settings } from "./settings";
import { createSettle } from "./settle";
import { secretsAt, signedHeaders } from "./signature";

/** Messages on their way to one webhook at a time, and webhooks served at a time, in this process. */
const ABREAST = 8;
const LANES = 64;
/** What an attempt may take beyond its time limit before another process takes it for dead. */
const GRACE_MS = 30_000;
/** How long messages on their way may go on once the server stops. */
const STOP_MS = 4_000;

interface Lane {
  /** Asked for again while it ran. */
  again: boolean;
  done: Promise<void>;
}

// The database's clock alone decides what is due, whatever the replicas' clocks say.
const now = sql<Date>`clock_timestamp()`;
const unclaimed = sql<SqlBool>`(lease_until is null or lease_until < clock_timestamp())`;

type Due = DeliveryRow & { url: string; secret: string; old_secrets: OldSecret[] };

/**
 * Delivers in one lane for each webhook, so that a slow one holds up itself alone. The rows say what is
 * due; a knock only says that a look is worth while, and one that is lost is made up for by the next.
 */
export function createDeliverer(context: Context<Settings>) {
  const { db, fetch, log, settings, stopping } = context;
  const settle = createSettle(context);
  const lanes = new Map<string, Lane>();
  const cut = new AbortController();
  const onStop = () => void setTimeout(() => cut.abort(new Error("The server is stopping.")), STOP_MS).unref();
  stopping.addEventListener("abort", onStop, { once: true });

  /** Takes due deliveries, for as long as an attempt may last. */
  async function claim(webhookId: string): Promise<Due[]> {
    return (
      db
        // Materialised: the limit holds only for a query that runs once.
        .with(
          (cte) => cte("due").materialized(),
          (qb) =>
            qb
              .selectFrom("webhook_deliveries")
              .select("id")
              .where("webhook_id", "=", webhookId)
              .where("status", "=", "pending")
              .where("next_attempt_at", "<=", now)
              .where(unclaimed)
              .orderBy("next_attempt_at")
              .orderBy("id")
              .limit(ABREAST)
              .forUpdate()
              .skipLocked(),
        )
        .updateTable("webhook_deliveries as delivery")
        .from(["due", "webhooks"])
        .set({
          attempts: sql`delivery.attempts + 1`,
          lease_until: sql`clock_timestamp() + ${settings.timeoutMs + GRACE_MS} * interval '1 millisecond'`,
        })
        .whereRef("delivery.id", "=", "due.id")
        .whereRef("webhooks.id", "=", "delivery.webhook_id")
        .where("webhooks.status", "=", "enabled")
        .returningAll("delivery")
        .returning(["webhooks.url", "webhooks.secret", "webhooks.old_secrets"])
        .execute()
    );
  }

  async function attempt(due: Due): Promise<void> {
    const at = new Date();
    const secrets = secretsAt(at.getTime(), due.secret, due.old_secrets);
    const headers = signedHeaders(toPublicId("dlv", due.id), due.body, secrets, at);
    const ended = await send(fetch, due.url, headers, due.body, { timeoutMs: settings.timeoutMs, signal: cut.signal });
    if (!cut.signal.aborted) return settle(due, ended);
    // Cut off by a stop, and no fault of the webhook: due again at once.
    await db.updateTable("webhook_deliveries").set({ lease_until: null }).where("id", "=", due.id).execute();
  }

  async function drain(webhookId: string, lane: Lane): Promise<void> {
    const report = (error: unknown) => log.error("delivering to a webhook", { webhookId, error });
    try {
      while (lane.again && !stopping.aborted) {
        lane.again = false;
        const due = await claim(webhookId);
        if (due.length > 0) lane.again = true;
        await Promise.all(due.map((one) => attempt(one).catch(report)));
      }
    } catch (error) {
      report(error);
    } finally {
      lanes.delete(webhookId);
    }
  }

  return {
    /** Looks for what is due for this webhook, without waiting for its delivery. */
    knock(webhookId: string): void {
      const running = lanes.get(webhookId);
      if (running) running.again = true;
      if (running || stopping.aborted || lanes.size >= LANES) return;
      const lane: Lane = { again: true, done: Promise.resolve() };
      lanes.set(webhookId, lane);
      lane.done = drain(webhookId, lane);
    },

    /** Webhooks whose deliveries are due and which nobody looks after. */
    async forgotten(): Promise<string[]> {
      const rows = await db
        .selectFrom("webhooks")
        .select("id")
        .where("status", "=", "enabled")
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom("webhook_deliveries")
              .select("webhook_deliveries.id")
              .whereRef("webhook_id", "=", "webhooks.id")
              .where("webhook_deliveries.status", "=", "pending")
              .where("next_attempt_at", "<", sql<Date>`clock_timestamp() - interval '5 seconds'`)
              .where(unclaimed),
          ),
        )
        .execute();
      return rows.map((row) => row.id);
    },

    /** Resolves when no message is on its way any more. */
    async stop(): Promise<void> {
      await Promise.all([...lanes.values()].map((lane) => lane.done));
    },
  };
}
