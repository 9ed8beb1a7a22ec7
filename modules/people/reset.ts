import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import { makeLink } from "./links";

/** What other modules and the command line are offered. */
export interface PeopleService {
  /** Throws `not_found` when nobody has this e-mail address. */
  resetLink(email: string): ReturnType<typeof makeResetLink>;
}

declare module "vireo/module" {
  interface Services {
    people: PeopleService;
  }
}

/**
 * A link by which a person sets a new password; the ones before it stop working.
 * @throws not_found when nobody has this e-mail address.
 */
export async function makeResetLink(db: Database, origin: string, email: string, hours: number) {
  return db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom("people")
      .select("id")
      .where("email", "=", email.toLowerCase())
      .executeTakeFirst();
    if (!person) throw new ApiError("not_found", "Nobody has this e-mail address.");
    await trx.deleteFrom("people_links").where("person_id", "=", person.id).where("purpose", "=", "reset").execute();
    return makeLink(trx, origin, { purpose: "reset", hours, personId: person.id });
  });
}
