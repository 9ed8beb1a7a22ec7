import type { Access } from "vireo/access";
import { ApiError } from "vireo/errors";
import type { Context } from "vireo/module";
import type { Caller } from "vireo/request";
import type { Auth, Current } from "./auth";
import { parseSessionCookie } from "./cookie";
import { isSameOrigin } from "./origin";

const toCaller = (
  access: Pick<Access, "scopes">,
  { accountId, sessionId, email, personId, role }: Current,
): Caller => ({
  accountId,
  keyId: sessionId,
  keyName: email,
  personId,
  scopes: new Set(access.scopes.ofRole(role)),
});

export function createSignedIn({ access, host }: Pick<Context, "access" | "host">, auth: Auth) {
  /** Returns the signed-in caller. Undefined without a session, or if the request does not come from our own pages. */
  async function identify(request: Request): Promise<Caller | undefined> {
    const cookie = parseSessionCookie(request);
    if (!cookie || !isSameOrigin(request, host.origin)) return undefined;
    const { hash, proof } = cookie;
    const read = async () => {
      const session = await auth.getCurrent(request, false);
      const expiresAt = session?.current.expiresAt.getTime() ?? 0;
      return session && { caller: toCaller(access, session.current), expiresAt, proof };
    };
    const entry = await access.recall(hash, read);
    // The cache knows the token, but not with this signature.
    return entry && entry.proof !== proof ? (await read())?.caller : entry?.caller;
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
