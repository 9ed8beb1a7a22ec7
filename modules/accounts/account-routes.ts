import type { Static } from "@sinclair/typebox";
import type { Selectable } from "kysely";
import { getAccountStatus } from "vireo/access";
import type { Tables } from "vireo/database";
import { ApiError, invalid } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { listPage } from "vireo/list";
import type { Caller } from "vireo/request";
import type { Router } from "vireo/router";
import { PageQuery } from "vireo/schema";
import type { Accounts } from "./context";
import { scheduleDeletion } from "./deletion";
import { Account, Accounts as AccountList, CreateAccount, PatchAccount, type PatchWorkspace, Usage } from "./schema";

export type AccountRow = Selectable<Tables["accounts"]>;

const presentAccount = ({ quotas }: Accounts, row: AccountRow) => ({
  accountId: row.id,
  name: row.name,
  balance: row.balance,
  status: getAccountStatus(row),
  suspendedAt: row.suspended_at ? row.suspended_at.getTime() : undefined,
  deleteAt: row.delete_at ? row.delete_at.getTime() : undefined,
  ...quotas.get(row),
  createdAt: row.created_at.getTime(),
});

const presentWithUsage = async (accounts: Accounts, row: AccountRow) => ({
  ...presentAccount(accounts, row),
  usage: (await accounts.quotas.read(accounts.db, row.id)).usage,
});

/** Returns the quota columns for a body. `null` restores the configured number. */
const toColumns = ({
  color,
  picture,
  concurrentJobs,
  storageBytes,
  keys,
}: Static<typeof PatchAccount> & Static<typeof PatchWorkspace>) => ({
  ...(color === undefined ? {} : { color }),
  ...(picture === undefined ? {} : { picture }),
  ...(concurrentJobs === undefined ? {} : { concurrent_jobs: concurrentJobs }),
  ...(storageBytes === undefined ? {} : { storage_bytes: storageBytes }),
  ...(keys === undefined ? {} : { max_keys: keys }),
});

/** Returns the id if it can be an account id. Throws `not_found`. */
function checkId(id: string): string {
  if (!isUuid(id)) throw accountNotFound();
  return id;
}

const accountNotFound = () => new ApiError("not_found", "Account not found.");

const createAccount = (
  { access, credits, db, host, services }: Accounts,
  body: Static<typeof CreateAccount>,
  { personId }: Caller,
): Promise<AccountRow> =>
  db.transaction().execute(async (trx) => {
    const { id } = await access.createAccount(trx, body.name);
    const amount = body.credits ?? host.initialCredits;
    if (personId) await services.people?.addMember(trx, { personId, accountId: id }, "manager");
    if (amount > 0) await credits.grant(trx, { accountId: id, amount, note: "Initial credits" });
    const columns = toColumns(body);
    if (Object.keys(columns).length > 0) await trx.updateTable("accounts").set(columns).where("id", "=", id).execute();
    return trx.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  });

/** Throws `not_found`. */
export const updateAccount = (
  { audit, db }: Accounts,
  accountId: string,
  body: Static<typeof PatchAccount> & Static<typeof PatchWorkspace>,
): Promise<AccountRow> =>
  db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("accounts")
      .set({ ...toColumns(body), name: body.name, updated_at: new Date() })
      .where("id", "=", accountId)
      .returningAll()
      .executeTakeFirstOrThrow(accountNotFound);
    const subject = { type: "account", id: row.id, name: row.name };
    const details = { changed: Object.keys(body) };
    await audit.record(trx, { action: "account.updated", accountId: row.id, subject, details });
    return row;
  });

