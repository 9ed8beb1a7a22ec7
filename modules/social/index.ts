import { engineShapes } from "vireo/engine-shapes";
import type { FieldErrors } from "vireo/errors";
import { defineModule, type Services } from "vireo/module";
import type { Connections, Connector } from "vireo/oauth";
import { findTextFaults } from "vireo/post-rules";
import type { Caller } from "vireo/request";
import type { OwnResults } from "vireo/slots/plan";
import type { PlatformName } from "vireo/slots/social";
import { syncDueAccounts } from "./accounts/accounts";
import { noticeWaiting } from "./approval/overdue";
import { needsApproval, readRequirement } from "./approval/requirement";
import { addApprovalRoutes } from "./approval/routes";
import { revokeAll, VERIFIER } from "./connections/connect";
import { registerConnector } from "./connections/register-connector";
import { TokenCache } from "./connections/token-cache";
import { refreshDueTokens, TOKENS } from "./connections/tokens";
import type { Social } from "./context";
import { addGroupRoutes } from "./groups";
import { NOTICES, pruneMails, sendMails } from "./mails";
import { migrations } from "./migrations";
import { findPlatform, listOffers } from "./platforms";
import { createPost, type OnStored, toPostCheck } from "./posts/create-post";
import { findSocialAccounts } from "./posts/post-body";
import { PROFILE, SECRET_URL } from "./posts/present";
import { findFaults, type PostAccount } from "./posts/rules";
import { readSoon, restored } from "./publishing/confirm";
import { PROGRESS, pruneProgress } from "./publishing/progress";
import { VerdictQueue } from "./publishing/settle";
import { definePublishWork, defineReadWork } from "./publishing/work";
import { PUBLISH, READ } from "./publishing/work-kinds";
import { addReportRoutes } from "./reports/routes";
import { DayCache, noteAllDays, packChangedDays } from "./results/packed-days";
import { pruneBudgets, readDueMetrics } from "./results/read-metrics";
import { readOwnResults } from "./results/results";
import { addResultRoutes } from "./results/routes";
import { createReviewRoutes } from "./reviews/open-routes";
import { addReviewRoutes } from "./reviews/routes";
import { addAccountRoutes, addPostRoutes } from "./routes";
import type { CreatePostBody } from "./schema";
import { settings } from "./settings";
import { addSnippetRoutes } from "./snippets";

const MINUTE = 60_000;

