import type { Database } from "vireo/database";
import { invalid } from "vireo/errors";
import { toName } from "vireo/list";

export const groupsMigration = `
  create table social_groups (
    account_id uuid not null references accounts on delete cascade,
    name text not null,
    social_account_id uuid not null references social_accounts on delete cascade,
    position int not null,
    primary key (account_id, name, social_account_id)
  );
  create index social_groups_member on social_groups (social_account_id)`;

/** Returns the uuids of a group's social accounts. Throws `validation_error` if there is no such group. */
export async function readGroup(db: Database, accountId: string, name: string): Promise<string[]> {
  const members = db.selectFrom("social_groups").select("social_account_id as id").where("account_id", "=", accountId);
  const rows = await members.where("name", "=", toName(name)).execute();
  if (rows.length === 0) throw invalid("group", `Group "${name}" not found. List groups with GET /social/groups.`);
  return rows.map(({ id }) => id);
}
