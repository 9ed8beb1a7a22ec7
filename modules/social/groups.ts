/** Named groups of social accounts, such as those of one client. They filter lists and analytics. */
import { sql } from "kysely";
import { ApiError, notFound } from "vireo/errors";
import { toName } from "vireo/list";
import { lockUntilEnd } from "vireo/transaction";
import type { Social } from "../context";
import { findAccounts } from "../posts/plan";
import { toAccountId } from "../posts/present";

/** Maximum number of groups of an account. */
const MAX_GROUPS = 200;

interface Group {
  name: string;
  accountIds: string[];
}

/** Lists the groups by name, with their social accounts in the given order. */
export async function listGroups({ db }: Pick<Social, "db">, accountId: string): Promise<Group[]> {
  const { rows } = await sql<{ name: string; members: string[] }>`
    select name, array_agg(social_account_id::text order by position) as members
    from social_groups where account_id = ${accountId} group by name order by lower(name), name`.execute(db);
  return rows.map(({ name, members }) => ({ name, accountIds: members.map(toAccountId) }));
}

/** Creates a group or replaces its social accounts. Throws `validation_error` and `conflict`. */
export async function setGroup(
  social: Social,
  accountId: string,
  given: string,
  ids: readonly string[],
): Promise<Group> {
  const name = toName(given);
  const members = await findAccounts(social.db, accountId, ids);
  await social.db.transaction().execute(async (trx) => {
    await lockUntilEnd(trx, `vireo:social-groups:${accountId}`);
    await trx.deleteFrom("social_groups").where("account_id", "=", accountId).where("name", "=", name).execute();
    const { rows } = await sql<{ count: number }>`
      select count(distinct name)::int as count from social_groups where account_id = ${accountId}`.execute(trx);
    if ((rows[0]?.count ?? 0) >= MAX_GROUPS) {
      throw new ApiError("conflict", `An account can have at most ${MAX_GROUPS} groups. Delete one first.`);
    }
    await trx
      .insertInto("social_groups")
      .values(members.map(({ id }, position) => ({ account_id: accountId, name, social_account_id: id, position })))
      .execute();
  });
  return { name, accountIds: members.map(({ id }) => toAccountId(id)) };
}

/** Deletes a group. Its social accounts stay connected. Throws `not_found`. */
export async function deleteGroup({ db }: Social, accountId: string, name: string): Promise<void> {
  const own = db.deleteFrom("social_groups").where("account_id", "=", accountId).where("name", "=", toName(name));
  if ((await own.executeTakeFirst()).numDeletedRows === 0n) throw notFound("group");
}
