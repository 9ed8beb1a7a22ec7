import { ApiError, notFound } from "vireo/errors";
import type { Context } from "vireo/module";
import { type Color, mixColors } from "./engine";

declare module "vireo/database" {
  /** Adds the plug-in's table to `db`, for typed queries. */
  interface Tables {
    gradient_favourites: {
      id: string;
      account_id: string;
      prompt: string;
      colors: { from: Color; to: Color } | null;
      created_at: Date;
    };
  }
}

type Options = Pick<Context, "db" | "jobs" | "credits" | "events" | "prices" | "now"> & { maxFavourites: number };

export type Favourites = ReturnType<typeof createFavourites>;

/** Favourite prompts. Every query is scoped to the account. */
export function createFavourites({ db, jobs, credits, events, prices, now, maxFavourites }: Options) {
  const list = (accountId: string) =>
    db
      .selectFrom("gradient_favourites")
      .select(["id", "prompt", "colors"])
      .where("account_id", "=", accountId)
      .orderBy("created_at", "desc")
      .execute();

  /** The row, its price and its job are one transaction: all of them happen, or none. */
  const add = (accountId: string, prompt: string) =>
    db.transaction().execute(async (trx) => {
      const { count } = await trx
        .selectFrom("gradient_favourites")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .where("account_id", "=", accountId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= maxFavourites) throw new ApiError("too_many_favourites");
      const id = Bun.randomUUIDv7();
      const used = prices.get("gradientFavourite");
      await trx
        .insertInto("gradient_favourites")
        .values({ id, account_id: accountId, prompt, colors: null, created_at: new Date(now()) })
        .execute();
      const remaining = await credits.charge(trx, { accountId, amount: used, reason: "Favourite", reference: id });
      await jobs.send(trx, "mix", id, { id });
      return { favourite: { id, prompt, colors: null }, credits: { used, remaining } };
    });

  async function remove(accountId: string, id: string): Promise<void> {
    const { numDeletedRows } = await db
      .deleteFrom("gradient_favourites")
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound("favourite");
  }

  /** The job. It may run twice, so it locks the row and returns if there is nothing left to do. */
  const mix = (id: string) =>
    db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom("gradient_favourites")
        .selectAll()
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      if (!row || row.colors) return;
      const [from, to] = mixColors(row.prompt);
      await trx.updateTable("gradient_favourites").set({ colors: { from, to } }).where("id", "=", id).execute();
      await events.emit(trx, row.account_id, "gradient.mixed", { id, prompt: row.prompt, colors: { from, to } });
    });

  async function forget(before: Date): Promise<void> {
    await db.deleteFrom("gradient_favourites").where("created_at", "<", before).execute();
  }

  return { list, add, remove, mix, forget };
}
