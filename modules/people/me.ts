import type { Access } from "vireo/access";
import type { Database } from "vireo/database";
import type { Opened } from "./auth";
import { getScopes } from "./signed-in";

/** The answer of everything that signs somebody in: who they are, and the cookie. */
export const createAnswer =
  (db: Database, access: Pick<Access, "scopes">) =>
  async ({ current, cookie }: Opened, set: { headers: Record<string, string | number> }) => {
    if (cookie) set.headers["set-cookie"] = cookie;
    const { personId, name, email, role, accountId, sessionId, expiresAt } = current;
    const account = await db
      .selectFrom("accounts")
      .select("name")
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    return {
      personId,
      name,
      email,
      role,
      account: { accountId, name: account.name },
      scopes: getScopes(access, role),
      session: { sessionId, expiresAt: expiresAt.getTime() },
    };
  };

export type Answer = ReturnType<typeof createAnswer>;
