import type { Router } from "vireo/router";
import { PageQuery } from "vireo/schema";
import type { Social } from "../context";
import { PostView } from "../schema";
import { addComment, listComments } from "./comments";
import { approvePost, rejectPost, toAuthor } from "./decide";
import { readRequirement, setRequirement } from "./requirement";
import { ApprovalSetting, ApprovePost, Comments, CommentView, CreateComment, RejectPost } from "./schema";

export function addApprovalRoutes(router: Router, social: Social): void {
  router
    .get("/approval", async ({ caller }) => ({ requireApproval: await readRequirement(social.db, caller.accountId) }), {
      auth: "social:read",
      detail: { operationId: "getSocialApproval", summary: "Get who needs an approval to publish posts" },
      response: { 200: ApprovalSetting },
    })
    .put("/approval", ({ caller, body }) => setRequirement(social, caller.accountId, body), {
      auth: "social:manage",
      detail: {
        operationId: "setSocialApproval",
        summary: "Set who needs an approval to publish posts",
        description: "Posts that wait for an approval keep waiting, and scheduled posts stay scheduled.",
      },
      body: ApprovalSetting,
      response: { 200: ApprovalSetting },
    })
    .post(
      "/posts/:postId/approve",
      ({ caller, params, body }) => approvePost(social, toAuthor(caller), params.postId, body),
      {
        auth: "social:approve",
        limit: "posts",
        detail: {
          operationId: "approveSocialPost",
          summary: "Approve a post",
          description:
            "The post is then published at its time, or now if it has none. Returns 409 `revision_changed` if it was changed since you read it, `already_decided` if someone else decided first, and `schedule_passed` if its time has passed: send a new time, or `mode`.",
          "x-errors": [409],
        } as object,
        body: ApprovePost,
        response: { 200: PostView },
      },
    )
    .post(
      "/posts/:postId/reject",
      ({ caller, params, body }) => rejectPost(social, toAuthor(caller), params.postId, body),
      {
        auth: "social:approve",
        limit: "posts",
        detail: {
          operationId: "rejectSocialPost",
          summary: "Reject a post and ask for changes",
          description: "The post becomes a draft again.",
          "x-errors": [409],
        } as object,
        body: RejectPost,
        response: { 200: PostView },
      },
    )
    .get(
      "/posts/:postId/comments",
      ({ caller, params, query }) => listComments(social, caller.accountId, params.postId, query),
      {
        auth: "social:read",
        detail: { operationId: "listSocialPostComments", summary: "List the comments on a post" },
        query: PageQuery,
        response: { 200: Comments },
      },
    )
    .post(
      "/posts/:postId/comments",
      async ({ caller, params, body, set }) => {
        set.status = 201;
        return addComment(social, toAuthor(caller), params.postId, body);
      },
      {
        auth: "social:draft",
        limit: "posts",
        detail: {
          operationId: "createSocialPostComment",
          summary: "Comment on a post",
          description: "Comments of the visibility client are also shown to people with a review link.",
          "x-errors": [409],
        } as object,
        body: CreateComment,
        response: { 201: CommentView },
      },
    );
}
