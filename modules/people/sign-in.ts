/**
 * Creates all sessions: first factor (password, one-time link, provider) → a workspace is active → second factor, if the
 * person uses one → session → the device is remembered.
 */
import { ApiError } from "vireo/errors";
import { countCode } from "./attempts";
import type { OpenSession } from "./auth";
import type { People } from "./context";
import { readCookie, serializeCookie } from "./cookie";
import { rememberDevice } from "./devices";
import { getWorkspace } from "./memberships";
import type { PersonRow } from "./migrations";
import { isSecure } from "./origin";
import { CHALLENGE_SECONDS, countAttempt, createChallenge, takeChallenge } from "./two-factor/challenges";
import { clearWrongCodes, countWrongCode, isRecoveryCode, isTwoFactorOn, takeCode } from "./two-factor/two-factor";

const CHALLENGE = "vireo_challenge";

/** A new session, with the cookies to set. */
interface Opened {
  session: OpenSession;
  cookies: string[];
}

/** A new session, or none yet because a code is required. Both come with cookies to set. */
export type SignInResult = Opened | { session: undefined; cookies: string[] };

/** Signs in a person who has passed the first factor. Throws `account_suspended`. */
export async function signIn(people: People, request: Request, person: PersonRow): Promise<SignInResult> {
  const { db } = people;
  await getWorkspace(db, person.id);
  if (!(await isTwoFactorOn(db, person.id))) return openSession(people, request, person);
  const token = await createChallenge(db, person.id);
  return { session: undefined, cookies: [serializeChallenge(people, request, token)] };
}

/** Completes a sign-in with a code. Throws `sign_in_expired`, `wrong_code`, `account_suspended`. */
export async function signInWithCode(people: People, request: Request, code: string): Promise<SignInResult> {
  const { db } = people;
  const token = readCookie(request, CHALLENGE);
  if (!token) throw new ApiError("sign_in_expired");
  const personId = await countAttempt(db, token);
  const person = await db.selectFrom("people").selectAll().where("id", "=", personId).executeTakeFirstOrThrow();
  const attempt = await countCode(people, request, person, isRecoveryCode(code));
  await getWorkspace(db, person.id);
  const accepted = db.transaction().execute(async (trx) => {
    await takeCode(people, trx, person, code);
    await clearWrongCodes(trx, person.id);
    await takeChallenge(trx, token);
  });
  await accepted.catch(async (error) => {
    if (error instanceof ApiError && error.kind === "wrong_code") await countWrongCode(people, person);
    throw error;
  });
  await attempt.succeeded();
  const { session, cookies } = await openSession(people, request, person);
  return { session, cookies: [...cookies, serializeChallenge(people, request, "")] };
}

/** Opens a session for a person who is signed in, or has just passed all factors. */
export async function openSession(people: People, request: Request, person: PersonRow): Promise<Opened> {
  const session = await people.auth.open(request, person.id);
  const device = await rememberDevice(people, request, person.id);
  return { session, cookies: [...(session.cookie ? [session.cookie] : []), device] };
}

function serializeChallenge({ host }: People, request: Request, token: string): string {
  return serializeCookie(CHALLENGE, token, {
    secure: isSecure(request, host.origin),
    seconds: token ? CHALLENGE_SECONDS : 0,
    sameSite: "Strict",
  });
}
