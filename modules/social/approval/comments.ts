import type { Static } from "@sinclair/typebox";
import type { Transaction } from "vireo/database";
import { ApiError, notFound } from "vireo/errors";
import { newUuid, toPublicId } from "vireo/ids";
import { listPage } from "vireo/list";
import type { Page } from "vireo/schema";
import type { Social } from "../context";
import { toPostId } from "../posts/present";
import { findPost, lockPost } from "../posts/store";
import type { Comment } from "../tables";
import type { Author } from "./decide";
import type { CommentView, CreateComment } from "./schema";

/** Maximum number of comments on a post. */
const MAX_COMMENTS = 1000;

const presentComment = (row: Comment): Static<typeof CommentView> => ({
  commentId: toPublicId("com", row.id),
  postId: toPostId(row.post_id),
  text: row.text,
  visibility: row.visibility,
  by: row.by_name,
  via: row.via,
  createdAt: row.created_at.getTime(),
});

/** Newest first. Throws `not_found`. */
export async function listComments({ db }: Social, accountId: string, postId: string, query: Page) {
  const post = await findPost(db, accountId, postId);
  if (!post) throw notFound("post");
  const matching = db.selectFrom("social_comments").where("post_id", "=", post.id).where("account_id", "=", accountId);
  const { rows, pagination } = await listPage(matching, query);
  return { comments: (rows as Comment[]).map(presentComment), pagination };
}

/** Throws `not_found`, and `conflict` if the post has too many comments. */
export const addComment = (
  { db, events }: Social,
  author: Author,
  postId: string,
  { text, visibility = "team" }: Static<typeof CreateComment>,
) =>
  db.transaction().execute(async (trx) => {
    const post = await lockPost(trx, author.accountId, postId);
    if (!post) throw notFound("post");
    await refuseTooMany(trx, post.id);
    const row = await trx
      .insertInto("social_comments")
      .values({
        id: newUuid(),
        account_id: post.account_id,
        post_id: post.id,
        text: text.trim(),
        visibility,
        via: author.via,
        by_name: author.name,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const comment = presentComment(row);
    await events.emit(trx, post.account_id, "post.commented", comment);
    return comment;
  });

async function refuseTooMany(trx: Transaction, postId: string): Promise<void> {
  const { count } = await trx
    .selectFrom("social_comments")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("post_id", "=", postId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_COMMENTS) throw new ApiError("conflict", `A post can have ${MAX_COMMENTS} comments.`);
}
