import { exportAccount as write } from "#cli/backup/export";
import { sumRows } from "#cli/backup/format";
import { openSink } from "#cli/backup/sink";
import { createThrottle } from "#cli/backup/throttle";
import type { Command } from "#core/command";
import { formatBytes } from "#core/format-bytes";
import { accountOption, findAccountId } from "./accounts";
import { createBars } from "./progress";

export const exportAccount: Command = {
  name: "export",
  summary: "Export all data of one account to a file",
  description: `Writes a tar file with one JSON Lines file per table, and the media. Passwords, keys and other secrets are left out.
To create a copy that can be restored, use "vireo backup".`,
  arguments: [{ name: "file", description: "Path of the new file, or - for standard output" }],
  options: accountOption,
  examples: ["vireo export acme.tar --account 0193a5c2-…"],
  async run({ arguments: { file = "" }, options, out, signal, vireo }) {
    const { db, storage, isDerived, version, isOnlyWriter } = vireo;
    const accountId = await findAccountId(vireo, options.account);
    const bars = createBars(out);
    const { rows, media } = await write({
      db,
      storage,
      isDerived,
      version,
      accountId,
      sink: await openSink(file),
      throttle: createThrottle(isOnlyWriter, signal),
      progress: bars.at,
    }).finally(bars.end);
    const count = sumRows(rows);
    const text = `${count} rows and ${media.files} media files (${formatBytes(media.bytes)}) of account ${accountId}.`;
    if (file === "-") out.note(text);
    else out.result({ file, accountId, rows, media }, `Wrote ${file}: ${text}`);
  },
};
