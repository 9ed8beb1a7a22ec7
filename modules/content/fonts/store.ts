import { sql } from "kysely";
import type { Database } from "vireo/database";
import { toUuid } from "vireo/ids";
import { listForms } from "vireo/list";
import type { FontRow } from "./migration";

export const PREFIX = "fnt";

/** Maximum number of fonts per account. */
export const MOST_FONTS = 20;

export const isFontId = (name: string): boolean => name.startsWith(`${PREFIX}_`);

const selectFonts = (db: Database, accountId: string) =>
  db.selectFrom("fonts").selectAll().where("account_id", "=", accountId);

/** Lists an account's fonts by name. There are never more than MOST_FONTS. */
export const listFonts = (db: Database, accountId: string): Promise<FontRow[]> =>
  selectFonts(db, accountId).orderBy(sql`lower(name)`).limit(MOST_FONTS).execute();

/** Finds a font of the account by its id or name. */
export async function findFont(db: Database, accountId: string, name: string): Promise<FontRow | undefined> {
  const fonts = selectFonts(db, accountId);
  const id = isFontId(name) ? toUuid(PREFIX, name) : undefined;
  const matching = id ? fonts.where("id", "=", id) : fonts.where(sql`lower(name)`, "in", listForms(name.toLowerCase()));
  return matching.executeTakeFirst();
}
