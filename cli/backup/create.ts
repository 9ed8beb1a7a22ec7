import { sql } from "kysely";
import type { Workspace } from "#core/command";
import type { Module } from "#core/module";
import type { SecretKey } from "#core/secrets/key-ring";
import { readKeyId } from "#core/secrets/vault";
import { listTables, readLines, readSequences, readSnapshot } from "#db/catalog";
import type { Applied } from "#db/migrate";
import type { Database, Transaction } from "#db/tables";
import { type ArchiveWriter, writeArchive } from "./archive";
import { FORMAT, getPartName, HEADER, type Header, MANIFEST, type Manifest, toJson } from "./format";
import { copyMedia } from "./media";
import { writeParts } from "./parts";
import { type BackupSecrets, KEYS, lockSecrets, SECRETS } from "./secrets";
import { signBackup } from "./signature";
import type { Sink } from "./sink";
import type { Throttle } from "./throttle";

/** What is backed up. */
interface Source extends Pick<Workspace, "storage" | "isDerived"> {
  db: Database;
  modules: readonly Pick<Module, "rebuilt">[];
  version: string;
  /** Keys for secrets, which sign the backup. */
  vault?: { keys: readonly SecretKey[] };
}

interface Options {
  /** Left out of the backup if undefined. Without a passphrase, the sink must encrypt everything. */
  secrets: { content: BackupSecrets; passphrase?: string } | undefined;
  sink: Sink;
  throttle: Throttle;
  progress(label: "Tables" | "Media", done: number, all: number): void;
}

/** Tables whose rows are only valid for a minute. */
const TRANSIENT = ["rate_limits", "vireo_replicas"];
const PART_CHARS = 2 * 1024 * 1024;

const readMigrations = async (trx: Transaction): Promise<Applied[]> =>
  (await sql<Applied>`select module, name from vireo_migrations order by module, name`.execute(trx)).rows;

/**
 * Writes a snapshot of the database and the media its rows refer to, while the server may be running.
 *
 * Leaves out everything that can be rebuilt from rows: vectors, tables that modules list as `rebuilt`, and the job
 * queue, because all pending work is recorded in rows. Secrets in rows stay encrypted.
 */
export function createBackup(source: Source, options: Options): Promise<Manifest & { takenAt: Date }> {
  const { secrets, sink, throttle, progress } = options;
  const keys = new Set<string>();
  return writeArchive(sink, throttle, async (archive) => {
    // End the transaction before copying media, because an open one prevents vacuuming.
    const { takenAt, rows, sequences } = await readSnapshot(source.db, (trx, takenAt) =>
      copyTables(trx, takenAt, archive, keys, source, options),
    );
    if (secrets?.passphrase !== undefined)
      await archive.add(SECRETS, toJson(await lockSecrets(secrets.content, secrets.passphrase)));
    else if (secrets) await archive.add(KEYS, toJson(secrets.content));
    const media = await copyMedia(source, keys, archive, throttle, (done) => progress("Media", done, keys.size));
    const manifest: Manifest = { rows, sequences, media, files: archive.files };
    const signature = signBackup(source.vault?.keys ?? [], manifest, archive.digest);
    await archive.add(MANIFEST, toJson({ ...manifest, signature }));
    return { ...manifest, takenAt };
  });
}

async function copyTables(
  trx: Transaction,
  takenAt: Date,
  archive: ArchiveWriter,
  keys: Set<string>,
  { modules, version }: Source,
  { throttle, progress }: Options,
) {
  const excluded = new Set([...TRANSIENT, ...modules.flatMap((module) => module.rebuilt ?? [])]);
  const tables = (await listTables(trx)).filter(({ name }) => !excluded.has(name));
  const secretKey = await readKeyId(trx);
  const header: Header = {
    format: FORMAT,
    vireo: version,
    takenAt: takenAt.getTime(),
    migrations: await readMigrations(trx),
    secretKey,
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])),
  };
  await archive.add(HEADER, toJson(header));
  const rows: Record<string, number> = {};
  for (const [done, table] of tables.entries()) {
    rows[table.name] = await writeParts(readLines(trx, table), PART_CHARS, keys, throttle, (text, part) =>
      archive.add(getPartName(table.name, part), Bun.zstdCompressSync(text)),
    );
    progress("Tables", done + 1, tables.length);
  }
  return { takenAt, rows, sequences: await readSequences(trx) };
}
