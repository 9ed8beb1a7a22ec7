import type { Command } from "#core/command";
import { accountOf } from "./accounts";

export const credits: readonly Command[] = [
  {
    name: "credits grant",
    summary: "Give an account credits",
    arguments: [
      { name: "accountId", description: "Which account." },
      { name: "amount", description: "How many: a whole number above 0." },
    ],
    options: { note: { type: "text", value: "text", description: "Why; shown in the ledger." } },
    examples: ['vireo credits grant 0192… 500 --note "Invoice 12"'],
    async run({ arguments: { accountId: asked, amount = "" }, options: { note }, out, vireo }) {
      if (!/^[1-9]\d{0,11}$/.test(amount))
        throw new Error(`"${amount}" is no number of credits: give a whole number above 0.`);
      const accountId = await accountOf(vireo, asked);
      const entry = { accountId, amount: Number(amount), ...(note ? { note: String(note) } : {}) };
      const balance = await vireo.db.transaction().execute((trx) => vireo.credits.grant(trx, entry));
      out.result({ accountId, amount: entry.amount, balance }, `Granted ${amount}; the balance is ${balance}.`);
    },
  },
];
