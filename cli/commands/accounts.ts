import { getAccountStatus } from "#core/access/account-life";
import { findOwnerAccount } from "#core/access/owner-account";
import type { Command, Output, Workspace } from "#core/command";
import type { AccountRow } from "#core/database/tables";
import { isUuid } from "#core/ids";

/** Resolves the --account option. Defaults to the owner account. */
export async function findAccountId({ db }: Workspace, option: unknown): Promise<string> {
  if (option === undefined) {
    const owner = await findOwnerAccount(db);
    if (!owner) throw new Error('There are no accounts yet. Start the server once or run "vireo accounts create".');
    return owner.id;
  }
  const id = String(option);
  const row = isUuid(id) && (await db.selectFrom("accounts").select("id").where("id", "=", id).executeTakeFirst());
  if (!row) throw new Error(`Account ${id} not found. Run "vireo accounts list" to list accounts.`);
  return row.id;
}

export const accountOption = {
  account: { type: "text", value: "accountId", description: "Account ID. Defaults to the owner account" },
} as const;

const LIST_LIMIT = 1000;

const accountArgument = { name: "accountId", description: 'Account ID, as shown by "vireo accounts list"' };

function present(out: Output, row: AccountRow): undefined {
  const status = getAccountStatus(row);
  const deleteAt = row.delete_at ? { deleteAt: row.delete_at.getTime() } : {};
  const until = row.delete_at ? ` Its data is deleted after ${row.delete_at.toISOString()}.` : "";
  out.result({ accountId: row.id, name: row.name, status, ...deleteAt }, `Account ${row.name} is ${status}.${until}`);
}

export const accounts: readonly Command[] = [
  {
    name: "accounts list",
    summary: "List accounts and their credit balances",
    async run({ out, vireo: { db } }) {
      const rows = await db.selectFrom("accounts").selectAll().orderBy("created_at").limit(LIST_LIMIT).execute();
      out.list(
        rows.map((row) => ({
          accountId: row.id,
          name: row.name,
          balance: row.balance,
          status: getAccountStatus(row),
          deleteAt: row.delete_at,
          createdAt: row.created_at,
        })),
        {
          accountId: "ACCOUNT",
          name: "NAME",
          balance: "CREDITS",
          status: "STATUS",
          deleteAt: "DELETED AT",
          createdAt: "CREATED",
        },
      );
    },
  },
  {
    name: "accounts create",
    summary: "Create an account",
    arguments: [{ name: "name", description: "Name of the account" }],
    options: {
      credits: { type: "integer", value: "n", description: "Initial credits. Defaults to credits.initial" },
    },
    examples: ['vireo accounts create "Acme Ltd" --credits 5000'],
    async run({ arguments: { name = "" }, options, out, vireo: { access, config, credits, db } }) {
      const amount = Number(options.credits ?? config.credits.initial);
      if (amount < 0) throw new Error("--credits must not be negative.");
      const accountId = await db.transaction().execute(async (trx) => {
        const { id } = await access.createAccount(trx, name);
        if (amount > 0) await credits.grant(trx, { accountId: id, amount, note: "Initial credits" });
        return id;
      });
      out.result(
        { accountId, name, credits: amount },
        `Created account ${accountId} (${name}) with ${amount} credits.`,
      );
    },
  },
  {
    name: "accounts suspend",
    summary: "Suspend an account: nothing is published, and nothing is charged",
    description: "Its API keys and people are refused until it is resumed. Running jobs finish; queued jobs wait.",
    arguments: [accountArgument],
    async run({ arguments: { accountId = "" }, out, vireo: { access } }) {
      present(out, await access.suspendAccount(accountId));
    },
  },
  {
    name: "accounts resume",
    summary: "Resume a suspended account, or cancel its deletion",
    arguments: [accountArgument],
    async run({ arguments: { accountId = "" }, out, vireo: { access } }) {
      present(out, await access.resumeAccount(accountId));
    },
  },
];
