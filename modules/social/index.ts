import { engineShapes } from "vireo/engine-shapes";
import { defineModule } from "vireo/module";
import { addApprovalRoutes } from "./approval/routes";
import { revokeAll, VERIFIER } from "./connections/connect";
import { TokenCache } from "./connections/token-cache";
import { TOKENS } from "./connections/tokens";
import type { Social } from "./context";
import { addGroupRoutes } from "./groups";
import { NOTICES } from "./mails";
import { migrations } from "./migrations";
import { PROFILE, SECRET_URL } from "./posts/present";
import { restored } from "./publishing/confirm";
import { PROGRESS } from "./publishing/progress";
import { VerdictQueue } from "./publishing/settle";
import { definePublishWork, defineReadWork } from "./publishing/work";
import { PUBLISH, READ } from "./publishing/work-kinds";
import { addReportRoutes } from "./reports/routes";
import { DayCache, noteAllDays } from "./results/packed-days";
import { addResultRoutes } from "./results/routes";
import { createReviewRoutes } from "./reviews/open-routes";
import { addReviewRoutes } from "./reviews/routes";
import { addAccountRoutes, addPostRoutes } from "./routes";
import { defineSchedules } from "./schedules";
import { createService } from "./service";
import { settings } from "./settings";
import { addSnippetRoutes } from "./snippets";

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
      service: createService(social),
      closeAccount: (accountId, signal) => revokeAll(social, accountId, signal),
      work: { [PUBLISH]: definePublishWork(social, verdicts), [READ]: defineReadWork(social, verdicts) },
      schedules: defineSchedules(social),
    };
  },
});
