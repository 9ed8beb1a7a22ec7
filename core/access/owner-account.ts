import type { Database } from "#db/tables";

/** The operator's account is the oldest one. */
export const findOwnerAccount = (on: Database): Promise<{ id: string } | undefined> =>
  on.selectFrom("accounts").select("id").orderBy("created_at").orderBy("id").limit(1).executeTakeFirst();
