import type { Transaction } from "vireo/database";
import type { OrderedEvent } from "vireo/events";
import { newUuid } from "vireo/ids";
import { insertRows } from "vireo/tables";
import type { WorkSender } from "vireo/work";
import type { Webhooks } from "./context";
import { readGrants } from "./grants";
import { toMessage } from "./message";
import { covers } from "./patterns";

/** Full name of the work that sends deliveries, `deliver` in index.ts. */
export const DELIVER = "webhooks.deliver";

/**
 * Writes deliveries to the webhooks that subscribe to the events. Runs in the transaction that orders the events, so if
 * the process dies in between, neither is stored.
 */
export async function fanOut(
  context: Pick<Webhooks, "access" | "events"> & { work: Pick<WorkSender, "wake"> },
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
  if (deliveries.length === 0) return;
  await insertRows(trx, "webhook_deliveries", deliveries).execute();
  await context.work.wake(trx, DELIVER);
}
