import { createBackup } from "#cli/backup/create";
import { createPace } from "#cli/backup/pace";
import { openSink } from "#cli/backup/sink";
import type { Command } from "#core/command";
import { bytes, createBars } from "./progress";

export const backup: Command = {
  name: "backup",
  summary: "Write the database, the media and the configuration into one file, also while serving",
  description: `The file shows one moment. It is a tar file with SHA-256 sums in it; "-" writes it to standard output.
It holds what the database holds, among it webhooks' secrets, but nothing from the environment. Keep it safe.
The search index is left out: the server makes it anew after a restore.`,
  arguments: [{ name: "file", description: "Where to write it; must not exist yet." }],
  examples: ["vireo backup /backups/vireo-$(date +%F).tar", "vireo backup - | ssh store 'cat > vireo.tar'"],
  async run({ arguments: { file = "" }, out, signal, vireo }) {
    const { db, storage, modules, version, config, isAlone } = vireo;
    const bars = createBars(out);
    const made = await createBackup({
      ...{ db, storage, modules, version, config: config.source },
      sink: await openSink(file),
      rest: createPace(isAlone, signal),
      progress: bars.at,
    }).finally(bars.end);
    const rows = Object.values(made.rows).reduce((sum, count) => sum + count, 0);
    const { media } = made;
    const missing = media.missing > 0 ? ` ${media.missing} mentioned files are not in storage any more.` : "";
    const text = `${rows} rows and ${media.files} media files (${bytes(media.bytes)}) as of ${made.takenAt.toISOString()}.${missing}`;
    if (file === "-") out.note(text);
    else out.result({ file, takenAt: made.takenAt.getTime(), rows, media }, `${file}: ${text}`);
    return undefined;
  },
};
