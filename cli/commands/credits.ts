import type { Command } from "#core/command";
import { findAccountId } from "./accounts";

export const credits: readonly Command[] = [
  {
    name: "credits grant",
    summary: "Grant credits to an account",
    arguments: [
      { name: "accountId", description: "Account ID" },
      { name: "amount", description: "Number of credits, at least 1" },
    ],
    options: { note: { type: "text", value: "text", description: "Reason, shown in the ledger" } },
    examples: ['vireo credits grant 0192… 500 --note "Invoice 12"'],
    async run({ arguments: { accountId: account, amount = "" }, options: { note }, out, vireo }) {
      if (!/^[1-9]\d{0,11}$/.test(amount))
        throw new Error(`The amount must be a whole number above 0, not "${amount}".`);
      const accountId = await findAccountId(vireo, account);
      const entry = { accountId, amount: Number(amount), note: note ? String(note) : undefined };
      const balance = await vireo.db.transaction().execute((trx) => vireo.credits.grant(trx, entry));
      out.result({ accountId, amount: entry.amount, balance }, `Granted ${amount} credits. New balance: ${balance}.`);
    },
  },
];
