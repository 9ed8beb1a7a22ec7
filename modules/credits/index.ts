import { Type } from "@sinclair/typebox";
import { invalid } from "vireo/errors";
import { isUuid } from "vireo/ids";
import { listPage, readRowCount } from "vireo/list";
import { defineModule } from "vireo/module";
import { Closed, ListOf, PageQuery, Text, Timestamp } from "vireo/schema";

const Balance = Closed({
  balance: Type.Number({ description: "Remaining credits." }),
  unlimited: Type.Boolean({ description: "True if this server does not charge credits." }),
});
const Entry = Closed({
  transactionId: Type.String(),
  amount: Type.Number({ description: "Signed: charges are negative." }),
  type: Type.String({ description: "grant, charge or refund" }),
  reason: Type.String(),
  reference: Type.Optional(Type.String({ description: "Raw ID of the related resource." })),
  note: Type.Optional(Type.String()),
  balanceAfter: Type.Number(),
  createdAt: Timestamp("Time of the transaction."),
});
const Price = Closed({ operation: Type.String(), credits: Type.Number(), per: Type.String() });

/** Maximum amount of a single grant, so that sums stay exact. */
const MAX_GRANT = 1_000_000_000;

/** Derives the same UUID for a repeated call, in case the process died between the grant and the response. */
const createReference = (accountId: string, key: string): string =>
  new Bun.CryptoHasher("sha256").update(`grant ${accountId} ${key}`).digest("hex").slice(0, 32);

export const credits = defineModule({
  name: "credits",
  description: "Balance and ledger: all charges, refunds and grants of the account.",
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
            () => readRowCount(db, { table: "credit_transactions", owner: caller.accountId }),
          );
          const transactions = rows.map((row) => ({
            transactionId: row.id,
            amount: row.amount,
            type: row.type,
            reason: row.reason,
            reference: row.reference ?? undefined,
            note: row.note ?? undefined,
            balanceAfter: row.balance_after,
            createdAt: row.created_at.getTime(),
          }));
          return { transactions, pagination };
        },
        {
          auth: "credits:read",
          detail: { summary: "List credit transactions" },
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
          detail: { summary: "List prices" },
          response: { 200: Closed({ unlimited: Type.Boolean(), prices: Type.Array(Price) }) },
        },
      )
      .post(
        "/grants",
        async ({ body, caller, exchange, set }) => {
          const known =
            isUuid(body.accountId) &&
            (await db.selectFrom("accounts").select("id").where("id", "=", body.accountId).executeTakeFirst());
          if (!known) throw invalid("accountId", "Account not found.");
          const { idempotencyKey: key } = exchange;
          const reference = key === undefined ? {} : { reference: createReference(caller.accountId, key) };
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
