import { sql } from "kysely";
import { hashPassword, isLowerRole, type KeyRow, type Membership, verifyPassword } from "vireo/access";
import type { Database, Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import { isUuid, newUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import { isUniqueViolation } from "vireo/tables";
import { lockUntilEnd } from "vireo/transaction";
import type { People } from "./context";
import { DEVICE_DAYS } from "./devices";
import { normalizeEmail } from "./email";
import { endMembership, findMember, setRole, toLegacyRole } from "./memberships";
import type { MemberRow, PersonRow, Role } from "./migrations";

interface PersonInput {
  accountId: string;
  role: Role;
  name: string;
  email: string;
  /** Result of `hashPassword`. Without it, the person signs in with the provider. */
  hash?: string;
}

/** Name of passwords in better-auth. */
const PASSWORD = "credential";
/** Prefix of provider names, followed by the issuer. */
export const OIDC = "oidc:";

/** Hash verified for unknown email addresses, so that they take as long as known ones. */
let dummyHash: Promise<string> | undefined;

/** Serialises the set-up and all changes of administrators. */
export const lockAdmins = (trx: Transaction) => lockUntilEnd(trx, "vireo:admins");

/** True once an administrator exists. Until then the set-up link works. */
export async function isSetUp(on: Database): Promise<boolean> {
  const admins = on.selectFrom("people_memberships").select("person_id").where("role", "=", "admin");
  return (await admins.limit(1).executeTakeFirst()) !== undefined;
}

/** Lists people who still exist, and whether they are administrators, in any workspace. */
export const listPeople = (on: Database, personIds: readonly string[]): Promise<(PersonRow & { isAdmin: boolean })[]> =>
  on
    .selectFrom("people")
    .selectAll()
    .select(
      sql<boolean>`exists (select from people_memberships
        where person_id = people.id and people_memberships.role = 'admin')`.as("isAdmin"),
    )
    .where("id", "in", personIds.filter(isUuid))
    .execute();

/** Adds a person to their first workspace. Throws `conflict` if the email address is already in use. */
export async function addPerson(
  { audit }: People,
  trx: Transaction,
  { accountId, role, name, email, hash }: PersonInput,
): Promise<PersonRow> {
  const id = newUuid();
  const person = await trx
    .insertInto("people")
    .values({ id, account_id: accountId, role: toLegacyRole(role), name, email, email_verified: true })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error) => {
      if (!isUniqueViolation(error)) throw error;
      throw new ApiError("conflict", "This email address is already in use. Sign in with it to accept the invitation.");
    });
  await setRole(trx, id, accountId, role);
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

/** What a change returns, with the keys that it revoked. */
interface Changed<Row> {
  row: Row;
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
 * Throws `insufficient_scope` if a person's role in an account does not have these scopes. Administrators have their
 * scopes in every account. Locks the roles until the transaction ends.
 */
export async function requireScopes(
  { access }: People,
  trx: Database,
  { personId, accountId }: Membership,
  scopes: readonly string[],
): Promise<void> {
  // Changes of roles lock the person too.
  await trx.selectFrom("people").select("id").where("id", "=", personId).forShare().execute();
  const roles = await trx
    .selectFrom("people_memberships")
    .select("role")
    .where("person_id", "=", personId)
    .where((eb) => eb.or([eb("account_id", "=", accountId), eb("role", "=", "admin")]))
    .execute();
  if (roles.length === 0) throw new ApiError("unauthorized");
  const granted = new Set(roles.flatMap(({ role }) => access.scopes.ofRole(role)));
  const missing = scopes.find((scope) => !granted.has(scope));
  if (missing)
    throw new ApiError("insufficient_scope", `Your role ${roles[0]!.role} does not have the scope ${missing}.`);
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

/** What can change about a person in a workspace. */
export interface PersonChange {
  name?: string | undefined;
  role?: Role | undefined;
}

/**
 * Changes a person in a workspace, or adds them to it. Lowering their role revokes their keys and disables their webhooks
 * there; administrators lose those of every workspace.
 * @throws not_found if they do not belong to the workspace and no role is given
 */
export function changeMember(people: People, member: Membership, change: PersonChange): Promise<Changed<MemberRow>> {
  return people.db.transaction().execute((trx) => changeMemberIn(people, trx, member, change));
}

/** `changeMember`, in the caller's transaction. */
export function changeMemberIn(
  people: People,
  trx: Transaction,
  { personId, accountId }: Membership,
  { name, role }: PersonChange,
): Promise<Changed<MemberRow>> {
  return changePerson(people, trx, personId, async () => {
    const before = await findMember(trx, personId, accountId);
    if (!before && !role) throw new ApiError("not_found", NOT_FOUND);
    if (name !== undefined) {
      await trx.updateTable("people").set({ name, updated_at: new Date() }).where("id", "=", personId).execute();
    }
    if (role) await setRole(trx, personId, accountId, role);
    const isDemoted = before && role && isLowerRole(role, before.role);
    const revoked = isDemoted ? await revokeAccess(people, trx, before, "demoted") : [];
    const row = (await findMember(trx, personId, accountId))!;
    const changed = [...(name === undefined ? [] : ["name"]), ...(role ? ["role"] : [])];
    const details = { changed, role: row.role, revokedKeys: revoked.length };
    if (before) await recordChange(people, trx, "updated", row, { details });
    else await recordChange(people, trx, "added", row, { details: { role: row.role } });
    return { row, revoked };
  });
}

/** Removes a person from a workspace, with their keys and webhooks there. Throws `conflict` if it is their only one. */
export function removeMember(people: People, { personId, accountId }: Membership): Promise<Changed<MemberRow>> {
  return people.db.transaction().execute((trx) =>
    changePerson(people, trx, personId, async () => {
      const row = await findMember(trx, personId, accountId);
      if (!row) throw new ApiError("not_found", NOT_FOUND);
      const revoked = await revokeAccess(people, trx, row, "removed");
      await endMembership(trx, personId, accountId);
      await recordChange(people, trx, "removed", row, { details: { revokedKeys: revoked.length } });
      return { row, revoked };
    }),
  );
}

/** Removes a person together with their sessions and keys, and disables their webhooks. */
export function removePerson(people: People, personId: string): Promise<Changed<PersonRow>> {
  const { access, services } = people;
  return people.db.transaction().execute((trx) =>
    changePerson(people, trx, personId, async (row) => {
      const revoked = await access.revokeKeysOf(trx, personId);
      await services.webhooks?.disableByPerson(trx, "removed", personId);
      await trx.deleteFrom("people").where("id", "=", personId).execute();
      await recordChange(people, trx, "removed", row, { details: { revokedKeys: revoked.length } });
      return { row, revoked };
    }),
  );
}

/** Revokes the keys and disables the webhooks of a role that ends. Administrators may have some in every account. */
async function revokeAccess(
  { access, services }: People,
  trx: Transaction,
  { id, account_id, role }: MemberRow,
  why: "demoted" | "removed",
): Promise<KeyRow[]> {
  const where = role === "admin" ? undefined : account_id;
  await services.webhooks?.disableByPerson(trx, why, id, where);
  return access.revokeKeysOf(trx, id, where);
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
  change: "added" | "updated" | "removed" | "password_changed" | "sessions_ended" | "unlinked",
  { id, account_id: accountId, email }: Pick<PersonRow, "id" | "account_id" | "email">,
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
 * Changes a person in the caller's transaction. Fails if no administrator would be left, and clears cached permissions
 * everywhere.
 */
async function changePerson<Result>(
  people: People,
  trx: Transaction,
  personId: string,
  work: (person: PersonRow) => Promise<Result>,
): Promise<Result> {
  await lockAdmins(trx);
  const hadAdmin = await isSetUp(trx);
  // Keys that are being created right now either wait for the lock or are committed, and so revoked.
  const person = isUuid(personId)
    ? await trx.selectFrom("people").selectAll().where("id", "=", personId).forUpdate().executeTakeFirst()
    : undefined;
  if (!person) throw new ApiError("not_found", NOT_FOUND);
  const sessions = trx.selectFrom("people_sessions").select("token").where("person_id", "=", personId);
  const tokens = (await sessions.execute()).map(({ token }) => token);
  const changed = await work(person);
  if (hadAdmin && !(await isSetUp(trx))) {
    throw new ApiError("conflict", "At least one administrator is required.");
  }
  await people.access.forget(trx, tokens);
  return changed;
}
