import { Type } from "@sinclair/typebox";
import { invalid } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { listPage } from "vireo/list";
import { defineModule } from "vireo/module";
import { Closed, ListOf, PageQuery, Text, Timestamp } from "vireo/schema";

const Balance = Closed({
  balance: Type.Number({ description: "Credits left." }),
  unlimited: Type.Boolean({ description: "True where the operator charges nothing." }),
});
const Entry = Closed({
  transactionId: Type.String(),
  amount: Type.Number({ description: "Signed: charges are negative." }),
  type: Type.String({ description: "grant, charge or refund" }),
  reason: Type.String(),
  reference: Type.Optional(Type.String({ description: "The raw id of what it was for." })),
  note: Type.Optional(Type.String()),
  balanceAfter: Type.Number(),
  createdAt: Timestamp("When it was booked."),
});
const Price = Closed({ operation: Type.String(), credits: Type.Number(), per: Type.String() });

/** Largest single grant: far below what a double or bigint could not add up. */
const MAX_GRANT = 1_000_000_000;

/** The same uuid for the same call: the process may die after it has booked, and before it has answered. */
const referenceOf = (accountId: string, key: string): string =>
  new Bun.CryptoHasher("sha256").update(`grant ${accountId} ${key}`).digest("hex").slice(0, 32);

export const credits = defineModule({
  name: "credits",
  description: "The ledger: every charge, refund and grant of the account.",
  start({ router, credits: ledger, db, prices }) {
    const routes = router()
      .get(
        "",
        async ({ caller }) => ({ balance: await ledger.balance(db, caller.accountId), unlimited: ledger.unlimited }),
        { auth: "credits:read", detail: { summary: "Get the balance" }, response: { 200: Balance } },
      )
      .get(
        "/transactions",
        async ({ caller, query }) => {
          const { rows, pagination } = await listPage(
            db.selectFrom("credit_transactions").where("account_id", "=", caller.accountId),
            query,
          );
          const transactions = rows.map((row) => ({
            transactionId: row.id,
            amount: row.amount,
            type: row.type,
            reason: row.reason,
            ...(row.reference ? { reference: row.reference } : {}),
            ...(row.note ? { note: row.note } : {}),
            balanceAfter: row.balance_after,
            createdAt: row.created_at.getTime(),
          }));
          return { transactions, pagination };
        },
        {
          auth: "credits:read",
          detail: { summary: "List the ledger" },
          query: PageQuery,
          response: { 200: ListOf("transactions", Entry) },
        },
      )
      .get(
        "/pricing",
        () => ({
          unlimited: ledger.unlimited,
          prices: prices.list().map(({ name, credits, per }) => ({ operation: name, credits, per })),
        }),
        {
          auth: "any",
          detail: { summary: "List the prices" },
          response: { 200: Closed({ unlimited: Type.Boolean(), prices: Type.Array(Price) }) },
        },
      )
      .post(
        "/grants",
        async ({ body, caller, exchange, set }) => {
          const known =
            isUuid(body.accountId) &&
            (await db.selectFrom("accounts").select("id").where("id", "=", body.accountId).executeTakeFirst());
          if (!known) throw invalid("accountId", "There is no such account.");
          const { idempotencyKey: key } = exchange;
          const reference = key === undefined ? {} : { reference: referenceOf(caller.accountId, key) };
          const balance = await db.transaction().execute((trx) => ledger.grant(trx, { ...body, ...reference }));
          set.status = 201;
          return { accountId: body.accountId, amount: body.amount, balance };
        },
        {
          auth: "admin",
          detail: { summary: "Grant credits to an account" },
          body: Closed({
            accountId: Text({ minLength: 1, maxLength: 100 }),
            amount: Type.Integer({ minimum: 1, maximum: MAX_GRANT }),
            note: Type.Optional(Text({ maxLength: 500 })),
          }),
          response: {
            201: Closed({ accountId: Type.String(), amount: Type.Number(), balance: Type.Number() }),
          },
        },
      );
    return { routes };
  },
});
