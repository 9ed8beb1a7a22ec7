import type { KeyRow, Membership, RoleName } from "vireo/access";
import type { Database, Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { People } from "./context";
import { normalizeEmail } from "./email";
import type { CreatedInvitation } from "./invitations";
import { type CreatedLink, createLink } from "./links";
import { writeReset } from "./mails";
import type { MemberRow, PersonRow } from "./migrations";

/** Service for other modules and the command line. */
export interface PeopleService {
  /** Throws `not_found` if no person has this email address. */
  resetLink(email: string): Promise<CreatedLink>;
  /** Throws `conflict` if an administrator already exists. */
  setupLink(): Promise<CreatedLink>;
  /** Lists people by workspace, newest members first. */
  list(limit: number): Promise<MemberRow[]>;
  /**
   * Sets a role in an account, by default in the person's only one, or in the owner account for an administrator. Adds
   * them to it if necessary. Throws `conflict` for the last administrator, and `not_found`.
   */
  setRole(
    email: string,
    role: RoleName,
    accountId: string | undefined,
  ): Promise<{ row: MemberRow; revoked: readonly KeyRow[] }>;
  /** Adds a person to an account, or changes their role there, in the caller's transaction. */
  addMember(trx: Transaction, member: Membership, role: RoleName): Promise<void>;
  /** Ends all sessions. Returns their number. Throws `not_found`. */
  signOut(email: string): Promise<number>;
  /** Turns off two-factor authentication. Throws `not_found`. */
  removeTwoFactor(email: string): Promise<void>;
  invite(input: { email: string; role: RoleName; accountId: string | undefined }): Promise<CreatedInvitation>;
  /** Lists the people of these accounts, with their role there. */
  listMembers(on: Database, accountIds: readonly string[]): Promise<MemberRow[]>;
  /** Finds people in an account, with their role there. Those who do not belong to it are left out. */
  findMembers(on: Database, personIds: readonly string[], accountId: string): Promise<MemberRow[]>;
  /** Lists the people with these ids who still exist. */
  listPeople(on: Database, personIds: readonly string[]): Promise<(PersonRow & { isAdmin: boolean })[]>;
}

declare module "vireo/module" {
  interface Services {
    people: PeopleService;
  }
}

/**
 * Creates a link to set a new password. Revokes earlier links.
 * @throws not_found if no person has this email address.
 */
export async function createResetLink(people: People, email: string): Promise<CreatedLink> {
  const { db, audit } = people;
  return db.transaction().execute(async (trx) => {
    const { person, ...created } = await createResetLinkIn(people, trx, email);
    const subject = { type: "person", id: person.id, name: person.email };
    await audit.record(trx, { action: "person.reset_link_created", accountId: person.account_id, subject });
    return created;
  });
}

async function createResetLinkIn(people: People, trx: Transaction, email: string) {
  const person = await trx
    .selectFrom("people")
    .select(["id", "account_id", "email"])
    .where("email", "=", normalizeEmail(email))
    .executeTakeFirst();
  if (!person) throw new ApiError("not_found", "No person with this email address.");
  await trx.deleteFrom("people_links").where("person_id", "=", person.id).where("purpose", "=", "reset").execute();
  const hours = people.settings.resetHours;
  const created = await createLink(people, trx, { purpose: "reset", hours, personId: person.id });
  return { ...created, person };
}

/** Mails a link to set a new password. Does nothing if the address is unknown. */
export async function mailResetLink(people: People, email: string): Promise<void> {
  const { db, services, settings } = people;
  await db.transaction().execute(async (trx) => {
    const person = await trx.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst();
    if (!person) return;
    const { link } = await createResetLinkIn(people, trx, email);
    await services.mail?.send(trx, email, "reset", writeReset(link, settings.resetHours));
  });
}
