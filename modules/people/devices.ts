/**
 * Browsers from which people have signed in, recognised by a cookie. A known device has a separate quota of attempts,
 * so that nobody can lock a person out by failing to sign in elsewhere. The cookie alone grants no access.
 */
import { sql } from "kysely";
import { hashKey } from "vireo/access";
import { randomBase62 } from "vireo/ids";
import type { People } from "./context";
import { isSecure } from "./origin";

const COOKIE = "vireo_device";
const TOKEN_LENGTH = 32;
/** Browsers limit cookies to 400 days. */
export const DEVICE_DAYS = 400;
/** Maximum number of devices remembered per person. */
const MAX_DEVICES = 20;

const parseToken = (request: Request): string | undefined =>
  new RegExp(`(?:^|; *)${COOKIE}=([A-Za-z0-9]{${TOKEN_LENGTH}})(?:;|$)`).exec(request.headers.get("cookie") ?? "")?.[1];

/** Returns the hash of the request's device if the person has signed in from it before. */
export async function findDevice({ db }: People, request: Request, email: string): Promise<string | undefined> {
  const token = parseToken(request);
  if (!token) return undefined;
  const row = await db
    .selectFrom("people_devices as device")
    .innerJoin("people", "people.id", "device.person_id")
    .select("device.token_hash")
    .where("people.email", "=", email)
    .where("device.token_hash", "=", hashKey(token))
    .executeTakeFirst();
  return row?.token_hash;
}

/** Remembers the device after a sign-in. Returns the cookie to set. */
export async function rememberDevice({ db, host }: People, request: Request, personId: string): Promise<string> {
  const token = parseToken(request) ?? randomBase62(TOKEN_LENGTH);
  await db
    .insertInto("people_devices")
    .values({ person_id: personId, token_hash: hashKey(token) })
    .onConflict((conflict) =>
      conflict.columns(["person_id", "token_hash"]).doUpdateSet({ used_at: sql<Date>`clock_timestamp()` }),
    )
    .execute();
  await sql`delete from people_devices where person_id = ${personId} and token_hash not in (
    select token_hash from people_devices where person_id = ${personId} order by used_at desc limit ${MAX_DEVICES}
  )`.execute(db);
  const secure = isSecure(request, host.origin) ? "; Secure" : "";
  return `${COOKIE}=${token}; Path=/auth; Max-Age=${DEVICE_DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`;
}
