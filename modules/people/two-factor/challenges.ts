import { sql } from "kysely";
import { hashKey } from "vireo/access";
import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import { randomBase62 } from "vireo/ids";
import { fromNow } from "vireo/leases";

const TOKEN_LENGTH = 43;
const MINUTES = 10;
/** Maximum number of codes before the sign-in must start again. */
const MAX_ATTEMPTS = 5;

/** Maximum time between the first and the second factor. */
export const CHALLENGE_SECONDS = MINUTES * 60;

/** Creates a sign-in that waits for its second factor. Returns the token for the browser's cookie. */
export async function createChallenge(db: Database, personId: string): Promise<string> {
  const token = randomBase62(TOKEN_LENGTH);
  await db
    .insertInto("people_challenges")
    .values({ token_hash: hashKey(token), person_id: personId, expires_at: fromNow(CHALLENGE_SECONDS * 1000) })
    .execute();
  return token;
}

/** Counts an attempt before its code is checked. Returns the person. Throws `sign_in_expired`. */
export async function countAttempt(db: Database, token: string): Promise<string> {
  const row = await db
    .updateTable("people_challenges")
    .set({ attempts: sql`attempts + 1` })
    .where("token_hash", "=", hashKey(token))
    .where("expires_at", ">", fromNow())
    .where("attempts", "<", MAX_ATTEMPTS)
    .returning("person_id")
    .executeTakeFirst();
  if (!row) throw new ApiError("sign_in_expired");
  return row.person_id;
}

/** Consumes a challenge. Of several concurrent calls, one succeeds. Throws `sign_in_expired`. */
export async function takeChallenge(on: Database, token: string): Promise<void> {
  const row = await on
    .deleteFrom("people_challenges")
    .where("token_hash", "=", hashKey(token))
    .returning("person_id")
    .executeTakeFirst();
  if (!row) throw new ApiError("sign_in_expired");
}
