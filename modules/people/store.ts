import { sql } from "kysely";
import type { Access } from "vireo/access";
import type { Database, Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import { isUuid, newUuid } from "vireo/ids";
import type { PersonRow, Role } from "./migrations";
import { hashPassword } from "./passwords";

export interface PersonInput {
  accountId: string;
  role: Role;
  name: string;
  email: string;
  /** As hashPassword made it. */
  hash: string;
}

const UNIQUE_VIOLATION = "23505";

/** One at a time: whoever changes who the administrators are, and the set-up. */
export const lockAdmins = (trx: Transaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('vireo:admins', 0))`.execute(trx);

/** Whether there is an administrator: until then the set-up link works. */
export async function isSetUp(on: Database): Promise<boolean> {
  const admin = await on.selectFrom("people").select("id").where("role", "=", "admin").limit(1).executeTakeFirst();
  return admin !== undefined;
}

/** Throws `conflict` when the e-mail address is somebody's already. */
export async function addPerson(
  trx: Transaction,
  { accountId, role, name, email, hash }: PersonInput,
): Promise<PersonRow> {
  const id = newUuid();
  const person = await trx
    .insertInto("people")
    .values({ id, account_id: accountId, role, name, email, email_verified: true })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error) => {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
      throw new ApiError("conflict", "Somebody has this e-mail address already.");
    });
  await trx
    .insertInto("people_credentials")
    .values({ id: newUuid(), person_id: id, provider: "credential", subject: id, password: hash })
    .execute();
  return person;
}

export function createStore(db: Database, access: Access) {
  async function find(personId: string): Promise<PersonRow> {
    const row = isUuid(personId)
      ? await db.selectFrom("people").selectAll().where("id", "=", personId).executeTakeFirst()
      : undefined;
    if (!row) throw new ApiError("not_found", "There is no such person.");
    return row;
  }

  /** SHA-256 of the tokens of a person's sessions. */
  const sessionsOf = async (on: Database, personId: string): Promise<string[]> =>
    (await on.selectFrom("people_sessions").select("token").where("person_id", "=", personId).execute()).map(
      ({ token }) => token,
    );

  /** Does the work on a person in a transaction which leaves an administrator; what they may do is looked up again everywhere. */
  const change = (personId: string, work: (trx: Transaction) => Promise<PersonRow | undefined>): Promise<PersonRow> =>
    db.transaction().execute(async (trx) => {
      await lockAdmins(trx);
      const before = await isSetUp(trx);
      const sessions = isUuid(personId) ? await sessionsOf(trx, personId) : [];
      const row = isUuid(personId) ? await work(trx) : undefined;
      if (!row) throw new ApiError("not_found", "There is no such person.");
      if (before && !(await isSetUp(trx))) throw new ApiError("conflict", "This is the last administrator.");
      await access.forget(trx, sessions);
      return row;
    });

  return {
    find,
    sessionsOf,
    update: (personId: string, set: { name?: string; role?: Role }) =>
      change(personId, (trx) =>
        trx
          .updateTable("people")
          .set({ ...set, updated_at: new Date() })
          .where("id", "=", personId)
          .returningAll()
          .executeTakeFirst(),
      ),
    /** Their sessions end with them. */
    remove: (personId: string) =>
      change(personId, (trx) => trx.deleteFrom("people").where("id", "=", personId).returningAll().executeTakeFirst()),

    /** Ends sessions of a person: one, or all but one. */
    async endSessions(personId: string, which: { id: string } | { not: string }): Promise<number> {
      const ended = await db
        .deleteFrom("people_sessions")
        .where("person_id", "=", personId)
        .where("id", "id" in which ? "=" : "<>", "id" in which ? which.id : which.not)
        .returning("token")
        .execute();
      await access.forget(
        db,
        ended.map(({ token }) => token),
      );
      return ended.length;
    },

    /** A password by a link: every session ends. */
    async setPassword(trx: Transaction, personId: string, password: string): Promise<PersonRow> {
      const hash = await hashPassword(password);
      await trx
        .updateTable("people_credentials")
        .set({ password: hash, updated_at: new Date() })
        .where("person_id", "=", personId)
        .where("provider", "=", "credential")
        .execute();
      await access.forget(trx, await sessionsOf(trx, personId));
      await trx.deleteFrom("people_sessions").where("person_id", "=", personId).execute();
      return trx.selectFrom("people").selectAll().where("id", "=", personId).executeTakeFirstOrThrow();
    },

    /** Removes what nobody can use any more. */
    async sweep(): Promise<void> {
      const now = new Date();
      await db.deleteFrom("people_sessions").where("expires_at", "<", now).execute();
      await db.deleteFrom("people_links").where("expires_at", "<", now).execute();
    },
  };
}

export type Store = ReturnType<typeof createStore>;
