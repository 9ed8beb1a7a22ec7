import { ownerAccount } from "#core/access/owner";
import type { Command, Workspace } from "#core/command";
import { isUuid } from "#core/ids";

/** Resolves the --account option. Defaults to the owner account. */
export async function findAccountId({ db }: Workspace, option: unknown): Promise<string> {
  if (option === undefined) {
    const owner = await ownerAccount(db);
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

export const accounts: readonly Command[] = [
  {
    name: "accounts list",
    summary: "List accounts and their credit balances",
    async run({ out, vireo: { db } }) {
      const rows = await db.selectFrom("accounts").selectAll().orderBy("created_at").limit(LIST_LIMIT).execute();
      out.list(
        rows.map((row) => ({ accountId: row.id, name: row.name, balance: row.balance, createdAt: row.created_at })),
        { accountId: "ACCOUNT", name: "NAME", balance: "CREDITS", createdAt: "CREATED" },
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
];
