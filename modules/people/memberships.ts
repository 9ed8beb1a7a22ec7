/** A person belongs to one or more workspaces (accounts), with a role in each. */
import { sql } from "kysely";
import { findOwnerAccount } from "vireo/access";
import type { Database, Transaction } from "vireo/database";
import { ApiError, invalid } from "vireo/errors";
import { isUuid } from "vireo/ids";
import type { People } from "./context";
import type { MemberRow, PersonRow, Role } from "./migrations";

/** Maximum number of workspaces of a person. */
const MAX_WORKSPACES = 200;

export interface Workspace {
  accountId: string;
  name: string;
  color: string | null;
  picture: string | null;
  role: Role;
  isSuspended: boolean;
}

/** Selects people as members: one row for each workspace of a person, created when they joined it. */
export const selectMembers = (on: Database) =>
  on.selectFrom((eb) =>
    eb
      .selectFrom("people")
      .innerJoin("people_memberships as membership", "membership.person_id", "people.id")
      .select(["people.id", "people.name", "people.email", "people.email_verified", "people.image"])
      .select(["membership.account_id", "membership.role", "membership.created_at"])
      .select(sql<Date>`greatest(people.updated_at, membership.updated_at)`.as("updated_at"))
      .as("member"),
  );

/** Finds people in a workspace. Those who do not belong to it are left out. */
export async function findMembers(on: Database, personIds: readonly string[], accountId: string): Promise<MemberRow[]> {
  const ids = personIds.filter(isUuid);
  if (ids.length === 0 || !isUuid(accountId)) return [];
  return selectMembers(on).selectAll().where("id", "in", ids).where("account_id", "=", accountId).execute();
}

/** Finds a person in a workspace. */
export const findMember = async (on: Database, personId: string, accountId: string): Promise<MemberRow | undefined> =>
  (await findMembers(on, [personId], accountId))[0];

/** Maximum number of members of accounts that are notified. */
const MAX_MEMBERS = 1000;

export const listMembers = (on: Database, accountIds: readonly string[]): Promise<MemberRow[]> =>
  selectMembers(on).selectAll().where("account_id", "in", accountIds).limit(MAX_MEMBERS).execute();

const selectWorkspaces = (on: Database) =>
  on
    .selectFrom("people_memberships as membership")
    .innerJoin("accounts", "accounts.id", "membership.account_id")
    .innerJoin("people", "people.id", "membership.person_id")
    .select(["membership.person_id as personId", "accounts.id as accountId", "accounts.name"])
    .select([
      "accounts.color",
      "accounts.picture",
      "membership.role",
      sql<boolean>`accounts.suspended_at is not null`.as("isSuspended"),
    ]);

/** Lists the workspaces of these people by name. */
export const listWorkspaces = (on: Database, personIds: readonly string[]) =>
  selectWorkspaces(on)
    .where("membership.person_id", "in", personIds)
    .orderBy(sql`lower(accounts.name)`)
    .orderBy("accounts.id")
    .limit(personIds.length * MAX_WORKSPACES)
    .execute();

/**
 * Returns a workspace of a person: the given one, or the one that they opened last and that is not suspended.
 * @throws account_mismatch, account_suspended
 */
export async function getWorkspace(on: Database, personId: string, accountId?: string): Promise<Workspace> {
  const all = selectWorkspaces(on).where("membership.person_id", "=", personId);
  const named = accountId === undefined ? all : all.where("accounts.id", "=", isUuid(accountId) ? accountId : null);
  const workspace = await named
    .orderBy("isSuspended")
    .orderBy(sql`accounts.id = people.account_id`, "desc")
    .orderBy("membership.created_at")
    .limit(1)
    .executeTakeFirst();
  if (!workspace) throw new ApiError("account_mismatch");
  if (workspace.isSuspended) throw new ApiError("account_suspended");
  return workspace;
}