/** Adds the routes that create, read and update accounts. */
export function addAccountRoutes(router: Router, accounts: Accounts): void {
  const { db, quotas } = accounts;
  router
    .post(
      "/accounts",
      async ({ body, caller, set }) => {
        const row = await createAccount(accounts, body, caller);
        set.status = 201;
        set.headers.location = `/api/v1/accounts/${row.id}`;
        return presentAccount(accounts, row);
      },
      {
        auth: "admin",
        detail: {
          summary: "Create an account",
          description: "A person who creates one in the dashboard becomes its manager, and can switch to it.",
        },
        body: CreateAccount,
        response: { 201: Account },
      },
    )
    .get(
      "/usage",
      async ({ caller }) => {
        const { quotas: limits, usage } = await quotas.read(db, caller.accountId);
        const meter = (name: keyof typeof usage) => ({ used: usage[name], limit: limits[name] });
        return {
          concurrentJobs: meter("concurrentJobs"),
          storageBytes: meter("storageBytes"),
          keys: meter("keys"),
        };
      },
      {
        auth: "any",
        detail: { operationId: "getUsage", summary: "Get the usage and quotas of your account" } as object,
        response: { 200: Usage },
      },
    )
    .get(
      "/accounts",
      async ({ query }) => {
        const { rows, pagination } = await listPage(db.selectFrom("accounts"), query);
        return { accounts: rows.map((row) => presentAccount(accounts, row)), pagination };
      },
      { auth: "admin", detail: { summary: "List accounts" }, query: PageQuery, response: { 200: AccountList } },
    )
    .get(
      "/accounts/:accountId",
      async ({ params }) => {
        const own = db.selectFrom("accounts").selectAll().where("id", "=", checkId(params.accountId));
        return presentWithUsage(accounts, await own.executeTakeFirstOrThrow(accountNotFound));
      },
      { auth: "admin", detail: { summary: "Get an account" }, response: { 200: Account } },
    )
    .patch(
      "/accounts/:accountId",
      async ({ params, body }) => {
        if (Object.keys(body).length === 0) throw invalid("body", "Provide at least one field to change.");
        const id = checkId(params.accountId);
        const row = await updateAccount(accounts, id, body);
        return presentWithUsage(accounts, row);
      },
      {
        auth: "admin",
        detail: { summary: "Update an account", description: "Changes the name and the quotas of an account." },
        body: PatchAccount,
        response: { 200: Account },
      },
    );
}

/** Adds the routes that suspend, resume and delete accounts. */
export function addLifeRoutes(router: Router, accounts: Accounts): void {
  const { access } = accounts;
  router
    .post(
      "/accounts/:accountId/suspend",
      async ({ params, caller }) =>
        presentWithUsage(accounts, await access.suspendAccount(params.accountId, caller.accountId)),
      {
        auth: "admin",
        detail: {
          operationId: "suspendAccount",
          summary: "Suspend an account",
          description:
            "Its keys and sessions get 403 `account_suspended` immediately. Running jobs finish; queued jobs, due posts and webhook deliveries wait until the account is resumed. Nothing is published or charged. Your own account and the owner account cannot be suspended.",
          "x-errors": [409],
        } as object,
        response: { 200: Account },
      },
    )
    .post(
      "/accounts/:accountId/resume",
      async ({ params }) => presentWithUsage(accounts, await access.resumeAccount(params.accountId)),
      {
        auth: "admin",
        detail: {
          operationId: "resumeAccount",
          summary: "Resume an account",
          description:
            "Ends a suspension, and cancels a deletion that has not begun. Posts that are now too late fail with `missed`, and can be retried.",
          "x-errors": [409],
        } as object,
        response: { 200: Account },
      },
    )
    .delete(
      "/accounts/:accountId",
      async ({ params, caller, set }) => {
        const row = await scheduleDeletion(accounts, params.accountId, undefined, caller.accountId);
        set.status = 202;
        return presentWithUsage(accounts, row);
      },
      {
        auth: "admin",
        detail: {
          summary: "Delete an account",
          description:
            "Suspends the account, and deletes it with all its data at `deleteAt`: rows, media, search index, keys, people and secrets. Until then, POST /accounts/{accountId}/resume cancels it. Its audit entries stay, without names.",
          "x-errors": [409],
        } as object,
        response: { 202: Account },
      },
    );
}
