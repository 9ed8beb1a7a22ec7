import { sql } from "kysely";
import { createBackup } from "#cli/backup/create";
import { openBackup } from "#cli/backup/read";
import { restoreBackup } from "#cli/backup/restore";
import { openFileSink } from "#cli/backup/sink";
import { collectMigrations } from "#core/database/migrations";
import type { Storage } from "#core/storage/storage";
import type { ModuleMigrations } from "#db/migrate";
import type { Database } from "#db/tables";
import { modules as builtIn } from "#modules/index";
import { plugins } from "#plugins/index";

export const modules = [...builtIn, ...plugins];
export const lines = collectMigrations(modules);

const throttle = async () => {};
/** Tables that are made anew, which backups leave out. */
const FREE = new Set(["rate_limits", "vireo_replicas", "viral_indexes", "viral_outbox"]);

export async function take(db: Database, storage: Storage, file: string) {
  const sink = await openFileSink(file);
  const source = { db, storage, modules, version: "1.0", isDerived: async () => false };
  return createBackup(source, { sink, throttle, secrets: undefined, progress() {} });
}

interface Into {
  db: Database;
  storage: Storage;
  lines?: readonly ModuleMigrations[];
  moved?: boolean;
  guard?(): Promise<void>;
}

export async function put(file: string, { db, storage, lines: own = lines, moved = true, guard = throttle }: Into) {
  const backup = await openBackup(file, own, throttle, () => {});
  try {
    const options = { db, storage, modules, lines: own, moved, throttle, guard, secure: throttle, progress() {} };
    return await restoreBackup(backup, options);
  } finally {
    await backup.archive.close();
  }
}

/** A sum over all rows of each table, whatever their order and whichever partition of the day holds them. */
export async function sums(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`.execute(
    db,
  );
  const all: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !FREE.has(table.name))) {
    const { rows } = await sql<{ sum: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text collate "C")), '') as sum
      from ${sql.table(name)} t`.execute(db);
    all[name] = rows[0]!.sum;
  }
  return all;
}

/**
 * The product's schema without its rows. The job queue keeps a schema of its own, which a backup does not contain.
 * The partitions of single days count once, because which days a database has depends on when it was made.
 */
export async function shape(db: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select distinct kind, regexp_replace(name, '_\\d{8}', '_day', 'g') as name, regexp_replace(what, '_\\d{8}', '_day', 'g') as what
    from (select 'column' as kind, table_name || '.' || column_name as name,
      concat_ws(' ', data_type, is_nullable, column_default, is_identity) as what
      from information_schema.columns where table_schema = 'public'
    union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0
    union all select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) || tgenabled::text
      from pg_trigger where not tgisinternal
    union all select 'function', proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
    union all select 'sequence', sequencename, '' from pg_sequences where schemaname = 'public'
    union all select 'schema', nspname, '' from pg_namespace where nspname like 'vireo%' and nspname <> 'vireo_jobs'
    ) parts order by 1, 2, 3`.execute(db);
  return rows;
}
