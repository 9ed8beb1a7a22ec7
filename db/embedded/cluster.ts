import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MAJOR } from "#db/embedded/binaries";
import { EmbeddedError } from "#db/embedded/error";
import { type Programs, runProgram } from "#db/embedded/program";

export const USER = "vireo";
export const DATABASE = "vireo";

const HALF_MADE = "new-";

/** Collation and case rules from PostgreSQL itself: the same on every system, no locale to install. */
const INITDB = [
  `--username=${USER}`,
  "--encoding=UTF8",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--locale=C",
  "--auth-local=trust",
  "--auth-host=reject",
  "--wal-segsize=4",
  "--no-instructions",
];

/** Whether a cluster is there. Throws an EmbeddedError for one that these binaries cannot open. */
export async function hasCluster(cluster: string): Promise<boolean> {
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version === undefined) return false;
  if (Number.parseInt(version, 10) !== MAJOR) {
    throw new EmbeddedError(
      `The database in ${cluster} was made by PostgreSQL ${version.trim()}, and this Vireo brings ${MAJOR}: make a backup with the Vireo that made it, move ${dirname(cluster)} away, and restore the backup with this one.`,
    );
  }
  return true;
}

/**
 * Makes the cluster with its database. All of it is made beside its place and moved there at the
 * end, so that a crash half way leaves nothing that looks like a cluster. Call it under the lock.
 */
export async function createCluster(programs: Programs, cluster: string, durable: boolean): Promise<void> {
  const directory = dirname(cluster);
  for (const name of await readdir(directory)) {
    if (name.startsWith(HALF_MADE)) await rm(join(directory, name), { recursive: true, force: true });
  }
  const made = join(directory, `${HALF_MADE}${process.pid}`);
  await runProgram(programs, "initdb", [...INITDB, "--no-sync", `--pgdata=${made}`]);
  // A rename costs nothing; creating another database would copy one.
  const rename_ = `alter database postgres rename to ${DATABASE}\n`;
  await runProgram(
    programs,
    "postgres",
    ["--single", "-F", "-c", "log_checkpoints=off", "-D", made, "template1"],
    rename_,
  );
  if (durable) await runProgram(programs, "initdb", ["--sync-only", `--pgdata=${made}`]);
  await rename(made, cluster);
  if (durable) await syncDirectory(directory);
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
