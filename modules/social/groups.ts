/** Named groups of social accounts, such as those of one client. They filter lists and analytics. */
import { type Static, Type } from "@sinclair/typebox";
import { sql } from "kysely";
import { ApiError, notFound } from "vireo/errors";
import { toName } from "vireo/list";
import type { Router } from "vireo/router";
import { Closed, Nothing, Text } from "vireo/schema";
import { lockUntilEnd } from "vireo/transaction";
import type { Social } from "./context";
import { findSocialAccounts } from "./posts/post-body";
import { toAccountId } from "./posts/present";
import { groupName } from "./schema";

/** Maximum number of groups of an account. */
const MAX_GROUPS = 200;
const MAX_MEMBERS = 100;

const Group = Closed({
  name: Type.String(),
  accountIds: Type.Array(Type.String(), { description: "Social accounts in the order they were given." }),
});
const Groups = Closed({ groups: Type.Array(Group, { description: "Groups by name." }) });
const SetGroup = Closed({
  accountIds: Type.Array(Text({ maxLength: 100 }), {
    minItems: 1,
    maxItems: MAX_MEMBERS,
    description: "Social accounts of the group. A social account can be in several groups.",
  }),
});
const Params = Closed({ name: groupName });

/** Lists the groups by name, with their social accounts in the given order. */
async function listGroups({ db }: Social, accountId: string): Promise<Static<typeof Group>[]> {
  const { rows } = await sql<{ name: string; members: string[] }>`
    select name, array_agg(social_account_id::text order by position) as members
    from social_groups where account_id = ${accountId} group by name order by lower(name), name`.execute(db);
  return rows.map(({ name, members }) => ({ name, accountIds: members.map(toAccountId) }));
}

/** Creates a group or replaces its social accounts. Throws `validation_error` and `conflict`. */
async function setGroup(
  social: Social,
  accountId: string,
  given: string,
  ids: readonly string[],
): Promise<Static<typeof Group>> {
  const name = toName(given);
  const members = await findSocialAccounts(social.db, accountId, ids);
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
async function deleteGroup({ db }: Social, accountId: string, name: string): Promise<void> {
  const own = db.deleteFrom("social_groups").where("account_id", "=", accountId).where("name", "=", toName(name));
  if ((await own.executeTakeFirst()).numDeletedRows === 0n) throw notFound("group");
}

export function addGroupRoutes(router: Router, social: Social): void {
  router
    .get("/groups", async ({ caller }) => ({ groups: await listGroups(social, caller.accountId) }), {
      auth: "social:read",
      detail: {
        operationId: "listSocialGroups",
        summary: "List the groups of social accounts",
        description: "`group` filters posts, calendar, accounts and analytics by one.",
      },
      response: { 200: Groups },
    })
    .put(
      "/groups/:name",
      ({ caller, params, body }) => setGroup(social, caller.accountId, params.name, body.accountIds),
      {
        auth: "social:write",
        limit: "posts",
        detail: {
          operationId: "setSocialGroup",
          summary: "Create a group of social accounts, or replace its accounts",
          "x-errors": [409],
        } as object,
        params: Params,
        body: SetGroup,
        response: { 200: Group },
      },
    )
    .delete(
      "/groups/:name",
      async ({ caller, params, set }) => {
        await deleteGroup(social, caller.accountId, params.name);
        set.status = 204;
      },
      {
        auth: "social:write",
        limit: "posts",
        detail: { operationId: "deleteSocialGroup", summary: "Delete a group of social accounts" },
        params: Params,
        response: { 204: Nothing },
      },
    );
}
