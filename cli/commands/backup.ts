import { createBackup } from "#cli/backup/create";
import { openSink } from "#cli/backup/sink";
import { createThrottle } from "#cli/backup/throttle";
import type { Command } from "#core/command";
import { createBars, formatBytes } from "./progress";

export const backup: Command = {
  name: "backup",
  summary: "Back up the database, media and configuration to one file",
  description: `Writes a consistent snapshot as a tar file with SHA-256 checksums. Works while the server is running.

The file contains everything in the database, including webhook secrets, but no environment variables. Store it
securely. The search index is not included; the server rebuilds it after a restore.`,
  arguments: [{ name: "file", description: "Path of the new file, or - for standard output" }],
  examples: ["vireo backup /backups/vireo-$(date +%F).tar", "vireo backup - | ssh store 'cat > vireo.tar'"],
  async run({ arguments: { file = "" }, out, signal, vireo }) {
    const { db, storage, modules, version, config, isOnlyWriter } = vireo;
    const bars = createBars(out);
    const result = await createBackup({
      ...{ db, storage, modules, version, config: config.source },
      sink: await openSink(file),
      throttle: createThrottle(isOnlyWriter, signal),
      progress: bars.at,
    }).finally(bars.end);
    const rows = Object.values(result.rows).reduce((sum, count) => sum + count, 0);
    const { media } = result;
    const missing = media.missing > 0 ? ` ${media.missing} referenced files are missing from storage.` : "";
    const text = `${rows} rows and ${media.files} media files (${formatBytes(media.bytes)}) as of ${result.takenAt.toISOString()}.${missing}`;
    if (file === "-") out.note(text);
    else out.result({ file, takenAt: result.takenAt.getTime(), rows, media }, `Wrote ${file}: ${text}`);
    return undefined;
  },
};
