/**
 * Sends what is due. One statement claims for all webhooks, and each webhook has a limited number of requests at a time, so
 * a slow endpoint delays only itself.
 */
import { type SqlBool, sql } from "kysely";
import { isActiveAccount } from "vireo/access";
import type { Database } from "vireo/database";
import { toPublicId } from "vireo/ids";
import { fromNow, isDue, isFree, isHeld, isOwned } from "vireo/leases";
import { type HeldRows, isAbandoned, type WorkKind } from "vireo/work";
import type { Webhooks } from "./context";
import { readGrants } from "./grants";
import type { DeliveryRow, OldSecret, WebhookRow } from "./migrations";
import { send } from "./send";
import { isCreatedAt, settleDelivery } from "./settle";
import { getSecretsAt, SIGNING, signHeaders } from "./signature";

/** Maximum number of parallel requests of this process, and to one webhook. */
const REQUESTS = 512;
const REQUESTS_PER_WEBHOOK = 8;
/** Time that the lease of an attempt exceeds its time limit. */
const GRACE_MS = 30_000;
/** Time that requests may continue after the server begins to stop. */
const STOP_MS = 4_000;

type Claimed = DeliveryRow &
  Pick<WebhookRow, "account_id" | "url" | "secret" | "created_by_key"> & { old_secrets: OldSecret[] };
type Due = Claimed & {
  /** False if the webhook's creator may no longer read this event. */
  isGranted: boolean;
};
const NOT_ENTITLED = "The API key that created the webhook may no longer read this event.";

/** A literal, so that one plan serves all calls: with a parameter it could not use the index of pending deliveries. */
const PENDING = sql.lit("pending" as const);

/** True for webhooks that receive deliveries. Those of suspended accounts wait. */
const isServed = () => sql<SqlBool>`webhooks.status = 'enabled' and ${isActiveAccount("webhooks.account_id")}`;

/** Delivers messages in this process. */
export class Deliverer implements WorkKind<Due> {
  readonly concurrency = REQUESTS;
  readonly due = sql`(select min(next_attempt_at) from webhook_deliveries where status = ${PENDING} and ${isFree()})`;
  readonly backlog = sql`select next_attempt_at as due, ${isHeld()} as held from webhook_deliveries
    where status = ${PENDING} and exists (select from webhooks where webhooks.id = webhook_id and ${isServed()})`;
  readonly held: HeldRows;
  readonly #webhooks: Webhooks;
  /** Number of requests to each webhook that are running. */
  readonly #sending = new Map<string, number>();
  /** Aborts requests that are still running some seconds after the server begins to stop. */
  readonly #cut = new AbortController();

  constructor(webhooks: Webhooks) {
    this.#webhooks = webhooks;
    this.held = createHeldDeliveries(webhooks);
    const cut = () => this.#cut.abort(new Error("The server is stopping."));
    webhooks.stopping.addEventListener("abort", () => void setTimeout(cut, STOP_MS).unref(), { once: true });
  }

  async claim(limit: number): Promise<Due[]> {
    const { db, settings } = this.#webhooks;
    const claimed = await claimDue(this.#webhooks, this.#sending, limit, settings.timeoutMs + GRACE_MS);
    for (const { webhook_id } of claimed) this.#count(webhook_id, 1);
    const isGranted = await readGrants(this.#webhooks, db, claimed);
    return claimed.map((delivery) => ({ ...delivery, isGranted: isGranted(delivery, delivery.type) }));
  }

  async run(due: Due): Promise<void> {
    try {
      if (due.isGranted) await attemptDelivery(this.#webhooks, due, this.#cut.signal);
      else await dropDelivery(this.#webhooks.db, due);
    } finally {
      this.#count(due.webhook_id, -1);
    }
  }

  #count(webhookId: string, by: number): void {
    const sending = (this.#sending.get(webhookId) ?? 0) + by;
    if (sending > 0) this.#sending.set(webhookId, sending);
    else this.#sending.delete(webhookId);
  }
}

/** Attempts of processes that died are made again, as after an attempt without an answer. */
function createHeldDeliveries({ db }: Webhooks): HeldRows {
  const update = () => db.updateTable("webhook_deliveries").where("status", "=", PENDING);
  return {
    release: (living) =>
      update()
        .set({ lease_until: null, holder: null })
        .where(isDue("next_attempt_at"))
        .where(isHeld())
        .where(isAbandoned(living))
        .execute(),
    disown: (key) => update().set({ holder: null }).where("holder", "=", key).execute(),
  };
}

/**
 * Claims due deliveries, those of each webhook in their order. `sending`: number of requests to each webhook that this
 * process already makes.
 */
async function claimDue(
  { db, work }: Webhooks,
  sending: ReadonlyMap<string, number>,
  limit: number,
  leaseMs: number,
): Promise<Claimed[]> {
  const counts = JSON.stringify(Object.fromEntries(sending));
  // The index leads with the webhook, so jump from one webhook with pending deliveries to the next. Materialised, because
  // otherwise the query may run twice and exceed its limit.
  const { rows } = await sql<Claimed>`
    with recursive waiting (id) as (
      (select webhook_id from webhook_deliveries where status = ${PENDING} order by webhook_id limit 1)
      union all
      select (select webhook_id from webhook_deliveries where status = ${PENDING} and webhook_id > waiting.id
        order by webhook_id limit 1) from waiting where id is not null),
    due as materialized (
      select candidate.*, row_number() over (partition by webhook_id order by next_attempt_at, candidate.id) as turn
      from waiting join webhooks on webhooks.id = waiting.id and ${isServed()},
      lateral (
        select id, created_at, webhook_id, next_attempt_at from webhook_deliveries
        where webhook_id = waiting.id and status = ${PENDING} and ${isDue("next_attempt_at")} and ${isFree()}
        order by next_attempt_at, id
        limit ${REQUESTS_PER_WEBHOOK} - coalesce((${counts}::text::json ->> waiting.id::text)::int, 0)
        for update skip locked) as candidate
      order by turn, next_attempt_at limit ${limit})
    update webhook_deliveries as delivery set attempts = delivery.attempts + 1, lease_until = ${fromNow(leaseMs)},
      holder = ${work.holder}, holder_attempt = delivery.attempts + 1
    from due join webhooks on webhooks.id = due.webhook_id
    where delivery.id = due.id and delivery.created_at = due.created_at and webhooks.status = 'enabled'
    returning delivery.*, webhooks.account_id, webhooks.url, webhooks.secret, webhooks.old_secrets,
      webhooks.created_by_key`.execute(db);
  return rows;
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
