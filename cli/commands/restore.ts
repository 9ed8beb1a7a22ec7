import { CONFIG, type Manifest } from "#cli/backup/format";
import { findObstacle } from "#cli/backup/guard";
import { type Backup, openBackup } from "#cli/backup/read";
import { restoreBackup } from "#cli/backup/restore";
import { createThrottle } from "#cli/backup/throttle";
import type { Command, Output } from "#core/command";
import { collectMigrations } from "#core/database/migrations";
import { createBars } from "./progress";

export const restore: Command = {
  name: "restore",
  creates: "anywhere",
  summary: "Restore a backup, also into another database",
  description: `Restores into the configured database and storage (DATA_DIR or DATABASE_URL, S3_BUCKET). Stop the server first.
The whole file is verified before anything changes, and all rows are replaced in one transaction. Backups of older
versions are migrated; backups of newer versions are refused.

Posts that were due after the backup may already be published. Vireo does not send them again: it checks with the
provider, and they stay "unconfirmed" if the provider cannot tell. Use --moved if the server was stopped before the
backup was made, for example when moving to another machine.`,
  arguments: [{ name: "file", description: 'File written by "vireo backup"' }],
  options: {
    check: { type: "boolean", description: "Verify the file's checksums without restoring it" },
    replace: { type: "boolean", description: "Delete all existing data" },
    moved: { type: "boolean", description: "No server has run since the backup: publish posts that are due" },
    config: { type: "text", value: "file", description: "Write the backup's vireo.config.ts to this file" },
  },
  examples: [
    "vireo restore vireo-2026-11-02.tar",
    "vireo restore vireo-2026-11-02.tar --check",
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
    const backup = await openBackup(file, lines, throttle, (done, all) => bars.at("Check", done, all));
    try {
      if (options.check) return printCheck(file, backup, out);
      const config = options.config as string | undefined;
      if (config && (await Bun.file(config).exists())) throw new Error(`${config} already exists.`);
      const { db, storage, modules } = vireo;
      const restored = await restoreBackup(backup, {
        ...{ db, storage, modules, lines, throttle, progress: bars.at, moved: options.moved === true, guard },
      });
      if (restored.unknown.length > 0) {
        out.note(`Skipped tables that belong to no module: ${restored.unknown.join(", ")}.`);
      }
      await restoreConfig(backup, config, out);
      bars.end();
      out.result(
        { ...describe(file, backup), ...restored },
        `Restored ${restored.rows} rows and ${restored.media + restored.present} media files from ${file} (${getOrigin(backup)}).`,
      );
      return undefined;
    } finally {
      bars.end();
      await backup.archive.close();
    }
  },
};

const describe = (file: string, { header }: Backup) => ({ file, vireo: header.vireo, takenAt: header.takenAt });

const getOrigin = ({ header }: Backup) => `Vireo ${header.vireo}, ${new Date(header.takenAt).toISOString()}`;

function printCheck(file: string, backup: Backup, out: Output): undefined {
  const { rows, media }: Manifest = backup.manifest;
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
  out.result(
    { ...describe(file, backup), rows: count, media },
    `${file} is intact: ${count} rows and ${media.files} media files (${getOrigin(backup)}).`,
  );
}

async function restoreConfig({ archive }: Backup, path: string | undefined, out: Output): Promise<void> {
  for await (const entry of archive.entries()) {
    if (entry.name !== CONFIG) continue;
    if (path) await Bun.write(path, await entry.bytes());
    else out.note("The backup contains a vireo.config.ts. Use --config to write it to a file.");
  }
}