/** Role as servers of older versions know it. */
export const toLegacyRole = (role: Role): PersonRow["role"] => (role === "manager" ? "publisher" : role);

/** Throws `validation_error` for the role of administrator outside the owner account. */
export async function checkRole(on: Database, accountId: string, role: Role): Promise<void> {
  if (role === "admin" && (await findOwnerAccount(on))?.id !== accountId) {
    throw invalid("role", "Only members of the owner account can be administrators. Use manager.");
  }
}

/**
 * Adds a person to a workspace, or changes their role there.
 * @throws `validation_error` for an administrator outside the owner account, `conflict` for too many workspaces
 */
export async function setRole(trx: Transaction, personId: string, accountId: string, role: Role): Promise<void> {
  await checkRole(trx, accountId, role);
  const count = trx.selectFrom("people_memberships").select((eb) => eb.fn.countAll<number>().as("count"));
  const others = count.where("person_id", "=", personId).where("account_id", "<>", accountId);
  if (Number((await others.executeTakeFirstOrThrow()).count) >= MAX_WORKSPACES) {
    throw new ApiError("conflict", `A person can belong to at most ${MAX_WORKSPACES} workspaces.`);
  }
  // First, because the triggers for servers of older versions carry this role over.
  await trx
    .updateTable("people")
    .set({ role: toLegacyRole(role) })
    .where("id", "=", personId)
    .where("account_id", "=", accountId)
    .execute();
  await trx
    .insertInto("people_memberships")
    .values({ person_id: personId, account_id: accountId, role })
    .onConflict((conflict) =>
      conflict.columns(["person_id", "account_id"]).doUpdateSet({ role, updated_at: new Date() }),
    )
    .execute();
}

/** Removes a person from a workspace. Throws `conflict` if they have no other. */
export async function endMembership(trx: Transaction, personId: string, accountId: string): Promise<void> {
  await trx
    .deleteFrom("people_memberships")
    .where("person_id", "=", personId)
    .where("account_id", "=", accountId)
    .execute();
  await selectOtherWorkspace(trx, accountId, personId);
  const left = trx.selectFrom("people_memberships").select("account_id").where("person_id", "=", personId);
  if (!(await left.limit(1).executeTakeFirst())) {
    throw new ApiError("conflict", "This is the person's only workspace. Remove the person instead.");
  }
}

/** Sets the workspace that a person opened last to a membership `m`, with the role that older versions know. */
const openedLast = sql`account_id = m.account_id,
  role = case m.role when 'manager' then 'publisher' else m.role end`;

/** Stores which workspace a person opened last. Does nothing if they do not belong to it. */
export const selectWorkspace = (on: Database, personId: string, accountId: string) =>
  sql`
  update people set ${openedLast}
  from people_memberships as m where m.person_id = people.id and people.id = ${personId} and m.account_id = ${accountId}`.execute(
    on,
  );

/** Selects another workspace, if there is one, for people who opened this one last. */
export const selectOtherWorkspace = (on: Database, accountId: string, personId?: string) =>
  sql`
  update people set ${openedLast}
  from (select distinct on (person_id) person_id, account_id, role from people_memberships
    where account_id <> ${accountId} order by person_id, created_at) as m
  where m.person_id = people.id and people.account_id = ${accountId}
    and ${personId === undefined ? sql`true` : sql`people.id = ${personId}`}`.execute(on);

/** Returns the account in which a role changes if the request names none. Throws `validation_error` if there are several. */
export async function findUsualAccount({ db }: Pick<People, "db">, personId: string, role?: Role): Promise<string> {
  const owner = role === "admin" ? await findOwnerAccount(db) : undefined;
  if (owner) return owner.id;
  const [workspace, ...others] = await listWorkspaces(db, [personId]);
  if (!workspace || others.length > 0) {
    throw invalid("accountId", "This person belongs to several accounts. Name one.");
  }
  return workspace.accountId;
}
