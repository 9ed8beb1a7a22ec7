import { sql } from "kysely";
import { findOwnerAccount, type RoleName } from "vireo/access";
import type { Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import { newUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import type { People } from "../context";
import { listWorkspaces } from "../memberships";
import type { PersonRow } from "../migrations";
import { addPerson, changeMember, changeMemberIn, lockAdmins, OIDC } from "../store";
import type { Identity } from "./provider";
import type { Configured } from "./settings";

/** Reason why a sign-in with the provider was refused. The sign-in page explains it. */
export type Refusal = "not_invited" | "email_unverified" | "linked_to_other" | "no_role";

export class RefusedError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/**
 * Finds the person behind an identity:
 *
 *     issuer and subject are linked to a person → that person, regardless of the current email address
 *     → a person has the verified email address, and no other subject of this issuer → link
 *     → there is an invitation for it → join as invited
 *     → `newRole`, or a role by claim → join the owner account
 *     → refused
 *
 * With `roleClaim`, the claim sets the role each time, and people without a role are refused. It is the role in the
 * owner account or, for people who do not belong to that, in their only workspace.
 */
export async function resolveIdentity(people: People, settings: Configured, identity: Identity): Promise<PersonRow> {
  const role = identity.role ?? settings.newRole;
  if (settings.roleClaim && !role) throw new RefusedError("no_role");
  const person = await people.db.transaction().execute(async (trx) => {
    // Run first sign-ins one at a time, like all changes of administrators.
    await lockAdmins(trx);
    return (await findLinked(trx, identity)) ?? (await joinOrLink(people, trx, settings, identity, role));
  });
  return settings.roleClaim && role ? applyRole(people, person, role) : person;
}

const getProvider = ({ issuer }: Identity) => `${OIDC}${issuer}`;

const findLinked = (trx: Transaction, identity: Identity): Promise<PersonRow | undefined> =>
  trx
    .selectFrom("people")
    .innerJoin("people_credentials as credential", "credential.person_id", "people.id")
    .selectAll("people")
    .where("credential.provider", "=", getProvider(identity))
    .where("credential.subject", "=", identity.subject)
    .executeTakeFirst();

async function joinOrLink(
  people: People,
  trx: Transaction,
  settings: Configured,
  identity: Identity,
  role: RoleName | undefined,
): Promise<PersonRow> {
  const { email, subject } = identity;
  if (!email) throw new RefusedError("email_unverified");
  const existing = await trx.selectFrom("people").selectAll().where("email", "=", email).executeTakeFirst();
  const person = existing ?? (await join(people, trx, settings, identity, role));
  const linked = await trx
    .insertInto("people_credentials")
    .values({ id: newUuid(), person_id: person.id, provider: getProvider(identity), subject, password: null })
    // The provider has reassigned the address to someone else.
    .onConflict((conflict) => conflict.columns(["person_id", "provider"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!linked) throw new RefusedError("linked_to_other");
  const self = { type: "person", id: person.id, name: person.email } as const;
  const details = { provider: settings.name };
  const link = { action: "person.linked", accountId: person.account_id, subject: self, details, actor: self };
  await people.audit.record(trx, link);
  return person;
}

/** Adds the person to all workspaces that they are invited to, or to the owner account. */
async function join(
  people: People,
  trx: Transaction,
  settings: Configured,
  { email, name }: Identity,
  role: RoleName | undefined,
): Promise<PersonRow> {
  const [invitation, ...others] = await trx
    .deleteFrom("people_links")
    .where("purpose", "=", "invitation")
    .where(sql`lower(email)`, "=", email)
    .where("expires_at", ">", fromNow())
    .returningAll()
    .execute();
  const owner = (await findOwnerAccount(trx))?.id;
  const accountId = invitation?.account_id ?? owner;
  // Use the claim even for invited people, because it would replace the invitation's role at the next sign-in.
  const claimed = settings.roleClaim && others.length === 0 ? role : undefined;
  const assigned = claimed ?? invitation?.role ?? role;
  if (!accountId || !assigned) throw new RefusedError("not_invited");
  const first = assigned === "admin" && accountId !== owner ? "manager" : assigned;
  const person = await addPerson(people, trx, {
    accountId,
    role: first,
    name: name ?? email ?? "",
    email: email ?? "",
  });
  for (const { account_id, role } of others) {
    if (account_id && role) await changeMemberIn(people, trx, { personId: person.id, accountId: account_id }, { role });
  }
  return person;
}

/** Sets the role given by the claim. The last administrator keeps theirs. */
async function applyRole(people: People, person: PersonRow, role: RoleName): Promise<PersonRow> {
  const { db } = people;
  const owner = (await findOwnerAccount(db))?.id;
  const workspaces = await listWorkspaces(db, [person.id]);
  const governed = workspaces.find(({ accountId }) => accountId === owner) ?? workspaces[0];
  const isGoverned = governed && (governed.accountId === owner || workspaces.length === 1);
  const accountId = role === "admin" ? owner : isGoverned ? governed.accountId : undefined;
  if (!accountId || (accountId === governed?.accountId && governed.role === role)) return person;
  try {
    await changeMember(people, { personId: person.id, accountId }, { role });
    return person;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "conflict") throw error;
    people.log.warn("the last administrator keeps the role, although the provider's claim names another", { role });
    return person;
  }
}
