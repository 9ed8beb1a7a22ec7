import type { Transaction } from "vireo/database";
import type { OrderedEvent } from "vireo/events";
import { newUuid } from "vireo/ids";
import { insertRows } from "vireo/tables";
import type { Webhooks } from "./context";
import { readGrants } from "./grants";
import { toMessage } from "./message";
import { covers } from "./patterns";

export const DELIVER = "webhooks.deliver";

/**
 * Writes deliveries to the webhooks that subscribe to the events. Runs in the transaction that orders the events, so if
 * the process dies in between, neither is stored.
 */
export async function fanOut(
  context: Pick<Webhooks, "access" | "events" | "jobs">,
  trx: Transaction,
  ordered: readonly OrderedEvent[],
): Promise<void> {
  // A share lock, so that a webhook that is being disabled fails these deliveries too.
  const webhooks = await trx
    .selectFrom("webhooks")
    .select(["id", "account_id", "events", "api_version", "created_by_key"])
    .where("account_id", "in", [...new Set(ordered.map((event) => event.account_id))])
    .where("status", "=", "enabled")
    .orderBy("id")
    .forShare()
    .execute();
  const mayReceive = await readGrants(context, trx, webhooks);
  const deliveries = ordered.flatMap((event) =>
    webhooks
      .filter((webhook) => webhook.account_id === event.account_id && covers(webhook.events, event.type))
      .filter((webhook) => mayReceive(webhook, event.type))
      .map((webhook) => ({
        id: newUuid(),
        webhook_id: webhook.id,
        type: event.type,
        body: JSON.stringify(toMessage(context.events, webhook.api_version, event)),
      })),
  );
  if (deliveries.length > 0) await insertRows(trx, "webhook_deliveries", deliveries).execute();
  for (const webhookId of new Set(deliveries.map((delivery) => delivery.webhook_id))) {
    // One key per batch, because a job that already waits may be taken before this transaction commits.
    await context.jobs.send(trx, DELIVER, `${webhookId}:${ordered[0]?.seq}`, { webhookId });
  }
}
