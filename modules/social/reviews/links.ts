import { hashKey, isActiveAccount } from "vireo/access";
import type { Database } from "vireo/database";
import { toUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import { readDecisions } from "../approval/waiting";
import type { Social } from "../context";
import { findInfo, listOffers } from "../platforms";
import { findTargets, readSocialAccounts } from "../posts/store";
import type { Comment, Decision, Post, Review, Reviewer, SocialAccount, TargetRow } from "../tables";
import { readBacking } from "./backing";
import { isToken } from "./tokens";

/** Maximum number of comments on the page, the newest ones. */
const MAX_COMMENTS = 50;

/** A link that works: its reviewer and review. */
export interface OpenLink {
  reviewer: Reviewer;
  review: Review;
  account: { id: string; name: string; color: string | null; picture: string | null };
}

/** Finds a link by its token. Undefined if it is unknown, expired or revoked, or its creator lost the rights. */
export async function findLink(social: Social, token: string): Promise<OpenLink | undefined> {
  if (!isToken(token)) return undefined;
  const { db } = social;
  const reviewer = await db
    .selectFrom("social_reviewers")
    .selectAll()
    .where("token_hash", "=", hashKey(token))
    .where("revoked_at", "is", null)
    .where(isActiveAccount("social_reviewers.account_id"))
    .executeTakeFirst();
  if (!reviewer) return undefined;
  const found = await db
    .selectFrom("social_reviews")
    .innerJoin("accounts", "accounts.id", "social_reviews.account_id")
    .selectAll("social_reviews")
    .select(["accounts.name", "accounts.color", "accounts.picture"])
    .where("social_reviews.id", "=", reviewer.review_id)
    .where("social_reviews.revoked_at", "is", null)
    .where("social_reviews.expires_at", ">", fromNow())
    .executeTakeFirst();
  if (!found) return undefined;
  const { name, color, picture, ...review } = found;
  const account = { id: review.account_id, name, color, picture };
  const isBacked = await readBacking(social, db, review.account_id, [review]);
  return isBacked(review) ? { reviewer, review, account } : undefined;
}

/** Records the first time that the page was open in a browser. */
export const recordOpened = ({ db }: Social, { reviewer }: OpenLink) =>
  db
    .updateTable("social_reviewers")
    .set({ opened_at: fromNow() })
    .where("id", "=", reviewer.id)
    .where("opened_at", "is", null)
    .execute();

/** Reads the posts of a review, in order. */
export const readReviewPosts = (db: Database, { id, account_id }: Review): Promise<Post[]> =>
  db
    .selectFrom("social_review_posts as r")
    .innerJoin("social_posts as p", "p.id", "r.post_id")
    .selectAll("p")
    .where("r.review_id", "=", id)
    .where("p.account_id", "=", account_id)
    .orderBy("r.position")
    .execute();

/** Finds a post of a review by its public id. Undefined for every other post. */
export async function findReviewPost(db: Database, review: Review, postId: string): Promise<Post | undefined> {
  const uuid = toUuid("post", postId);
  return uuid ? (await readReviewPosts(db, review)).find(({ id }) => id === uuid) : undefined;
}

/** A post with everything that the page shows of it. */
export interface ShownPost {
  post: Post;
  /** `title`: name of the platform. */
  channels: { target: TargetRow; account: SocialAccount; title: string }[];
  /** Those that clients may see, oldest first. */
  comments: Comment[];
  decisions: Decision[];
}

export async function readShownPost({ db, engines }: Social, post: Post): Promise<ShownPost> {
  const offers = listOffers({ engines });
  const targets = await findTargets(db, post);
  const accounts = await readSocialAccounts(db, post, targets);
  const comments = await db
    .selectFrom("social_comments")
    .selectAll()
    .where("post_id", "=", post.id)
    .where("visibility", "=", "client")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_COMMENTS)
    .execute();
  const channels = targets.flatMap((target) => {
    const account = accounts.find(({ id }) => id === target.social_account_id);
    const { title } = findInfo(offers, target.provider, target.platform);
    return account ? [{ target, account, title }] : [];
  });
  const decisions = (await readDecisions(db, [post])).get(post.id) ?? [];
  return { post, channels, comments: comments.toReversed(), decisions };
}
