import type { Access, Scope } from "vireo/access";
import { ApiError } from "vireo/errors";
import type { Context } from "vireo/module";
import type { Caller } from "vireo/request";
import type { Auth, Current } from "./auth";
import { sessionCookie } from "./cookie";
import type { Role } from "./migrations";
import { isOwnCall } from "./origin";

/** Members may do what the account's keys may. */
export const getScopes = ({ scopes }: Pick<Access, "scopes">, role: Role): Scope[] =>
  scopes.all.filter((scope) => role === "admin" || scope !== "admin");

const toCaller = (
  access: Pick<Access, "scopes">,
  { accountId, sessionId, email, personId, role }: Current,
): Caller => ({
  accountId,
  keyId: sessionId,
  keyName: email,
  personId,
  scopes: new Set(getScopes(access, role)),
});

export function createSignedIn({ access, host }: Pick<Context, "access" | "host">, auth: Auth) {
  /** Who rides on a session; undefined for nobody, and for calls that do not come from our own pages. */
  async function identify(request: Request): Promise<Caller | undefined> {
    const cookie = sessionCookie(request);
    if (!cookie || !isOwnCall(request, host.origin)) return undefined;
    const known = await access.recall(cookie.hash, async () => {
      const found = await auth.current(request, false);
      return found && { caller: toCaller(access, found.current), expiresAt: found.current.expiresAt.getTime() };
    });
    return known?.caller;
  }

  return {
    identify,
    /** Throws `signed_out`. */
    async require(request: Request): Promise<Caller & { personId: string }> {
      const caller = await identify(request);
      if (!caller?.personId) throw new ApiError("signed_out");
      return { ...caller, personId: caller.personId };
    },
  };
}

export type SignedIn = ReturnType<typeof createSignedIn>;
