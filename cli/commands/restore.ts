import { type ArchiveSource, createStreamSource } from "#cli/backup/archive";
import { decrypt, isEncrypted } from "#cli/backup/encryption";
import { CONFIG, sumRows } from "#cli/backup/format";
import { findObstacle } from "#cli/backup/guard";
import { openTarget } from "#cli/backup/open-target";
import { type Backup, openBackup } from "#cli/backup/read";
import { findMissingKey, rekey } from "#cli/backup/rekey";
import { restoreBackup } from "#cli/backup/restore";
import { type BackupSecrets, unlockSecrets } from "#cli/backup/secrets";
import { checkOrigin, describeOrigin, type Origin } from "#cli/backup/signature";
import { findBackup, openStored } from "#cli/backup/store";
import { createThrottle } from "#cli/backup/throttle";
import { readPassphrase } from "#cli/passphrase";
import type { Command, CommandCall, Output, Workspace } from "#core/command";
import { collectMigrations } from "#core/database/migrations";
import { parseKeys } from "#core/secrets/key-ring";
import type { Transaction } from "#db/tables";
import { createBars } from "./progress";

export const restore: Command = {
  name: "restore",
  creates: "anywhere",
  summary: "Restore a backup, optionally into another database",
  description: `Restores into the configured database and storage (DATA_DIR or DATABASE_URL, S3_BUCKET). Stop the server first.
The whole file is verified before anything changes, and all rows are replaced in one transaction. Backups of older
versions are migrated; backups of newer versions are refused.

Posts that were due after the backup may already be published. Vireo does not send them again: it checks with the
provider, and they stay "unconfirmed" if the provider cannot tell. Use --moved if the server was stopped before the
backup was made, for example when moving to another machine.

A backup is signed with the key of the server that made it. A wrong signature is refused; if this server does not have
that key, or the backup is not signed, a note says so.

The backup's secrets are encrypted. Before the restore, copy the original server's secret.key into the data directory, or
set VIREO_SECRET_KEY. A backup made with --with-secrets contains the key, and its passphrase comes from
VIREO_BACKUP_PASSPHRASE or the terminal. A backup at BACKUP_TO is encrypted and contains the key: set VIREO_BACKUP_KEY.`,
  arguments: [
    { name: "file", description: 'File written by "vireo backup", a name from "vireo backup list", or "latest"' },
  ],
  options: {
    check: { type: "boolean", description: "Verify the file's checksums without restoring it" },
    replace: { type: "boolean", description: "Delete all existing data" },
    moved: { type: "boolean", description: "No server has run since the backup: publish posts that are due" },
    "without-secrets": { type: "boolean", description: "Create new secrets, because the backup's key is lost" },
    config: { type: "text", value: "file", description: "Write the backup's vireo.config.ts to this file" },
  },
  examples: [
    "vireo restore vireo-2026-11-02.tar",
    "vireo restore vireo-2026-11-02.tar --check",
    "vireo restore latest",
    "DATABASE_URL=postgres://… vireo restore vireo.tar --moved",
  ],
  async run({ arguments: { file = "" }, options, out, signal, vireo }) {
    if (file === "-")
      throw new Error("A restore reads from a file, not from standard input. Write the backup to a file first.");
    const throttle = createThrottle(true, signal);
    const guard = async () => {
      const obstacle = options.check ? undefined : await findObstacle(vireo, options.replace === true);
      if (obstacle) throw new Error(obstacle);
    };
    await guard();
    const lines = collectMigrations(vireo.modules);
    const bars = createBars(out);
    const source = await locateBackup(file, vireo);
    const backup = await openBackup(source, lines, throttle, (done, all) => bars.at("Check", done, all));
    try {
      const origin = checkOrigin(vireo.vault.keys, backup.manifest, backup.digest);
      const doubt = describeOrigin(origin);
      if (doubt) out.note(doubt);
      if (options.check) return printCheck(file, backup, origin, out);
      const config = options.config as string | undefined;
      if (config && (await Bun.file(config).exists())) throw new Error(`${config} already exists.`);
      const secrets = await unlock(backup, vireo, options);
      const keys = parseKeys((secrets?.keys ?? []).join());
      const missing = findMissingKey(backup.header, [...vireo.vault.keys, ...keys], vireo);
      if (missing && !options["without-secrets"]) throw new Error(missing);
      const { db, storage, modules } = vireo;
      let advice: string[] = [];
      const secure = async (trx: Transaction) => {
        advice = await rekey(trx, vireo, keys);
      };
      const restored = await restoreBackup(backup, {
        db,
        storage,
        modules,
        lines,
        throttle,
        progress: bars.at,
        moved: options.moved === true,
        guard,
        secure,
      });
      if (restored.unknown.length > 0) {
        out.note(`Skipped tables that belong to no module: ${restored.unknown.join(", ")}.`);
      }
      await restoreConfig(backup, secrets?.config, config, out);
      bars.end();
      const text = `Restored ${restored.rows} rows and ${restored.media + restored.present} media files from ${file} (${getOrigin(backup)}).`;
      out.result({ ...describe(file, backup), ...restored, origin, advice }, [text, ...advice].join("\n"));
      return undefined;
    } finally {
      bars.end();
      await backup.archive.close();
    }
  },
};

