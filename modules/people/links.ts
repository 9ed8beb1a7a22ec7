import { hashKey } from "vireo/access";
import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import { newUuid, randomBase62 } from "vireo/ids";
import { fromNow } from "vireo/leases";
import type { People } from "./context";
import type { LinkRow, Purpose, Role } from "./migrations";

/** Token length: 256 bits in base 62. */
const TOKEN_LENGTH = 43;
const pages: Record<Purpose, string> = { setup: "/setup", invitation: "/accept", reset: "/reset" };

interface LinkInput {
  purpose: Purpose;
  hours: number;
  accountId?: string;
  personId?: string;
  email?: string;
  role?: Role;
}

export interface CreatedLink {
  row: LinkRow;
  /** The URL, which cannot be shown again. */
  link: string;
}

/** Creates a one-time link into the dashboard. Only its hash is stored, so it cannot be shown again. */
export async function createLink({ host }: People, on: Database, input: LinkInput): Promise<CreatedLink> {
  const token = randomBase62(TOKEN_LENGTH);
  const row = await on
    .insertInto("people_links")
    .values({
      id: newUuid(),
      purpose: input.purpose,
      token_hash: hashKey(token),
      account_id: input.accountId ?? null,
      person_id: input.personId ?? null,
      email: input.email ?? null,
      role: input.role ?? null,
      expires_at: fromNow(input.hours * 3_600_000),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, link: `${host.origin}${pages[input.purpose]}?token=${token}` };
}

/** Consumes a link in the caller's transaction. Of several concurrent calls, one succeeds. Throws `link_gone`. */
export async function takeLink(trx: Database, purpose: Purpose, token: string): Promise<LinkRow> {
  const row = await trx
    .deleteFrom("people_links")
    .where("token_hash", "=", hashKey(token))
    .where("purpose", "=", purpose)
    .where("expires_at", ">", fromNow())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ApiError("link_gone");
  return row;
}

/** Reads a link without consuming it. Throws `link_gone`. */
export async function readLink(db: Database, token: string) {
  const row = await db
    .selectFrom("people_links as link")
    .leftJoin("accounts", "accounts.id", "link.account_id")
    .leftJoin("people", "people.id", "link.person_id")
    .select(["link.purpose", "link.role", "link.expires_at", "accounts.name as account"])
    .select((eb) => eb.fn.coalesce("link.email", "people.email").as("email"))
    .select((eb) => eb.exists(eb.selectFrom("people").select("id").whereRef("email", "=", "link.email")).as("isKnown"))
    .where("token_hash", "=", hashKey(token))
    .where("expires_at", ">", fromNow())
    .executeTakeFirst();
  if (!row) throw new ApiError("link_gone");
  return row;
}
