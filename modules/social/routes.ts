import type { Router } from "vireo/router";
import { Nothing } from "vireo/schema";
import { getCreator, listAccounts, syncAllAccounts } from "./accounts/accounts";
import { beginConnecting, disconnectAccount } from "./connections/connect";
import type { Social } from "./context";
import { Platforms, presentPlatforms } from "./platforms";
import { readPostingTimes, setPostingTimes } from "./posting-times";
import { createPost } from "./posts/create-post";
import { createPosts } from "./posts/create-posts";
import { patchPost } from "./posts/patch-post";
import { cancelPost, publishPost, retryPost } from "./posts/publish-post";
import { getPost, listPosts, readCalendar } from "./posts/read-posts";
import {
  AccountQuery,
  Accounts,
  BulkCreated,
  BulkPosts,
  Calendar,
  CalendarQuery,
  ConnectAccount,
  ConnectLink,
  CreatePost,
  Creator,
  PatchPost,
  PostQuery,
  Posts,
  PostView,
  QueueSlots,
  Synced,
} from "./schema";

export function addAccountRoutes(router: Router, social: Social): void {
  router
    .get("/platforms", () => presentPlatforms(social), {
      auth: "social:read",
      detail: {
        operationId: "listSocialPlatforms",
        summary: "List the platforms, and what a post to each one requires",
        description:
          "One entry per provider and platform: what a post may show, the limits of its caption, and its settings. A post that lacks a required field can only be saved as a draft.",
      },
      response: { 200: Platforms },
    })
    .get(
      "/accounts",
      async ({ caller, query }) => ({ accounts: await listAccounts(social, caller.accountId, query.group) }),
      {
        auth: "social:read",
        detail: { summary: "List the connected accounts" },
        query: AccountQuery,
        response: { 200: Accounts },
      },
    )
    .post("/accounts", async ({ caller }) => ({ success: await syncAllAccounts(social, caller.accountId) }), {
      auth: "social:write",
      detail: {
        operationId: "syncSocialAccounts",
        summary: "Synchronise the connected accounts",
        description: "Reads the accounts from the scheduling provider. Call this after an account was connected there.",
        "x-errors": [503],
      } as object,
      response: { 200: Synced },
    })
    .post(
      "/accounts/connect",
      async ({ caller, body, request, set }) => {
        const { link, cookie } = await beginConnecting(social, caller, body, request);
        if (cookie) set.headers["set-cookie"] = cookie;
        return link;
      },
      {
        auth: "social:write",
        limit: "posts",
        secret: ["authorizeUrl"],
        detail: {
          operationId: "connectSocialAccount",
          summary: "Connect an account without a scheduling provider",
          description:
            "Returns the URL of a page on the platform, where a person grants access. It redirects back to this server, which shows your Vireo account and asks the person to confirm. The account then appears in GET /social/accounts. Also renews the access to an expired account.",
          "x-errors": [503],
        } as object,
        body: ConnectAccount,
        response: { 200: ConnectLink },
      },
    )
    .delete(
      "/accounts/:accountId",
      async ({ caller, params, set }) => {
        await disconnectAccount(social, caller.accountId, params.accountId);
        set.status = 204;
      },
      {
        auth: "social:write",
        limit: "posts",
        detail: {
          operationId: "disconnectSocialAccount",
          summary: "Disconnect an account",
          description:
            "Revokes the access and deletes the tokens. The account stays listed as disconnected, with its posts and their results. Its scheduled posts fail when they are due.",
          "x-errors": [409],
        } as object,
        response: { 204: Nothing },
      },
    )
    .get(
      "/accounts/:accountId/slots",
      ({ caller, params }) => readPostingTimes(social, caller.accountId, params.accountId),
      {
        auth: "social:read",
        detail: { operationId: "getSocialAccountSlots", summary: "Get the queue slots of an account" },
        response: { 200: QueueSlots },
      },
    )
    .put(
      "/accounts/:accountId/slots",
      ({ caller, params, body }) => setPostingTimes(social, caller.accountId, params.accountId, body),
      {
        auth: "social:write",
        limit: "posts",
        detail: {
          operationId: "setSocialAccountSlots",
          summary: "Set the queue slots of an account",
          description: "Posts in mode queue take the next free slot. Already scheduled posts keep their times.",
        },
        body: QueueSlots,
        response: { 200: QueueSlots },
      },
    )
    .get(
      "/accounts/:accountId/creator-info",
      ({ caller, params }) => getCreator(social, caller.accountId, params.accountId),
      {
        auth: "social:read",
        detail: {
          operationId: "getSocialAccountCreatorInfo",
          summary: "Get the posting settings of a TikTok creator",
          description:
            "Always read from TikTok. Clients that let people post to TikTok must first show them the creator, the privacy levels to choose from, and the interactions that can be allowed.",
          "x-errors": [409, 503],
        } as object,
        response: { 200: Creator },
      },
    );
}