/** Opens a file, or else a backup at the configured target. */
async function locateBackup(file: string, { config }: Workspace): Promise<string | ArchiveSource> {
  const { key, to } = config.backup;
  if (await Bun.file(file).exists()) {
    if (!(await isEncrypted(file))) return file;
    const chunks = async function* () {
      yield* Bun.file(file).stream();
    };
    return createStreamSource(Bun.file(file).size, () => decrypt(chunks(), key));
  }
  if (!to) {
    throw new Error(`${file} does not exist. To restore from a backup directory or bucket, set BACKUP_TO.`);
  }
  const target = await openTarget(config);
  return openStored(target, (await findBackup(target, file)).file, key);
}

const describe = (file: string, { header }: Backup) => ({ file, vireo: header.vireo, takenAt: header.takenAt });

const getOrigin = ({ header }: Backup) => `Vireo ${header.vireo}, ${new Date(header.takenAt).toISOString()}`;

function printCheck(file: string, backup: Backup, origin: Origin, out: Output): undefined {
  const { rows, media } = backup.manifest;
  const count = sumRows(rows);
  out.result(
    { ...describe(file, backup), rows: count, media, origin },
    `${file} is intact: ${count} rows and ${media.files} media files (${getOrigin(backup)}).`,
  );
}

/** Decrypts the backup's secrets, if it has any that are needed here. */
async function unlock(
  { locked, secrets, header }: Backup,
  { vault }: Workspace,
  options: CommandCall["options"],
): Promise<BackupSecrets | undefined> {
  if (secrets) return secrets;
  if (!locked || options["without-secrets"]) return undefined;
  const isKnown = header.secretKey === undefined || vault.keys.some(({ id }) => id === header.secretKey);
  if (isKnown && options.config === undefined) return undefined;
  return unlockSecrets(locked, await readPassphrase("Passphrase of the backup's secrets", 1));
}

async function restoreConfig(
  { archive, locked, secrets }: Backup,
  config: string | undefined,
  path: string | undefined,
  out: Output,
): Promise<void> {
  let text = config;
  // Later versions store it among the secrets.
  for await (const entry of locked || secrets ? [] : archive.entries()) {
    if (entry.name === CONFIG) text ??= new TextDecoder().decode(await entry.bytes());
  }
  if (path && text !== undefined) await Bun.write(path, text, { mode: 0o600 });
  else if (path) out.note("The backup contains no vireo.config.ts.");
  else if (text !== undefined || locked) {
    out.note("The backup may contain a vireo.config.ts. Use --config to write it to a file.");
  }
}
