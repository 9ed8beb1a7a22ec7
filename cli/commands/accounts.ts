import { ownerAccount } from "#core/access/owner";
import type { Command, Workspace } from "#core/command";
import { isUuid } from "#core/ids";

/** The account that an option names, or the operator's. */
export async function accountOf({ db }: Workspace, asked: unknown): Promise<string> {
  if (asked === undefined) {
    const owner = await ownerAccount(db);
    if (!owner) throw new Error('There is no account yet: start the server once, or use "vireo accounts create".');
    return owner.id;
  }
  const id = String(asked);
  const row = isUuid(id) && (await db.selectFrom("accounts").select("id").where("id", "=", id).executeTakeFirst());
  if (!row) throw new Error(`There is no account ${id}. "vireo accounts list" shows all.`);
  return row.id;
}

export const accountOption = {
  account: { type: "text", value: "accountId", description: "Account; the operator's without it." },
} as const;

const LIST_LIMIT = 1000;

export const accounts: readonly Command[] = [
  {
    name: "accounts list",
    summary: "List the accounts with their balances",
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
    summary: "Make an account",
    arguments: [{ name: "name", description: "What to call it." }],
    options: {
      credits: { type: "integer", value: "n", description: "Credits to begin with; the configured number without it." },
    },
    examples: ['vireo accounts create "Acme Ltd" --credits 5000'],
    async run({ arguments: { name = "" }, options, out, vireo: { access, config, credits, db } }) {
      const amount = Number(options.credits ?? config.credits.initial);
      if (amount < 0) throw new Error("--credits cannot be negative.");
      const accountId = await db.transaction().execute(async (trx) => {
        const { id } = await access.createAccount(trx, name);
        if (amount > 0) await credits.grant(trx, { accountId: id, amount, note: "Initial credits" });
        return id;
      });
      out.result({ accountId, name, credits: amount }, `Account ${accountId} (${name}) with ${amount} credits.`);
    },
  },
];
