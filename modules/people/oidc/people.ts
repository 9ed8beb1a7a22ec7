import { sql } from "kysely";
import { findOwnerAccount, type RoleName } from "vireo/access";
import type { Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import { newUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import type { People } from "../context";
import type { PersonRow } from "../migrations";
import { addPerson, lockAdmins, OIDC, updatePerson } from "../store";
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
 * With `roleClaim`, the claim sets the role each time, and who has no role is refused.
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

/** Adds the person as invited, or to the owner account. */
async function join(
  people: People,
  trx: Transaction,
  settings: Configured,
  { email, name }: Identity,
  role: RoleName | undefined,
): Promise<PersonRow> {
  const invitation = await trx
    .deleteFrom("people_links")
    .where("purpose", "=", "invitation")
    .where(sql`lower(email)`, "=", email)
    .where("expires_at", ">", fromNow())
    .returningAll()
    .executeTakeFirst();
  const accountId = invitation?.account_id ?? (await findOwnerAccount(trx))?.id;
  // Use the claim even for invited people, because it would replace the invitation's role at the next sign-in.
  const assigned = settings.roleClaim ? role : (invitation?.role ?? role);
  if (!accountId || !assigned) throw new RefusedError("not_invited");
  return addPerson(people, trx, { accountId, role: assigned, name: name ?? email ?? "", email: email ?? "" });
}

/** Sets the role given by the claim. The last administrator keeps theirs. */
async function applyRole(people: People, person: PersonRow, role: RoleName): Promise<PersonRow> {
  if (person.role === role) return person;
  try {
    return (await updatePerson(people, person.id, { role })).row;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "conflict") throw error;
    people.log.warn("the last administrator keeps the role, although the provider's claim names another", { role });
    return person;
  }
}
