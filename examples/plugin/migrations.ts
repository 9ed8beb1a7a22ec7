import { type Migration, sql } from "vireo/database";

/** Applied once each, in the order of their names. `account_id` lets an account's data be exported and deleted. */
export const migrations: Record<string, Migration> = {
  "001_favourites": {
    async up(db) {
      await db.schema
        .createTable("gradient_favourites")
        .addColumn("id", "uuid", (column) => column.primaryKey())
        .addColumn("account_id", "uuid", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
        .addColumn("prompt", "text", (column) => column.notNull())
        .addColumn("colors", "jsonb")
        .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
        .execute();
    },
  },
};
