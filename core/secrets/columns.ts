import { type SqlBool, sql } from "kysely";
import { type Binding, isSealed, type KeyRing, SEALED } from "#core/secrets/key-ring";
import type { Database, Transaction } from "#db/tables";

/** A column with sealed secrets. Modules declare them, so that keys can be changed and backups restored. */
export interface SecretColumn {
  table: string;
  /** Name of the column: text, or jsonb with secrets anywhere in it. */
  column: string;
  /** Purpose that its secrets are sealed with. */
  purpose: string;
  /** Finds secrets in clear text that earlier versions stored. Default: the whole value. */
  clear?: RegExp;
  /** Creates a new value if the key is lost. Default: null. */
  renew?(): string;
  /** Action required if the key is lost, in one sentence. */
  lost?: string;
}

/** A column and the module that declares it. */
export interface OwnedColumn extends SecretColumn {
  module: string;
}

/** Parts of a module that are needed here. */
export interface WithSecrets {
  name: string;
  secrets?: readonly SecretColumn[];
}

const BATCH = 500;

/** Settings that were set in the dashboard. The kernel's only column with secrets. */
export const settingsColumn: OwnedColumn = {
  module: "core",
  table: "stored_settings",
  column: "value",
  purpose: "setting",
  lost: "Vendor keys that were entered in the dashboard must be entered again.",
};

export const listColumns = (modules: readonly WithSecrets[]): OwnedColumn[] => [
  settingsColumn,
  ...modules.flatMap(({ name, secrets = [] }) => secrets.map((column) => ({ ...column, module: name }))),
];

const toText = ({ column }: OwnedColumn) => sql`${sql.ref(column)}::text`;

const isClear = (owned: OwnedColumn) =>
  owned.clear
    ? sql<SqlBool>`${toText(owned)} ~ ${owned.clear.source}`
    : sql<SqlBool>`${toText(owned)} !~ ${"^sealed\\.1\\."}`;

/** True if a secret is sealed with a key that is not among these. */
const isForeign = (owned: OwnedColumn, ids: readonly string[]) =>
  sql<SqlBool>`${toText(owned)} ~ ${`sealed\\.1\\.(?!(${ids.join("|")})\\.)`}`;

/** Seals text that is clear, or sealed by another key of the ring. */
function seal(text: string, { clear }: OwnedColumn, ring: KeyRing, binding: Binding): string {
  const resealed = text.replace(SEALED, (sealed, id) =>
    id === ring.current.id ? sealed : ring.seal(ring.open(sealed, binding), binding),
  );
  if (clear) return resealed.replace(new RegExp(clear.source, "g"), (secret) => ring.seal(secret, binding));
  return isSealed(resealed) ? resealed : ring.seal(resealed, binding);
}

interface Shape {
  type: string;
  hasAccount: boolean;
}

async function readShape(trx: Transaction, { table, column }: OwnedColumn): Promise<Shape> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::text::regclass and attname in (${column}, 'account_id') and not attisdropped`.execute(
    trx,
  );
  const type = rows.find(({ name }) => name === column)?.type;
  if (!type) throw new Error(`There is no column ${table}.${column}, which is declared in "secrets".`);
  return { type, hasAccount: rows.some(({ name }) => name === "account_id") };
}

/** Rewrites the table into a new file, because the old one still contains the replaced values. */
const writeAnew = (trx: Transaction, owned: OwnedColumn, { type }: Shape) => {
  const column = sql.ref(owned.column);
  return sql`alter table ${sql.table(owned.table)} alter column ${column} type ${sql.raw(type)}
    using case when ${column} is null then null else ${column} end`.execute(trx);
};

/** Changes every value that matches the condition, in batches. Returns the number of values. */
async function rewrite(
  trx: Transaction,
  owned: OwnedColumn,
  condition: ReturnType<typeof sql<SqlBool>>,
  change: (text: string, binding: Binding) => string | null,
): Promise<number> {
  const shape = await readShape(trx, owned);
  const { type, hasAccount } = shape;
  const table = sql.table(owned.table);
  const column = sql.ref(owned.column);
  let after = "(0,0)";
  for (let done = 0; ; ) {
    // Changed rows move to the end of the table, but no longer match the condition.
    const { rows } = await sql<{ at: string; text: string; account: string | null }>`
      select ctid::text as at, ${column}::text as text, ${hasAccount ? sql`account_id::text` : sql`null`} as account
      from ${table} where ctid > ${after}::tid and ${column} is not null and ${condition}
      order by ctid limit ${sql.lit(BATCH)} for update`.execute(trx);
    for (const { at, text, account } of rows) {
      const binding = { module: owned.module, purpose: owned.purpose, accountId: account ?? undefined };
      const value = change(text, binding);
      await sql`update ${table} set ${column} = ${value}::text::${sql.raw(type)} where ctid = ${at}::tid`.execute(trx);
    }
    done += rows.length;
    if (rows.length < BATCH) {
      if (done > 0) await writeAnew(trx, owned, shape);
      return done;
    }
    after = rows.at(-1)!.at;
  }
}

/**
 * Seals secrets in clear text and, with `all`, those that another key has sealed. Returns the number of changed values.
 */
export async function sealColumns(
  trx: Transaction,
  columns: readonly OwnedColumn[],
  ring: KeyRing,
  all: boolean,
): Promise<number> {
  let changed = 0;
  for (const owned of columns) {
    const condition = all
      ? sql<SqlBool>`(${isClear(owned)} or ${isForeign(owned, [ring.current.id])})`
      : isClear(owned);
    changed += await rewrite(trx, owned, condition, (text, binding) => seal(text, owned, ring, binding));
  }
  return changed;
}

/** Replaces the secrets that no key of the ring can open. Returns the required actions. */
export async function renewColumns(
  trx: Transaction,
  columns: readonly OwnedColumn[],
  ring: KeyRing,
): Promise<string[]> {
  const advice = new Set<string>();
  const ids = ring.keys.map(({ id }) => id);
  for (const owned of columns) {
    const count = await rewrite(trx, owned, isForeign(owned, ids), (_, binding) => {
      const value = owned.renew?.();
      return value === undefined ? null : owned.clear ? value : ring.seal(value, binding);
    });
    if (count > 0 && owned.lost) advice.add(owned.lost);
  }
  return [...advice];
}

/**
 * True if a column contains a secret in clear text: a server of an earlier version is running, or was until recently.
 */
export async function hasClearSecrets(db: Database, columns: readonly OwnedColumn[]): Promise<boolean> {
  const each = columns.map(
    (owned) => sql`exists (select from ${sql.table(owned.table)}
      where ${sql.ref(owned.column)} is not null and ${isClear(owned)})`,
  );
  const { rows } = await sql<{ found: boolean }>`select ${sql.join(each, sql` or `)} as found`.execute(db);
  return rows[0]!.found;
}
