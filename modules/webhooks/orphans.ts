import { sql } from "kysely";
import type { Database, Transaction } from "vireo/database";
import { disable } from "./settle";

const ORPHANED =
  "The API key that created this webhook was revoked or has expired. Enable the webhook to take it over.";
const LEFT = {
  removed: "The person who created this webhook was removed. Enable the webhook to take it over.",
  demoted: "The person who created this webhook was given a lower role. Enable the webhook to take it over.",
};
/** Number of webhooks disabled at a time. */
const BATCH = 100;

/** Service for other modules. */
export interface WebhooksService {
  /** Disables a person's webhooks in one account or in all, in the caller's transaction. */
  disableByPerson(trx: Transaction, why: keyof typeof LEFT, personId: string, accountId?: string): Promise<void>;
}

declare module "vireo/module" {
  interface Services {
    webhooks: WebhooksService;
  }
}

/** Disables webhooks whose key is no longer valid. They receive nothing anyway; this shows the reason. */
export const disableOrphans = (db: Database): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom("webhooks")
      .innerJoin("api_keys", "api_keys.id", "webhooks.created_by_key")
      .select("webhooks.id")
      .where("webhooks.status", "=", "enabled")
      .where((eb) =>
        eb.or([eb("api_keys.revoked_at", "is not", null), eb("api_keys.expires_at", "<=", sql<Date>`now()`)]),
      )
      .orderBy("webhooks.id")
      .limit(BATCH)
      .forUpdate("webhooks")
      .execute();
    for (const { id } of rows) await disable(trx, id, ORPHANED);
  });

export async function disableByPerson(
  trx: Transaction,
  why: keyof typeof LEFT,
  personId: string,
  accountId?: string,
): Promise<void> {
  const all = trx.selectFrom("webhooks").where("created_by_person", "=", personId);
  const own = accountId === undefined ? all : all.where("account_id", "=", accountId);
  const rows = await own.select("id").where("status", "=", "enabled").orderBy("id").forUpdate().execute();
  for (const { id } of rows) await disable(trx, id, LEFT[why]);
}
