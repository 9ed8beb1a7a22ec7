import { ApiError } from "vireo/errors";
import type { OpenSession } from "./auth";
import type { People } from "./context";
import type { SignInResult } from "./sign-in";

/** Response prepared by a route. */
interface Headed {
  status?: number | string;
  headers: Record<string, string | number>;
}

const setCookies = (set: Headed, cookies: readonly string[]) => {
  if (cookies.length > 0) set.headers["set-cookie"] = cookies as never;
};

/** Returns `Me` of a signed-in person, and sets the cookies. Throws `account_suspended`. */
export async function presentMe(
  { db, access }: People,
  { current }: OpenSession,
  cookies: readonly string[],
  set: Headed,
) {
  const { personId, name, email, role, accountId, sessionId, expiresAt } = current;
  const account = await db
    .selectFrom("accounts")
    .select(["name", "suspended_at"])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  if (account.suspended_at) throw new ApiError("account_suspended");
  setCookies(set, cookies);
  return {
    personId,
    name,
    email,
    role,
    account: { accountId, name: account.name },
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
