import { sql } from "kysely";
import { isLowerRole, type KeyRow } from "vireo/access";
import type { Database, Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import { isUuid, newUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import { lockUntilEnd } from "vireo/transaction";
import type { People } from "./context";
import { DEVICE_DAYS } from "./devices";
import { normalizeEmail } from "./email";
import type { PersonRow, Role } from "./migrations";

interface PersonInput {
  accountId: string;
  role: Role;
  name: string;
  email: string;
  /** Result of `hashPassword`. Without it, the person signs in with the provider. */
  hash?: string;
}

const UNIQUE_VIOLATION = "23505";
/** Name of passwords in better-auth. */
const PASSWORD = "credential";
/** Prefix of provider names, followed by the issuer. */
export const OIDC = "oidc:";
/** Argon2id with the parameters recommended by OWASP. Bun computes it on other threads. */
const ARGON = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password, ARGON);

const verifyPassword = ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
  Bun.password.verify(password, hash);

/** Hash verified for unknown email addresses, so that they take as long as known ones. */
let dummyHash: Promise<string> | undefined;

/** Serialises the set-up and all changes of administrators. */
export const lockAdmins = (trx: Transaction) => lockUntilEnd(trx, "vireo:admins");

/** True once an administrator exists. Until then the set-up link works. */
export async function isSetUp(on: Database): Promise<boolean> {
  const admin = await on.selectFrom("people").select("id").where("role", "=", "admin").limit(1).executeTakeFirst();
  return admin !== undefined;
}

/** Maximum number of members of accounts that are notified. */
const MAX_MEMBERS = 1000;

export const listMembers = (on: Database, accountIds: readonly string[]): Promise<PersonRow[]> =>
  on.selectFrom("people").selectAll().where("account_id", "in", accountIds).limit(MAX_MEMBERS).execute();

export const listPeople = (on: Database, personIds: readonly string[]): Promise<PersonRow[]> =>
  on.selectFrom("people").selectAll().where("id", "in", personIds.filter(isUuid)).execute();

/** Throws `conflict` if the email address is already in use. */
export async function addPerson(
  { audit }: People,
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
      throw new ApiError("conflict", "This email address is already in use.");
    });
  if (hash) await setPasswordHash(trx, id, hash);
  const self = { type: "person", id, name: email } as const;
  await audit.record(trx, { action: "person.added", accountId, subject: self, details: { role }, actor: self });
  return person;
}

/** Sets a person's password, even if they had none. */
const setPasswordHash = (trx: Transaction, personId: string, hash: string) =>
  trx
    .insertInto("people_credentials")
    .values({ id: newUuid(), person_id: personId, provider: PASSWORD, subject: personId, password: hash })
    .onConflict((conflict) =>
      conflict.columns(["person_id", "provider"]).doUpdateSet({ password: hash, updated_at: new Date() }),
    )
    .execute();

/** A person, and the keys revoked by the change. */
interface Changed {
  row: PersonRow;
  revoked: KeyRow[];
}

const NOT_FOUND = "Person not found.";

/** Throws `not_found`. */
export async function getPerson({ db }: People, personId: string): Promise<PersonRow> {
  const row = isUuid(personId)
    ? await db.selectFrom("people").selectAll().where("id", "=", personId).executeTakeFirst()
    : undefined;
  if (!row) throw new ApiError("not_found", NOT_FOUND);
  return row;
}

/**
 * Throws `insufficient_scope` if a person's role does not have these scopes. Locks the role until the transaction
 * ends.
 */
export async function requireScopes(
  { access }: People,
  trx: Database,
  personId: string,
  scopes: readonly string[],
): Promise<void> {
  const own = trx.selectFrom("people").select("role").where("id", "=", personId);
  const person = await own.forShare().executeTakeFirst();
  if (!person) throw new ApiError("unauthorized");
  const granted = access.scopes.ofRole(person.role);
  const missing = scopes.find((scope) => !granted.includes(scope));
  if (missing) throw new ApiError("insufficient_scope", `Your role ${person.role} does not have the scope ${missing}.`);
}

