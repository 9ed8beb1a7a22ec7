import { createBackup } from "#cli/backup/create";
import { sumRows } from "#cli/backup/format";
import { collectSecrets } from "#cli/backup/run";
import { MIN_PASSPHRASE } from "#cli/backup/secrets";
import { openSink } from "#cli/backup/sink";
import { createThrottle } from "#cli/backup/throttle";
import { readPassphrase } from "#cli/passphrase";
import type { Command, Workspace } from "#core/command";
import { formatBytes } from "#core/format-bytes";
import { hasClearSecrets } from "#core/secrets/columns";
import { createBars } from "./progress";

const NO_CONFIG =
  "vireo.config.ts is not in the backup, because it may contain keys. Use --with-secrets to include it.";

/** Refuses a backup that would contain secrets in clear text. */
export async function sealEverything({ db, vault, isOnlyWriter }: Workspace): Promise<void> {
  if (!(await hasClearSecrets(db, vault.columns))) return;
  if (!isOnlyWriter) {
    throw new Error(
      "Some secrets are not encrypted yet, because a server of an older version was running until recently. Start the new version, and try again after a minute.",
    );
  }
  await vault.prepare();
}

async function lockedSecrets(vireo: Workspace) {
  const passphrase = await readPassphrase("Passphrase for the secrets in the backup", MIN_PASSPHRASE);
  return { content: await collectSecrets(vireo), passphrase };
}

export const backup: Command = {
  name: "backup",
  summary: "Back up the database and media to one file",
  description: `Writes a consistent snapshot as a tar file with SHA-256 checksums. Works while the server is running.

Secrets in it are encrypted with the key of this server (VIREO_SECRET_KEY, or secret.key in the data directory), which is
not included: keep a copy of the key elsewhere. With --with-secrets, the key and vireo.config.ts are included, encrypted
with a passphrase from VIREO_BACKUP_PASSPHRASE or the terminal. Environment variables are never included, nor
is the search index, which the server rebuilds.`,
  arguments: [{ name: "file", description: "Path of the new file, or - for standard output" }],
  options: {
    "with-secrets": {
      type: "boolean",
      description: "Include the key and the configuration, encrypted with a passphrase",
    },
  },
  examples: ["vireo backup /backups/vireo-$(date +%F).tar", "vireo backup - | ssh store 'cat > vireo.tar'"],
  async run({ arguments: { file = "" }, options, out, signal, vireo }) {
    const { config, isOnlyWriter } = vireo;
    await sealEverything(vireo);
    const secrets = options["with-secrets"] ? await lockedSecrets(vireo) : undefined;
    if (!secrets && config.source) out.note(NO_CONFIG);
    const bars = createBars(out);
    const result = await createBackup(vireo, {
      secrets,
      sink: await openSink(file),
      throttle: createThrottle(isOnlyWriter, signal),
      progress: bars.at,
    }).finally(bars.end);
    const rows = sumRows(result.rows);
    const { media } = result;
    const missing = media.missing > 0 ? ` ${media.missing} referenced files are missing from storage.` : "";
    const text = `${rows} rows and ${media.files} media files (${formatBytes(media.bytes)}) as of ${result.takenAt.toISOString()}.${missing}`;
    if (file === "-") out.note(text);
    else out.result({ file, takenAt: result.takenAt.getTime(), rows, media }, `Wrote ${file}: ${text}`);
  },
};
