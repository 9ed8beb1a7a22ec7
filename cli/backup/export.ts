import { sql } from "kysely";
import type { Workspace } from "#core/command";
import { fetchLines, listTables, readSnapshot, type StoredTable } from "#db/catalog";
import type { Database, Transaction } from "#db/tables";
import { type ArchiveWriter, writeArchive } from "./archive";
import { toJson } from "./format";
import { type CopiedMedia, copyMedia } from "./media";
import { writeParts } from "./parts";
import type { Sink } from "./sink";
import type { Throttle } from "./throttle";

interface Options extends Pick<Workspace, "storage" | "isDerived"> {
  db: Database;
  accountId: string;
  version: string;
  sink: Sink;
  throttle: Throttle;
  progress(label: "Tables" | "Media", done: number, all: number): void;
}

interface ExportedAccount {
  /** By table. */
  rows: Record<string, number>;
  media: CopiedMedia;
}

/** Columns left out of exports, including hashed secrets: they belong to the server, not to the account. */
const SECRET = /hash|secret|password|token/;
/** Stored idempotent responses, kept for a day, can contain new keys in plain text. */
const EXCLUDED = new Set(["idempotency", "vireo_migrations"]);
const PART_CHARS = 16 * 1024 * 1024;

interface Reference {
  child: string;
  column: string;
  parent: string;
}

/** Exports an account's rows as JSON Lines, one file per table, and the media they refer to. */
export function exportAccount(options: Options): Promise<ExportedAccount> {
  const { db, sink, throttle, progress } = options;
  const keys = new Set<string>();
  return writeArchive(sink, throttle, async (archive) => {
    const rows = await readSnapshot(db, (trx, takenAt) => copyTables(trx, takenAt, archive, keys, options));
    const media = await copyMedia(options, keys, archive, throttle, (done) => progress("Media", done, keys.size));
    return { rows, media };
  });
}

async function copyTables(
  trx: Transaction,
  takenAt: Date,
  archive: ArchiveWriter,
  keys: Set<string>,
  { accountId, version, throttle, progress }: Options,
) {
  await archive.add("export.json", toJson({ vireo: version, accountId, takenAt: takenAt.toISOString() }));
  const tables = (await listTables(trx)).filter(({ name }) => !EXCLUDED.has(name));
  const references = await readReferences(trx);
  const rows: Record<string, number> = {};
  for (const [done, table] of tables.entries()) {
    const owned = selectOwned(table.name, accountId, tables, references);
    if (owned) {
      const { name } = table;
      rows[name] = await writeParts(readOwnedRows(trx, table, owned), PART_CHARS, keys, throttle, (text, part) =>
        archive.add(`${name}${part > 1 ? `-${part}` : ""}.jsonl`, new TextEncoder().encode(text)),
      );
    }
    progress("Tables", done + 1, tables.length);
  }
  return rows;
}

function readOwnedRows(trx: Transaction, { name, columns }: StoredTable, owned: ReturnType<typeof sql>) {
  const visible = columns.filter((column) => !SECRET.test(column.name)).map((column) => sql.ref(column.name));
  return fetchLines(
    trx,
    sql`
      select row_to_json(t)::text as line
      from (select ${sql.join(visible)} from ${sql.table(name)} where ${owned}) t`,
  );
}

/** Reads the foreign keys to an `id`, which connect rows without an account id to an account. */
const readReferences = async (trx: Transaction): Promise<Reference[]> =>
  (
    await sql<Reference>`
      select child.relname as child, a.attname as column, parent.relname as parent
      from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
      where k.contype = 'f' and cardinality(k.conkey) = 1 and b.attname = 'id'
        and k.connamespace = current_schema()::regnamespace
      order by 1, 2`.execute(trx)
  ).rows;

/** Builds the condition for an account's rows of a table. Undefined if the table belongs to no account. */
function selectOwned(
  name: string,
  accountId: string,
  tables: readonly StoredTable[],
  references: readonly Reference[],
  path: readonly string[] = [],
): ReturnType<typeof sql> | undefined {
  if (name === "accounts") return sql`id = ${accountId}`;
  const table = tables.find((entry) => entry.name === name);
  if (table?.columns.some((column) => column.name === "account_id")) return sql`account_id = ${accountId}`;
  for (const { child, column, parent } of references) {
    if (child !== name || path.includes(parent)) continue;
    const owned = selectOwned(parent, accountId, tables, references, [...path, name]);
    if (owned) return sql`${sql.ref(column)} in (select id from ${sql.table(parent)} where ${owned})`;
  }
  return undefined;
}
