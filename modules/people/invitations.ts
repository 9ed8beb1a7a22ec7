import { ApiError, invalid } from "vireo/errors";
import { isUuid } from "vireo/ids";
import type { Context } from "vireo/module";
import { createLink } from "./links";
import { writeInvitation } from "./mails";
import type { Role } from "./migrations";

interface InvitationInput {
  email: string;
  accountId: string;
  role: Role;
  hours: number;
}

/** Invites a person to an account, by mail if it is configured. Revokes an earlier invitation of the same address. */
export async function invite(
  { db, audit, host, services: { mail } }: Pick<Context<unknown, never, "mail">, "db" | "audit" | "host" | "services">,
  { email, accountId, role, hours }: InvitationInput,
) {
  return db.transaction().execute(async (trx) => {
    const account = isUuid(accountId)
      ? await trx.selectFrom("accounts").select(["id", "name"]).where("id", "=", accountId).executeTakeFirst()
      : undefined;
    if (!account) throw invalid("accountId", "Account not found.");
    const existing = await trx.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst();
    if (existing) throw new ApiError("conflict", "This email address is already in use.");
    await trx.deleteFrom("people_links").where("purpose", "=", "invitation").where("email", "=", email).execute();
    const created = await createLink(trx, host.origin, { purpose: "invitation", hours, accountId, email, role });
    const subject = { type: "invitation", id: created.row.id, name: email };
    await audit.record(trx, { action: "invitation.created", accountId, subject, details: { role } });
    await mail?.send(trx, email, "invitation", writeInvitation(account.name, created.link, hours));
    return { ...created, isMailed: mail?.isConfigured ?? false };
  });
}

/** Revokes the link of an invitation. Throws `not_found`. */
export async function revokeInvitation({ db, audit }: Pick<Context, "db" | "audit">, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = isUuid(id)
      ? await trx
          .deleteFrom("people_links")
          .where("id", "=", id)
          .where("purpose", "=", "invitation")
          .returning(["account_id", "email"])
          .executeTakeFirst()
      : undefined;
    if (!row?.account_id) throw new ApiError("not_found", "Invitation not found.");
    const subject = { type: "invitation", id, name: row.email ?? undefined };
    await audit.record(trx, { action: "invitation.revoked", accountId: row.account_id, subject });
  });
}
