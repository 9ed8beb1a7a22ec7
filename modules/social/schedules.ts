import type { Schedule } from "vireo/module";
import { syncDueAccounts } from "./accounts/accounts";
import { noticeWaiting } from "./approval/overdue";
import { refreshDueTokens } from "./connections/tokens";
import type { Social } from "./context";
import { pruneMails, sendMails } from "./mails";
import { pruneProgress } from "./publishing/progress";
import { packChangedDays } from "./results/packed-days";
import { pruneBudgets, readDueMetrics } from "./results/read-metrics";

const MINUTE = 60_000;

export const defineSchedules = (social: Social): Record<string, Schedule> => ({
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
    run: (signal) => syncDueAccounts(social, new Date(social.now() - social.settings.syncMinutes * MINUTE), signal),
  },
});
