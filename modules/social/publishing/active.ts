import { type SqlBool, sql } from "kysely";
import { isActiveAccount } from "vireo/access";

/** True for targets whose account is not suspended. Others wait. */
export const isOfActiveAccount = () =>
  sql<SqlBool>`exists (select from social_posts
    where social_posts.id = social_targets.post_id and ${isActiveAccount("social_posts.account_id")})`;