/** Throws `not_found`. */
export async function getPersonByEmail({ db }: People, email: string): Promise<PersonRow> {
  const matching = db.selectFrom("people").selectAll().where("email", "=", normalizeEmail(email));
  const row = await matching.executeTakeFirst();
  if (!row) throw new ApiError("not_found", "No person with this email address.");
  return row;
}

/**
 * Finds the person with this password. Throws `sign_in_failed`, in the same time for an unknown address and a wrong
 * password.
 */
export async function checkPassword(people: People, email: string, password: string): Promise<PersonRow> {
  const person = await people.db.selectFrom("people").selectAll().where("email", "=", email).executeTakeFirst();
  const hash = person && (await findPasswordHash(people, person.id));
  dummyHash ??= hashPassword(crypto.randomUUID());
  const isRight = await verifyPassword({ hash: hash ?? (await dummyHash), password });
  if (!person || !hash || !isRight) throw new ApiError("sign_in_failed");
  return person;
}

/** True if this is the person's password, or if they have none and sent none. */
export async function isPasswordOf(people: People, personId: string, password: string | undefined): Promise<boolean> {
  const hash = await findPasswordHash(people, personId);
  return hash === undefined ? password === undefined : verifyPassword({ hash, password: password ?? "" });
}

/** Reads the sign-in methods of people who still exist. */
export function listSignInMethods({ db }: People, personIds: readonly string[]) {
  const has = (provider: string) =>
    sql<boolean>`exists (select from people_credentials
      where person_id = people.id and provider like ${provider} and (password is not null) = ${provider === PASSWORD})`;
  return db
    .selectFrom("people")
    .select([
      "id",
      has(PASSWORD).as("password"),
      has(`${OIDC}%`).as("oidc"),
      sql<boolean>`exists (select from people_two_factor
        where person_id = people.id and confirmed_at is not null)`.as("twoFactor"),
    ])
    .where("id", "in", personIds)
    .execute();
}

async function findPasswordHash({ db }: People, personId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("people_credentials")
    .select("password")
    .where("person_id", "=", personId)
    .where("provider", "=", PASSWORD)
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** Changes a person. Lowering their role revokes their keys and disables their webhooks. */
export function updatePerson(people: People, personId: string, set: { name?: string; role?: Role }): Promise<Changed> {
  const { access, services } = people;
  return changePerson(people, personId, async (trx, person) => {
    const isDemoted = set.role !== undefined && isLowerRole(set.role, person.role);
    const revoked = isDemoted ? await access.revokeKeysOf(trx, personId) : [];
    if (isDemoted) await services.webhooks?.disableByPerson(trx, personId, "demoted");
    const row = await trx
      .updateTable("people")
      .set({ ...set, updated_at: new Date() })
      .where("id", "=", personId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const details = { changed: Object.keys(set), role: row.role, revokedKeys: revoked.length };
    await recordChange(people, trx, "updated", row, { details });
    return { row, revoked };
  });
}

/** Removes a person together with their sessions and keys, and disables their webhooks. */
export function removePerson(people: People, personId: string): Promise<Changed> {
  const { access, services } = people;
  return changePerson(people, personId, async (trx, row) => {
    const revoked = await access.revokeKeysOf(trx, personId);
    await services.webhooks?.disableByPerson(trx, personId, "removed");
    await trx.deleteFrom("people").where("id", "=", personId).execute();
    await recordChange(people, trx, "removed", row, { details: { revokedKeys: revoked.length } });
    return { row, revoked };
  });
}

/** Ends one session of a person, or all but one. Returns the number of ended sessions. */
export function endSessions(
  people: People,
  personId: string,
  which: { id: string } | { not: string },
): Promise<number> {
  return people.db.transaction().execute((trx) => endSessionsIn(people, trx, personId, which));
}

/** Ends one or all sessions of a person, for an administrator. Returns the number of ended sessions. */
export async function signOutPerson(people: People, person: PersonRow, sessionId?: string): Promise<number> {
  if (sessionId !== undefined && !isUuid(sessionId)) return 0;
  return people.db.transaction().execute(async (trx) => {
    const ended = await endSessionsIn(people, trx, person.id, sessionId === undefined ? {} : { id: sessionId });
    if (sessionId === undefined) {
      await trx.deleteFrom("people_challenges").where("person_id", "=", person.id).execute();
    }
    if (ended > 0) await recordChange(people, trx, "sessions_ended", person, { details: { sessions: ended } });
    return ended;
  });
}

/**
 * Unlinks a person from their identity at the provider, and ends their sessions. Throws `not_found` if they are not
 * linked.
 */
export function unlinkPerson(people: People, person: PersonRow): Promise<void> {
  return people.db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("people_credentials")
      .where("person_id", "=", person.id)
      .where("provider", "like", `${OIDC}%`)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new ApiError("not_found", "This person is not linked to a provider.");
    await endSessionsIn(people, trx, person.id, {});
    await recordChange(people, trx, "unlinked", person, {});
  });
}

