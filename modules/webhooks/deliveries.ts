import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Database, Tables } from "vireo/database";
import { ApiError, invalid, notFound } from "vireo/errors";
import { newUuid, readUuidTime, toPublicId, toUuid } from "vireo/ids";
import { listPartitionedPage, readRowCount } from "vireo/list";
import type { Caller } from "vireo/request";
import type { Page } from "vireo/schema";
import { maintainPartitions } from "vireo/tables";
import type { Webhooks } from "./context";
import { DELIVER } from "./fan-out";
import { listReadableTypes, requireEvents, TEST } from "./grants";
import { DELIVERIES_BY, type DeliveryRow, type DeliveryStatus, type WebhookRow } from "./migrations";
import { isCreatedAt } from "./settle";

/** Maximum expected clock difference: ids contain the time of a process, `created_at` that of the database. */
const CLOCKS_MS = 60 * 60_000;

const TABLE = "webhook_deliveries";

/** Drops partitions of deliveries that are older than `days` from the log. */
export const pruneDeliveries = (db: Database, days: number, now?: Date): Promise<void> =>
  maintainPartitions(db, { table: TABLE, days, countedBy: DELIVERIES_BY }, now);

export const presentDelivery = (row: DeliveryRow) => ({
  deliveryId: toPublicId("dlv", row.id),
  webhookId: toPublicId("whk", row.webhook_id),
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  statusCode: row.status_code ?? undefined,
  error: row.error ?? undefined,
  responseBody: row.response_body ?? undefined,
  durationMs: row.duration_ms ?? undefined,
  nextAttemptAt: row.next_attempt_at ? row.next_attempt_at.getTime() : undefined,
  deliveredAt: row.delivered_at ? row.delivered_at.getTime() : undefined,
  createdAt: row.created_at.getTime(),
});

/** Limits a query to the partition of a delivery, or to two of them around midnight. */
const isCreatedNear = (at: number) =>
  sql<SqlBool>`created_at between to_timestamp(${(at - CLOCKS_MS) / 1000}) and to_timestamp(${(at + CLOCKS_MS) / 1000})`;

async function findById(
  deliveries: SelectQueryBuilder<Tables, "webhook_deliveries", object>,
  uuid: string,
): Promise<DeliveryRow | undefined> {
  const byId = deliveries.selectAll().where("id", "=", uuid);
  const at = readUuidTime(uuid);
  const nearby = at === undefined ? undefined : await byId.where(isCreatedNear(at)).executeTakeFirst();
  return nearby ?? (await byId.executeTakeFirst());
}

function requireEnabled(webhook: Pick<WebhookRow, "status"> | undefined): void {
  if (!webhook) throw notFound("webhook");
  if (webhook.status === "disabled") throw new ApiError("conflict", "The webhook is disabled. Enable it first.");
}

/** Selects a webhook's deliveries of events that the caller may read. */
const selectReadable = (webhooks: Webhooks, caller: Caller, webhook: WebhookRow) =>
  webhooks.db
    .selectFrom("webhook_deliveries")
    .where("webhook_id", "=", webhook.id)
    .where("type", "in", listReadableTypes(webhooks, caller));

/** Throws `not_found`. */
export async function getDelivery(
  webhooks: Webhooks,
  caller: Caller,
  webhook: WebhookRow,
  id: string,
): Promise<DeliveryRow> {
  const uuid = toUuid("dlv", id);
  const row = uuid && (await findById(selectReadable(webhooks, caller, webhook), uuid));
  if (!row) throw notFound("delivery");
  return row;
}

export function listDeliveries(
  webhooks: Webhooks,
  caller: Caller,
  webhook: WebhookRow,
  { status, ...page }: Page & { status?: DeliveryStatus },
) {
  const readable = selectReadable(webhooks, caller, webhook);
  return listPartitionedPage(status ? readable.where("status", "=", status) : readable, page, () =>
    readRowCount(webhooks.db, {
      table: TABLE,
      owner: webhook.id,
      list: listReadableTypes(webhooks, caller),
      status,
    }),
  );
}

/** Returns type and data of a test message: a sample of the event type, or a confirmation that the webhook works. */
async function writeTest(webhooks: Webhooks, caller: Caller, webhook: WebhookRow, type: string | undefined) {
  if (type === undefined)
    return { type: TEST, data: { webhookId: toPublicId("whk", webhook.id), message: "It works." } };
  requireEvents(webhooks, caller, [type]);
  const data = await webhooks.events.getSample(webhook.api_version, type);
  if (data === undefined) throw invalid("type", `No sample is available for ${type}.`);
  return { type, data };
}

/** Creates a test message. It is sent once, because its retries count as used. Throws `conflict`, `validation_error`. */
export async function sendTest(
  webhooks: Webhooks,
  caller: Caller,
  webhook: WebhookRow,
  eventType: string | undefined,
): Promise<DeliveryRow> {
  const { db, work, now, settings } = webhooks;
  requireEnabled(webhook);
  const { type, data } = await writeTest(webhooks, caller, webhook, eventType);
  const body = {
    type,
    timestamp: new Date(now()).toISOString(),
    accountId: webhook.account_id,
    apiVersion: webhook.api_version,
    test: true,
    data,
  };
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto("webhook_deliveries")
      .values({
        id: newUuid(),
        webhook_id: webhook.id,
        type: body.type,
        body: JSON.stringify(body),
        retries: settings.retrySeconds.length,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await work.wake(trx, DELIVER);
    return row;
  });
}

/**
 * Sends the same message again immediately, with all its retries, regardless of its previous state.
 * Throws `not_found`, `conflict`.
 */
export async function redeliver(
  webhooks: Webhooks,
  caller: Caller,
  webhook: WebhookRow,
  id: string,
): Promise<DeliveryRow> {
  const delivery = await getDelivery(webhooks, caller, webhook, id);
  return webhooks.db.transaction().execute(async (trx) => {
    const current = await trx
      .selectFrom("webhooks")
      .select("status")
      .where("id", "=", webhook.id)
      .forShare()
      .executeTakeFirst();
    requireEnabled(current);
    const row = await trx
      .updateTable("webhook_deliveries")
      .set({ status: "pending", retries: 0, next_attempt_at: sql`clock_timestamp()`, delivered_at: null })
      .where("id", "=", delivery.id)
      .where(isCreatedAt(delivery))
      .returningAll()
      .executeTakeFirstOrThrow(() => notFound("delivery"));
    await webhooks.work.wake(trx, DELIVER);
    return row;
  });
}
