import { requireActiveAccount } from "vireo/access";
import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { Attempts } from "./attempts";
import type { Auth, OpenSession } from "./auth";
import { readCookie, serializeCookie } from "./cookie";
import type { Devices } from "./devices";
import type { PersonRow } from "./migrations";
import { isSecure } from "./origin";
import { CHALLENGE_SECONDS, countAttempt, createChallenge, takeChallenge } from "./two-factor/challenges";
import { isRecoveryCode, type TwoFactor } from "./two-factor/two-factor";

const CHALLENGE = "vireo_challenge";

/** A new session, with the cookies to set. */
interface Opened {
  session: OpenSession;
  cookies: string[];
}

/** A new session, or none yet because a code is required. Both come with cookies to set. */
export type Entered = Opened | { session: undefined; cookies: string[] };

interface Parts {
  db: Database;
  host: { readonly origin: string };
  auth: Auth;
  devices: Devices;
  attempts: Attempts;
  twoFactor: TwoFactor;
}

/**
 * Creates all sessions: first factor (password, one-time link, provider) → account is active → second factor, if the
 * person uses one → session → the device is remembered.
 */
export class Entrance {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Signs in a person who has passed the first factor. Throws `account_suspended`. */
  async enter(request: Request, person: PersonRow): Promise<Entered> {
    const { db, twoFactor } = this.#parts;
    await requireActiveAccount(db, person.account_id);
    if (!(await twoFactor.isOn(db, person.id))) return this.reopen(request, person);
    const token = await createChallenge(db, person.id);
    return { session: undefined, cookies: [this.#serialize(request, token)] };
  }

  /** Completes a sign-in with a code. Throws `sign_in_expired`, `wrong_code`, `account_suspended`. */
  async enterWithCode(request: Request, code: string): Promise<Entered> {
    const { db, attempts, twoFactor } = this.#parts;
    const token = readCookie(request, CHALLENGE);
    if (!token) throw new ApiError("sign_in_expired");
    const personId = await countAttempt(db, token);
    const person = await db.selectFrom("people").selectAll().where("id", "=", personId).executeTakeFirstOrThrow();
    const attempt = await attempts.countCode(request, person, isRecoveryCode(code));
    await requireActiveAccount(db, person.account_id);
    const enter = db.transaction().execute(async (trx) => {
      await twoFactor.take(trx, person, code);
      await twoFactor.clearWrong(trx, person.id);
      await takeChallenge(trx, token);
    });
    await enter.catch(async (error) => {
      if (error instanceof ApiError && error.kind === "wrong_code") await twoFactor.countWrong(person);
      throw error;
    });
    await attempt.succeeded();
    const { session, cookies } = await this.reopen(request, person);
    return { session, cookies: [...cookies, this.#serialize(request, "")] };
  }

  /** Opens a session for a person who is signed in, or has just passed all factors. */
  async reopen(request: Request, person: PersonRow): Promise<Opened> {
    const { auth, devices } = this.#parts;
    const session = await auth.open(request, person.id);
    const device = await devices.remember(request, person.id);
    return { session, cookies: [...(session.cookie ? [session.cookie] : []), device] };
  }

  #serialize(request: Request, token: string): string {
    return serializeCookie(CHALLENGE, token, {
      secure: isSecure(request, this.#parts.host.origin),
      seconds: token ? CHALLENGE_SECONDS : 0,
      sameSite: "Strict",
    });
  }
}