export const social = defineModule({
  name: "social",
  title: "Social Scheduling",
  description: "Posts, published on time and at most once, and their calendar.",
  tags: {
    "Social Accounts": {
      description: "Connected accounts on TikTok, Instagram, YouTube and other platforms.",
      paths: ["/social/accounts", "/social/platforms"],
    },
  },
  openPrefix: "/review",
  uses: ["videos", "viral-library", "people", "mail", "notifications", "local", "upload"],
  scopes: ["social:read", "social:draft", "social:write", "social:approve", "social:manage"],
  roles: { "social:draft": "editor", "social:write": "publisher", "social:manage": "manager" },
  implies: { "social:write": ["social:draft"] },
  audited: [
    "approval.updated",
    "review.created",
    "review.revoked",
    "social_account.connected",
    "social_account.updated",
    "social_account.disconnected",
  ],
  events: {
    "post.scheduled": { scope: "social:read", route: "GET /social/posts/:postId" },
    "post.published": { scope: "social:read", route: "GET /social/posts/:postId" },
    "post.partial": { scope: "social:read", route: "GET /social/posts/:postId" },
    "post.failed": { scope: "social:read", route: "GET /social/posts/:postId" },
    "post.needs_approval": { scope: "social:read", route: "GET /social/posts/:postId" },
    "post.approved": { scope: "social:read", route: "GET /social/posts/:postId" },
    "post.rejected": { scope: "social:read", route: "GET /social/posts/:postId" },
    "post.approval_overdue": { scope: "social:read", route: "GET /social/posts/:postId" },
    "post.commented": { scope: "social:read" },
    "post.cancelled": { scope: "social:read", route: "GET /social/posts/:postId" },
    "account.connected": { scope: "social:read" },
    "account.disconnected": { scope: "social:read" },
  },
  limits: { posts: 30, reviews: 10 },
  errors: {
    revision_changed: {
      status: 409,
      title: "Post changed",
      help: "The post was changed since you read it. Read it again, then decide about its current `revision`.",
      example: { revision: 3 },
    },
    already_decided: {
      status: 409,
      title: "Already decided",
      help: "Someone has already approved or rejected this revision. See `decision`.",
      example: { decision: "approved" },
    },
    schedule_passed: {
      status: 409,
      title: "Scheduled time passed",
      help: "The time of the post has passed. Send a new `scheduledFor`, or `mode: queue` for `nextSlot`, or `mode: now`.",
      example: { nextSlot: 1_798_794_000_000 },
    },
    // 409, not 503: clients retry a 503, which changes nothing until an administrator adds the app.
    platform_not_configured: {
      status: 409,
      title: "Platform not configured",
      help: "This server has no app for the platform. An administrator adds one, or connects the account through a scheduling provider.",
    },
  },
  slots: { social: { engine: engineShapes.social } },
  migrations,
  secrets: [
    { table: "social_accounts", column: "profile_url", purpose: PROFILE, clear: SECRET_URL },
    {
      table: "social_connections",
      column: "tokens",
      purpose: TOKENS,
      lost: "Directly connected social accounts have expired. Reconnect each one with POST /social/accounts/connect.",
    },
    { table: "social_connect_requests", column: "verifier", purpose: VERIFIER },
    { table: "social_mails", column: "notices", purpose: NOTICES },
    { table: "social_uploads", column: "progress", purpose: PROGRESS },
  ],
  rebuilt: ["social_result_days", "social_result_channels", "social_result_changes"],
  async restored(trx) {
    await restored(trx);
    await noteAllDays(trx);
  },
  settings,
  start(context) {
    const social: Social = {
      ...context,
      connectors: new Map(),
      accessTokens: new TokenCache(context.now),
      packedDays: new DayCache(),
    };
    const verdicts = new VerdictQueue(social);

    const routes = context.router();
    addAccountRoutes(routes, social);
    addGroupRoutes(routes, social);
    addSnippetRoutes(routes, social);
    addResultRoutes(routes, social);
    addReportRoutes(routes, social);
    addPostRoutes(routes, social);
    addApprovalRoutes(routes, social);
    addReviewRoutes(routes, social);
    return {
      routes,
      open: createReviewRoutes(social),
      service: {
        findTextFaults: (platform, text) => findTextFaults(findPlatform(listOffers(social), platform), text),
        findFaults: (body, accounts) => findFaults(toPostCheck(social, body, accounts), social.now()),
        readSoon: (targetId) => readSoon(social, targetId),
        connector: (provider, connector) => registerConnector(social, provider, connector),
        findAccounts: (accountId, ids) => findSocialAccounts(social.db, accountId, ids),
        createPost: (caller, input, onStored) => createPost(social, caller, input, { onStored }),
        needsApproval: async (caller, mode) =>
          mode !== "draft" && needsApproval(caller, await readRequirement(social.db, caller.accountId)),
        readOwnResults: (accountId) => readOwnResults(social, accountId),
      } satisfies Services["social"],
      closeAccount: (accountId, signal) => revokeAll(social, accountId, signal),
      work: { [PUBLISH]: definePublishWork(social, verdicts), [READ]: defineReadWork(social, verdicts) },
      schedules: {
        refresh: {
          cron: "*/10 * * * * *",
          due: "(select min(refresh_at) from social_connections where refresh_at is not null)",
          run: (signal) => refreshDueTokens(social, signal),
        },
        metrics: {
          // Offset from the renewals, so that the work is spread evenly.
          cron: "5-59/10 * * * * *",
          due: "(select min(metrics_at) from social_targets where metrics_at is not null)",
          run: (signal) => readDueMetrics(social, signal),
        },
        pack: {
          cron: "40 * * * * *",
          due: "(select clock_timestamp() from social_result_changes limit 1)",
          run: (signal) => packChangedDays(social.db, signal),
        },
        approvals: {
          cron: "*/10 * * * * *",
          due: "(select min(notice_at) from social_posts where notice_at is not null)",
          run: (signal) => noticeWaiting(social, signal),
        },
        mails: {
          cron: "5-59/10 * * * * *",
          due: "(select min(due_at) from social_mails where due_at is not null)",
          run: (signal) => sendMails(social, signal),
        },
        prune: {
          cron: "0 20 4 * * *",
          async run() {
            await pruneMails(social);
            await pruneProgress(social);
            await pruneBudgets(social);
          },
        },
        sync: {
          cron: "30 * * * * *",
          run: (signal) =>
            syncDueAccounts(social, new Date(social.now() - social.settings.syncMinutes * MINUTE), signal),
        },
      },
    };
  },
});

declare module "vireo/module" {
  interface Services {
    social: {
      /**
       * Schedules an early read of an open target, because a provider's webhook mentions it. The webhook is only a
       * hint.
       */
      readSoon(targetId: string): Promise<void>;
      /** Registers a provider's connector. Returns access to its connected accounts. */
      connector(provider: string, connector: Connector): Connections;
      /** Returns connected accounts by their public ids, in this order. Throws `validation_error` at `accountIds.N`. */
      findAccounts(accountId: string, ids: readonly string[]): Promise<PostAccount[]>;
      /** Lists why a platform would refuse a caption. */
      findTextFaults(platform: PlatformName, text: string): string[];
      /** Lists why a post to these accounts could not be stored, by field, apart from its media. A draft may be incomplete. */
      findFaults(body: Omit<CreatePostBody, "accountIds">, accounts: readonly PostAccount[]): FieldErrors;
      /**
       * Stores a draft or a scheduled post, which waits if the caller needs an approval. `onStored` runs in the same
       * transaction, with the uuid of the post. Throws the errors of POST /social/posts.
       */
      createPost(caller: Caller, body: CreatePostBody, onStored: OnStored): Promise<unknown>;
      /** True if a post of this mode would wait for an approval. Throws `insufficient_scope` if it can't be created. */
      needsApproval(caller: Caller, mode: CreatePostBody["mode"]): Promise<boolean>;
      /** Returns what the account's own published posts show about hooks. */
      readOwnResults(accountId: string): Promise<OwnResults>;
    };
  }
}
