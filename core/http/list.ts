import type { SelectQueryBuilder } from "kysely";
import { type Page, paginate, window } from "#core/http/schema";

/**
 * Reads one page of matching rows, newest first, and counts them all.
 * The table needs the columns `created_at` and `id`, and an index that ends in both.
 */
export async function listPage<DB, TB extends keyof DB>(matching: SelectQueryBuilder<DB, TB, object>, query: Page) {
  const { limit, offset } = window(query);
  const [rows, counted] = await Promise.all([
    matching
      .selectAll()
      .orderBy("created_at" as never, "desc")
      .orderBy("id" as never, "desc")
      .limit(limit)
      .offset(offset)
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, pagination: paginate(query, (counted as { total: number }).total) };
}
