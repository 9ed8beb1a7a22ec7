import { sql } from "kysely";
import type { Database } from "vireo/database";
import type { Pace } from "vireo/slots/social";

/**
 * Takes one call from a budget: at most `count` in any `ms` milliseconds, across replicas. Half of them may come at
 * once and the rest accrues evenly, so that a full bucket plus its accrual stays within the limit.
 */
export async function takeCall(db: Database, budget: string, { count, ms }: Pace): Promise<boolean> {
  const most = Math.ceil(count / 2);
  const rate = (count - most + 1) / ms;
  const { rows } = await sql`
    insert into social_metric_paces as p (provider, tokens, at) values (${budget}, ${most} - 1, clock_timestamp())
    on conflict (provider) do update set
      tokens = least(${most}, p.tokens + ${rate} * extract(epoch from clock_timestamp() - p.at) * 1000) - 1,
      at = clock_timestamp()
    where least(${most}, p.tokens + ${rate} * extract(epoch from clock_timestamp() - p.at) * 1000) >= 1
    returning provider`.execute(db);
  return rows.length > 0;
}

/** Budgets that were not used for two days are full again. */
export const pruneBudgets = (db: Database) =>
  sql`delete from social_metric_paces where at < now() - interval '2 days'`.execute(db);
