import type { Database } from "#db/tables";

/** Finds the operator's account, which is the oldest one. */
export const findOwnerAccount = (on: Database): Promise<{ id: string } | undefined> =>
  on.selectFrom("accounts").select("id").orderBy("created_at").orderBy("id").limit(1).executeTakeFirst();
