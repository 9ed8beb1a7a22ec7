import { getAccountStatus } from "vireo/access";
import type { Command } from "vireo/command";
import type { Accounts } from "./context";

const DAY_MS = 86_400_000;

/** Service for the command line. */
export interface AccountDeletion {
  schedule(accountId: string, days?: number): ReturnType<typeof scheduleDeletion>;
}

/**
 * Suspends an account and deletes it after `days`, by default the configured number.
 * @param by caller of the request, whose own account cannot be deleted.
 */
export const scheduleDeletion = (
  { access, settings }: Accounts,
  accountId: string,
  days = settings.graceDays,
  by?: string,
) => access.scheduleDeletion(accountId, days * DAY_MS, by);

export const commands: readonly Command<AccountDeletion>[] = [
  {
    name: "accounts delete",
    summary: "Delete an account with all its data, after a grace period",
    description:
      'Suspends the account at once. Until the grace period ends, "vireo accounts resume" cancels the deletion. To keep a copy, run "vireo export" first.',
    arguments: [{ name: "accountId", description: 'Account ID, as shown by "vireo accounts list"' }],
    options: {
      "grace-days": {
        type: "integer",
        value: "days",
        description: "Days until its data is deleted. Defaults to ACCOUNT_GRACE_DAYS",
      },
    },
    examples: ["vireo accounts delete 0192… --grace-days 0"],
    async run({ arguments: { accountId = "" }, options, out, service }) {
      const days = options["grace-days"] === undefined ? undefined : Number(options["grace-days"]);
      if (days !== undefined && days < 0) throw new Error("--grace-days must not be negative.");
      const row = await service.schedule(accountId, days);
      const deleteAt = row.delete_at;
      const status = getAccountStatus(row);
      out.result(
        { accountId: row.id, name: row.name, status, deleteAt: deleteAt ? deleteAt.getTime() : undefined },
        `Account ${row.name} is ${status}.${deleteAt ? ` Its data is deleted after ${deleteAt.toISOString()}.` : ""}`,
      );
    },
  },
];
