import { hashKey } from "vireo/access";
import type { Database } from "vireo/database";
import { randomBase62 } from "vireo/ids";
import { fromNow } from "vireo/leases";

const TOKEN_LENGTH = 43;
/** Maximum time on the provider's pages. */
export const FLOW_SECONDS = 600;

/** Starts a sign-in with the provider. Returns the token for the browser's cookie. */
export async function createFlow(db: Database, next: string): Promise<string> {
  const token = randomBase62(TOKEN_LENGTH);
  await db
    .insertInto("people_oidc_flows")
    .values({ token_hash: hashKey(token), next, expires_at: fromNow(FLOW_SECONDS * 1000) })
    .execute();
  return token;
}

/** Consumes a flow. Of several concurrent calls, one succeeds. Returns the path of the page to open afterwards. */
export async function takeFlow(db: Database, token: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom("people_oidc_flows")
    .where("token_hash", "=", hashKey(token))
    .where("expires_at", ">", fromNow())
    .returning("next")
    .executeTakeFirst();
  return row?.next;
}
