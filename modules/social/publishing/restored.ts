import { sql } from "kysely";
import type { Transaction } from "vireo/database";

const MESSAGE =
  "It fell due after the backup was made, and may be out. It is not sent again; the provider is being asked.";

/**
 * After a restore: another server may have sent what fell due since the rows were copied. Such targets are taken
 * for sent, under the attempt that would have been next, and only reading the provider clears them up.
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
