import type { Database } from "vireo/database";
import { notFound } from "vireo/errors";
import { toUuid } from "vireo/ids";
import type { SocialAccount } from "../tables";

/** Finds a social account by its public id or uuid. Throws `not_found` if the owner has none with this id. */
export async function findAccount(db: Database, owner: string, id: string): Promise<SocialAccount> {
  const uuid = toUuid("soc", id);
  const row =
    uuid &&
    (await db
      .selectFrom("social_accounts")
      .selectAll()
      .where("id", "=", uuid)
      .where("account_id", "=", owner)
      .executeTakeFirst());
  if (!row) throw notFound("account");
  return row;
}
