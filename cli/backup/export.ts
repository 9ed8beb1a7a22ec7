import { sql } from "kysely";
import { keysIn } from "#core/storage/referenced-keys";
import type { Storage } from "#core/storage/storage";
import { beginTransfer, fetched, type StoredTable, tablesOf } from "#db/catalog";
import type { Database, Transaction } from "#db/tables";
import { writeArchive } from "./archive";
import { toJson } from "./format";
import { type Copied, copyMedia } from "./media";
import type { Rest } from "./pace";
import type { Sink } from "./sink";

interface Options {
  db: Database;
  storage: Storage;
  accountId: string;
  version: string;
  sink: Sink;
  rest: Rest;
  progress(label: "Tables" | "Media", done: number, all: number): void;
}

export interface Exported {
  /** By table. */
  rows: Record<string, number>;
  media: Copied;
}

/** Secrets stay here, hashed ones too: they are the server's means, not the person's data. */
const SECRET = /hash|secret|password|token/;
/** Stored answers for calls that are repeated: they hold keys in the clear, for a day. */
const LEFT_OUT = new Set(["idempotency", "vireo_migrations"]);
const PART_CHARS = 16 * 1024 * 1024;

interface Reference {
  child: string;
  column: string;
  parent: string;
}

/** Foreign keys on an `id`, by which rows without an account's name belong to one. */
const referencesOf = async (trx: Transaction): Promise<Reference[]> =>
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

/** What picks an account's rows of a table; undefined where none are anybody's. */
function ownedBy(accountId: string, tables: readonly StoredTable[], references: readonly Reference[]) {
  const pick = (name: string, path: readonly string[] = []): ReturnType<typeof sql> | undefined => {
    if (name === "accounts") return sql`id = ${accountId}`;
    const table = tables.find((one) => one.name === name);
    if (table?.columns.some((column) => column.name === "account_id")) return sql`account_id = ${accountId}`;
    for (const { child, column, parent } of references) {
      if (child !== name || path.includes(parent)) continue;
      const above = pick(parent, [...path, name]);
      if (above) return sql`${sql.ref(column)} in (select id from ${sql.table(parent)} where ${above})`;
    }
    return undefined;
  };
  return pick;
}

/** Writes all that an account owns: its rows as JSON lines, a file for each table, and the media that they mention. */
export async function exportAccount(options: Options): Promise<Exported> {
  const { db, storage, accountId, version, sink, rest, progress } = options;
  const archive = writeArchive(sink, rest);
  const keys = new Set<string>();
  try {
    const rows = await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (trx) => {
        const takenAt = await beginTransfer(trx);
        await archive.add("export.json", toJson({ vireo: version, accountId, takenAt: takenAt.toISOString() }));
        const all = (await tablesOf(trx)).filter(({ name }) => !LEFT_OUT.has(name));
        const pick = ownedBy(accountId, all, await referencesOf(trx));
        const rows: Record<string, number> = {};
        for (const [done, table] of all.entries()) {
          const owned = pick(table.name);
          if (owned) rows[table.name] = await copyTable(trx, table, owned);
          progress("Tables", done + 1, all.length);
        }
        return rows;
      });
    const media = await copyMedia(storage, keys, archive, rest, (done) => progress("Media", done, keys.size));
    await archive.end();
    return { rows, media };
  } catch (error) {
    await sink.discard();
    throw error;
  }

  async function copyTable(trx: Transaction, { name, columns }: StoredTable, owned: ReturnType<typeof sql>) {
    const shown = columns.filter((column) => !SECRET.test(column.name)).map((column) => sql.ref(column.name));
    let rows = 0;
    let parts = 0;
    let text = "";
    const flush = async () => {
      if (text === "") return;
      for (const key of keysIn(text)) keys.add(key);
      await archive.add(`${name}${++parts > 1 ? `-${parts}` : ""}.jsonl`, new TextEncoder().encode(text));
      text = "";
    };
    const query = sql`
      select row_to_json(t)::text as line
      from (select ${sql.join(shown)} from ${sql.table(name)} where ${owned}) t`;
    for await (const lines of fetched(trx, query)) {
      rows += lines.length;
      text += `${lines.join("\n")}\n`;
      if (text.length >= PART_CHARS) await flush();
      await rest();
    }
    await flush();
    return rows;
  }
}
