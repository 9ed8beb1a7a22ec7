import { CONFIG } from "#cli/backup/format";
import { obstacle } from "#cli/backup/guard";
import { createPace } from "#cli/backup/pace";
import { openBackup } from "#cli/backup/read";
import { restoreBackup } from "#cli/backup/restore";
import type { Command } from "#core/command";
import { migrationLines } from "#core/database/migrations";
import { createBars } from "./progress";

export const restore: Command = {
  name: "restore",
  summary: "Put a backup in place: also the way between the built-in database and another",
  description: `Goes into the database and the storage that are configured (DATA_DIR or DATABASE_URL, S3_BUCKET).
The server must be stopped. The whole file is checked first; then all rows change at once, or none.
A backup of an older version is brought up to date; one of a newer version is refused.

Posts that fell due since the backup may be out already. They are not sent again: the provider is asked, and a post
stays "unconfirmed" where it does not tell. Say --moved when the server was stopped before the backup was made.`,
  arguments: [{ name: "file", description: 'What "vireo backup" has written.' }],
  options: {
    check: { type: "boolean", description: "Only read the file and compare it with its checksums." },
    replace: { type: "boolean", description: "Give up what the database holds now." },
    moved: {
      type: "boolean",
      description: "No server has worked on the data since the backup: what is late goes out.",
    },
    config: { type: "text", value: "file", description: "Where to write the backup's vireo.config.ts." },
  },
  examples: [
    "vireo restore vireo-2026-11-02.tar",
    "vireo restore vireo-2026-11-02.tar --check",
    "DATABASE_URL=postgres://… vireo restore vireo.tar --moved",
  ],
  async run({ arguments: { file = "" }, options, out, signal, vireo }) {
    const { db, storage, modules } = vireo;
    const lines = migrationLines(modules);
    const bars = createBars(out);
    const rest = createPace(true, signal);
    const refuse = async () => {
      const reason = options.check ? undefined : await obstacle(vireo, options.replace === true);
      if (reason) throw new Error(reason);
    };
    await refuse();
    const backup = await openBackup(file, lines, rest, (done, all) => bars.at("Check", done, all));
    try {
      const { header, manifest } = backup;
      const about = { file, vireo: header.vireo, takenAt: header.takenAt };
      const made = `made by Vireo ${header.vireo} at ${new Date(header.takenAt).toISOString()}`;
      if (options.check) {
        const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
        out.result(
          { ...about, rows, media: manifest.media },
          `${file} is whole: ${rows} rows and ${manifest.media.files} media files, ${made}.`,
        );
        return undefined;
      }
      const config = options.config as string | undefined;
      if (config && (await Bun.file(config).exists())) throw new Error(`${config} is there already.`);
      const done = await restoreBackup(backup, {
        ...{ db, storage, modules, lines, rest, progress: bars.at, moved: options.moved === true, guard: refuse },
      });
      if (done.unknown.length > 0) out.note(`Left out, as they belong to no module: ${done.unknown.join(", ")}.`);
      for await (const entry of backup.archive.entries()) {
        if (entry.name !== CONFIG) continue;
        if (config) await Bun.write(config, await entry.bytes());
        else out.note("The backup has a vireo.config.ts: --config writes it to a file.");
      }
      bars.end();
      out.result(
        { ...about, ...done },
        `Restored ${done.rows} rows and ${done.media + done.present} media files from ${file}, ${made}.`,
      );
      return undefined;
    } finally {
      bars.end();
      await backup.archive.close();
    }
  },
};
