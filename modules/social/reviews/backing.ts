import type { Database } from "vireo/database";
import { APPROVE, DRAFT } from "../approval/requirement";
import type { Social } from "../context";
import type { Review } from "../tables";

type Backed = Pick<Review, "can_decide" | "created_by_key" | "created_by_person">;

/**
 * Returns a function that checks whether the creator of a review still has the rights for it: the person belongs to the
 * account with the right role, and the key is not revoked. Otherwise its links end.
 */
export async function readBacking(
  { access, services }: Social,
  db: Database,
  accountId: string,
  reviews: readonly Backed[],
): Promise<(review: Backed) => boolean> {
  const keyIds = reviews.flatMap(({ created_by_key }) => created_by_key ?? []);
  const keys =
    keyIds.length === 0
      ? []
      : await db
          .selectFrom("api_keys")
          .select("id")
          .where("id", "in", keyIds)
          .where("account_id", "=", accountId)
          .where("revoked_at", "is", null)
          .execute();
  const personIds = reviews.flatMap(({ created_by_person }) => created_by_person ?? []);
  const members = (await services.people?.findMembers(db, personIds, accountId)) ?? [];
  return ({ can_decide, created_by_key, created_by_person }) => {
    if (created_by_key !== null && !keys.some(({ id }) => id === created_by_key)) return false;
    if (created_by_person === null) return true;
    const role = members.find(({ id }) => id === created_by_person)?.role;
    return role !== undefined && access.scopes.ofRole(role).includes(can_decide ? APPROVE : DRAFT);
  };
}
