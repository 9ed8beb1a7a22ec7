import { sql } from "kysely";
import type { Transaction } from "vireo/database";

const MESSAGE =
  "This post was due after the backup and may already be published. Vireo is checking with the provider and will not send it again.";

/**
 * Runs after a restore. Another server may have published targets that were due since the backup. So they count as sent
 * under their next attempt, and are only resolved by reading from the provider.
 */
export async function restored(trx: Transaction): Promise<void> {
  await sql`
    with taken as (
      update social_targets set
        status = 'unconfirmed',
        attempts = case status when 'pending' then attempts + 1 else attempts end,
        claimed_at = coalesce(claimed_at, due_at),
        called_at = coalesce(claimed_at, due_at),
        due_at = null, delay_reason = null, lease_until = null, reads = 0,
        next_read_at = now(),
        error_message = ${MESSAGE}
      where called_at is null and (status = 'publishing' or (status = 'pending' and due_at <= now()))
      returning post_id
    )
    update social_posts set status = 'publishing'
    where id in (select post_id from taken) and status in ('scheduled', 'publishing')`.execute(trx);
}
