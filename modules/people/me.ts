import type { OpenSession } from "./auth";
import type { People } from "./context";
import { getWorkspace } from "./memberships";
import type { SignInResult } from "./sign-in";

/** Response prepared by a route. */
interface Headed {
  status?: number | string;
  headers: Record<string, string | number>;
}

const setCookies = (set: Headed, cookies: readonly string[]) => {
  if (cookies.length > 0) set.headers["set-cookie"] = cookies as never;
};

/**
 * Returns `Me` of a signed-in person, and sets the cookies.
 * @param named workspace that the request names; without one, the one that the person opened last
 * @throws account_mismatch, account_suspended
 */
export async function presentMe(
  { db, access }: People,
  { current }: OpenSession,
  cookies: readonly string[],
  set: Headed,
  named?: string,
) {
  const { personId, name, email, sessionId, expiresAt } = current;
  const { role, accountId, color, picture, name: accountName } = await getWorkspace(db, personId, named);
  setCookies(set, cookies);
  return {
    personId,
    name,
    email,
    role,
    account: { accountId, name: accountName, color: color ?? undefined, picture: picture ?? undefined },
    scopes: access.scopes.ofRole(role),
    session: { sessionId, expiresAt: expiresAt.getTime() },
  };
}

/** Returns `Me`, or 202 if the sign-in requires a code. */
export async function presentSignIn(people: People, { session, cookies }: SignInResult, set: Headed) {
  if (session) return presentMe(people, session, cookies, set);
  setCookies(set, cookies);
  set.status = 202;
  return { codeRequired: true };
}
