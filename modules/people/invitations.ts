import { ApiError, invalid } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { isUniqueViolation } from "vireo/tables";
import type { People } from "./context";
import { type CreatedLink, createLink } from "./links";
import { writeInvitation } from "./mails";
import { checkRole, selectMembers } from "./memberships";
import type { Role } from "./migrations";

interface InvitationInput {
  email: string;
  accountId: string;
  role: Role;
}

export interface CreatedInvitation extends CreatedLink {
  isMailed: boolean;
}

/**
 * Invites a person to an account, by mail if it is configured. Revokes an earlier invitation of the same address to it.
 * A person who can already sign in keeps their password, and accepts after signing in.
 */
export async function invite(people: People, { email, accountId, role }: InvitationInput): Promise<CreatedInvitation> {
  const { audit, services, settings } = people;
  const hours = settings.invitationHours;
  return people.db.transaction().execute(async (trx) => {
    const account = isUuid(accountId)
      ? await trx.selectFrom("accounts").select(["id", "name"]).where("id", "=", accountId).executeTakeFirst()
      : undefined;
    if (!account) throw invalid("accountId", "Account not found.");
    await checkRole(trx, accountId, role);
    const member = selectMembers(trx).select("id").where("email", "=", email).where("account_id", "=", accountId);
    if (await member.executeTakeFirst()) {
      throw new ApiError("conflict", "This person already belongs to the workspace.");
    }
    await trx
      .deleteFrom("people_links")
      .where("purpose", "=", "invitation")
      .where("email", "=", email)
      .where("account_id", "=", accountId)
      .execute();
    const link = { purpose: "invitation", hours, accountId, email, role } as const;
    const created = await createLink(people, trx, link).catch(refuseInvited);
    const subject = { type: "invitation", id: created.row.id, name: email };
    await audit.record(trx, { action: "invitation.created", accountId, subject, details: { role } });
    await services.mail?.send(trx, email, "invitation", writeInvitation(account.name, created.link, hours));
    return { ...created, isMailed: services.mail?.isConfigured ?? false };
  });
}

/** Somebody else invites the address at the same time, or a server of an older version allows it one invitation. */
function refuseInvited(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new ApiError("conflict", "This address has a pending invitation. Try again in a minute, or revoke it.");
}

/** Revokes the link of an invitation, to the given account or to any. Throws `not_found`. */
export async function revokeInvitation({ db, audit }: People, id: string, accountId?: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const any = trx.deleteFrom("people_links").where("purpose", "=", "invitation");
    const own = accountId === undefined ? any : any.where("account_id", "=", accountId);
    const row = isUuid(id)
      ? await own.where("id", "=", id).returning(["account_id", "email"]).executeTakeFirst()
      : undefined;
    if (!row?.account_id) throw new ApiError("not_found", "Invitation not found.");
    const subject = { type: "invitation", id, name: row.email ?? undefined };
    await audit.record(trx, { action: "invitation.revoked", accountId: row.account_id, subject });
  });
}
