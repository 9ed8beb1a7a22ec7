import { sql } from "kysely";
import { isLowerRole, type KeyRow } from "vireo/access";
import type { Database, Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import { isUuid, newUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import type { Context } from "vireo/module";
import { DEVICE_DAYS } from "./devices";
import type { PersonRow, Role } from "./migrations";
import { hashPassword } from "./passwords";

type Audit = Context["audit"];

export interface PersonInput {
  accountId: string;
  role: Role;
  name: string;
  email: string;
  /** From `hashPassword`. */
  hash: string;
}

/** For lists that must not be empty. */
const NOBODY = "00000000-0000-0000-0000-000000000000";
const UNIQUE_VIOLATION = "23505";

/** Serialises the set-up and all changes to who is an administrator. */
export const lockAdmins = (trx: Transaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('vireo:admins', 0))`.execute(trx);

/** True once there is an administrator. Until then the set-up link works. */
export async function isSetUp(on: Database): Promise<boolean> {
  const admin = await on.selectFrom("people").select("id").where("role", "=", "admin").limit(1).executeTakeFirst();
  return admin !== undefined;
}

/** Whoever is told what happens. An account with more people than this is told in part. */
const MAX_MEMBERS = 1000;

export const createDirectory = () => ({
  listMembers: (on: Database, accountIds: readonly string[]): Promise<PersonRow[]> =>
    on
      .selectFrom("people")
      .selectAll()
      .where("account_id", "in", [...accountIds, NOBODY])
      .limit(MAX_MEMBERS)
      .execute(),
  listPeople: (on: Database, personIds: readonly string[]): Promise<PersonRow[]> =>
    on
      .selectFrom("people")
      .selectAll()
      .where("id", "in", [...personIds.filter(isUuid), NOBODY])
      .execute(),
});

/** Throws `conflict` if the email address is already in use. */
export async function addPerson(
  trx: Transaction,
  audit: Audit,
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
      throw new ApiError("conflict", "This email address is already in use.");
    });
  await trx
    .insertInto("people_credentials")
    .values({ id: newUuid(), person_id: id, provider: "credential", subject: id, password: hash })
    .execute();
  const actor = { type: "person", id, name: email } as const;
  const subject = { type: "person", id, name: email };
  await audit.record(trx, { action: "person.added", accountId, subject, details: { role }, actor });
  return person;
}

/** A person, and what ended with the change. */
interface Changed {
  row: PersonRow;
  revoked: KeyRow[];
}

/** The part of the webhooks' service that is used here. */
interface Webhooks {
  disableOf(trx: Transaction, personId: string, why: "removed" | "demoted"): Promise<void>;
}

const NOT_FOUND = "Person not found.";

export class PeopleStore {
  readonly #db: Database;
  readonly #access: Context["access"];
  readonly #audit: Audit;
  readonly #webhooks: Webhooks | undefined;

  constructor({ db, access, audit }: Pick<Context, "db" | "access" | "audit">, webhooks: Webhooks | undefined) {
    this.#db = db;
    this.#access = access;
    this.#audit = audit;
    this.#webhooks = webhooks;
  }

  async find(personId: string): Promise<PersonRow> {
    const row = isUuid(personId)
      ? await this.#db.selectFrom("people").selectAll().where("id", "=", personId).executeTakeFirst()
      : undefined;
    if (!row) throw new ApiError("not_found", NOT_FOUND);
    return row;
  }

  /** Throws `insufficient_scope` if a person's role does not have these scopes. The role stays until the transaction ends. */
  async requireScopes(trx: Database, personId: string, scopes: readonly string[]): Promise<void> {
    const person = await trx
      .selectFrom("people")
      .select("role")
      .where("id", "=", personId)
      .forShare()
      .executeTakeFirst();
    if (!person) throw new ApiError("unauthorized");
    const granted = this.#access.scopes.ofRole(person.role);
    const missing = scopes.find((scope) => !granted.includes(scope));
    if (missing)
      throw new ApiError("insufficient_scope", `Your role ${person.role} does not have the scope ${missing}.`);
  }

  async findByEmail(email: string): Promise<PersonRow> {
    const matching = this.#db.selectFrom("people").selectAll().where("email", "=", email.toLowerCase());
    const row = await matching.executeTakeFirst();
    if (!row) throw new ApiError("not_found", "No person with this email address.");
    return row;
  }

  /** Lists the SHA-256 hashes of a person's session tokens. */
  async listSessionHashes(on: Database, personId: string): Promise<string[]> {
    const rows = await on.selectFrom("people_sessions").select("token").where("person_id", "=", personId).execute();
    return rows.map(({ token }) => token);
  }

  /** Changes a person. If they get a lower role, their keys are revoked and their webhooks disabled. */
  update(personId: string, set: { name?: string; role?: Role }): Promise<Changed> {
    return this.#change(personId, async (trx, person) => {
      const isDemoted = set.role !== undefined && isLowerRole(set.role, person.role);
      const revoked = isDemoted ? await this.#access.revokeKeysOf(trx, personId) : [];
      if (isDemoted) await this.#webhooks?.disableOf(trx, personId, "demoted");
      const row = await trx
        .updateTable("people")
        .set({ ...set, updated_at: new Date() })
        .where("id", "=", personId)
        .returningAll()
        .executeTakeFirstOrThrow();
      const details = { changed: Object.keys(set), role: row.role, revokedKeys: revoked.length };
      await this.#record(trx, "updated", row, { details });
      return { row, revoked };
    });
  }

  /** Removes a person together with their sessions and keys, and disables their webhooks. */
  remove(personId: string): Promise<Changed> {
    return this.#change(personId, async (trx, row) => {
      const revoked = await this.#access.revokeKeysOf(trx, personId);
      await this.#webhooks?.disableOf(trx, personId, "removed");
      await trx.deleteFrom("people").where("id", "=", personId).execute();
      await this.#record(trx, "removed", row, { details: { revokedKeys: revoked.length } });
      return { row, revoked };
    });
  }

  /** Ends one session of a person, or all but one. Returns how many were ended. */
  async endSessions(personId: string, which: { id: string } | { not: string }): Promise<number> {
    const ended = await this.#db
      .deleteFrom("people_sessions")
      .where("person_id", "=", personId)
      .where("id", "id" in which ? "=" : "<>", "id" in which ? which.id : which.not)
      .returning("token")
      .execute();
    await this.#access.forget(
      this.#db,
      ended.map(({ token }) => token),
    );
    return ended.length;
  }

  /** Sets a new password and ends all sessions. */
  async setPassword(trx: Transaction, personId: string, password: string): Promise<PersonRow> {
    const hash = await hashPassword(password);
    await trx
      .updateTable("people_credentials")
      .set({ password: hash, updated_at: new Date() })
      .where("person_id", "=", personId)
      .where("provider", "=", "credential")
      .execute();
    await this.#access.forget(trx, await this.listSessionHashes(trx, personId));
    await trx.deleteFrom("people_devices").where("person_id", "=", personId).execute();
    await trx.deleteFrom("people_sessions").where("person_id", "=", personId).execute();
    const person = await trx.selectFrom("people").selectAll().where("id", "=", personId).executeTakeFirstOrThrow();
    await this.#recordPassword(trx, person);
    return person;
  }

  /** Records that a person has set a new password. */
  async recordPassword(personId: string): Promise<void> {
    const person = await this.find(personId);
    await this.#db.transaction().execute((trx) => this.#recordPassword(trx, person));
  }

  #recordPassword(trx: Transaction, person: PersonRow): Promise<void> {
    const actor = { type: "person", id: person.id, name: person.email } as const;
    return this.#record(trx, "password_changed", person, { actor });
  }

  #record(
    trx: Transaction,
    change: "updated" | "removed" | "password_changed",
    { id, account_id: accountId, email }: PersonRow,
    more: Pick<Parameters<Audit["record"]>[1], "actor" | "details">,
  ): Promise<void> {
    const subject = { type: "person", id, name: email };
    return this.#audit.record(trx, { action: `person.${change}`, accountId, subject, ...more });
  }

  /** Removes expired sessions and links. */
  async sweep(): Promise<void> {
    await this.#db.deleteFrom("people_sessions").where("expires_at", "<", fromNow()).execute();
    await this.#db.deleteFrom("people_links").where("expires_at", "<", fromNow()).execute();
    const unused = fromNow(-DEVICE_DAYS * 86_400_000);
    await this.#db.deleteFrom("people_devices").where("used_at", "<", unused).execute();
  }

  /** Changes a person in a transaction. Fails if no administrator is left, and clears cached permissions everywhere. */
  #change(personId: string, work: (trx: Transaction, person: PersonRow) => Promise<Changed>): Promise<Changed> {
    return this.#db.transaction().execute(async (trx) => {
      await lockAdmins(trx);
      const hadAdmin = await isSetUp(trx);
      const sessions = isUuid(personId) ? await this.listSessionHashes(trx, personId) : [];
      // Keys that are being created right now wait for the lock, or are committed and so revoked.
      const person = isUuid(personId)
        ? await trx.selectFrom("people").selectAll().where("id", "=", personId).forUpdate().executeTakeFirst()
        : undefined;
      if (!person) throw new ApiError("not_found", NOT_FOUND);
      const changed = await work(trx, person);
      if (hadAdmin && !(await isSetUp(trx))) {
        throw new ApiError("conflict", "At least one administrator is required.");
      }
      await this.#access.forget(trx, sessions);
      return changed;
    });
  }
}
