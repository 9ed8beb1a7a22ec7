import type { Access } from "vireo/access";
import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { OpenSession } from "./auth";

/** Creates the function that builds a `Me` response and sets the session cookie. */
export const createPresenter =
  (db: Database, access: Pick<Access, "scopes">) =>
  async ({ current, cookie }: OpenSession, set: { headers: Record<string, string | number> }) => {
    const { personId, name, email, role, accountId, sessionId, expiresAt } = current;
    const account = await db
      .selectFrom("accounts")
      .select(["name", "suspended_at"])
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    if (account.suspended_at) throw new ApiError("account_suspended");
    if (cookie) set.headers["set-cookie"] = cookie;
    return {
      personId,
      name,
      email,
      role,
      account: { accountId, name: account.name },
      scopes: access.scopes.ofRole(role),
      session: { sessionId, expiresAt: expiresAt.getTime() },
    };
  };

export type Presenter = ReturnType<typeof createPresenter>;