async function endSessionsIn(
  { access }: People,
  trx: Transaction,
  personId: string,
  { id, not }: { id?: string; not?: string },
): Promise<number> {
  let ending = trx.deleteFrom("people_sessions").where("person_id", "=", personId);
  if (id !== undefined) ending = ending.where("id", "=", id);
  if (not !== undefined) ending = ending.where("id", "<>", not);
  const tokens = (await ending.returning("token").execute()).map(({ token }) => token);
  await access.forget(trx, tokens);
  return tokens.length;
}

/** Sets a new password and ends all sessions. */
export async function setPassword(
  people: People,
  trx: Transaction,
  personId: string,
  password: string,
): Promise<PersonRow> {
  await setPasswordHash(trx, personId, await hashPassword(password));
  await endSessionsIn(people, trx, personId, {});
  await trx.deleteFrom("people_devices").where("person_id", "=", personId).execute();
  await trx.deleteFrom("people_challenges").where("person_id", "=", personId).execute();
  const person = await trx.selectFrom("people").selectAll().where("id", "=", personId).executeTakeFirstOrThrow();
  const actor = { type: "person", id: person.id, name: person.email } as const;
  await recordChange(people, trx, "password_changed", person, { actor });
  return person;
}

function recordChange(
  { audit }: People,
  trx: Transaction,
  change: "updated" | "removed" | "password_changed" | "sessions_ended" | "unlinked",
  { id, account_id: accountId, email }: PersonRow,
  more: Pick<Parameters<People["audit"]["record"]>[1], "actor" | "details">,
): Promise<void> {
  const subject = { type: "person", id, name: email };
  return audit.record(trx, { action: `person.${change}`, accountId, subject, ...more });
}

/** Removes expired sessions and links. */
export async function sweepExpired({ db }: People): Promise<void> {
  await db.deleteFrom("people_sessions").where("expires_at", "<", fromNow()).execute();
  await db.deleteFrom("people_links").where("expires_at", "<", fromNow()).execute();
  await db.deleteFrom("people_challenges").where("expires_at", "<", fromNow()).execute();
  await db.deleteFrom("people_oidc_flows").where("expires_at", "<", fromNow()).execute();
  const unused = fromNow(-DEVICE_DAYS * 86_400_000);
  await db.deleteFrom("people_devices").where("used_at", "<", unused).execute();
}

/**
 * Changes a person in a transaction. Fails if no administrator would be left, and clears cached permissions
 * everywhere.
 */
function changePerson(
  people: People,
  personId: string,
  work: (trx: Transaction, person: PersonRow) => Promise<Changed>,
): Promise<Changed> {
  return people.db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    const hadAdmin = await isSetUp(trx);
    // Keys that are being created right now either wait for the lock or are committed, and so revoked.
    const person = isUuid(personId)
      ? await trx.selectFrom("people").selectAll().where("id", "=", personId).forUpdate().executeTakeFirst()
      : undefined;
    if (!person) throw new ApiError("not_found", NOT_FOUND);
    const sessions = trx.selectFrom("people_sessions").select("token").where("person_id", "=", personId);
    const tokens = (await sessions.execute()).map(({ token }) => token);
    const changed = await work(trx, person);
    if (hadAdmin && !(await isSetUp(trx))) {
      throw new ApiError("conflict", "At least one administrator is required.");
    }
    await people.access.forget(trx, tokens);
    return changed;
  });
}