export function addPostRoutes(router: Router, social: Social): void {
  router
    .get("/posts", ({ caller, query }) => listPosts(social, caller.accountId, query), {
      auth: "social:read",
      detail: { summary: "List posts" },
      query: PostQuery,
      response: { 200: Posts },
    })
    .get("/calendar", ({ caller, query }) => readCalendar(social, caller.accountId, query), {
      auth: "social:read",
      detail: {
        operationId: "getSocialCalendar",
        summary: "Get the calendar: the first posts of each day, and their number",
        description:
          "Groups posts by day in `timezone`. Without `status`, leaves out cancelled posts and drafts without a time. For the remaining posts of a busy day, use GET /social/posts with `from` and `to`.",
      },
      query: CalendarQuery,
      response: { 200: Calendar },
    })
    .post(
      "/posts",
      async ({ caller, exchange, body, set }) => {
        const post = await createPost(social, caller, body, { idempotencyKey: exchange.idempotencyKey });
        set.status = 201;
        set.headers.location = `/api/v1/social/posts/${post.postId}`;
        return post;
      },
      {
        auth: "social:draft",
        limit: "posts",
        detail: {
          summary: "Schedule a video or images, publish them now, or save a draft",
          description:
            "Returns immediately; `targets` shows the result for each account. If the account requires an approval (GET /social/approval), the post gets the status `needs_approval`; otherwise all modes but `draft` also need the scope social:write. Each target is sent at most once. If the outcome of a call is unknown, the target becomes `unconfirmed` and is resolved only by reading from the provider.",
          "x-errors": [507],
        } as object,
        body: CreatePost,
        response: { 201: PostView },
      },
    )
    .post(
      "/posts/bulk",
      async ({ caller, exchange, body, set }) => {
        const posts = await createPosts(social, caller, body, exchange.idempotencyKey);
        set.status = 201;
        return posts;
      },
      {
        auth: "social:draft",
        limit: "posts",
        detail: {
          operationId: "createSocialPosts",
          summary: "Create up to 100 posts, as JSON or from CSV",
          description:
            "If one is invalid, none is created, and `errors` lists each problem, such as `posts.3.scheduledFor`. Otherwise each post has its own result.",
          "x-errors": [507],
        } as object,
        body: BulkPosts,
        response: { 201: BulkCreated },
      },
    )
    .get("/posts/:postId", ({ caller, params }) => getPost(social, caller.accountId, params.postId), {
      auth: "social:read",
      detail: { summary: "Get a post with its targets" },
      response: { 200: PostView },
    })
    .patch("/posts/:postId", ({ caller, params, body }) => patchPost(social, caller, params.postId, body), {
      auth: "social:draft",
      limit: "posts",
      detail: {
        summary: "Update a draft or scheduled post",
        description:
          "Changes only the fields that are sent. Where the account requires an approval, an approved post whose content changes needs one again. Scheduling without an approval needs the scope social:write.",
        "x-errors": [507],
      } as object,
      body: PatchPost,
      response: { 200: PostView },
    })
    .delete(
      "/posts/:postId",
      async ({ caller, params, set }) => {
        await cancelPost(social, caller, params.postId);
        set.status = 204;
      },
      {
        auth: "social:draft",
        limit: "posts",
        detail: {
          summary: "Cancel a draft or scheduled post",
          description: "The post stays readable.",
          "x-errors": [409],
        } as object,
        response: { 204: Nothing },
      },
    )
    .post("/posts/:postId/publish", ({ caller, params }) => publishPost(social, caller, params.postId), {
      auth: "social:draft",
      limit: "posts",
      detail: {
        summary: "Publish a draft or scheduled post now",
        description:
          "Needs the scope social:write. Where the account requires an approval, the post is published when it is approved.",
      },
      response: { 200: PostView },
    })
    .post("/posts/:postId/retry", ({ caller, params }) => retryPost(social, caller, params.postId), {
      auth: "social:write",
      limit: "posts",
      detail: { summary: "Retry the failed targets of a post", description: "Other targets are not sent again." },
      response: { 200: PostView },
    });
}
