import type { Access } from "vireo/access";
import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { OpenSession } from "./auth";
import type { Entered } from "./entrance";

/** Response prepared by a route. */
interface Headed {
  status?: number | string;
  headers: Record<string, string | number>;
}

const setCookies = (set: Headed, cookies: readonly string[]) => {
  if (cookies.length > 0) set.headers["set-cookie"] = cookies as never;
};

/** Builds the responses of routes that open or read a session, and sets their cookies. */
export class Presenter {
  readonly #db: Database;
  readonly #access: Pick<Access, "scopes">;

  constructor(db: Database, access: Pick<Access, "scopes">) {
    this.#db = db;
    this.#access = access;
  }

  /** Returns `Me` of a signed-in person. Throws `account_suspended`. */
  async me({ current }: OpenSession, cookies: readonly string[], set: Headed) {
    const { personId, name, email, role, accountId, sessionId, expiresAt } = current;
    const account = await this.#db
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
      scopes: this.#access.scopes.ofRole(role),
      session: { sessionId, expiresAt: expiresAt.getTime() },
    };
  }

  /** Returns `Me`, or 202 if the sign-in requires a code. */
  async entered({ session, cookies }: Entered, set: Headed) {
    if (session) return this.me(session, cookies, set);
    setCookies(set, cookies);
    set.status = 202;
    return { codeRequired: true };
  }
}
