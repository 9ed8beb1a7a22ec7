import { exportAccount as write } from "#cli/backup/export";
import { createPace } from "#cli/backup/pace";
import { openSink } from "#cli/backup/sink";
import type { Command } from "#core/command";
import { accountOf, accountOption } from "./accounts";
import { bytes, createBars } from "./progress";

export const exportAccount: Command = {
  name: "export",
  summary: "Write all that one account owns into one file, for who leaves or asks for it",
  description: `A tar file with a list of JSON lines for each kind of thing, and the media. Passwords, keys and other secrets
are not in it. "-" writes it to standard output. For a copy that can be restored, use "vireo backup".`,
  arguments: [{ name: "file", description: "Where to write it; must not exist yet." }],
  options: accountOption,
  examples: ["vireo export acme.tar --account 0193a5c2-…"],
  async run({ arguments: { file = "" }, options, out, signal, vireo }) {
    const { db, storage, version, isAlone } = vireo;
    const accountId = await accountOf(vireo, options.account);
    const bars = createBars(out);
    const { rows, media } = await write({
      ...{ db, storage, version, accountId },
      sink: await openSink(file),
      rest: createPace(isAlone, signal),
      progress: bars.at,
    }).finally(bars.end);
    const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
    const text = `${count} rows and ${media.files} media files (${bytes(media.bytes)}) of account ${accountId}.`;
    if (file === "-") out.note(text);
    else out.result({ file, accountId, rows, media }, `${file}: ${text}`);
    return undefined;
  },
};
