import { ApiError } from "vireo/errors";
import type { Caller } from "vireo/request";
import type { Current } from "./auth";
import type { People } from "./context";
import { parseSessionCookie } from "./cookie";
import { isSameOrigin } from "./origin";

const toCaller = ({ access }: People, { accountId, sessionId, email, personId, role }: Current): Caller => ({
  accountId,
  keyId: sessionId,
  keyName: email,
  personId,
  scopes: new Set(access.scopes.ofRole(role)),
});

/** Returns the signed-in caller. Undefined without a session, or if the request does not come from our own pages. */
export async function identifyCaller(people: People, request: Request): Promise<Caller | undefined> {
  const { access, auth, host } = people;
  const cookie = parseSessionCookie(request);
  if (!cookie || !isSameOrigin(request, host.origin)) return undefined;
  const { hash, proof } = cookie;
  const read = async () => {
    const session = await auth.getCurrent(request, false);
    const expiresAt = session?.current.expiresAt.getTime() ?? 0;
    return session && { caller: toCaller(people, session.current), expiresAt, proof };
  };
  const entry = await access.recall(hash, read);
  // The cache knows the token, but not with this signature.
  return entry && entry.proof !== proof ? (await read())?.caller : entry?.caller;
}

/** Throws `signed_out`. */
export async function requirePerson(people: People, request: Request): Promise<Caller & { personId: string }> {
  const caller = await identifyCaller(people, request);
  if (!caller?.personId) throw new ApiError("signed_out");
  return { ...caller, personId: caller.personId };
}
