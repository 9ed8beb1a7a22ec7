/** A restore that dies at a given point, as by a power cut: `bun backup-killed.ts <database> <media> <backup> <point>`. */
import { openBackup } from "#cli/backup/read";
import { restoreBackup } from "#cli/backup/restore";
import { collectMigrations } from "#core/database/migrations";
import { createLocalStorage } from "#core/storage/local";
import { connect } from "#db/connect";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";

const [database = "", media = "", file = "", point = ""] = process.argv.slice(2);
const all = [...modules, ...plugins];
const lines = collectMigrations(all);
const throttle = async () => {};
const die = (here: string) => {
  if (here === point) process.kill(process.pid, "SIGKILL");
};
await restoreBackup(await openBackup(file, lines, throttle, () => {}), {
  ...{
    db: connect(database).db,
    storage: await createLocalStorage(media),
    modules: all,
    lines,
    throttle,
    moved: false,
  },
  progress: die,
  secure: throttle,
  guard: async () => die("guard"),
});
