import type { Database } from "vireo/database";
import { ApiError, invalid } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { createLink } from "./links";
import type { Role } from "./migrations";

interface InvitationInput {
  email: string;
  accountId: string;
  role: Role;
  hours: number;
}

/** Invites a person into an account. An earlier invitation of the same address stops working. */
export async function invite(db: Database, origin: string, { email, accountId, role, hours }: InvitationInput) {
  return db.transaction().execute(async (trx) => {
    const account = isUuid(accountId)
      ? await trx.selectFrom("accounts").select("id").where("id", "=", accountId).executeTakeFirst()
      : undefined;
    if (!account) throw invalid("accountId", "Account not found.");
    const existing = await trx.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst();
    if (existing) throw new ApiError("conflict", "This email address is already in use.");
    await trx.deleteFrom("people_links").where("purpose", "=", "invitation").where("email", "=", email).execute();
    return createLink(trx, origin, { purpose: "invitation", hours, accountId, email, role });
  });
}
