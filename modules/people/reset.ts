import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import { createLink } from "./links";

/** Service for other modules and the command line. */
export interface PeopleService {
  /** Throws `not_found` if no person has this email address. */
  resetLink(email: string): ReturnType<typeof createResetLink>;
  /** Throws `conflict` if there is an administrator. */
  setupLink(): ReturnType<typeof createLink>;
}

declare module "vireo/module" {
  interface Services {
    people: PeopleService;
  }
}

/**
 * Creates a link to set a new password. Earlier links stop working.
 * @throws not_found if no person has this email address.
 */
export async function createResetLink(db: Database, origin: string, email: string, hours: number) {
  return db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom("people")
      .select("id")
      .where("email", "=", email.toLowerCase())
      .executeTakeFirst();
    if (!person) throw new ApiError("not_found", "No person with this email address.");
    await trx.deleteFrom("people_links").where("person_id", "=", person.id).where("purpose", "=", "reset").execute();
    return createLink(trx, origin, { purpose: "reset", hours, personId: person.id });
  });
}
