import type { Database } from "vireo/database";
import type { Opened } from "./auth";
import { scopesOf } from "./signed-in";

/** The answer of everything that signs somebody in: who they are, and the cookie. */
export const createAnswer =
  (db: Database) =>
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
      scopes: scopesOf(role),
      session: { sessionId, expiresAt: expiresAt.getTime() },
    };
  };

export type Answer = ReturnType<typeof createAnswer>;
