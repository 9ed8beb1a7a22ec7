import { chooseCaller, readNamedAccount } from "vireo/access";
import { ApiError } from "vireo/errors";
import type { Caller } from "vireo/request";
import type { Current } from "./auth";
import type { People } from "./context";
import { parseSessionCookie } from "./cookie";
import { isSameOrigin } from "./origin";

/** Reads the callers that a signed-in person can be: one for each of their workspaces, the one opened last first. */
async function readCallers({ db, access }: People, current: Current): Promise<Caller[]> {
  const { sessionId, email, personId, accountId } = current;
  const rows = await db
    .selectFrom("people_memberships")
    .select(["account_id", "role"])
    .where("person_id", "=", personId)
    .orderBy((eb) => eb("account_id", "=", accountId), "desc")
    .orderBy("created_at")
    .execute();
  const scopes = new Map(rows.map(({ role }) => [role, new Set(access.scopes.ofRole(role))]));
  return rows.map(({ account_id, role }) => ({
    accountId: account_id,
    keyId: sessionId,
    keyName: email,
    personId,
    scopes: scopes.get(role)!,
  }));
}

/** Finds the session of a request that comes from our own pages. */
async function findSession(people: People, request: Request) {
  const { access, auth, host } = people;
  const cookie = parseSessionCookie(request);
  if (!cookie || !isSameOrigin(request, host.origin)) return undefined;
  const { hash, proof } = cookie;
  const read = async () => {
    const session = await auth.getCurrent(request, false);
    const callers = session ? await readCallers(people, session.current) : [];
    if (!session || callers.length === 0) return undefined;
    return { callers, expiresAt: session.current.expiresAt.getTime(), proof };
  };
  const entry = await access.recall(hash, read);
  if (!entry || entry.proof === proof) return entry;
  // The cache knows the token, but not with this signature.
  const known = await read();
  return known && { ...known, suspended: entry.suspended };
}

/**
 * Returns the signed-in caller in the workspace that the request names. Undefined without a session, or if the request
 * does not come from our own pages.
 * @throws account_required, account_mismatch, account_suspended
 */
export async function findSignedInCaller(people: People, request: Request): Promise<Caller | undefined> {
  const session = await findSession(people, request);
  return session && chooseCaller(session, readNamedAccount(request));
}

/** Returns the signed-in person, in any workspace. Throws `signed_out`, and `account_suspended` if all are. */
export async function requirePerson(
  people: People,
  request: Request,
): Promise<{ personId: string; sessionId: string }> {
  const session = await findSession(people, request);
  const caller = session?.callers.find(({ accountId }) => !session.suspended.has(accountId));
  if (session && !caller) throw new ApiError("account_suspended");
  if (!caller?.personId) throw new ApiError("signed_out");
  return { personId: caller.personId, sessionId: caller.keyId };
}
